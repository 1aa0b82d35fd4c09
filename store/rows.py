"""Rows that keep their versions: how one begins, ends and is read; every table the same."""

from __future__ import annotations

import sqlite3
from typing import Any

from store.schema import TABLES, Table


class _Sql:
    """The statements of one versioned table, written once."""

    def __init__(self, table: Table) -> None:
        where = " AND ".join(f"{k} = ?" for k in table.keys)
        columns = (*table.keys, *table.names)
        self.names = table.names
        self.columns = columns
        self.current = f"SELECT {', '.join(columns)} FROM {table.name} WHERE {where} AND to_seq IS NULL"
        self.version = f"SELECT {', '.join(columns)} FROM {table.name} WHERE {where} AND from_seq = ?"
        self.end = (
            f"UPDATE {table.name} SET to_seq = ?1, entry_seq = ?1 WHERE "
            + " AND ".join(f"{k} = ?{n}" for n, k in enumerate(table.keys, 2))
            + " AND to_seq IS NULL"
        )
        marks = ", ".join("?" * len(columns))
        self.insert = (
            f"INSERT INTO {table.name} ({', '.join(columns)}, from_seq, to_seq, entry_seq) VALUES ({marks}, ?, NULL, ?)"
        )


_SQL = {t.name: _Sql(t) for t in TABLES}


def put(conn: sqlite3.Connection, name: str, key: tuple[Any, ...], values: dict[str, Any], seq: int) -> None:
    """Start a new version of a row, ending the one that stands."""
    conn.execute(_SQL[name].end, (seq, *key))
    start(conn, name, key, values, seq)


def start(conn: sqlite3.Connection, name: str, key: tuple[Any, ...], values: dict[str, Any], seq: int) -> None:
    """Start a version of a row that does not stand."""
    conn.execute(_SQL[name].insert, (*key, *_cells(name, values), seq, seq))


def _cells(name: str, values: dict[str, Any]) -> list[Any]:
    """The values of a row as the table spells them, in its order."""
    return [_cell(value) if type(value) in _SPELT else value for value in map(values.__getitem__, _SQL[name].names)]


def end(conn: sqlite3.Connection, name: str, key: tuple[Any, ...], seq: int) -> None:
    """End the version that stands without starting a new one."""
    conn.execute(_SQL[name].end, (seq, *key))


def current(conn: sqlite3.Connection, name: str, key: tuple[Any, ...]) -> dict[str, Any] | None:
    """The row that stands, by column name."""
    sql = _SQL[name]
    row = conn.execute(sql.current, key).fetchone()
    return dict(zip(sql.columns, row, strict=True)) if row else None


_SPELT = frozenset({bool, list, tuple})


def version(conn: sqlite3.Connection, name: str, key: tuple[Any, ...], begun: int) -> dict[str, Any] | None:
    """The version of a row that an entry began, by column name."""
    sql = _SQL[name]
    row = conn.execute(sql.version, (*key, begun)).fetchone()
    return dict(zip(sql.columns, row, strict=True)) if row else None


def _cell(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else " ".join(str(v) for v in value)
