"""`purge()`: the one door through which words leave the store, and only under a ticket.

The header stays, so the chain verifies and every status and link is as it was; payload and salt go,
so nothing can be guessed from the commitment that is left. What was derived from the words
(full-text rows, look-ups) is derived again without them in the same transaction.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Generator, Sequence
from typing import NamedTuple

from store import guards, index, log
from store.commit import Snapshot, append_all
from store.database import Store, get_local, set_local, when_free
from store.errors import Busy, Held, Unwritable
from store.ids import block_id
from store.index import look_up_key
from store.records.entry import Draft, Entry
from store.records.words import Action
from store.versions import check_versions

KEPT = frozenset(
    {Action.DECISION, Action.ERASE, Action.KEY, Action.POLICY, Action.SUCCESSION, Action.TOKEN, Action.KEY_REVOKED}
)
"""Actions whose payload is content-free by construction and can never be removed."""
_GUARDS = ("words_insert", "words_delete", "lookups_insert", "lookups_delete")
_MEMORY_BYTES = 256 * 1024 * 1024
_READER_SECONDS = 1.0
"""How long a rewrite waits for readers of an older snapshot."""
_DUE = "rewrite_due"
"""The local note that says so until the file has been rewritten; it survives a crash."""


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
        key = check_versions(conn)
        found = _erasable(conn, wanted)
        affected = _affected(conn, found)

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            name = snapshot.mint("memerase", day)
            yield Draft(Action.ERASE, (name,), {"payloads": True}, refs=tuple(found))

        entry = append_all(conn, build, at=at, actor=actor, key=key)[-1]
        conn.executemany("INSERT INTO tickets VALUES (?, ?)", [(seq, entry.seq) for seq in found])
        conn.executemany("DELETE FROM payloads WHERE seq = ?", [(seq,) for seq in found])
        _derive_again(conn, affected)
        _unstage(conn, affected)
        set_local(conn, _DUE, entry.seq)
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
        words, looked = index.derive(entries[seq], log.payload(conn, seq), lambda s: log.payload(conn, s), key)
        conn.executemany("INSERT INTO words VALUES (?, ?)", [(w, seq) for w in words])
        conn.executemany("INSERT INTO lookups VALUES (?, ?, ?)", [(k, d, seq) for k, d in looked])
    for sql in guards.all_triggers():
        if guards.trigger_name(sql) in _GUARDS:
            conn.execute(sql)


def _unstage(conn: sqlite3.Connection, seqs: list[int]) -> None:
    """Take decisions about the erased out of every staged plan and request: their notes may quote it."""
    names: set[str] = set()
    for entry in log.some(conn, seqs).values():
        names.update(entry.subjects)
        if entry.action is Action.ARCHIVE:
            names.add(block_id(entry.subjects[0], entry.effect["ordinal"]))
    for name in sorted(names):
        for table in ("local_plan", "local_request"):
            conn.execute(f"DELETE FROM {table} WHERE instr(body, ?)", (f'"{name}"',))


def rewrite_due(store: Store) -> bool:
    """Whether words that were erased may still lie in the file: a purge could not rewrite it yet."""
    with store.reading() as conn:
        return get_local(conn, _DUE) is not None


def rewrite(store: Store) -> bool:
    """Rewrite the whole file and empty its write-ahead log; False while a reader is in the way."""
    conn = store.writer()
    due = get_local(conn, _DUE)
    small = store.path.stat().st_size <= _MEMORY_BYTES
    conn.execute(f"PRAGMA temp_store = {'MEMORY' if small else 'FILE'}")
    try:
        when_free(conn, "VACUUM", store.busy_seconds)
        if not _emptied(conn, min(store.busy_seconds, _READER_SECONDS)):
            return False
        with store.locked():
            sql = "DELETE FROM local_meta WHERE name = ? AND value IS ?"
            conn.execute(sql, (_DUE, due))
    except Busy:
        return False
    return True


def _emptied(conn: sqlite3.Connection, seconds: float) -> bool:
    """Empty the write-ahead log, trying again for a while without holding up any writer."""
    ends = time.monotonic() + seconds
    while conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]:
        if time.monotonic() > ends:
            return False
        time.sleep(0.005)
    return True


def _refuse_without_room(store: Store) -> None:
    size = store.path.stat().st_size
    free = shutil.disk_usage(store.path.parent).free
    if free < 3 * size:
        raise Unwritable(
            f"An erasure rewrites the file and needs {3 * size:,} free bytes; there are {free:,}.",
            "Free some space and try again; nothing was changed.",
        )
