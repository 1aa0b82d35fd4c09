"""Each entry moves the rows it is about, and no other; what a row was stays readable."""

from __future__ import annotations

from typing import Any

import pytest

from store.commit import Build
from store.database import Store
from store.errors import Broken
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import (
    AT,
    a_capture,
    a_cited_item,
    a_correction,
    a_draft,
    a_holder,
    a_link,
    a_pass,
    a_plan,
    a_principal,
    a_restore,
    a_review,
    a_run,
    a_skip,
    a_topic,
    an_archive_block,
    did,
)

ITEM = "mem-2026-06-01-001"
SEGMENT = "seg-2026-06-01-001"


def rows(store: Store, table: str, *columns: str, at: int | None = None) -> list[tuple[Any, ...]]:
    """The rows that stand, now or after the entry `at`."""
    when = "to_seq IS NULL"
    if at is not None:
        when = f"from_seq <= {at} AND (to_seq IS NULL OR to_seq > {at})"
    sql = f"SELECT {', '.join(columns)} FROM {table} WHERE {when} ORDER BY 1"
    return store.reader().execute(sql).fetchall()


def test_genesis_enrolls_who_ran_it(store: Store) -> None:
    assert rows(store, "principals", "id", "kind", "body") == [("p-0001", "human", 1)]


def test_a_principal_is_enrolled(store: Store) -> None:
    did(store, a_principal("codex", "agent"))
    assert rows(store, "principals", "id", "kind") == [("p-0001", "human"), ("p-0002", "agent")]


def test_a_capture_stands_in_the_inbox(store: Store) -> None:
    did(store, a_capture())
    columns = ("id", "day", "n", "place", "kind", "status", "confidence", "body", "created")
    row = (ITEM, 20260601, 1, "inbox", "knowledge", "active", "observed-once", 2, 2)
    assert rows(store, "items", *columns) == [row]


def test_a_row_nobody_described_has_no_kind_and_no_status(store: Store) -> None:
    did(store, a_draft(Draft(Action.IMPORT, (ITEM,), {"item": {"drift": ["kind-missing"]}})))
    columns = ("place", "kind", "status", "confidence", "source_state", "cooled", "drift")
    row = ("store", None, None, None, "none", 0, "kind-missing")
    assert rows(store, "items", *columns) == [row]


def test_a_review_moves_what_it_sets_and_nothing_else(store: Store) -> None:
    did(store, a_capture(), a_capture("another"))
    before = rows(store, "items", "*")
    did(store, a_review(ITEM, status="stale"))
    changed, untouched = rows(store, "items", "*")
    assert untouched == before[1]
    names = [d[0] for d in store.reader().execute("SELECT * FROM items").description]
    moved = {n for n, was, now in zip(names, before[0], changed, strict=True) if was != now}
    assert moved == {"status", "from_seq", "entry_seq"}


def test_every_earlier_version_can_be_read(store: Store) -> None:
    did(store, a_capture())
    for status in ("pending-cleanup", "stale", "active"):
        did(store, a_review(ITEM, status=status))
    seen = [rows(store, "items", "status", at=seq) for seq in range(1, 6)]
    assert seen == [[], [("active",)], [("pending-cleanup",)], [("stale",)], [("active",)]]
    assert rows(store, "items", "status", at=99) == [("active",)]


def test_new_words_move_where_the_words_stand(store: Store) -> None:
    block = did(store, an_archive_block())[0].seq
    did(store, a_cited_item(block))
    did(store, a_correction(ITEM, "other words", kind="state"))
    assert rows(store, "items", "body", "block", "created", "kind") == [(4, None, 3, "state")]
    assert rows(store, "items", "body", "block", at=3) == [(3, block)]


def test_putting_off_keeps_the_moment_it_was_put_off(store: Store) -> None:
    did(store, a_capture())
    did(store, a_review(ITEM, deferred="7d"), at=AT + 5)
    assert rows(store, "items", "deferred", "deferred_at") == [("7d", AT + 5)]
    did(store, a_review(ITEM, status="stale"), at=AT + 9)
    assert rows(store, "items", "deferred", "deferred_at") == [("7d", AT + 5)]
    did(store, a_review(ITEM, deferred=None), at=AT + 11)
    assert rows(store, "items", "deferred", "deferred_at") == [(None, None)]


def test_an_undo_brings_a_version_back_by_adding_one(store: Store) -> None:
    did(store, a_capture())
    did(store, a_review(ITEM, status="stale", deferred="7d"), a_review(ITEM, status="active"))
    did(store, a_restore(ITEM, 3))
    assert rows(store, "items", "status", "deferred", "deferred_at") == [("stale", "7d", AT)]
    assert len(store.reader().execute("SELECT * FROM items").fetchall()) == 4


