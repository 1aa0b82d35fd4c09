"""Entries as an auditor checks them: the header line that was hashed, the salt and bytes that were committed to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class SealedPayload(NamedTuple):
    """A payload with the salt of its commitment."""

    seq: int
    salt: bytes
    body: bytes


def header_lines(conn: sqlite3.Connection, until: int) -> Iterator[tuple[int, bytes, str]]:
    """(seq, header line, hash) of every entry up to `until`, in order."""
    sql = "SELECT seq, header, hash FROM log WHERE seq <= ? ORDER BY seq"
    for seq, header, hashed in conn.execute(sql, (until,)):
        yield seq, bytes(header), hashed


def sealed_payloads(conn: sqlite3.Connection, after: int, until: int) -> Iterator[SealedPayload]:
    """The payloads behind `after` up to `until` that still stand, in order."""
    sql = "SELECT seq, salt, body FROM payloads WHERE seq > ? AND seq <= ? ORDER BY seq"
    for seq, salt, body in conn.execute(sql, (after, until)):
        yield SealedPayload(seq, bytes(salt), bytes(body))


def sealed_payload(conn: sqlite3.Connection, seq: int) -> SealedPayload | None:
    """One payload; None when the entry has none or it was erased."""
    return next(sealed_payloads(conn, seq - 1, seq), None)


def seqs_about(conn: sqlite3.Connection, subject: str, until: int) -> list[int]:
    """The entries that bear a subject, in order."""
    sql = "SELECT seq FROM subject_log WHERE subject = ? AND seq <= ? ORDER BY seq"
    return [row[0] for row in conn.execute(sql, (subject, until))]


def seqs_of(conn: sqlite3.Connection, actions: Sequence[str], until: int) -> list[int]:
    """The entries of these actions, in order."""
    marks = ",".join("?" * len(actions))
    sql = f"SELECT seq FROM log WHERE action IN ({marks}) AND seq <= ? ORDER BY seq"
    return [row[0] for row in conn.execute(sql, (*actions, until))]


def withdrawn_seqs(conn: sqlite3.Connection, until: int) -> set[int]:
    """The entries up to one whose words are withdrawn: about what a withdrawal reaches, or holding its bytes."""
    sql = (
        "SELECT l.seq FROM log l WHERE l.seq <= ?1 AND l.action NOT IN ('decision', 'withdraw', 'reinstate')"
        " AND l.seq IN"
        " (SELECT s.seq FROM excluded x JOIN subject_log s ON s.subject = x.name WHERE x.to_seq IS NULL UNION"
        " SELECT CAST(substr(name, 2) AS INTEGER) FROM excluded WHERE to_seq IS NULL AND name < 'a')"
    )
    return {row[0] for row in conn.execute(sql, (until,))}


def last_before(conn: sqlite3.Connection, at: int) -> int:
    """The last entry that stood at a time (UTC microseconds); 0 when there was none."""
    row = conn.execute("SELECT max(seq) FROM log WHERE at <= ?", (at,)).fetchone()
    return int(row[0] or 0)
