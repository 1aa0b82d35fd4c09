"""Step 3: every word that was committed to is there, or left under a ticket."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import Any

from store import seal
from store.check.lines import COMMITMENT, HIGHEST, LOWEST, Fits, Rows
from store.records.views import Finding

STEP = "payloads"


class Payloads:
    """The payloads behind `since`, and whatever an erasure behind it took away, however old."""

    def __init__(self, conn: sqlite3.Connection, since: int) -> None:
        self._conn = conn
        self._since = since
        self._low = since + 1 if since else LOWEST
        """The first seq whose payload was not looked at."""
        self._tickets: dict[int, int] = {}
        self._erasures: dict[int, int] = {}

    def begin(self) -> Iterator[Finding | int]:
        """Learn what was erased, and look at what is older than `since` of it."""
        sql = "SELECT seq, erasure FROM tickets WHERE seq > ?1 OR erasure > ?1"
        low = self._since or LOWEST
        self._tickets = dict(self._conn.execute(sql, (low,)))
        self._erasures = self._erased(low)
        older = {seq for seq in (*self._tickets, *self._erasures) if self._since and seq <= self._since}
        for seq in sorted(older):
            stands = self._conn.execute("SELECT 1 FROM payloads WHERE seq = ?", (seq,)).fetchone()
            ticket, erasure = self._tickets.pop(seq, None), self._erasures.pop(seq, None)
            if sentence := _erasure(seq, ticket, erasure, stands):
                yield Finding(step=STEP, seq=seq, sentence=sentence)

    def _erased(self, low: int) -> dict[int, int]:
        """What the log says was erased: the entry, and the erasure that names it."""
        found: dict[int, int] = {}
        sql = "SELECT seq, header FROM log WHERE action = 'erase' AND seq > ?"
        for seq, line in self._conn.execute(sql, (low,)):
            with contextlib.suppress(ValueError, KeyError, TypeError):  # step 2 says so
                found.update((ref, seq) for ref in seal.loads(line)["refs"] if isinstance(ref, int))
        return found

    def look(self, rows: Rows, fits: Fits) -> Iterator[Finding | int]:
        """Open the payloads of the next entries."""
        low, high = self._low, rows[-1][0]
        self._low = min(high + 1, HIGHEST)
        sql = "SELECT seq, salt, body FROM payloads WHERE seq BETWEEN ? AND ?"
        bodies = {row[0]: row for row in self._conn.execute(sql, (low, high))}
        tickets, erasures, counted = self._tickets, self._erasures, 0
        for row, fit in zip(rows, fits, strict=True):
            seq = row[0]
            try:
                commitment = _commitment(row[1]) if fit is None else fit[COMMITMENT]
            except (ValueError, KeyError, TypeError):
                continue  # step 2 has said so
            counted += 1
            body, ticket, erasure = bodies.pop(seq, None), tickets.pop(seq, None), erasures.get(seq)
            if commitment == b"null" and body is None and ticket is None and erasure is None:
                continue
            if ticket is not None or erasure is not None:
                sentence = _erasure(seq, ticket, erasure, body)
            else:
                sentence = _payload(seq, commitment, body)
            if sentence:
                yield counted
                yield Finding(step=STEP, seq=seq, sentence=sentence)
                counted = 0
        yield counted
        yield from _orphans(bodies)

    def end(self) -> Iterator[Finding | int]:
        """Say which tickets and payloads belong to no entry."""
        for seq in self._tickets:
            yield Finding(step=STEP, seq=seq, sentence=f"A ticket names entry {seq}, which is none.")
        sql = "SELECT seq FROM payloads WHERE seq BETWEEN ? AND ?"
        yield from _orphans(row[0] for row in self._conn.execute(sql, (self._low, HIGHEST)))


def _orphans(seqs: Any) -> Iterator[Finding]:
    for seq in seqs:
        yield Finding(step=STEP, seq=seq, sentence=f"A payload {seq} has no entry.")


def _commitment(line: bytes) -> bytes:
    """The commitment of a header that does not fit the frame, spelled as in one."""
    return seal.canonical(seal.loads(line)["commitment"])


def _erasure(seq: int, ticket: int | None, erasure: int | None, stands: object) -> str | None:
    if ticket != erasure:
        return f"The ticket for entry {seq} is not the one its erasure gave."
    return f"Entry {seq} was erased, and yet its payload stands." if stands else None


def _payload(seq: int, commitment: bytes, row: tuple[int, object, object] | None) -> str | None:
    if commitment == b"null":
        return f"Entry {seq} has a payload that it never committed to." if row else None
    if row is None:
        return f"The payload of entry {seq} is missing, and no ticket allows it."
    _, salt, body = row
    if not isinstance(salt, bytes) or not isinstance(body, bytes):
        return f"The payload of entry {seq} is no longer bytes."
    if b'"%b"' % seal.commitment(salt, body).encode() != commitment:
        return f"The payload of entry {seq} is not what its header committed to."
    try:
        seal.parse(body)
    except ValueError as error:
        return f"The payload of entry {seq} cannot be read ({error})."
    return None
