"""The log alone gives every row again, at every moment and after every erasure."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from store import index, log, replay, schema
from store.check import check
from store.database import Store
from store.projections import project
from store.purge import purge
from tests.builders import (
    AT,
    DAY,
    MIRA,
    a_capture,
    a_cited_item,
    a_review,
    an_archive_block,
    did,
)


def differing(store: Store) -> list[object]:
    with store.reading() as conn:
        fresh, head = replay.replayed(conn)
        with closing(fresh):
            assert head == log.head(conn)[0]
            return list(replay.differences(conn, fresh))


def test_a_full_store_is_what_its_log_gives(full: Store) -> None:
    assert differing(full) == []


def test_the_view_at_a_seq_is_what_the_log_up_to_it_gives(full: Store) -> None:
    conn = full.reader()
    key = index.look_up_key(conn)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as short:
        for sql in schema.projection_tables():
            short.execute(sql)
        for entry in log.entries(conn):
            payload = log.payload(conn, entry.seq)
            project(short, entry, payload, lambda seq: log.payload(conn, seq), key)
            for table in schema.TABLES:
                columns = ", ".join(name for name in (*table.keys, *table.names) if name != "withdrawn")
                then = f"from_seq <= {entry.seq} AND (to_seq IS NULL OR to_seq > {entry.seq})"
                mine = conn.execute(f"SELECT {columns} FROM {table.name} WHERE {then}").fetchall()
                sql = f"SELECT {columns} FROM {table.name} WHERE to_seq IS NULL"
                theirs = short.execute(sql).fetchall()
                assert sorted(map(repr, mine)) == sorted(map(repr, theirs)), entry


def test_a_replay_catches_up_with_what_came_meanwhile(store: Store) -> None:
    did(store, a_capture("one"))
    with store.reading() as conn:
        fresh, head = replay.replayed(conn)
    block = did(store, an_archive_block())[0].seq
    did(store, a_cited_item(block), a_review("mem-2026-06-01-001", status="stale"))
    with closing(fresh), store.reading() as conn:
        assert replay.catch_up(conn, fresh, head) == 5
        assert list(replay.differences(conn, fresh)) == []


def test_erased_words_replay_as_erased(store: Store) -> None:
    block = did(store, an_archive_block())[0].seq
    _cited, written = did(store, a_cited_item(block), a_capture("another"))
    did(store, a_review(written.subjects[0], status="stale"))
    rows = store.reader().execute("SELECT * FROM items").fetchall()
    purge(store, [block, written.seq], at=AT, actor=MIRA, day=DAY)
    assert store.reader().execute("SELECT * FROM items").fetchall() == rows
    assert differing(store) == []
    assert check(store, replay=True).ok
    words = {row[0] for row in store.reader().execute("SELECT token FROM words")}
    assert words == {"archive", "x", "md", "1"}


def test_progress_is_told_every_five_thousand_entries(store: Store) -> None:
    did(store, *[a_capture("x") for _ in range(5_000)])
    told: list[tuple[int, int]] = []
    with store.reading() as conn:
        fresh, _ = replay.replayed(conn, lambda done, of: told.append((done, of)))
    fresh.close()
    assert told == [(5000, 5001)]


def test_at_most_twenty_differences_are_told_of_a_table(full: Store) -> None:
    with full.reading() as conn:
        fresh, _ = replay.replayed(conn)
        with closing(fresh):
            fresh.execute("DELETE FROM words")
            found = list(replay.differences(conn, fresh))
    assert len(found) == 20
    assert all(table == "words" and right is None for table, _, right in found)
