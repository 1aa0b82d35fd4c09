"""Hands that change one value of a store behind its back, and leave every guard standing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from store import database, guards
from store.database import Store


class Handed(Store):
    """A store that reads through one given connection, inside the transaction that is open there."""

    def __init__(self, path: Path, conn: sqlite3.Connection) -> None:
        super().__init__(path)
        self._conn = conn

    def reader(self) -> sqlite3.Connection:
        """The connection that was given."""
        return self._conn


def bare(path: Path) -> sqlite3.Connection:
    """A connection as any program would make it: no pragma of ours."""
    return sqlite3.connect(path, isolation_level=None, timeout=0)


@contextmanager
def without_guards(conn: sqlite3.Connection) -> Iterator[None]:
    """Drop every trigger, and put each back word for word."""
    for sql in guards.all_triggers():
        conn.execute(f"DROP TRIGGER {guards.trigger_name(sql)}")
    yield
    for sql in guards.all_triggers():
        conn.execute(sql)


@contextmanager
def changed(path: Path, sql: str, values: tuple[Any, ...] = ()) -> Iterator[Store]:
    """The store as it would be after this statement; everything is taken back at the end."""
    with closing(database.connect(path)) as conn:
        conn.execute("BEGIN")
        try:
            with without_guards(conn):
                done = conn.execute(sql, values)
                assert done.rowcount == 1, f"{sql} changed {done.rowcount} rows"
            yield Handed(path, conn)
        finally:
            conn.execute("ROLLBACK")


def columns(conn: sqlite3.Connection, table: str) -> list[tuple[str, bool]]:
    """Each column of a table and whether it may be null."""
    return [(row[1], not row[3]) for row in conn.execute(f"PRAGMA table_info({table})")]


def key_of(conn: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a table's primary key."""
    rows = conn.execute(f"PRAGMA table_info({table})").fetchall()
    return [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]


def alterations(value: Any, nullable: bool) -> list[tuple[str, Any]]:
    """SQL terms and their values, each of which puts something slightly else in a value's place."""
    if value is None:
        return [("?", 1), ("?", "x"), ("?", "")]
    found: list[tuple[str, Any]] = [("?", None)] if nullable else []
    if isinstance(value, int):
        return [*found, ("?", value + 1), ("?", value - 1), ("?", value + 1000), ("?", f"{value}x")]
    term, back = ("?", "TEXT") if isinstance(value, bytes) else ("CAST(? AS TEXT)", "BLOB")
    raw = value if isinstance(value, bytes) else value.encode()
    places = {0, len(raw) // 2, len(raw) - 1} if raw else set()
    found += [(term, raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]) for at in sorted(places)]
    found += [(term, raw + b" "), (term, raw + b"\x00"), (f"CAST(? AS {back})", raw)]
    if raw:
        found.append((term, raw[:-1]))
    return found
