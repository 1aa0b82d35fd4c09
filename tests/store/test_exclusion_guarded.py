"""Only an entry of the log takes anything out of influence or gives it back: no row and no flag moves by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from store import log
from store.check import check
from store.database import Store
from store.errors import Broken
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import a_capture, a_control, a_draft, a_topic, an_archive_block, did
from tests.store.tampering import bare, changed

HANDS = (
    "UPDATE items SET withdrawn = 0 WHERE id = 'mem-2026-06-01-001'",
    "UPDATE items SET withdrawn = 1 WHERE id = 'mem-2026-06-01-002'",
    "UPDATE items SET withdrawn = 0, status = 'stale' WHERE id = 'mem-2026-06-01-001'",
    "UPDATE items SET withdrawn = 2 WHERE id = 'mem-2026-06-01-001'",
    "UPDATE blocks SET withdrawn = 0 WHERE withdrawn = 1",
    "UPDATE blocks SET withdrawn = 1 WHERE withdrawn = 0",
    "UPDATE segments SET withdrawn = 0 WHERE withdrawn = 1",
    "UPDATE segments SET withdrawn = 1 WHERE withdrawn = 0",
    "UPDATE topics SET withdrawn = 1",
    "DELETE FROM excluded",
    "UPDATE excluded SET to_seq = (SELECT max(seq) FROM log)",
    "UPDATE excluded SET to_seq = 1, entry_seq = 1",
    "UPDATE excluded SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "INSERT INTO excluded SELECT 'mem-2026-06-01-002', scope, max(log.seq), NULL, max(log.seq) FROM excluded, log",
    "INSERT INTO scopes SELECT 'x', selectors, 1, NULL, NULL, max(log.seq), NULL, max(log.seq) FROM scopes, log",
    "UPDATE OR REPLACE excluded SET name = 'mem-2026-06-01-009'",
    "INSERT INTO excluded VALUES ('mem-2026-06-01-002', 'x', 3, NULL, 3)",
    "INSERT INTO excluded SELECT 'mem-2026-06-01-002', scope, from_seq, NULL, entry_seq FROM excluded LIMIT 1",
    "REPLACE INTO excluded SELECT name, scope, from_seq, from_seq + 1, entry_seq FROM excluded",
    "DELETE FROM scopes",
    "UPDATE scopes SET excluded = 0",
    "UPDATE scopes SET control = NULL, fault = 'fork'",
    "UPDATE scopes SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "DELETE FROM controls",
    "UPDATE controls SET state = 'declined'",
    "UPDATE controls SET action = 'reinstate'",
    "UPDATE controls SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    (
        "INSERT INTO controls SELECT 'memwd-2026-06-01-009', action, scope, supersedes, settles, state, run, body,"
        " from_seq, to_seq, entry_seq FROM controls LIMIT 1"
    ),
)


@pytest.mark.parametrize("sql", HANDS)
def test_a_bare_connection_neither_withdraws_nor_reinstates(store: Store, sql: str) -> None:
    did(store, a_capture("one"), a_capture("two"), a_topic(), an_archive_block("a\n"), an_archive_block("b\n"))
    did(store, a_control("mem-2026-06-01-001", "seg-2026-06-01-001"))
    did(store, a_capture("the head is another entry by now"))
    before = contents(store)
    with closing(bare(store.path)) as conn, pytest.raises(sqlite3.IntegrityError, match="memdesk"):
        conn.execute(sql)
    assert contents(store) == before
    assert check(store, replay=True).ok


@pytest.mark.parametrize("sql", HANDS)
def test_nor_right_behind_the_entry_that_withdrew(store: Store, sql: str) -> None:
    """The guards name the head; while that is the very withdrawal, what is slipped in is found by the check."""
    did(store, a_capture("one"), a_capture("two"), a_topic(), an_archive_block("a\n"), an_archive_block("b\n"))
    did(store, a_control("mem-2026-06-01-001", "seg-2026-06-01-001"))
    before = contents(store)
    with closing(bare(store.path)) as conn:
        try:
            conn.execute(sql)
        except sqlite3.IntegrityError:
            assert contents(store) == before
            return
    assert contents(store) == before or not check(store, replay=True).ok


def contents(store: Store) -> list[tuple[Any, ...]]:
    tables = ("items", "blocks", "segments", "topics", "excluded", "scopes", "controls")
    return [row for name in tables for row in store.reader().execute(f"SELECT * FROM {name} ORDER BY 1, 2")]


def test_a_flag_that_was_cleared_behind_every_guard_is_found(store: Store) -> None:
    did(store, a_capture("one"), a_capture("two"), an_archive_block("a\n"))
    did(store, a_control("mem-2026-06-01-001"))
    for sql in (
        "UPDATE items SET withdrawn = 0 WHERE id = 'mem-2026-06-01-001'",
        "UPDATE items SET withdrawn = 1 WHERE id = 'mem-2026-06-01-002'",
        "UPDATE blocks SET withdrawn = 1",
        "DELETE FROM excluded WHERE name GLOB 'mem-*'",
        "UPDATE scopes SET excluded = 0",
        "UPDATE controls SET state = 'proposed'",
    ):
        with changed(store.path, sql) as tampered:
            assert not check(tampered, replay=True).ok, sql


def test_an_entry_that_is_no_control_is_refused_whole(store: Store) -> None:
    did(store, a_capture("one"))
    before = log.head(store.reader())
    effects: tuple[dict[str, Any], ...] = (
        {},
        {"control": {}},
        {"control": {"action": "withdraw", "scope": {}}},
        {"control": {"action": "forget", "scope": {"memory_item_ids": ["mem-2026-06-01-001"]}}},
        {"control": {"action": "withdraw", "scope": {"memory_item_ids": []}}},
    )
    for effect in effects:
        with pytest.raises(Broken, match="control that cannot be read"):
            did(store, a_draft(Draft(Action.WITHDRAW, ("memwd-2026-06-01-001",), effect)))
    assert log.head(store.reader()) == before


def test_two_records_of_one_id_are_refused(store: Store) -> None:
    did(store, a_capture("one"), a_capture("two"))
    did(store, a_control("mem-2026-06-01-001", name="memwd-2026-06-01-001"))
    with pytest.raises(Broken, match="decided before"):
        did(store, a_control("mem-2026-06-01-002", name="memwd-2026-06-01-001"))