def test_an_undone_item_stands_no_more_and_comes_back_with_a_redo(store: Store) -> None:
    did(store, a_capture())
    did(store, a_restore(ITEM, None))
    assert rows(store, "items", "id") == []
    assert rows(store, "items", "id", at=2) == [(ITEM,)]
    did(store, a_restore(ITEM, 2))
    assert rows(store, "items", "id") == [(ITEM,)]


def test_links_stand_until_they_are_taken_back(store: Store) -> None:
    did(store, a_capture(), a_capture("another"))
    other = "mem-2026-06-01-002"
    did(store, a_link(ITEM, "contradicted-by", other))
    did(store, a_link(ITEM, "contradicted-by", other, take_back=True))
    did(store, a_link(ITEM, "contradicted-by", other, take_back=True))
    did(store, a_link(ITEM, "contradicted-by", other))
    did(store, a_link(ITEM, "contradicted-by", other))
    at = [len(rows(store, "links", "src", at=seq)) for seq in range(3, 9)]
    assert at == [0, 1, 0, 0, 1, 1]
    assert rows(store, "links", "from_seq") == [(7,)]


def test_the_first_block_makes_its_segment(store: Store) -> None:
    did(store, an_archive_block("one\n"))
    did(store, an_archive_block("two\n", segment=SEGMENT, ordinal=2))
    assert rows(store, "segments", "id", "role", "covered") == [(SEGMENT, "archive-day", 0)]
    found = rows(store, "blocks", "seq", "segment", "ordinal", "skipped")
    assert found == [(2, SEGMENT, 1, 0), (3, SEGMENT, 2, 0)]


def test_a_pass_covers_segments_and_a_person_skips_blocks(store: Store) -> None:
    block = did(store, an_archive_block())[0].seq
    did(store, a_pass(SEGMENT, SEGMENT), a_pass(SEGMENT), a_skip(block, SEGMENT))
    assert rows(store, "segments", "covered", "from_seq") == [(1, 3)]
    assert rows(store, "blocks", "seq", "skipped") == [(block, 1)]


def test_a_run_is_open_until_it_is_closed(store: Store) -> None:
    did(store, a_run())
    assert rows(store, "runs", "state", "outcome", "body", at=2) == [("open", None, 2)]
    assert rows(store, "runs", "state", "outcome", "body") == [("closed", "complete", 2)]


def test_holders_and_topics_stand_with_their_words(store: Store) -> None:
    did(store, a_holder(), a_topic())
    assert rows(store, "holders", "id", "role", "body") == [("hold-0001", "inbox", 2)]
    assert rows(store, "topics", "id", "layer", "triggered") == [("top-0001", "warm", 1)]
    did(store, a_draft(Draft(Action.REVIEW, ("top-0001",), {"set": {"deferred": "30d"}})))
    assert rows(store, "topics", "deferred", "deferred_at") == [("30d", AT)]


def test_an_undone_plan_names_the_plan_that_undid_it(store: Store) -> None:
    did(store, a_plan())
    did(store, a_plan(undoes="plan-2026-06-01-001"))
    assert rows(store, "plans", "id", "undoes", "undone_by", "body") == [
        ("plan-2026-06-01-001", None, "plan-2026-06-01-002", 2),
        ("plan-2026-06-01-002", "plan-2026-06-01-001", None, 3),
    ]


def test_a_subject_is_found_in_every_entry_that_names_it(store: Store) -> None:
    did(store, a_capture(), a_capture("another"), a_review(ITEM, status="stale"))
    sql = "SELECT seq FROM subject_log WHERE subject = ?"
    assert [row[0] for row in store.reader().execute(sql, (ITEM,))] == [2, 4]


WRONG: list[tuple[str, Build, str]] = [
    ("an item that is none", a_review("mem-2026-06-01-099", status="stale"), "does not stand"),
    ("something that cannot change", a_review("p-0001", status="stale"), "cannot be changed"),
    ("a version that never was", a_restore(ITEM, 99), "which never was"),
    ("the undoing of no plan", a_plan(undoes="plan-2026-06-01-099"), "which never was"),
    (
        "the closing of no run",
        a_draft(Draft(Action.RUN_CLOSED, ("run-2026-06-01-099",), {"outcome": "complete"})),
        "never opened",
    ),
    (
        "an item under an id of another kind",
        a_draft(Draft(Action.CAPTURE, ("seg-2026-06-01-001",), {"item": {}})),
        "is no item id",
    ),
]


@pytest.mark.parametrize(("build", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_the_log_takes_no_entry_about(store: Store, build: Build, words: str) -> None:
    did(store, a_capture())
    with pytest.raises(Broken, match=words):
        did(store, build)
    assert store.reader().execute("SELECT max(seq) FROM log").fetchone() == (2,)
