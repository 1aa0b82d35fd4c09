"""Numbers and names that overviews need, each one small question to the tables."""

from __future__ import annotations

from store import exclusion
from store.views.reader import Reader

FEW = 20_000
"""Captures that are looked at one by one."""


def item_counts(reader: Reader) -> tuple[int, int]:
    """(items, live items): how many stand, and how many of them are active and whole."""
    row = reader.conn.execute(
        "SELECT count(*), coalesce(sum(status = 'active' AND drift = ''), 0) FROM items"
        f" WHERE {reader.visible('items')}"
    ).fetchone()
    return int(row[0]), int(row[1])


def segment_count(reader: Reader) -> int:
    """How many segments stand."""
    block = f"SELECT 1 FROM blocks WHERE blocks.segment = segments.id AND {reader.visible('blocks')}"
    sql = f"SELECT count(*) FROM segments WHERE {reader.visible('segments')} AND EXISTS ({block})"
    return int(reader.conn.execute(sql).fetchone()[0])


def captures_since(reader: Reader, seq: int) -> int:
    """How many captures came behind a seq and are not withdrawn."""
    until = reader.at_seq or 1 << 62
    sql = "SELECT count(*) FROM log WHERE action = 'capture' AND seq > ? AND seq <= ?"
    came = int(reader.conn.execute(sql, (seq, until)).fetchone()[0])
    if not came or not exclusion.any_standing(reader.conn):
        return came
    gone = (
        "SELECT count(*) FROM log WHERE action = 'capture' AND seq > ? AND seq <= ?"
        " AND EXISTS (SELECT 1 FROM items WHERE items.body = log.seq AND items.withdrawn = 1)"
    )
    if came > FEW:  # then it is cheaper to look at what is withdrawn
        gone = (
            "SELECT count(*) FROM items JOIN log ON log.seq = items.created AND log.action = 'capture'"
            " WHERE items.withdrawn = 1 AND items.to_seq IS NULL AND items.created > ? AND items.created <= ?"
        )
    return came - int(reader.conn.execute(gone, (seq, until)).fetchone()[0])


def segments_of_run(reader: Reader, name: str) -> tuple[str, ...]:
    """The segments a run took in."""
    return _segments(reader, "run", name)


def segments_of_holder(reader: Reader, name: str) -> tuple[str, ...]:
    """The segments that were read from a file."""
    return _segments(reader, "holder", name)


def _segments(reader: Reader, column: str, name: str) -> tuple[str, ...]:
    sql = f"SELECT id FROM segments WHERE {column} = ? AND {reader.visible('segments')} ORDER BY id"
    return tuple(row[0] for row in reader.conn.execute(sql, (name,)))
