"""Versions of a row: what undo goes back to, and how a row moved since it was shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from store.records.entry import Entry
from store.records.words import Action, VerbName
from store.rows import current
from store.schema import TABLES
from store.views.reader import Reader

_TABLE = {t.name: t for t in TABLES}
_NEW_TOPICS = (VerbName.NEW_TOPIC, VerbName.SPLIT_TOPIC)
_HOLDING = {"lane": "lane", "top": "topic"}
"""In which column an item says what it lies in."""


class Touched(NamedTuple):
    """What an entry did to a versioned row."""

    table: str
    key: str | int
    made: bool
    """Whether the entry made the row."""


def touched(entry: Entry) -> Touched | None:
    """The row an entry of a plan made or moved."""
    if (block := entry.effect.get("block_seq")) is not None:
        return Touched("blocks", block, False)
    name = entry.subjects[0] if entry.subjects else ""
    if only_links(entry):
        return None
    if name.startswith("mem-"):
        return Touched("items", name, "item" in entry.effect)
    if name.startswith("top-"):
        return Touched("topics", name, entry.effect.get("verb") in _NEW_TOPICS)
    if name.startswith("lane-"):
        return Touched("lanes", name, not entry.effect.keys() & {"set", "restore"})
    if name.startswith("quar-"):
        return Touched("quarantine", name, False)
    if name.startswith("memwd-") and entry.effect.keys() & {"set", "restore"}:
        return Touched("controls", name, False)
    return None


def only_links(entry: Entry) -> bool:
    """Whether an entry of a plan begins or ends links, and moves no row."""
    undoes = "undoes" in entry.effect and "restore" not in entry.effect
    return entry.action is Action.LINK or (undoes and bool(entry.effect.keys() & {"links", "unlink"}))


def version_before(reader: Reader, table: str, key: str | int, seq: int) -> int | None:
    """The `from_seq` of the version that the entry at `seq` ended."""
    column = _TABLE[table].keys[0]
    row = reader.conn.execute(f"SELECT from_seq FROM {table} WHERE {column} = ? AND to_seq = ?", (key, seq)).fetchone()
    return int(row[0]) if row else None


def standing_since(reader: Reader, table: str, key: str | int) -> int | None:
    """The entry that made the version that stands, or None when none stands."""
    column = _TABLE[table].keys[0]
    row = reader.conn.execute(f"SELECT from_seq FROM {table} WHERE {column} = ? AND to_seq IS NULL", (key,)).fetchone()
    return int(row[0]) if row else None


def begun_at(reader: Reader, table: str, key: str | int, seq: int) -> int | None:
    """The entry that made the version which stood at a seq, or None when none stood."""
    column = _TABLE[table].keys[0]
    sql = f"SELECT from_seq FROM {table} WHERE {column} = ? AND from_seq <= ? AND (to_seq IS NULL OR to_seq > ?)"
    row = reader.conn.execute(sql, (key, seq, seq)).fetchone()
    return int(row[0]) if row else None


def version_at(reader: Reader, table: str, key: str | int, seq: int) -> dict[str, Any] | None:
    """The row as it stood at a seq, by column name."""
    spec = _TABLE[table]
    columns = (*spec.keys, *spec.names)
    row = reader.conn.execute(
        f"SELECT {', '.join(columns)} FROM {table} WHERE {spec.keys[0]} = ? AND from_seq <= ?"
        " AND (to_seq IS NULL OR to_seq > ?)",
        (key, seq, seq),
    ).fetchone()
    return dict(zip(columns, row, strict=True)) if row else None


def version_now(reader: Reader, table: str, key: str | int) -> dict[str, Any] | None:
    """The row that stands, by column name."""
    return current(reader.conn, table, (key,))


def link_begun(reader: Reader, src: str, link: Sequence[str | int], seq: int) -> bool:
    """Whether the entry at a seq started this (relation, other) link."""
    sql = "SELECT 1 FROM links WHERE src = ? AND relation = ? AND dst = ? AND from_seq = ?"
    return reader.conn.execute(sql, (src, link[0], str(link[1]), seq)).fetchone() is not None


def link_stands(reader: Reader, src: str, link: Sequence[str | int]) -> bool:
    """Whether this (relation, other) link stands."""
    sql = "SELECT 1 FROM links WHERE src = ? AND relation = ? AND dst = ? AND to_seq IS NULL"
    return reader.conn.execute(sql, (src, link[0], str(link[1]))).fetchone() is not None


def link_ended(reader: Reader, src: str, link: Sequence[str | int], seq: int) -> bool:
    """Whether the entry at a seq ended this (relation, other) link."""
    sql = "SELECT 1 FROM links WHERE src = ? AND relation = ? AND dst = ? AND to_seq = ?"
    return reader.conn.execute(sql, (src, link[0], str(link[1]), seq)).fetchone() is not None


def leaning_on(reader: Reader, name: str) -> tuple[str, ...]:
    """What gave way to an item or topic: superseded by it, corrected by it, merged into it; what lies in it."""
    sql = (
        "SELECT DISTINCT src FROM links WHERE dst = ? AND to_seq IS NULL"
        " AND relation IN ('superseded-by', 'corrected-by', 'merged-into', 'derived-from') ORDER BY src"
    )
    found = [row[0] for row in reader.conn.execute(sql, (name,))]
    if column := _HOLDING.get(name.partition("-")[0]):
        sql = f"SELECT id FROM items WHERE {column} = ? AND to_seq IS NULL ORDER BY day, n"
        found += (row[0] for row in reader.conn.execute(sql, (name,)))
    return tuple(found)
