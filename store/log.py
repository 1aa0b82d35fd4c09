"""The log: append one entry, read entries and payloads, the head."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from store import seal
from store.errors import Broken
from store.ids import is_minted
from store.records.entry import Draft, Entry, Payload

_SELECT = "SELECT seq, header, hash FROM log"


def head(conn: sqlite3.Connection) -> tuple[int, str]:
    """The last seq and its hash; (0, 64 zeros) for an empty log."""
    row = conn.execute("SELECT seq, hash FROM log ORDER BY seq DESC LIMIT 1").fetchone()
    return (row[0], row[1]) if row else (0, seal.GENESIS_PREV)


def append(conn: sqlite3.Connection, draft: Draft, *, at: int, actor: str, last: tuple[int, str]) -> Entry:
    """Append one entry behind `last` (seq, hash); the caller holds the write lock."""
    actor = draft.actor or actor
    for name in (actor, *draft.subjects, *draft.refs):
        if isinstance(name, str) and not is_minted(name):
            raise Broken(f"A header may not bear {name!r}: it is no id of ours.")
    body = salt = None
    sealed = None
    if draft.payload is not None:
        body = seal.canonical(draft.payload)
        salt = draft.salt or os.urandom(seal.SALT_BYTES)
        sealed = seal.commitment(salt, body)
    seq = last[0] + 1
    line = seal.header_line(
        seq=seq,
        at=at,
        actor=actor,
        action=draft.action,
        subjects=draft.subjects,
        refs=draft.refs,
        effect=draft.effect,
        commitment=sealed,
        prev=last[1],
    )
    hashed = seal.entry_hash(line)
    conn.execute(
        "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
        (seq, line, hashed, at, actor, draft.action.value),
    )
    if body is not None:
        conn.execute("INSERT INTO payloads VALUES (?, ?, ?)", (seq, salt, body))
    return Entry(seq, at, actor, draft.action, draft.subjects, draft.refs, draft.effect, sealed, last[1], hashed)


def entry(conn: sqlite3.Connection, seq: int) -> Entry | None:
    """The entry at a seq."""
    row = conn.execute(f"{_SELECT} WHERE seq = ?", (seq,)).fetchone()
    return seal.read_header(row[1], row[2]) if row else None


def header(conn: sqlite3.Connection, seq: int) -> bytes | None:
    """The header line at a seq, as it is hashed."""
    row = conn.execute("SELECT header FROM log WHERE seq = ?", (seq,)).fetchone()
    return bytes(row[0]) if row else None


def entries(conn: sqlite3.Connection, after: int = 0, until: int | None = None) -> Iterator[Entry]:
    """The entries behind `after`, in order."""
    limit = until if until is not None else 1 << 62
    for row in conn.execute(f"{_SELECT} WHERE seq > ? AND seq <= ? ORDER BY seq", (after, limit)):
        yield seal.read_header(row[1], row[2])


def of_actions(conn: sqlite3.Connection, actions: Sequence[str], after: int, until: int) -> list[Entry]:
    """The entries of these actions behind `after` up to `until`, in order."""
    marks = ",".join("?" * len(actions))
    sql = f"{_SELECT} WHERE action IN ({marks}) AND seq > ? AND seq <= ? ORDER BY seq"
    return [seal.read_header(row[1], row[2]) for row in conn.execute(sql, (*actions, after, until))]


def some(conn: sqlite3.Connection, seqs: Sequence[int]) -> dict[int, Entry]:
    """The entries at these seqs."""
    found: dict[int, Entry] = {}
    for start in range(0, len(seqs), 500):
        part = seqs[start : start + 500]
        marks = ",".join("?" * len(part))
        for row in conn.execute(f"{_SELECT} WHERE seq IN ({marks})", part):
            found[row[0]] = seal.read_header(row[1], row[2])
    return found


def payload(conn: sqlite3.Connection, seq: int) -> Payload | None:
    """The payload at a seq; None when the entry has none or it was erased."""
    row = conn.execute("SELECT body FROM payloads WHERE seq = ?", (seq,)).fetchone()
    return _read(row[0], seq) if row else None


def payloads(conn: sqlite3.Connection, seqs: Sequence[int]) -> dict[int, Payload]:
    """The payloads at these seqs, those that still stand."""
    found: dict[int, Payload] = {}
    for start in range(0, len(seqs), 500):
        part = seqs[start : start + 500]
        marks = ",".join("?" * len(part))
        for row in conn.execute(f"SELECT seq, body FROM payloads WHERE seq IN ({marks})", part):
            found[row[0]] = _read(row[1], row[0])
    return found


def erased_by(conn: sqlite3.Connection, seqs: Sequence[int]) -> dict[int, str]:
    """For each of these seqs whose payload was erased: the id of the erasure."""
    found: dict[int, str] = {}
    for start in range(0, len(seqs), 500):
        part = seqs[start : start + 500]
        marks = ",".join("?" * len(part))
        sql = f"SELECT t.seq, l.header FROM tickets t JOIN log l ON l.seq = t.erasure WHERE t.seq IN ({marks})"
        for row in conn.execute(sql, part):
            subjects = seal.loads(row[1])["subjects"]
            found[row[0]] = subjects[0] if subjects else ""
    return found


def _read(body: bytes, seq: int) -> Payload:
    try:
        found: Any = seal.loads(body)
    except ValueError as error:
        raise Broken(f"The payload of entry {seq} is damaged ({error}).", "Run `memdesk verify`.") from error
    if not isinstance(found, dict):
        raise Broken(f"The payload of entry {seq} is damaged.", "Run `memdesk verify`.")
    return found
