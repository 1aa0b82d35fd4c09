"""A sample of the replay: the history of some items, projected again from their own entries."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from store import index, log, schema
from store.index import look_up_key
from store.projections import move, project
from store.records.views import Finding

ITEMS = 200
"""How many items a routine check replays, spread evenly over all of them."""


def sampled(conn: sqlite3.Connection) -> Iterator[Finding | int]:
    """Findings for every sampled item whose rows are not what its entries give."""
    every = [row[0] for row in conn.execute("SELECT DISTINCT id FROM items ORDER BY id")]
    names = every[:: max(1, len(every) // ITEMS)]
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for sql in schema.projection_tables():
            fresh.execute(sql)
        yield from _compare(conn, fresh, names)
    finally:
        fresh.close()
    yield len(names)


def _marked_wrongly(conn: sqlite3.Connection, name: str) -> bool:
    """Whether an item says to be withdrawn and is not, or the other way; by its own entries alone nobody knows."""
    sql = (
        "SELECT 1 FROM items WHERE id = ? AND withdrawn IS NOT EXISTS"
        " (SELECT 1 FROM excluded WHERE name = items.id AND to_seq IS NULL)"
    )
    return conn.execute(sql, (name,)).fetchone() is not None


def _compare(conn: sqlite3.Connection, fresh: sqlite3.Connection, names: list[str]) -> Iterator[Finding | int]:
    key = look_up_key(conn)
    for name in names:
        seqs = [row[0] for row in conn.execute("SELECT seq FROM subject_log WHERE subject = ?", (name,))]
        entries = log.some(conn, seqs)
        for seq in sorted(entries):
            if entries[seq].subjects[0] == name:
                project(fresh, entries[seq], None, lambda _: None, key)
            elif "moves" in entries[seq].effect:
                move(fresh, entries[seq], name)
        sql = "SELECT * FROM items WHERE id = ? ORDER BY from_seq"
        rows = [row[:-4] + row[-3:] for row in conn.execute(sql, (name,))]
        if rows != [row[:-4] + row[-3:] for row in fresh.execute(sql, (name,))] or _marked_wrongly(conn, name):
            yield Finding(
                step="replay",
                seq=max(seqs, default=None),
                sentence=f"The rows of {name} are not what its entries give.",
            )
        for seq in sorted(entries):
            entry = entries[seq]
            words, looked = index.derive(entry, log.payload(conn, seq), lambda s: log.payload(conn, s), key)
            kept = {r[0] for r in conn.execute("SELECT token FROM words WHERE seq = ?", (seq,))}
            known = {
                (r[0], bytes(r[1])) for r in conn.execute("SELECT kind, digest FROM lookups WHERE seq = ?", (seq,))
            }
            if kept != words or known != looked:
                yield Finding(
                    step="replay",
                    seq=seq,
                    sentence=f"The search words of entry {seq} are not what its payload gives.",
                )
