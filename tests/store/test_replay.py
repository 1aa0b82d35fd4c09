"""The log alone gives every row again, at every moment and after every erasure."""

from __future__ import annotations

from contextlib import closing

from store import replay, schema
from store.check import check
from store.database import Store
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
            assert head == conn.execute("SELECT max(seq) FROM log").fetchone()[0]
            return list(replay.differences(conn, fresh))


def test_a_full_store_is_what_its_log_gives(full: Store) -> None:
    assert differing(full) == []


def test_at_every_seq_the_versions_are_what_a_shorter_log_gives(full: Store) -> None:
    with full.reading() as conn:
        head = conn.execute("SELECT max(seq) FROM log").fetchone()[0]
        fresh, _ = replay.replayed(conn)
        for table in schema.TABLES:
            columns = ", ".join((*table.keys, *table.names))
            for seq in range(1, head + 1):
                then = f"from_seq <= {seq} AND (to_seq IS NULL OR to_seq > {seq})"
                mine = conn.execute(f"SELECT {columns} FROM {table.name} WHERE {then}").fetchall()
                theirs = upto(full, seq, f"SELECT {columns} FROM {table.name} WHERE to_seq IS NULL")
                assert sorted(map(repr, mine)) == sorted(map(repr, theirs)), (table.name, seq)
        fresh.close()


_SHORTER: dict[tuple[str, int], list[dict[str, list[tuple[object, ...]]]]] = {}


def upto(store: Store, seq: int, sql: str) -> list[tuple[object, ...]]:
    """What a query gives on the log up to a seq, replayed by hand."""
    from store import log
    from store.commit import look_up_key
    from store.projections import project
    from store.replay import _Payloads

    conn = store.reader()
    import sqlite3

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as short:
        for statement in schema.projection_tables():
            short.execute(statement)
        payload_of, key = _Payloads(conn), look_up_key(conn)
        for entry in log.entries(conn, 0, seq):
            project(short, entry, payload_of(entry.seq), payload_of, key)
        return short.execute(sql).fetchall()
