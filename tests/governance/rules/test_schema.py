"""A written record is judged by its words alone: what is wrong is named, and nothing is invented."""

from __future__ import annotations

import dataclasses

import pytest

from governance.rules.schema import SCHEME, Claims, Judgement, closed, judge, suggest
from store.records.words import Confidence, Drift, Kind, Status

WHOLE = Claims(kind="knowledge", date="2026-05-11", source="seen")
STATE = dataclasses.replace(WHOLE, kind="state", subject="crane:speed")


def test_a_whole_record_has_no_defect_and_reads_as_active() -> None:
    assert judge(WHOLE) == Judgement(Kind.KNOWLEDGE, Status.ACTIVE, None, ())


def test_a_whole_state_record_names_what_it_is_the_value_of() -> None:
    assert judge(STATE).drift == ()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"kind": None}, Drift.KIND_MISSING),
        ({"kind": "null"}, Drift.KIND_MISSING),
        ({"kind": "fact"}, Drift.KIND_UNKNOWN),
        ({"source": None}, Drift.SOURCE_MISSING),
        ({"source": " - "}, Drift.SOURCE_MISSING),
        ({"kind": "state"}, Drift.SUBJECT_MISSING),
        ({"date": None}, Drift.DATE_MISSING),
        ({"status": "待定"}, Drift.STATUS_UNKNOWN),
        ({"status": "deprecated"}, Drift.STATUS_UNKNOWN),
        ({"confidence": "certain", "scheme": SCHEME}, Drift.CONFIDENCE_UNKNOWN),
        ({"confidence": "confirmed"}, Drift.SCHEME_MISSING),
        ({"confidence": "confirmed", "scheme": "own-words"}, Drift.SCHEME_MISSING),
        ({"legacy_marker": "[待清理]"}, Drift.LEGACY_MARKER),
        ({"id_taken": True}, Drift.ID_TAKEN),
        ({"kind": "state", "subject": "a:b", "status": "superseded"}, Drift.SUCCESSOR_MISSING),
        (
            {"kind": "state", "subject": "a:b", "status": "superseded", "superseded_by": "null"},
            Drift.SUCCESSOR_MISSING,
        ),
        (
            {"status": "superseded", "superseded_by": "mem-2026-05-12-001", "successor_known": True},
            Drift.KNOWLEDGE_SUPERSEDED,
        ),
        ({"superseded_by": "mem-2026-05-12-001"}, Drift.SUCCESSOR_LOST),
        ({"in_conflict": True}, Drift.CONFLICT_MARKER),
        ({"undecodable": True}, Drift.UNREADABLE),
    ],
)
def test_each_defect_is_named_alone(changed: dict[str, object], code: Drift) -> None:
    assert judge(dataclasses.replace(WHOLE, **changed)).drift == (code,)  # type: ignore[arg-type]


def test_words_outside_a_closed_set_become_no_token() -> None:
    judged = judge(Claims(kind="fact", status="done", confidence="sure"))
    assert (judged.kind, judged.status, judged.confidence) == (None, None, None)


def test_a_valid_word_stays_beside_a_defect() -> None:
    judged = judge(dataclasses.replace(WHOLE, source=None, status="stale", confidence="inferred", scheme=SCHEME))
    assert (judged.kind, judged.status, judged.confidence) == (Kind.KNOWLEDGE, Status.STALE, Confidence.INFERRED)


def test_no_status_is_filled_in_beside_a_defect() -> None:
    assert judge(dataclasses.replace(WHOLE, kind=None)).status is None


def test_what_stands_under_pending_cleanup_is_pending_unless_it_says_otherwise() -> None:
    assert judge(dataclasses.replace(WHOLE, pending_section=True)).status is Status.PENDING
    assert judge(dataclasses.replace(WHOLE, pending_section=True, status="active")).status is Status.ACTIVE


def test_a_known_successor_is_no_defect() -> None:
    claims = dataclasses.replace(STATE, status="superseded", superseded_by="x", successor_known=True)
    assert judge(claims) == Judgement(Kind.STATE, Status.SUPERSEDED, None, ())


def test_a_plain_line_has_neither_kind_nor_source_nor_date() -> None:
    assert judge(Claims()).drift == (Drift.KIND_MISSING, Drift.SOURCE_MISSING, Drift.DATE_MISSING)


def test_case_and_blanks_do_not_count_in_closed_words() -> None:
    assert closed(Status, " Pending-Cleanup ") is Status.PENDING
    assert closed(Status, "pending_cleanup") is None


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ((Drift.KIND_MISSING,), (("kind", "knowledge"),)),
        ((Drift.KIND_UNKNOWN,), (("kind", "knowledge"),)),
        ((Drift.SUBJECT_MISSING,), (("kind", "knowledge"),)),
        ((Drift.SOURCE_MISSING,), (("source", "seg-2026-05-11-001/3"),)),
        ((Drift.DATE_MISSING,), (("date", "2026-05-10"),)),
        ((Drift.STATUS_UNKNOWN,), (("status", "pending-cleanup"),)),
        ((Drift.LEGACY_MARKER, Drift.SUCCESSOR_LOST), (("status", "pending-cleanup"),)),
        ((Drift.SUCCESSOR_MISSING,), (("status", "pending-cleanup"),)),
        ((Drift.CONFLICT_MARKER,), (("status", "pending-cleanup"),)),
        ((Drift.CONFIDENCE_UNKNOWN,), (("confidence", "unknown"),)),
        ((Drift.SCHEME_MISSING,), (("scheme", SCHEME),)),
        ((Drift.ID_TAKEN,), (("id", "mem-2026-05-11-009"),)),
        ((Drift.UNREADABLE,), ()),
        (
            (Drift.KIND_MISSING, Drift.SOURCE_MISSING, Drift.DATE_MISSING),
            (("kind", "knowledge"), ("source", "seg-2026-05-11-001/3"), ("date", "2026-05-10")),
        ),
    ],
)
def test_a_suggestion_mends_exactly_its_defects(
    codes: tuple[Drift, ...], expected: tuple[tuple[str, str], ...]
) -> None:
    found = suggest(
        codes,
        block="seg-2026-05-11-001/3",
        day="2026-06-01",
        date_hint="2026-05-10",
        minted="mem-2026-05-11-009",
    )
    assert found == expected


def test_without_a_date_nearby_the_day_of_reading_is_suggested() -> None:
    assert suggest((Drift.DATE_MISSING,), block=None, day="2026-06-01") == (("date", "2026-06-01"),)


def test_in_doubt_neither_stale_nor_active_is_ever_suggested() -> None:
    found = suggest(tuple(Drift), block="seg-2026-05-11-001/3", day="2026-06-01", minted="mem-2026-05-11-009")
    assert {value for field, value in found if field == "status"} == {"pending-cleanup"}
