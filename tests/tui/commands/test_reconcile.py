"""`memdesk reconcile`, the queue of conflicts, and the verbs that settle one, as they are typed."""

from __future__ import annotations

import getpass
from datetime import date
from pathlib import Path

import pytest

from governance.desk import open_desk
from tests.governance.builders import an_item, decide
from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.disputed import HOSTILE

OLD, NEW = "mem-2026-03-24-007", "mem-2026-08-13-003"
LESSON, REFUTING = "mem-2026-03-24-006", "mem-2026-05-06-009"
EVIDENCE = "archive/2026-08-13.md#heron-reinstalled"


def decided(*words: str, ids: tuple[str, ...]) -> list[str]:
    return [*words, *(part for one in ids for part in ("--seen", seen(one)))]


@pytest.mark.usefixtures("reading")
def test_the_queue_lists_each_conflict_once_with_all_its_ids() -> None:
    listed = run("list", "conflicts", "--json").json
    assert listed["total"] == len(listed["rows"]) == 6
    groups = {row["id"]: row["group"] for row in listed["rows"]}
    assert groups[OLD] == f"{OLD} {NEW}"
    assert groups[LESSON] == f"{LESSON} {REFUTING}"
    assert "same subject" in run("list", "conflicts").out


def test_in_the_list_long_reasons_are_cut_so_that_the_words_stand_under_each_other(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "evidence", LESSON, missing="the log of the mail host")
    listed = run("list", "conflicts", "--json").json["rows"]
    lines = run("list", "conflicts").out.splitlines()
    begins = {line.index(row["text"]) for line, row in zip(lines, listed, strict=True)}
    assert len(begins) == 1, lines
    cut = next(line for line in lines if line.startswith(LESSON))
    assert "contradicted, needs evidenc…  " in cut
    assert [why["code"] for why in listed[0]["why"]] == ["contradicted-by", "needs-evidence", "marked-pending"]


