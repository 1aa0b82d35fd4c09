"""What was erased and where it stood, for those who must not let it in again."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

_ITEMS = "SELECT i.block FROM tickets t JOIN items i ON i.body = t.seq WHERE i.created = t.seq AND i.block IS NOT NULL"
_MADE = "SELECT i.id FROM tickets t JOIN items i ON i.body = t.seq WHERE i.created = t.seq"
_CITING = "SELECT i.id FROM tickets t JOIN items i ON i.block = t.seq"
_BYTES = "coalesce(same_as, seq)"


class Erased(NamedTuple):
    """The places of what was erased; not a word of it is left."""

    blocks: frozenset[int]
    """Entries that held a block's bytes."""
    cited: frozenset[int]
    """Entries of blocks from which an item was made whose words were erased."""
    rivals: frozenset[str]
    """The ids under which items were written whose words were erased, and which others bear."""
    hollow: dict[str, str | None]
    """Segments in which one of those stands, or something that was left out, each with the file it was read from."""
    newest: dict[str, str]
    """For each file that was read, the last segment that an import took in whole."""
    begun: frozenset[str]
    """Segments of imports that were cut off."""


def erased(conn: sqlite3.Connection) -> Erased | None:
    """Where everything stood that was erased; None when nothing ever was."""
    if not last_erasure(conn):
        return None
    blocks = {row[0] for row in conn.execute("SELECT seq FROM tickets JOIN log USING (seq) WHERE action = 'archive'")}
    cited = {row[0] for row in conn.execute(_ITEMS)}
    sql = f"SELECT dst FROM links WHERE relation = 'same-id' AND src IN ({_MADE} UNION {_CITING})"
    rivals = {row[0] for row in conn.execute(sql)}
    open_ = {row[0] for row in conn.execute("SELECT id FROM runs WHERE state = 'open' AND to_seq IS NULL")}
    sql = (
        "SELECT DISTINCT segment FROM blocks WHERE to_seq IS NULL AND (sanitized = 1"
        f" OR {_BYTES} IN (SELECT seq FROM tickets) OR {_BYTES} IN ({_ITEMS}))"
    )
    touched = {row[0] for row in conn.execute(sql)}
    hollow: dict[str, str | None] = {}
    newest: dict[str, str] = {}
    begun: set[str] = set()
    sql = "SELECT id, max(holder), max(run), min(from_seq) FROM segments GROUP BY id ORDER BY 4"
    for name, holder, run, _ in conn.execute(sql):
        if name in touched:
            hollow[name] = holder
        if run in open_:
            begun.add(name)
        elif holder is not None:
            newest[holder] = name
    return Erased(frozenset(blocks), frozenset(cited), frozenset(rivals), hollow, newest, frozenset(begun))


def last_erasure(conn: sqlite3.Connection) -> int:
    """The seq of the last erasure; 0 when there was none."""
    row = conn.execute("SELECT max(seq) FROM log WHERE action = 'erase'").fetchone()
    return int(row[0] or 0)
