"""`purge()`: the one door through which words leave the store, and only under a ticket.

The header stays, so the chain verifies and every status and link is as it was; payload and salt go,
so nothing can be guessed from the commitment that is left. What was derived from the words
(full-text rows, look-ups) is derived again without them in the same transaction.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Generator, Sequence
from typing import NamedTuple

from store import index, log, schema
from store.commit import Snapshot, append_all, look_up_key
from store.database import Store, check_versions
from store.errors import Held, Unwritable
from store.records.entry import Draft, Entry
from store.records.words import Action

KEPT = frozenset({Action.DECISION, Action.ERASE})
"""Actions whose payload is content-free by construction and can never be removed."""
_GUARDS = ("words_insert", "words_delete", "lookups_insert", "lookups_delete")
_MEMORY_BYTES = 256 * 1024 * 1024


class Purged(NamedTuple):
    """What a purge did."""

    erasure: str
    """The id of the erasure entry."""
    payloads: int
    rewritten: bool
    """Whether the file was rewritten and its write-ahead log emptied (no reader in the way)."""


def purge(store: Store, seqs: Sequence[int], *, at: int, actor: str, day: int) -> Purged:
    """Remove the payloads of these entries; `at` in UTC microseconds, `day` as YYYYMMDD."""
    wanted = sorted(set(seqs))
    _refuse_without_room(store)
    with store.locked() as conn:
        check_versions(conn)
        found = _erasable(conn, wanted)
        affected = _affected(conn, found)

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            name = snapshot.mint("memerase", day)
            yield Draft(Action.ERASE, (name,), {"payloads": True}, refs=tuple(found))

        entry = append_all(conn, build, at=at, actor=actor)[-1]
        conn.executemany("INSERT INTO tickets VALUES (?, ?)", [(seq, entry.seq) for seq in found])
        conn.executemany("DELETE FROM payloads WHERE seq = ?", [(seq,) for seq in found])
        _derive_again(conn, affected)
    return Purged(entry.subjects[0], len(found), rewrite(store))


def _erasable(conn: sqlite3.Connection, seqs: list[int]) -> list[int]:
    entries = log.some(conn, seqs)
    for seq in seqs:
        entry = entries.get(seq)
        if entry is None:
            raise Held(f"There is no entry {seq}.")
        if entry.action in KEPT:
            raise Held(f"Entry {seq} is a {entry.action}; its payload holds no content and stays.")
    standing = log.payloads(conn, seqs)
    return [seq for seq in seqs if seq in standing]


def _affected(conn: sqlite3.Connection, seqs: list[int]) -> list[int]:
    """The entries whose derived rows change: the erased, and those that cite an erased block."""
    found = set(seqs)
    for seq in seqs:
        found.update(r[0] for r in conn.execute("SELECT body FROM items WHERE block = ?", (seq,)))
    return sorted(found)


def _derive_again(conn: sqlite3.Connection, seqs: list[int]) -> None:
    key = look_up_key(conn)
    for name in _GUARDS:
        conn.execute(f"DROP TRIGGER {name}")
    entries = log.some(conn, seqs)
    for seq in seqs:
        conn.execute("DELETE FROM words WHERE seq = ?", (seq,))
        conn.execute("DELETE FROM lookups WHERE seq = ?", (seq,))
        words, looked = index.derive(
            entries[seq], log.payload(conn, seq), lambda s: log.payload(conn, s), key
        )
        conn.executemany("INSERT INTO words VALUES (?, ?)", [(w, seq) for w in words])
        conn.executemany("INSERT INTO lookups VALUES (?, ?, ?)", [(k, d, seq) for k, d in looked])
    for sql in schema.all_triggers():
        if schema.trigger_name(sql) in _GUARDS:
            conn.execute(sql)


def rewrite(store: Store) -> bool:
    """Rewrite the whole file and empty its write-ahead log; False while a reader is in the way."""
    conn = store.writer()
    small = store.path.stat().st_size <= _MEMORY_BYTES
    conn.execute(f"PRAGMA temp_store = {'MEMORY' if small else 'FILE'}")
    try:
        conn.execute("VACUUM")
        busy, _, _ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            return False
        raise
    return not busy


def _refuse_without_room(store: Store) -> None:
    size = store.path.stat().st_size
    free = shutil.disk_usage(store.path.parent).free
    if free < 3 * size:
        raise Unwritable(
            f"An erasure rewrites the file and needs {3 * size:,} free bytes; there are {free:,}.",
            "Free some space and try again; nothing was changed.",
        )
