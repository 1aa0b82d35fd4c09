"""Replay: the log read again into tables of its own, to compare with or to swap in."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from store import log, schema
from store.index import look_up_key
from store.projections import project
from store.records.entry import Payload

Progress = Callable[[int, int], None]
"""Told (entries done, entries in all)."""


class _Payloads:
    """Payloads of the store being replayed, the blocks among them kept for a while."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._kept: OrderedDict[int, Payload | None] = OrderedDict()

    def __call__(self, seq: int) -> Payload | None:
        if seq in self._kept:
            return self._kept[seq]
        found = log.payload(self._conn, seq)
        self._kept[seq] = found
        if len(self._kept) > 2048:
            self._kept.popitem(last=False)
        return found


def replayed(conn: sqlite3.Connection, progress: Progress | None = None) -> tuple[sqlite3.Connection, int]:
    """A private database with every projection as the log gives it, and the head it stands at."""
    fresh = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    fresh.execute("PRAGMA journal_mode = OFF")
    fresh.execute("PRAGMA synchronous = OFF")
    fresh.execute("PRAGMA cache_size = -200000")
    for sql in schema.projection_tables():
        fresh.execute(sql)
    return fresh, catch_up(conn, fresh, 0, progress)


def catch_up(
    conn: sqlite3.Connection,
    fresh: sqlite3.Connection,
    after: int,
    progress: Progress | None = None,
) -> int:
    """Project the entries behind `after` into `fresh`; returns the new head."""
    key = look_up_key(conn)
    payload_of = _Payloads(conn)
    last, _ = log.head(conn)
    fresh.execute("BEGIN")
    for entry in log.entries(conn, after):
        payload = log.payload(conn, entry.seq) if entry.commitment is not None else None
        project(fresh, entry, payload, payload_of, key)
        after = entry.seq
        if progress is not None and entry.seq % 5000 == 0:
            progress(entry.seq, last)
    fresh.execute("COMMIT")
    return after


def copy_tables(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy every projected table into empty ones of the same shape."""
    for table in schema.PROJECTED:
        rows = source.execute(f"SELECT * FROM {table}")
        width = len(rows.description)
        target.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)


def differences(conn: sqlite3.Connection, fresh: sqlite3.Connection, limit: int = 20) -> Iterator[tuple[str, Any, Any]]:
    """Rows (table, in the store, by the log) that differ; None where a side has no such row."""
    for table in schema.PROJECTED:
        key = _primary_key(fresh, table)
        sql = f"SELECT * FROM {table} ORDER BY {', '.join(key)}"
        pairs = _differing(conn.execute(sql), fresh.execute(sql), tuple(key.values()))
        for left, right in islice(pairs, limit):
            yield table, left, right


def _differing(mine: Iterator[Any], theirs: Iterator[Any], key: tuple[int, ...]) -> Iterator[tuple[Any, Any]]:
    """Walk two sorted lists of rows side by side: pairs that differ, and rows without a partner."""
    left, right = next(mine, None), next(theirs, None)
    while left is not None or right is not None:
        if _same(left, right):
            left, right = next(mine, None), next(theirs, None)
            continue
        order = _order(left, right, key)
        yield (left if order <= 0 else None), (right if order >= 0 else None)
        left = next(mine, None) if order <= 0 else left
        right = next(theirs, None) if order >= 0 else right


def _same(left: Any, right: Any) -> bool:
    return bool(left == right) and all(type(a) is type(b) for a, b in zip(left, right, strict=True))


def _order(left: Any, right: Any, key: tuple[int, ...]) -> int:
    """Which row comes first: below 0 the left, above 0 the right, 0 when they have one key."""
    if left is None or right is None:
        return 1 if left is None else -1
    mine, theirs = _place(left, key), _place(right, key)
    return (mine > theirs) - (mine < theirs)


_RANK = {type(None): 0, int: 1, float: 1, str: 2, bytes: 3}


def _place(row: Any, key: tuple[int, ...]) -> list[tuple[int, Any]]:
    """Where SQLite sorts a row: by the class of each value before the value."""
    return [(_RANK[type(row[n])], row[n]) for n in key]


def _primary_key(conn: sqlite3.Connection, table: str) -> dict[str, int]:
    """The columns of a table's primary key in its order, and where each stands in a row."""
    rows = conn.execute(f"PRAGMA table_info({table})").fetchall()
    return {row[1]: row[0] for row in sorted(rows, key=lambda row: row[5]) if row[5]}
