"""Steps 1, 6 and the last: the guards, the anchors, and the whole replay."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from store import schema
from store.check.report import MAX_FINDINGS
from store.guards import all_triggers
from store.records.views import Finding
from store.replay import Progress, differences, replayed

_OF_THE_MIGRATIONS = ("local_migrations", "idx_local_migrations_migration_set_name")
"""What the library keeps to know which migrations were applied."""


def guards(conn: sqlite3.Connection, *, pages: bool) -> Iterator[Finding | int]:
    """1: the guards stand; asked for everything, every page and index of the file too."""
    if pages:
        for (said,) in conn.execute(f"PRAGMA integrity_check({MAX_FINDINGS})"):
            if said != "ok":
                yield Finding(step="schema", seq=None, sentence=f"The file is damaged: {said}.")
    expected = {_name(sql): _words(sql) for sql in (*schema.all_tables(), *all_triggers())}
    found = {
        row[0]: _words(row[1])
        for row in conn.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        if row[0] not in _OF_THE_MIGRATIONS
    }
    for name in sorted(expected.keys() - found.keys()):
        yield Finding(step="schema", seq=None, sentence=f"{name} is missing.")
    for name in sorted(found.keys() - expected.keys()):
        yield Finding(step="schema", seq=None, sentence=f"{name} does not belong here.")
    for name in sorted(expected.keys() & found.keys()):
        if expected[name] != found[name]:
            yield Finding(step="schema", seq=None, sentence=f"{name} was altered.")
        yield 1


def _name(sql: str) -> str:
    parts = sql.split()
    return parts[3] if parts[1] == "UNIQUE" else parts[2]


def _words(sql: str) -> str:
    return " ".join(sql.split())


def anchors(conn: sqlite3.Connection) -> Iterator[Finding | int]:
    """6: nothing cites into the void."""
    sql = (
        "SELECT id, body, block FROM items WHERE to_seq IS NULL AND (body NOT IN (SELECT seq FROM log)"
        " OR (block IS NOT NULL AND block NOT IN (SELECT seq FROM blocks) AND block IS NOT created))"
    )
    for name, body, block in conn.execute(sql):
        yield Finding(step="anchors", seq=body, sentence=f"{name} cites entry {block or body}, which is none.")
    sql = (
        "SELECT src, relation, dst FROM links WHERE to_seq IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM subject_log WHERE subject = dst)"
        " AND dst NOT IN (SELECT CAST(seq AS TEXT) FROM blocks)"
        " AND dst NOT IN (SELECT CAST(created AS TEXT) FROM items WHERE block IS created)"
    )
    for src, relation, dst in conn.execute(sql):
        yield Finding(step="anchors", seq=None, sentence=f"{src} is {relation} {dst}, which was never made.")
    yield int(conn.execute("SELECT count(*) FROM items WHERE to_seq IS NULL").fetchone()[0])
    yield int(conn.execute("SELECT count(*) FROM links WHERE to_seq IS NULL").fetchone()[0])


def whole_replay(conn: sqlite3.Connection, progress: Progress | None) -> Iterator[Finding | int]:
    """The last: the log gives every row again."""
    fresh, head = replayed(conn, progress)
    try:
        for table, mine, theirs in differences(conn, fresh):
            row = mine or theirs
            seq = next((v for v in reversed(row) if isinstance(v, int)), None)
            what = (
                "is not what the log gives"
                if mine and theirs
                else ("is in no entry of the log" if mine else "is missing")
            )
            sentence = f"A row of {table} ({row[0]!s:.40}) {what}."
            yield Finding(step="replay", seq=seq, sentence=sentence)
        yield head
    finally:
        fresh.close()
