"""Entries that borrow the look of something else, an import, an audit, a holder, move nothing without being found."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from store.records.entry import Draft
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
