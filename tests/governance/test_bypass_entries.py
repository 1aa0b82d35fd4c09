"""Entries that borrow the look of something else, an import, an audit, a holder, move nothing without being found."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk, open_desk
from store.records.entry import Draft
from store.records.views import LogFilter
from store.records.words import Action
from tests.governance.builders import decide
from tests.governance.test_bypass_passes import (
    FLAGGED,
    FRESH,
    GATE,
    LESSON,
    LOUD,
    RUN,
    appended,
    at_head,
    capture,
    desk,
    superseding,
)

__all__ = ["desk"]


def _more(draft: Draft, **effect: Any) -> Draft:
    return draft._replace(effect={**draft.effect, **effect})


def _item(draft: Draft, **item: Any) -> Draft:
    return _more(draft, item={**draft.effect["item"], **item})


def _made(**item: Any) -> Draft:
    row = {"place": "store", "kind": "knowledge", "status": "active", "review": "source-claim", "source_state": "found"}
    effect = {"item": row | item, "origin": "pass", "permitted_use": "testimony", "links": [["derived-from", FRESH]]}
    return Draft(Action.ADD, ("mem-2026-03-01-001",), effect, {"v": 1, "words": {"v": 1, "fact": "x"}}, refs=(RUN,))


STALE = {"set": {"status": "stale"}}
CLOSED = Draft(Action.TASK_CLOSED, ("task-0001",), {"outcome": "done"})
NO_DOOR = {"item": {"place": "store", "kind": "knowledge", "status": "active", "confidence": "confirmed"}}
BLOCK = {"ordinal": 9, "role": "archive-day", "encoding": "utf-8", "holder": None, "run": None, "entry": True}
BLOCK |= {"same_as": None, "sanitized": False}
FORGED = {
    "a supersession that says it is an import's": _more(superseding(GATE, LESSON), run="run-2026-06-01-001"),
    "a capture of a run that was never opened": Draft(
        Action.CAPTURE, ("mem-2026-03-01-001",), {**NO_DOOR, "links": [], "run": RUN}, {"v": 1, "words": {"fact": "x"}}
    ),
    "a capture by no door": Draft(Action.CAPTURE, ("mem-2026-03-01-001",), NO_DOOR, {"v": 1, "words": {"fact": "x"}}),
    "a capture that says it was signed": _more(capture(), assurance="signed"),
    "a capture in somebody's name that was only claimed": _more(capture(), assurance="claimed"),
    "a capture that says a pass wrote it": _more(capture(), origin="pass"),
    "a flagged capture of which use may be made": _item(capture(), findings=["instruction"], review="needs-review"),
    "working memory of no task": capture(type="working"),
    "a capture that merges": _more(capture(), links=[["merged-into", LESSON]]),
    "a skipped block of no plan": Draft(
        Action.AUTODREAM_SKIP, ("seg-2026-06-01-001",), {"block_seq": 0, "set": {"skipped": True}}, refs=(RUN,)
    ),
    "an audit that judges": Draft(Action.AUDIT, (LESSON,), STALE),
    "a task's beginning that judges": Draft(Action.TASK_OPENED, (LESSON,), STALE),
    "a pass whose summary judges": Draft(Action.AUTODREAM_SKIP, (LESSON,), STALE, refs=(RUN,)),
    "a task's end that links": _more(CLOSED, links=[["merged-into", LESSON]]),
    "a task that ends as nothing": _more(CLOSED, outcome="stale"),
    "a distilled item that was looked at": _made(review="reviewed"),
    "a distilled state": _made(kind="state"),
    "a distilled item made of nothing": _more(_made(), links=[]),
    "a distilled item that is flagged and stands in the store": _made(findings=["instruction"]),
    "a distilled item that is confirmed": _made(confidence="confirmed"),
    "an item cooled as it is added again": Draft(
        Action.ADD, (GATE,), {"set": {"place": "store", "cooled": True}}, refs=(RUN,)
    ),
    "state that gives way to itself": superseding(GATE, GATE),
    "state that gives way and merges": _more(superseding(GATE, LESSON), links=[["merged-into", LESSON]]),
    "a block of no run and no door": Draft(Action.ARCHIVE, ("seg-2026-06-01-001",), BLOCK, {"v": 2, "path": "x"}),
    "a review that nobody decided": Draft(Action.REVIEW, (LESSON,), STALE),
    "a merge that nobody decided": Draft(Action.MERGE, (LESSON,), {"set": {"cooled": True}}),
    "a correction that nobody decided": Draft(Action.MANUAL_CORRECTION, (LESSON,), STALE),
    "a refusal by no door": Draft(
        Action.QUARANTINE, ("quar-2026-03-01-001",), {"fault": "schema", "door": "stale", "assurance": "token"}
    ),
}  # fmt: skip


def _at_block(desk: Desk, draft: Draft) -> Draft:
    """A change of a block names the first block there is."""
    if draft.effect.get("block_seq") != 0:
        return at_head(desk, draft)
    with desk.store.reading() as conn:
        block, segment = conn.execute("SELECT seq, segment FROM blocks ORDER BY seq LIMIT 1").fetchone()
    return _more(draft, block_seq=block)._replace(subjects=(segment,))


@pytest.mark.parametrize("draft", FORGED.values(), ids=FORGED)
def test_an_entry_in_a_borrowed_coat_is_found(desk: Desk, draft: Draft) -> None:
    before = desk.pulse()[1]
    appended(desk, _at_block(desk, draft))
    found = desk.verify().findings
    assert any(one.step == "authority" and one.seq == before + 1 for one in found), found


def test_a_state_that_gives_way_to_what_is_older_or_not_distilled_is_found(desk: Desk) -> None:
    for value, date in (("port 70", "2025-01-01"), ("port 99", "2026-05-01")):
        desk.intake.capture({"text": value, "kind": "state", "subject": "gate:port", "source": "s", "date": date})
    older, newer = "mem-2025-01-01-001", "mem-2026-05-01-001"
    for name in (older, newer):
        appended(desk, superseding(GATE, name))
        assert any(one.seq == desk.pulse()[1] for one in desk.verify().findings), name


def test_what_a_keyless_store_lets_a_person_do_is_no_finding(desk: Desk) -> None:
    decide(desk, "accept", FLAGGED)
    decide(desk, "cool", LOUD)
    decide(desk, "hold", FRESH)
    assert not desk.verify(replay=True).findings


def _pass(action: Action, *subjects: str, refs: tuple[str, ...] = (RUN,), **effect: Any) -> Draft:
    return Draft(action, subjects, effect, refs=refs)


def _doubted(name: str, by: str, *refs: str) -> Draft:
    links = [["contradicted-by", by]]
    return _pass(Action.PENDING_CLEANUP, name, refs=(RUN, by, *refs), set={"status": "pending-cleanup"}, links=links)


ADDED: dict[str, Any] = {"before": {"place": "archived"}, "set": {"place": "store"}}
OPENED = Draft(Action.TASK_OPENED, ("task-0001",), {"assurance": "os-user"}, {"v": 1, "by": "codex"})
CLOSING: dict[str, Draft] = {
    "a task opened again": OPENED,
    "a task opened as by a token": _more(OPENED._replace(subjects=("task-0009",)), assurance="token"),
    "a task opened in a name that was claimed": _more(OPENED._replace(subjects=("task-0009",)), assurance="claimed"),
    "a task opened that says more": _more(OPENED._replace(subjects=("task-0009",)), outcome="done"),
    "a task closed as by a token": _more(CLOSED, assurance="token"),
    "a task closed by nobody who says how sure": CLOSED,
    "a task closed that was never opened": _more(CLOSED, assurance="os-user")._replace(subjects=("task-0001", FRESH)),
    "a capture as by a token that no agent has": capture(),
    "a refusal as by a token that no agent has": Draft(
        Action.QUARANTINE,
        ("quar-2026-03-01-001",),
        {"fault": "schema", "door": "mcp", "assurance": "token"},
        {"v": 1, "by": "codex", "faults": []},
    ),
}
PASSING: dict[str, tuple[Draft, str]] = {
    "a capture added that is in the inbox": (Draft(Action.ADD, (FRESH,), ADDED, refs=(RUN,)), "not archived"),
    "an item made of what is in the inbox": (_made(), "not archived"),
    "a mark because of what refutes nothing": (_doubted(LESSON, LOUD), "does not refute"),
    "a mark because of itself": (_doubted(LESSON, LESSON), "does not stand"),
    "a mark because of what is not there": (_doubted(LESSON, "mem-2020-01-01-001"), "does not stand"),
    "a mark because of what is in the inbox": (_doubted(LESSON, FRESH), "not distilled"),
    "a mark on what is in the inbox": (_doubted(FRESH, LESSON), "not distilled"),
    "an item cooled that was just added": (_pass(Action.COOL, LESSON, set={"cooled": True}), "the day before"),
    "a pass of another day": (Draft(Action.AUTODREAM_SKIP, ("run-2019-01-01-001",), {}), "another day"),
    "an archive pass of another day": (Draft(Action.ARCHIVE_SKIP, ("run-2019-01-01-001",), {}), "another day"),
    "an archive pass that judges": (Draft(Action.ARCHIVE_SKIP, (LESSON,), STALE), "decided by nobody"),
    "a pass that covers what it does not name": (
        Draft(Action.AUTODREAM, (RUN,), {"covers": ["seg-2026-06-01-001"]}), "more"
    ),
    "a pass that covers and judges": (Draft(Action.AUTODREAM, (RUN,), {"covers": [], "links": []}), "more"),
    "a pass that covers what is not there": (
        Draft(Action.AUTODREAM, (RUN, "seg-2026-06-01-001"), {"covers": ["seg-2026-06-01-001"]}), "no segment"
    ),
    "a suggestion in a run that was not the next": (
        _pass(Action.SUGGEST, LESSON, refs=("run-2026-06-01-900",), links=[["possible-duplicate", LOUD]]),
        "not the next",
    ),
    "a suggestion in a run of another day": (
        _pass(Action.SUGGEST, LESSON, refs=("run-2020-01-01-001",), links=[["possible-duplicate", LOUD]]), "another day"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("draft", "why"), PASSING.values(), ids=PASSING)
def test_what_a_pass_would_not_have_done_is_found_and_told_why(desk: Desk, draft: Draft, why: str) -> None:
    appended(desk, draft)
    found = [one.sentence for one in desk.verify().findings if one.seq == desk.pulse()[1] and one.step == "authority"]
    assert any(why in sentence for sentence in found), found


@pytest.mark.parametrize("draft", CLOSING.values(), ids=CLOSING)
def test_what_was_opened_closed_or_sent_by_somebody_else_is_found(desk: Desk, draft: Draft) -> None:
    if "never opened" in next(name for name, one in CLOSING.items() if one is draft):
        desk.intake.close_task("task-0001", "done")
    appended(desk, at_head(desk, draft))
    found = desk.verify().findings
    assert any(one.step == "authority" and one.seq == desk.pulse()[1] for one in found), found


def test_a_run_that_had_ended_bears_nothing_more(desk: Desk) -> None:
    [end] = desk.log_keys(LogFilter(action=Action.AUTODREAM))
    run = desk.entry(end).row.subjects[0]
    now = desk.entry(end).row.at
    links = [["possible-duplicate", LOUD]]
    appended(desk, _pass(Action.SUGGEST, LESSON, refs=(run,), links=links), at=now)
    appended(desk, Draft(Action.AUTODREAM, (run,), {"covers": []}), at=now)
    found = {one.seq: one.sentence for one in desk.verify().findings}
    head = desk.pulse()[1]
    assert [("had ended" in found[seq]) for seq in (head - 1, head)] == [True, True]


def test_a_segment_is_covered_only_when_nothing_is_left_in_it(desk: Desk) -> None:
    [segment] = desk.intake.archive().segments
    appended(desk, Draft(Action.AUTODREAM, (RUN, segment), {"covers": [segment]}))
    [found] = [one.sentence for one in desk.verify().findings if one.seq == desk.pulse()[1]]
    assert f"covers {segment}, in which something is left to distil" in found


def test_an_item_is_put_under_a_topic_that_there_is(desk: Desk) -> None:
    desk.intake.archive()
    appended(desk, _pass(Action.ADD, FRESH, before={"place": "archived"}, set={"place": "store", "topic": "top-9999"}))
    [found] = [one.sentence for one in desk.verify().findings if one.seq == desk.pulse()[1]]
    assert "top-9999, which is no topic" in found


def test_what_another_project_refutes_is_not_marked(desk: Desk) -> None:
    sent = {"text": "the lamp is red", "source": "x", "kind": "knowledge", "date": "2026-02-02", "project": "cedar"}
    cedar = desk.intake.capture(sent).id
    birch = desk.intake.capture({**sent, "text": "no lamp is red", "project": "birch", "refutes": [cedar]}).id
    desk.intake.archive()
    assert desk.intake.distill().pending == ()
    assert cedar is not None
    assert birch is not None
    appended(desk, _doubted(cedar, birch))
    [found] = [one.sentence for one in desk.verify().findings if one.seq == desk.pulse()[1]]
    assert "another project" in found


def test_a_true_mark_and_a_task_that_a_token_closes_are_sound(desk: Desk) -> None:
    desk.intake.capture({"text": "they are not", "source": "x", "kind": "knowledge", "refutes": [LESSON]})
    desk.intake.archive()
    assert desk.intake.distill().pending == (LESSON,)
    with open_desk(desk.path, claimed="codex") as codex:
        task = codex.intake.open_task("theirs")
        codex.intake.close_task(task, "done")
        other = codex.intake.open_task("another")
    desk.intake.close_task(other, "done")
    assert not desk.verify(replay=True).findings


def test_the_task_of_a_claimed_name_is_closed_by_no_token(desk: Desk) -> None:
    with open_desk(desk.path, claimed="codex") as codex:
        task = codex.intake.open_task("theirs")
    appended(desk, _more(CLOSED, assurance="token")._replace(subjects=(task,)))
    assert any(one.seq == desk.pulse()[1] for one in desk.verify().findings)
