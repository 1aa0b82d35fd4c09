"""Withdrawing on the command line: scopes, proposals, records as the protocol spells them, no words from anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pexpect
import pytest

from governance.desk import open_desk
from governance.verbs import VERBS
from store.records.words import ControlAction
from tests.tui.cli import ENTRY, Done, run, spawn
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import become_maintainer, signed
from tests.tui.commands.test_terminal import at_terminal, terminal
from tests.tui.withdrawn import CJK, HOSTILE, fork
from tui.wording.controls import REASONS

ONE = "mem-2026-03-24-006"
TWO = "mem-2026-04-07-008"
WORDS = "greylist gullmail"
CALM, CALM_WORDS = "mem-2026-08-13-007", "numbers every 30 minutes even"
"""An item whose words stand nowhere else in the sample."""
RECORD = (
    "withdrawal_id", "record_type", "action", "scope", "reason", "decided_by", "decided_at", "effect", "supersedes",
)  # fmt: skip


def withdraw(*named: str, reason: str = "failed-exploration") -> str:
    """Withdraw these as somebody who has seen them; answers the event."""
    ids = [one for one in named if not one.startswith("--")]
    done = run("withdraw", *named, "--reason", reason, *(word for one in ids for word in ("--seen", seen(one))))
    assert done.code == 0, done.err
    return done.out.strip()


def scopes() -> list[Any]:
    """The scopes that were decided on here: the sample brings others along."""
    listed = run("list", "withdrawals", "--json").json["rows"]
    return [row for row in listed if all(one["run"] is None for one in row["chain"])]


def rows(*words: str) -> list[str]:
    return [row["id"] for row in run(*words, "--json").json["rows"]]


@pytest.mark.usefixtures("sample")
def test_a_withdrawn_item_is_nowhere_until_it_is_reinstated() -> None:
    event = withdraw("--item", CALM)
    assert event.startswith("memwd-")
    assert CALM not in rows("list", "items")
    assert CALM not in rows("search", CALM_WORDS)
    for words in (("show", CALM), ("decide", "keep", CALM, "--reason", "other", "--seen", "x" * 16)):
        done = run(*words)
        assert done.code == 4
        assert f"is withdrawn by {event}" in done.err
    everything = [run("log", "--limit", "0"), run("log", "--json"), run("list", "archive"), run("list", "undistilled")]
    assert not [done for done in everything if CALM_WORDS in done.out]
    back = run("reinstate", event, "--reason", "usable-again", "--seen", seen(event))
    assert back.code == 0, back.err
    assert CALM in rows("search", CALM_WORDS)
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("sample")
def test_the_record_has_exactly_the_fields_of_the_protocol() -> None:
    event = withdraw("--item", ONE, "--item", TWO)
    shown = run("show", event, "--json").json
    record = {name: shown[name] for name in RECORD}
    assert list(shown)[2 : 2 + len(RECORD)] == list(RECORD)
    assert record["scope"] == {"memory_item_ids": [ONE, TWO], "archive_refs": [], "source_or_run_refs": []}
    assert (record["record_type"], record["effect"]) == ("withdrawal-control-v1", "exclude-from-influence")
    assert (record["reason"], record["supersedes"]) == ("failed-exploration", None)
    assert record["decided_by"].startswith("p-")
    back = run("reinstate", event, "--reason", "mistake", "--seen", seen(event), "--json").json["withdrawal_id"]
    shown = run("show", back, "--json").json
    assert (shown["action"], shown["effect"], shown["supersedes"]) == ("reinstate", "restore-eligibility", event)
    assert [one["withdrawal_id"] for one in shown["chain"]] == [event, back]
    assert (shown["excluded"], shown["control"]) == (False, back)


@pytest.mark.usefixtures("sample")
def test_the_wrong_folder_is_withdrawn_as_a_whole() -> None:
    opened = run("log", "--action", "run-opened", "--json").lines[0]["subjects"][0]
    event = withdraw("--run", opened, reason="wrong-import")
    assert rows("list", "items") == []
    assert run("list", "archive", "--json").json["rows"] == []
    shown = run("show", event)
    assert "segments of the archive" in shown.out
    assert "Files that agents may still read the words in" in shown.out
    assert "memdesk keeps no record of them" in shown.out


@pytest.mark.usefixtures("sample")
def test_an_archive_reference_a_block_and_a_task_can_be_named() -> None:
    segment = run("list", "archive", "--json").json["rows"][0]["id"]
    block = run("list", "undistilled", "--json").json["rows"][0]["id"]
    task = run("task", "open", "Retry").out.strip()
    withdraw("--archive", block, "--run", task)
    done = run("withdraw", "--archive", "archive/2026-05-19.md#4", "--reason", "abandoned", "--json")
    assert (done.code, done.error["ids"][0][:4]) == (2, "seg-"), "it says what the reference means, to be shown"
    withdraw("--archive", segment)
    named = [row["scope"] for row in scopes()]
    assert {"memory_item_ids": [], "archive_refs": [block], "source_or_run_refs": [task]} in named


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("source", [CJK, HOSTILE], ids=["cjk", "hostile"])
def test_a_source_is_named_by_its_words_and_shown_harmlessly(source: str) -> None:
    made = run("capture", "--json", "Gulls like chips.", "--kind", "knowledge", "--source", source).json["id"]
    unseen = run("withdraw", "--source", source, "--reason", "untrusted", "--json")
    (named,) = unseen.error["ids"]
    assert (unseen.code, named) == (2, f"source:{source}")
    done = run("withdraw", "--source", source, "--reason", "untrusted", "--seen", seen(named))
    assert done.code == 0, done.err
    (name,) = scopes()[0]["scope"]["source_or_run_refs"]
    assert made not in rows("list", "items")
    for words in (("show", name), ("list", "withdrawals"), ("show", done.out.strip())):
        told = run(*words).out
        assert not {"\x1b", "\u202e"} & set(told)
        assert name in told
    assert run("show", name, "--json").json["name"] == source
    assert run("show", name, "--json").json["withdrawn_by"] == [done.out.strip()]


@pytest.mark.usefixtures("sample")
def test_whoever_may_not_decide_makes_a_proposal_and_is_told() -> None:
    done = run("withdraw", "--item", ONE, "--reason", "owner-request", "--as", "jon")
    assert done.code == 0, done.err
    event = done.out.strip()
    assert f"{event} waits for an owner" in done.err
    assert ONE in rows("list", "items")
    listed = scopes()[0]
    assert (listed["waits"], listed["excluded"], listed["decided_by"]) == (True, False, None)
    assert "asks for a withdrawal" in run("list", "withdrawals").out
    followed = run("decide", "withdraw", event, "--reason", "owner-request", "--seen", seen(event))
    assert followed.code == 0, followed.err
    assert ONE not in rows("list", "items")
    again = run("show", event, "--json").json
    asked = run("reinstate", again["control"], "--reason", "mistake", "--as", "jon", "--json").json
    assert asked["state"] == "proposed"
    declined = run("decide", "decline", asked["withdrawal_id"], "--reason", "needed", "--seen", seen(event))
    assert declined.code == 0, declined.err
    assert "declined" in run("list", "withdrawals").out
    assert ONE not in rows("list", "items")


def test_a_token_only_proposes(sample: Path) -> None:
    token = run("connect", "codex", "--yes", "--json").json["token"]
    done = spawn("withdraw", "--item", ONE, "--reason", "abandoned", cwd=sample, MEMDESK_TOKEN=token)
    assert done.code == 0, done.err
    assert "waits for an owner" in done.err
    assert ONE in rows("list", "items")


@pytest.mark.usefixtures("sample")
def test_a_history_says_that_somebody_asks_for_a_withdrawal_until_it_is_one() -> None:
    assert run("withdraw", "--item", ONE, "--reason", "abandoned", "--as", "jon").code == 0
    told = run("show", ONE).out.partition("history")[2]
    assert ("asks: withdraw" in told, "withdrawn" in told) == (True, False)
    assert run("show", ONE, "--json").json["history"][-1]["proposed"] is True


@pytest.mark.usefixtures("adopted")
def test_in_a_store_with_keys_it_is_signed_like_any_decision() -> None:
    words = ("withdraw", "--item", ONE, "--reason", "abandoned", "--seen", seen(ONE))
    assert run(*words).code == 3
    done = signed(*words)
    assert done.code == 0, done.err
    assert "Your key is key-0001" in done.err
    assert run("show", done.out.strip(), "--json").json["assurance"] == "signed"
    assert "holds" in run("show", done.out.strip()).out


def test_a_maintainer_decides_only_what_a_grant_covers(adopted: object) -> None:
    become_maintainer(adopted, ("withdraw", "reinstate"), "kind=state")  # type: ignore[arg-type]
    done = run("withdraw", "--item", ONE, "--reason", "abandoned")
    assert (done.code, "waits for an owner" in done.err) == (0, True), "the item is knowledge"


@pytest.mark.usefixtures("sample")
def test_a_broken_chain_says_why_and_is_reconciled_with_decide() -> None:
    with open_desk(Path("memory/memory.db")) as desk:
        base = fork(desk, ONE)
    told = run("list", "withdrawals").out
    assert f"two events follow {base}; excluded until reconciled" in told
    last = run("show", base, "--json").json
    assert (last["fault"], last["control"], last["excluded"]) == ("fork", None, True)
    newest = last["chain"][-1]["withdrawal_id"]
    words = ("decide", "reconcile", newest, "--reason", "reconciled", "--seen", seen(newest))
    assert run(*words).code == 2
    assert run(*words, "--by", "reinstate").code == 0
    assert ONE in rows("list", "items")
    assert run("show", base, "--json").json["fault"] is None


@pytest.mark.usefixtures("sample")
def test_undoing_a_withdrawal_is_its_reinstatement() -> None:
    event = withdraw("--item", ONE)
    plan = run("show", event, "--json").json["plan"]
    assert run("undo", plan, "--yes").code == 0
    assert ONE in rows("list", "items")
    assert [one["action"] for one in run("show", event, "--json").json["chain"]] == ["withdraw", "reinstate"]


@pytest.mark.usefixtures("sample")
def test_the_audit_view_marks_what_is_withdrawn_and_by_what() -> None:
    event = withdraw("--item", ONE)
    done = run("show", ONE, "--audit")
    assert done.out.startswith(f"⊘ withdrawn by {event}\n")
    assert "⊘ withdrawn ·" in done.out
    assert WORDS in done.out
    shown = run("show", ONE, "--audit", "--json").json
    assert shown["withdrawn_by"] == [event]
    assert (shown["strip"]["withdrawn"], shown["status"]) == (True, "pending-cleanup")


@pytest.mark.usefixtures("sample")
def test_what_makes_no_sense_is_refused_and_nothing_is_withdrawn() -> None:
    for words in (
        ("withdraw", "--reason", "abandoned"),
        ("withdraw", "--item", ONE),
        ("withdraw", "--item", ONE, "--reason", "no-longer-true"),
        ("withdraw", "--item", "mem-1999-01-01-001", "--reason", "abandoned"),
        ("withdraw", "--run", "run-1999-01-01-001", "--reason", "abandoned"),
        ("withdraw", "--item", ONE, "--reason", "abandoned"),
        ("withdraw", "--item", ONE, "--reason", "abandoned", "--seen", "a", "--seen", "b"),
        ("reinstate", "memwd-1999-01-01-001", "--reason", "mistake"),
    ):
        assert run(*words).code == 2, words
    assert run("withdraw", "--item", ONE, "--reason", "abandoned", "--seen", "0" * 16).code == 4
    assert scopes() == []
    event = withdraw("--item", ONE)
    assert run("withdraw", "--item", ONE, "--reason", "abandoned").code == 4
    assert run("decide", "withdraw", event, "--reason", "abandoned", "--seen", seen(event)).code == 4


@pytest.mark.usefixtures("sample")
def test_decide_takes_segments_runs_tasks_and_sources_too() -> None:
    opened = run("log", "--action", "run-opened", "--json").lines[0]["subjects"][0]
    done = run("decide", "withdraw", ONE, opened, "--reason", "untrusted", "--seen", seen(ONE), "--seen", seen(opened))
    assert done.code == 0, done.err
    scope = scopes()[0]["scope"]
    assert (scope["memory_item_ids"], scope["source_or_run_refs"]) == ([ONE], [opened])


@pytest.mark.usefixtures("sample")
def test_withdrawals_can_be_listed_as_they_were_and_by_words() -> None:
    before = run("status", "--json").json["head"]
    event = withdraw("--item", ONE)
    withdraw("--item", TWO)
    then = run("list", "withdrawals", "--json", "--at-seq", str(before)).json["total"]
    assert run("list", "withdrawals", "--json").json["total"] == then + 2
    assert run("list", "withdrawals", "--json", "--filter", ONE).json["total"] == 1
    assert len(run("list", "withdrawals", "--json", "--limit", "1").json["rows"]) == 1
    assert event in run("list", "withdrawals", "--ascii").out
    assert not set("⊘↺└→▲✗·") & set(run("list", "withdrawals", "--ascii").out)


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 130)])
def test_at_a_terminal_what_follows_is_shown_before_it_is_asked(sample: Path, answer: str, code: int) -> None:
    child = terminal(ENTRY, "withdraw", "--item", ONE, "--reason", "abandoned", cwd=sample)
    for told in ("withdraws", WORDS, "will be excluded", "will not be reached", "open tasks", "Status and Confidence"):
        child.expect_exact(told)
    child.expect_exact("Withdraw so? [y/N]")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code
    assert (ONE in rows("list", "items")) is (answer == "n")


def test_at_a_terminal_the_reason_other_without_a_note_is_refused_before_anything_is_asked(sample: Path) -> None:
    code, told = at_terminal("decide", "withdraw", ONE, "--reason", "other", cwd=sample)
    assert (code, "withdraw asks for a note with it" in told, "[y/N]" in told) == (2, True, False)
    code, told = at_terminal("decide", "withdraw", ONE, "--reason", "other", "--note", "wet", cwd=sample, answer="y")
    assert code == 0, told
    assert '"note": "wet"' in run("list", "withdrawals", "--json").out.replace('":"', '": "')


def test_at_a_terminal_a_reinstatement_shows_the_standing(sample: Path) -> None:
    event = withdraw("--item", ONE)
    child = terminal(ENTRY, "reinstate", event, "--reason", "mistake", cwd=sample)
    for told in ("reinstates", ONE, "will be eligible again", "1 item: pending-cleanup, inferred", "Reinstate so?"):
        child.expect_exact(told)
    child.sendline("y")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert ONE in rows("list", "items")


def test_where_nothing_was_ever_withdrawn_it_says_so(folder: Path) -> None:
    assert run("init", "--no-key", "--store", str(folder / "memory" / "memory.db")).code == 0
    assert "Nothing was ever withdrawn" in run("list", "withdrawals").err


def test_the_reasons_are_those_of_the_verbs() -> None:
    for action in ControlAction:
        assert REASONS[action] == VERBS[action.value].reasons


def test_help_lists_both_among_the_deciding_commands() -> None:
    told: Done = run("--help")
    deciding = told.out.partition("Deciding")[2].partition("Authority")[0]
    assert "withdraw" in deciding
    assert "reinstate" in deciding
