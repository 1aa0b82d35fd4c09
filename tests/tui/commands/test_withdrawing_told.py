"""What is told of a withdrawal before and after it, and that looking writes nothing."""

from __future__ import annotations

from pathlib import Path

import pexpect
import pytest

from tests.tui.cli import ENTRY, run
from tests.tui.commands.conftest import seen
from tests.tui.commands.test_terminal import terminal
from tests.tui.commands.test_withdrawing import ONE, TWO, rows, withdraw

LONG = "the minutes of the harbour board " * 100


def head() -> int:
    """The last entry."""
    found: int = run("status", "--json").json["head"]
    return found


def capture(source: str, text: str = "Gulls like chips.") -> str:
    """An item of a source."""
    made: str = run("capture", "--json", text, "--kind", "knowledge", "--source", source).json["id"]
    return made


def test_a_source_is_not_written_down_where_nobody_is_there_to_be_asked_or_the_answer_is_no(sample: Path) -> None:
    capture("the old wiki")
    before = head()
    assert run("withdraw", "--source", "the old wiki", "--reason", "untrusted").code == 2
    assert run("withdraw", "--source", "the old wiki", "--reason", "other", "--seen", "x").code == 2
    assert run("show", "source:the old wiki", "--json").json["items"] == 1
    assert head() == before
    child = terminal(ENTRY, "withdraw", "--source", "the old wiki", "--reason", "untrusted", cwd=sample)
    for told in ("withdraws", "source:the old wiki", "1 item that it names, or that belongs to what it names"):
        child.expect_exact(told)
    child.expect_exact("Withdraw so? [y/N]")
    child.sendline("n")
    child.expect(pexpect.EOF)
    assert head() == before


@pytest.mark.usefixtures("sample")
def test_what_was_seen_goes_with_each_thing_in_the_order_of_the_options() -> None:
    for source, text in (("the board", "The board is wet."), ("the pier", "The pier is wet.")):
        capture(source, text)
    done = run("withdraw", "--source", "the board", "--reason", "abandoned", "--seen", seen("source:the board"))
    assert run("reinstate", done.out.strip(), "--reason", "mistake", "--seen", seen(done.out.strip())).code == 0
    (known,) = run("show", done.out.strip(), "--json").json["scope"]["source_or_run_refs"]
    named = ("--source", "the pier", "--source", known, "--item", ONE)
    told = [word for one in (ONE, "source:the pier", known) for word in ("--seen", seen(one))]
    wrong = run("withdraw", *named, "--reason", "abandoned", *told[2:], *told[:2])
    assert wrong.code == 4, "moved: they are those of other things"
    done = run("withdraw", *named, "--reason", "abandoned", *told)
    assert done.code == 0, done.err


@pytest.mark.usefixtures("sample")
def test_the_name_of_a_source_is_cut_wherever_it_is_told_and_whole_in_json() -> None:
    capture(LONG)
    digest = seen(f"source:{LONG}")
    unseen = run("withdraw", "--source", LONG, "--reason", "untrusted")
    done = run("withdraw", "--source", LONG, "--reason", "untrusted", "--seen", digest)
    assert done.code == 0, done.err
    listed, shown = run("list", "withdrawals"), run("show", done.out.strip())
    for told in (unseen.err, done.err, listed.out, shown.out):
        assert LONG[:400] not in told
    for told in (unseen.err, shown.out):
        assert "more" in told
        assert LONG[:80] in told
    (name,) = run("show", done.out.strip(), "--json").json["scope"]["source_or_run_refs"]
    assert run("show", name, "--json").json["name"] == LONG.strip()


@pytest.mark.usefixtures("sample")
def test_the_audit_view_of_a_withdrawal_gives_the_ids_that_it_keeps_out_and_counts_the_others() -> None:
    event = withdraw("--item", ONE, "--item", TWO)
    assert ONE not in run("show", event).out.partition("keeps out")[2]
    told = run("show", event, "--audit").out.partition("keeps out")[2]
    assert ONE in told
    assert TWO in told
    shown = run("show", event, "--audit", "--json").json
    assert {ONE, TWO} <= set(shown["kept_out"])
    assert shown["kept_out_total"] == len(shown["kept_out"])
    (opened,) = {one["subjects"][0] for one in run("log", "--action", "run-opened", "--json").lines}
    many = run("withdraw", "--run", opened, "--reason", "wrong-import", "--seen", seen(opened)).out.strip()
    shown = run("show", many, "--audit", "--json").json
    left = shown["kept_out_total"] - 100
    assert left > 0
    assert f"and {left:,} more" in run("show", many, "--audit").out


@pytest.mark.usefixtures("sample")
def test_the_reason_other_is_refused_without_a_note_before_anything_is_asked() -> None:
    before = head()
    done = run("withdraw", "--item", ONE, "--reason", "other", "--seen", seen(ONE))
    assert (done.code, "asks for a note" in done.err, head()) == (2, True, before)
    done = run("withdraw", "--item", ONE, "--reason", "other", "--note", "a trial", "--seen", seen(ONE))
    assert done.code == 0, done.err
    event = done.out.strip()
    assert run("reinstate", event, "--reason", "other", "--seen", seen(event)).code == 2


def test_at_a_terminal_undoing_a_withdrawal_shows_the_standing(sample: Path) -> None:
    event = withdraw("--item", ONE)
    plan = run("show", event, "--json").json["plan"]
    child = terminal(ENTRY, "undo", plan, cwd=sample)
    for told in (
        "will be eligible again",
        "1 item: pending-cleanup, inferred",
        "Status and Confidence",
        f"Undo {plan}?",
    ):
        child.expect_exact(told)
    child.sendline("y")
    child.expect(pexpect.EOF)
    assert ONE in rows("list", "items")


@pytest.mark.usefixtures("sample")
def test_the_log_names_the_block_that_was_withdrawn_and_finds_it_by_its_name() -> None:
    block = run("list", "undistilled", "--json").json["rows"][0]["id"]
    event = withdraw("--archive", block)
    found = run("log", "--subject", block)
    assert found.code == 0
    assert f"{event}, {block}" in found.out
    assert len(found.out.splitlines()) == 2
    last = run("log", "--subject", block, "--json").lines[-1]
    assert (last["subjects"], last["about"]) == ([event, block.split("/")[0]], [event, block])


@pytest.mark.usefixtures("sample")
def test_imports_are_listed_with_what_they_brought_and_by_what_they_are_withdrawn() -> None:
    (row,) = run("list", "runs", "--json").json["rows"]
    assert row["items"] > 100
    assert row["files"] > 10
    line = run("list", "runs").out
    assert line.startswith(row["id"])
    assert f"{row['items']} items" in line
    event = withdraw("--run", row["id"])
    assert f"withdrawn by {event}" in run("list", "runs").out
    assert run("list", "runs", "--filter", "no such folder").err.startswith("Nothing here")


@pytest.mark.usefixtures("sample")
def test_the_policy_that_holds_for_open_tasks_is_told_before_a_withdrawal() -> None:
    event = withdraw("--item", ONE)
    assert "In-flight policy (finish-local): useful local work of open tasks goes on" in run("show", event).out
    assert "in_flight=finish-local" in run("policy").out
