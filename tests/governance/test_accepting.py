"""Accepting a suggestion: what mends each defect, groups of defects, and what one acceptance cannot mend."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.rules.schema import MENDED_BY
from store.records.views import BlockView
from store.records.words import Drift, Queue, Reason, Shown
from tests.builders import an_archive_block
from tests.governance.builders import a_block, an_item, decide, did, item, links_of, made, rows, seen, sound, stage
from tests.governance.standings import PENDING

WHOLE: dict[str, Any] = {"kind": "knowledge", "status": "active", "drift": (), "confidence": "observed-once"}
BECOMES: dict[Drift, dict[str, Any]] = {
    Drift.KIND_MISSING: {},
    Drift.KIND_UNKNOWN: {},
    Drift.SUBJECT_MISSING: {},
    Drift.SOURCE_MISSING: {"source_state": "found"},
    Drift.DATE_MISSING: {},
    Drift.STATUS_UNKNOWN: {"status": PENDING},
    Drift.LEGACY_MARKER: {"status": PENDING},
    Drift.SUCCESSOR_MISSING: {"status": PENDING},
    Drift.SUCCESSOR_LOST: {"status": PENDING},
    Drift.KNOWLEDGE_SUPERSEDED: {"status": PENDING},
    Drift.CONFLICT_MARKER: {"status": PENDING},
    Drift.CONFIDENCE_UNKNOWN: {"confidence": "unknown"},
    Drift.SCHEME_MISSING: {},
    Drift.ID_TAKEN: {},
}


def drifting(desk: Desk, *codes: Drift, **more: Any) -> str:
    """An item as an import leaves it that has these defects."""
    codes_held = set(codes)
    given: dict[str, Any] = {"drift": [code for code in Drift if code in codes_held], "status": None}
    if codes_held & {Drift.KIND_MISSING, Drift.KIND_UNKNOWN}:
        given["kind"] = None
    if Drift.SUBJECT_MISSING in codes_held:
        given["kind"] = "state"
    if Drift.SOURCE_MISSING in codes_held:
        given["source"] = None
        given["block"] = did(desk, an_archive_block("the passage\n"))[0].seq
    if Drift.DATE_MISSING in codes_held:
        given["date"] = None
    if codes_held & {Drift.SUCCESSOR_MISSING, Drift.SUCCESSOR_LOST}:
        given["status"] = "superseded"
    if Drift.CONFIDENCE_UNKNOWN in codes_held:
        given["confidence"] = None
    return an_item(desk, **(given | more))


def test_every_defect_but_unreadable_bytes_has_something_that_mends_it() -> None:
    assert set(BECOMES) == set(MENDED_BY) == set(Drift) - {Drift.UNREADABLE}


@pytest.mark.parametrize("code", BECOMES)
def test_accepting_mends(desk: Desk, code: Drift) -> None:
    name = drifting(desk, code)
    assert desk.queue_keys(Queue.DRIFT) == (name,)
    suggested = item(desk, name).suggestion
    assert suggested, "nothing was suggested"
    decide(desk, "accept", name)
    row = item(desk, name).row
    expected = WHOLE | BECOMES[code]
    assert {column: getattr(row, column) for column in expected} == expected
    assert desk.queue_keys(Queue.DRIFT) == ()
    assert desk.queue_keys(Queue.PENDING) == ((name,) if row.status == PENDING else ())
    assert item(desk, name).suggestion == ()


def test_accepting_a_source_cites_the_passage_it_was_read_from(desk: Desk) -> None:
    name = drifting(desk, Drift.SOURCE_MISSING)
    block = item(desk, name).row.block
    decide(desk, "accept", name)
    found = item(desk, name)
    assert links_of(desk, name) == {("source", str(block))}
    assert found.strip.source == "seg-2026-06-01-001/1"
    assert found.source_passage


@pytest.mark.parametrize(("hint", "taken"), [("2026-04-30", "2026-04-30"), (None, "2026-06-01")])
def test_accepting_a_date_takes_the_one_that_stood_near_else_today(desk: Desk, hint: str | None, taken: str) -> None:
    name = drifting(desk, Drift.DATE_MISSING, words={"date_hint": hint})
    decide(desk, "accept", name)
    assert item(desk, name).strip.date == taken


def test_accepting_keeps_a_status_that_was_given(desk: Desk) -> None:
    stale = drifting(desk, Drift.KIND_MISSING, status="stale")
    decide(desk, "accept", stale)
    assert item(desk, stale).row.status == "stale"


def test_accepting_keeps_a_successor_that_is_known(desk: Desk) -> None:
    newer = an_item(desk, kind="state")
    for status in (PENDING, "superseded"):
        old = drifting(desk, Drift.DATE_MISSING, kind="state", subject="a:b", status=status, superseded_by=newer)
        decide(desk, "accept", old)
        row = item(desk, old).row
        assert (row.status, row.superseded_by, row.drift) == (status, newer, ())


@pytest.mark.parametrize(
    ("codes", "left"),
    [
        ((Drift.KIND_MISSING, Drift.UNREADABLE), (Drift.UNREADABLE,)),
        ((Drift.DATE_MISSING, Drift.KIND_MISSING), ()),
        ((Drift.KIND_MISSING, Drift.SOURCE_MISSING), ()),
        ((Drift.KIND_UNKNOWN, Drift.LEGACY_MARKER, Drift.ID_TAKEN), ()),
    ],
)
def test_accepting_mends_what_was_suggested_and_nothing_else(
    desk: Desk, codes: tuple[Drift, ...], left: tuple[Drift, ...]
) -> None:
    name = drifting(desk, *codes)
    decide(desk, "accept", name)
    assert item(desk, name).row.drift == left
    assert item(desk, name).row.live is (not left and Drift.LEGACY_MARKER not in codes)


def test_a_source_that_nothing_suggests_stays_missing(desk: Desk) -> None:
    name = drifting(desk, Drift.KIND_MISSING, drift=["kind-missing", "source-missing"], source=None)
    decide(desk, "accept", name)
    assert item(desk, name).row.drift == (Drift.SOURCE_MISSING,)
    with pytest.raises(Refusal, match="no suggestion"):
        decide(desk, "accept", name)
    decide(desk, "source", name, source="told by ines")
    assert (item(desk, name).row.drift, item(desk, name).row.status) == ((), "active")


def test_a_group_is_accepted_as_one_decision(desk: Desk) -> None:
    names = [drifting(desk, Drift.KIND_MISSING, Drift.DATE_MISSING, text=f"words {n}") for n in range(3)]
    other = drifting(desk, Drift.ID_TAKEN)
    largest, second = desk.groups()
    assert (largest.ids, largest.count, largest.drift) == (
        tuple(names),
        3,
        (Drift.KIND_MISSING, Drift.DATE_MISSING),
    )
    assert dict(largest.suggestion) == {"kind": "knowledge", "date": "2026-06-01"}
    assert second.ids == (other,)
    assert {row.group for row in desk.queue_rows(Queue.DRIFT, largest.ids)} == {largest.key}
    applied = decide(desk, "accept", *largest.ids)
    assert (applied.decisions, applied.ids) == (1, tuple(names))
    assert [group.ids for group in desk.groups()] == [(other,)]
    assert all(item(desk, name).row.live for name in names)
    sound(desk)


def test_a_group_says_where_each_member_has_a_value_of_its_own(desk: Desk) -> None:
    for day in ("2026-04-01", "2026-04-02"):
        drifting(desk, Drift.DATE_MISSING, words={"date_hint": day})
    assert dict(desk.groups()[0].suggestion) == {"date": "each its own"}


def test_one_member_that_moved_refuses_the_group(desk: Desk) -> None:
    names = [drifting(desk, Drift.KIND_MISSING, text=f"words {n}") for n in range(3)]
    stage(desk, "accept", *names)
    decide(desk, "retag", names[1], kind="knowledge")
    with pytest.raises(Refusal) as refused:
        desk.apply()
    assert refused.value.ids
    assert names[1] in refused.value.sentence
    assert item(desk, names[0]).row.drift


def test_a_block_worth_keeping_becomes_knowledge_anchored_in_it(desk: Desk) -> None:
    block = a_block(desk, "## Lock\n\n- a lock was held\n  for an hour\n", day=20260511, path="archive/2026-05-11.md")
    assert desk.queue_keys(Queue.UNDISTILLED) == (block,)
    name = made(decide(desk, "accept", block, note="worth it"))
    found = item(desk, name)
    assert (found.text, found.row.kind, found.row.status) == ("a lock was held for an hour", "knowledge", "active")
    assert (found.strip.date, found.strip.source) == ("2026-05-11", "archive/2026-05-11.md#1")
    assert (found.row.confidence, found.row.source_state) == (None, "found")
    assert name == "mem-2026-06-01-001"
    view = desk.show(block)
    assert isinstance(view, BlockView)
    assert (view.cited_by, view.distilled) == ((name,), True)
    assert desk.queue_keys(Queue.UNDISTILLED) == ()
    sound(desk)


def test_a_block_that_holds_nothing_leaves_the_queue_and_makes_no_item(desk: Desk) -> None:
    block = a_block(desk)
    applied = decide(desk, "resolve", block)
    assert desk.queue_keys(Queue.UNDISTILLED) == ()
    assert rows(desk, "items")["items"] == set()
    assert desk.entry(applied.seq + 1).row.action == "autodream-skip"


def test_two_people_do_not_distil_one_block_unseen(desk: Desk) -> None:
    block = a_block(desk)
    shown = seen(desk, block)
    decide(desk, "accept", block)
    with pytest.raises(Refusal, match="changed since it was shown"):
        desk.decide("accept", [block], {}, reason=Reason.WORTH_KEEPING, seen=shown, shown=Shown.LISTED)
    assert len(rows(desk, "items")["items"]) == 1