def test_the_list_says_since_when_rows_disagree_as_json_and_reconcile_do(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        an_item(desk, kind="state", subject="gullmail:relay-host", text="at 198.51.100.9", day=20260901)
        today = desk.day_of(desk.now())
    listed = {row["id"]: row for row in run("list", "conflicts", "--json").json["rows"]}
    (told,) = run("reconcile", OLD, "--json").json["conflicts"]
    assert (listed[OLD]["since"], len(told["rows"])) == (told["since"], 3)
    assert told["since"].startswith("2026-08-13"), "when the second of three rows came"
    days = (date.fromisoformat(today) - date(2026, 8, 13)).days
    line = next(line for line in run("list", "conflicts").out.splitlines() if line.startswith(OLD))
    assert line.split()[1:3] == [str(days), "d"]


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("name", [OLD, NEW])
def test_a_conflict_is_shown_with_all_its_rows_dated_and_which_of_them_stands(name: str) -> None:
    lines = run("reconcile", name).out.splitlines()
    assert lines[0] == "Conflict on `subject: gullmail:relay-host`:"
    assert lines[1].startswith("  - [2026-03-24] (state) gullmail hands outgoing mail to the relay at 198.51.100.45.")
    assert f"{OLD}  Source: archive/2026-03-24.md#7" in lines[2]
    assert "currently `active`" in lines[2]
    assert any(line.startswith("  - [2026-08-13] (state)") for line in lines)
    assert "Acting on [2026-08-13]'s value. Every earlier row is retained as history." in lines
    assert f"Who settles it: {getpass.getuser()}, or whom a grant lets." in lines
    assert any(line.strip().startswith(f"memdesk decide current {NEW} {OLD} --evidence") for line in lines)


@pytest.mark.usefixtures("reading")
def test_an_item_that_drifts_and_disagrees_with_nothing_is_in_no_conflict() -> None:
    drifting = run("list", "drift", "--json").json["rows"][0]["id"]
    done = run("reconcile", drifting)
    assert (done.code, done.out, done.err.strip()) == (0, "", f"{drifting} is in no conflict.")


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize(
    ("name", "told", "way"),
    [
        ("top-0001", "names a topic, no record", "memdesk list items --topic top-0001"),
        ("lane-0001", "names a lane, no record", "memdesk list items --lane lane-0001"),
        ("seg-2026-03-24-001", "names a segment of the archive, no record", "memdesk show seg-2026-03-24-001"),
        ("seg-2026-03-24-001/2", "names a block of the archive, no record", "memdesk show seg-2026-03-24-001/2"),
        ("run-2026-09-01-001", "names an import or a pass, no record", "memdesk show run-2026-09-01-001"),
    ],
)
def test_what_is_no_record_is_told_apart_from_an_unknown_id_with_what_to_do_instead(
    name: str, told: str, way: str
) -> None:
    done = run("reconcile", name)
    assert (done.code, done.out) == (2, "")
    assert f"{name} {told}." in done.err
    assert way in done.err
    assert "There is no mem-2020-01-01-001." in run("reconcile", "mem-2020-01-01-001").err


def test_apart_is_offered_for_two_that_still_disagree_and_a_frozen_row_for_thawing_its_lane(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        names = [an_item(desk, text=f"retries {word}") for word in ("help", "harm", "do nothing")]
        decide(desk, "contradict", *names)
        decide(desk, "apart", *names[:2])
        printed = run("reconcile", names[1]).out
        assert f"memdesk decide apart {names[0]} {names[1]}" not in printed
        assert any(f"memdesk decide apart {one} {names[2]}" in printed for one in names[:2])
        [lane] = (one for one in decide(desk, "new-lane", *names[1:], title="Old").ids if one.startswith("lane-"))
        decide(desk, "freeze", lane)
    printed = run("reconcile", names[0]).out
    assert f"memdesk lane thaw {lane}" in printed
    assert "memdesk decide" not in printed, "with one row left there is nothing to decide"


def test_a_row_in_a_frozen_lane_bears_a_mark_and_what_recall_uses_stands_for_now(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "new-lane", NEW, title="Old")
        decide(desk, "freeze", lane := desk.item(NEW).row.lane or "")
    out = run("reconcile", OLD).out
    (marked,) = (line for line in out.splitlines() if line.endswith("frozen"))
    assert NEW in marked
    assert "Acting on [2026-03-24]'s value. " in out
    assert f"{NEW} is not recalled: it lies in {lane}, which is frozen." in out
    (told,) = run("reconcile", OLD, "--json").json["conflicts"]
    assert (told["current"], [row["lane_state"] for row in told["rows"]]) == (OLD, [None, "frozen_readonly"])
    recalled = run("recall", "gullmail relay").out
    assert (OLD in recalled, NEW in recalled) == (True, False)


def test_of_values_in_two_lanes_that_are_read_none_stands_as_recall_says(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "new-lane", NEW, title="Elsewhere")
    out = run("reconcile", OLD).out
    assert "Acting on" not in out
    why = "They belong to different projects, lanes or scopes, and none of them is picked"
    assert (why in out, why in run("recall", "gullmail relay").out) == (True, True)
    assert run("reconcile", OLD, "--json").json["conflicts"][0]["current"] is None


@pytest.mark.usefixtures("reading")
def test_of_knowledge_none_is_picked() -> None:
    done = run("reconcile", LESSON)
    assert "Conflict on what these say:" in done.out
    assert "None is picked" in done.out
    assert "Acting on" not in done.out
    assert f"memdesk decide merge {LESSON} {REFUTING} --text WORDS" in done.out


@pytest.mark.usefixtures("reading")
def test_as_json_it_has_the_digests_that_a_decision_names() -> None:
    found = run("reconcile", NEW, OLD, "mem-2026-03-09-002", "--json").json
    (one,) = found["conflicts"]
    assert (found["schema"], found["none"]) == ("memdesk/reconcile/1", ["mem-2026-03-09-002"])
    assert (one["id"], one["subject"], one["current"]) == (OLD, "gullmail:relay-host", NEW)
    assert [row["id"] for row in one["rows"]] == [OLD, NEW]
    assert [row["seen"] for row in one["rows"]] == [seen(OLD), seen(NEW)]
    assert one["ask"] == [getpass.getuser()]


@pytest.mark.usefixtures("sample")
def test_each_row_says_who_relied_on_it_and_that_no_recall_was_recorded() -> None:
    assert "relied on: no recorded recall (recall itself writes nothing)" in run("reconcile", OLD).out
    assert run("recall", "gullmail relay", "--audit").code == 0
    assert "relied on: looked at in an audit 1 time, last" in run("reconcile", OLD).out
    assert "looked at in an audit 1 time" in run("show", OLD).out
    (row, _) = run("reconcile", OLD, "--json").json["conflicts"][0]["rows"]
    assert (row["relied"]["looks"], row["relied"]["leaning"], row["relied"]["tasks"]) == (1, [], [])


@pytest.mark.usefixtures("reading")
def test_an_item_that_disagrees_with_nothing_says_so_and_one_that_is_not_there_is_refused() -> None:
    assert "mem-2026-03-09-002 is in no conflict." in run("reconcile", "mem-2026-03-09-002").err
    done = run("reconcile", "mem-2031-01-01-001", "--json")
    assert (done.code, done.error["kind"]) == (2, "not-found")


@pytest.mark.usefixtures("reading")
def test_show_says_that_an_item_is_in_conflict_and_with_whom() -> None:
    done = run("show", LESSON)
    assert "waits in Conflicts" in done.out
    assert f"contradicted by {REFUTING}" in done.out
    assert "conflicts" in run("show", NEW, "--json").json["queues"]
    assert "6 in conflict" in run("status").out


@pytest.mark.usefixtures("sample")
def test_a_row_is_made_current_on_evidence_and_the_other_is_history() -> None:
    words = ("decide", "current", NEW, OLD, "--reason", "current-value")
    refused = run(*decided(*words, ids=(NEW, OLD)), "--json")
    assert (refused.code, refused.error["kind"]) == (4, "rule")
    assert "a choice alone proves nothing" in refused.error["sentence"]
    done = run(*decided(*words, "--evidence", EVIDENCE, ids=(NEW, OLD)))
    assert done.code == 0, done.err
    assert run("show", OLD, "--json").json["row"]["superseded_by"] == NEW
    assert f"Evidence: {EVIDENCE}" in run("show", NEW).out
    assert run("undo", done.out.strip(), "--yes").code == 0
    assert run("list", "conflicts", "--json").json["total"] == 6
    assert run("verify", "--replay").code == 0


def test_hostile_words_are_told_and_drive_nothing(sample: Path) -> None:
    with open_desk(sample / "memory" / "memory.db") as desk:
        one = an_item(desk, text=f"{HOSTILE} one")
        an_item(desk, text=f"{HOSTILE} two", links=[("contradicts", one)])
    for words in (("reconcile", one), ("list", "conflicts"), ("show", one), ("reconcile", one, "--json")):
        done = run(*words)
        assert done.code == 0, done.err
        assert "[bold red]x[/]" in done.out
        assert not set(done.out) & {"\x1b", "\x07", "\u202e"}


@pytest.mark.usefixtures("sample")
def test_what_is_missing_is_told_by_the_queue_and_by_reconcile() -> None:
    words = ("decide", "evidence", OLD, "--missing", "the [run] book", "--reason", "needs-evidence")
    done = run(*decided(*words, ids=(OLD,)))
    assert done.code == 0, done.err
    assert f"missing for {OLD}: the [run] book" in run("reconcile", NEW).out
    row = next(one for one in run("list", "conflicts", "--json").json["rows"] if one["id"] == OLD)
    assert "the [run] book" in [why["detail"] for why in row["why"]]


@pytest.mark.usefixtures("sample")
def test_both_hold_and_contradict_are_typed_like_all_verbs() -> None:
    both = ("decide", "both", OLD, "--subject", "gullmail:old-relay", "--reason", "both-hold")
    assert run(*decided(*both, ids=(OLD,))).code == 0
    assert run("list", "conflicts", "--json").json["total"] == 5
    one, other = "mem-2026-04-07-002", "mem-2026-07-14-001"
    mark = ("decide", "contradict", one, other, "--reason", "in-conflict")
    assert run(*decided(*mark, ids=(one, other))).code == 0
    assert "Conflict on what these say:" in run("reconcile", other).out
    assert run("show", one, "--json").json["queues"] == ["conflicts"]
