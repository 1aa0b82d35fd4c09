"""Local tables: the staged plan, where a person was last, what was verified; never in the log."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from typing import Any, NamedTuple

from store import seal
from store.database import Store, get_local, set_local
from store.errors import StoreError

_REACHED = "verify_reached"
_FAILED = "verify_failed"


def staged(conn: sqlite3.Connection, principal: str) -> list[tuple[int, dict[str, Any]]]:
    """A person's staged decisions, in order, each with its number."""
    sql = "SELECT n, body FROM local_plan WHERE principal = ? ORDER BY n"
    return [(n, json.loads(body)) for n, body in conn.execute(sql, (principal,))]


def stage(store: Store, principal: str, body: dict[str, Any]) -> int:
    """Add a decision to a person's plan; returns its number, which is never given again."""
    with store.locked() as conn:
        name = f"staged:{principal}"
        last = get_local(conn, name)
        n = (last if isinstance(last, int) else 0) + 1
        set_local(conn, name, n)
        conn.execute("INSERT INTO local_plan VALUES (?, ?, ?)", (principal, n, json.dumps(body)))
    return n


def change(store: Store, principal: str, n: int, body: dict[str, Any]) -> None:
    """Replace a staged decision."""
    with store.locked() as conn:
        conn.execute(
            "UPDATE local_plan SET body = ? WHERE principal = ? AND n = ?",
            (json.dumps(body), principal, n),
        )


def drop(conn: sqlite3.Connection, principal: str, numbers: list[int]) -> None:
    """Take staged decisions away; the caller holds the write lock."""
    conn.executemany("DELETE FROM local_plan WHERE principal = ? AND n = ?", [(principal, n) for n in numbers])


def mark_seen(store: Store, principal: str, head: int, at: int) -> None:
    """Remember where the log stood when a person was last here."""
    with store.locked() as conn:
        conn.execute("INSERT OR REPLACE INTO local_seen VALUES (?, ?, ?)", (principal, head, at))


def last_seen(conn: sqlite3.Connection, principal: str) -> int:
    """The head when a person was last here; 0 for never."""
    row = conn.execute("SELECT head FROM local_seen WHERE principal = ?", (principal,)).fetchone()
    return int(row[0]) if row else 0


class Start(NamedTuple):
    """Where a check begins."""

    seq: int
    """The entry it begins behind; 0 for the beginning."""
    note: str
    """What there is to say about that, in a sentence."""


def mark_verified(store: Store, head: int, at: int) -> None:
    """Remember up to where the log verified; that check is through."""
    with store.locked() as conn:
        set_local(conn, "verified_seq", head)
        set_local(conn, "verified_at", at)
        _forget(conn)


def verified(conn: sqlite3.Connection) -> tuple[int | None, int | None]:
    """(seq, when) of the last check without a finding."""
    seq, at = get_local(conn, "verified_seq"), get_local(conn, "verified_at")
    return (seq if isinstance(seq, int) else None), (at if isinstance(at, int) else None)


class Failed(NamedTuple):
    """The last check that found something."""

    seq: int | None
    """The first entry that something is wrong with; None where it is none in particular."""
    sentence: str
    at: int
    deep: bool
    """Whether only a check that replays the whole log can say that it is over."""


def mark_failed(store: Store, failed: Failed) -> None:
    """Remember what a check found; where that cannot be written, the check itself still tells it."""
    with suppress(StoreError), store.locked() as conn:
        set_local(conn, _FAILED, json.dumps(failed))


def failed(conn: sqlite3.Connection) -> Failed | None:
    """What the last check found, until one of the same reach finds nothing."""
    known = get_local(conn, _FAILED)
    if not isinstance(known, str):
        return None
    try:
        seq, sentence, at, deep = json.loads(known)
        return Failed(None if seq is None else int(seq), str(sentence), int(at), bool(deep))
    except (ValueError, TypeError):
        return None


def forget_failed(store: Store, *, replayed: bool) -> None:
    """A check of the whole found nothing: what one found before is over, if this one looked as far."""
    with store.reading() as conn:
        before = failed(conn)
    if before is not None and (replayed or not before.deep):
        with suppress(StoreError), store.locked() as conn:
            conn.execute("DELETE FROM local_meta WHERE name = ?", (_FAILED,))


def mark_reached(store: Store, seq: int, hashed: str) -> None:
    """Remember that a check found every entry good up to here; where that cannot be written, only time is lost."""
    with suppress(StoreError), store.locked() as conn:
        set_local(conn, _REACHED, f"{seq} {hashed}")


def forget_reached(store: Store) -> None:
    """Begin the next check at the beginning."""
    with store.reading() as conn:
        known = get_local(conn, _REACHED) is not None
    if known:
        with suppress(StoreError), store.locked() as conn:
            _forget(conn)


def _forget(conn: sqlite3.Connection) -> None:
    conn.execute("DELETE FROM local_meta WHERE name = ?", (_REACHED,))


def resumed(conn: sqlite3.Connection) -> Start:
    """Where a check goes on that was interrupted: behind the entry it reached, if that still stands as it was."""
    known = get_local(conn, _REACHED)
    if not isinstance(known, str):
        return Start(0, "No check was interrupted: this one began at the beginning.")
    text, _, hashed = known.partition(" ")
    seq = int(text)
    row = conn.execute("SELECT hash, header FROM log WHERE seq = ?", (seq,)).fetchone()
    if row is None or row[0] != hashed or not isinstance(row[1], bytes) or seal.entry_hash(row[1]) != hashed:
        sentence = f"Entry {seq:,}, which an interrupted check had reached, is no longer the one it saw"
        return Start(0, f"{sentence}: this one began at the beginning.")
    return Start(seq, f"Entries up to {seq:,} were looked at before the interruption, and were not looked at again.")


def witnessed(conn: sqlite3.Connection) -> bool:
    """Whether a witness is kept of this store: not of a copy to try things on."""
    return get_local(conn, "witness") != "none"


def fence(conn: sqlite3.Connection) -> int:
    """The number of the pass that may write."""
    found = get_local(conn, "pass_fence")
    return found if isinstance(found, int) else 0


def raise_fence(store: Store) -> int:
    """Let a new pass begin: whichever wrote before stops."""
    with store.locked() as conn:
        number = fence(conn) + 1
        set_local(conn, "pass_fence", number)
    return number
