"""`write()`: the door through which everything that happens enters the log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator

from store import log
from store.database import Store
from store.exclusion import any_standing
from store.ids import make_id
from store.index import look_up
from store.projections import project
from store.records.entry import Draft, Entry, Payload
from store.rows import current
from store.versions import check_versions

Build = Callable[["Snapshot"], Generator[Draft, Entry, None]]
"""Asked under the lock: yields drafts and gets each back as the entry it became."""


class Snapshot:
    """What a `build` may read and mint while it holds the write lock."""

    def __init__(self, conn: sqlite3.Connection, key: bytes, at: int) -> None:
        self.conn = conn
        self.key = key
        self.at = at
        self.head = log.head(conn)
        self._withdrawing: bool | None = None
        self._minted: dict[tuple[str, int], int] = {}
        self._payloads: dict[int, Payload | None] = {}

    @property
    def withdrawing(self) -> bool:
        """Whether anything was withdrawn when this was first asked: a capture itself withdraws nothing."""
        if self._withdrawing is None:
            self._withdrawing = any_standing(self.conn)
        return self._withdrawing

    def mint(self, prefix: str, day: int = 0, *, above: int = 0) -> str:
        """A fresh id, above every ordinal that was ever used for its prefix and day."""
        where = (prefix, day)
        self._minted[where] = 1 + max(self._minted.get(where, 0), self._highest(prefix, day), above)
        return make_id(prefix, day, self._minted[where])

    def _highest(self, prefix: str, day: int) -> int:
        row = self.conn.execute("SELECT n FROM counters WHERE prefix = ? AND day = ?", (prefix, day)).fetchone()
        return int(row[0]) if row else 0

    def minted(self, prefix: str) -> bool:
        """Whether an id with this prefix, of those that bear no day, was ever given."""
        return self._highest(prefix, 0) > 0

    def find(self, kind: str, words: str) -> list[int]:
        """The seqs of the entries whose payload gave this look-up, newest first."""
        return look_up(self.conn, self.key, kind, words)

    def used(self, name: str) -> bool:
        """Whether an id was ever borne by an entry."""
        sql = "SELECT 1 FROM subject_log WHERE subject = ? LIMIT 1"
        return self.conn.execute(sql, (name,)).fetchone() is not None

    def row(self, table: str, *key: object) -> dict[str, object] | None:
        """The current row of a projection table."""
        return current(self.conn, table, key)

    def blocks(self, segment: str) -> list[tuple[int, int]]:
        """The blocks of a segment in order: each with the entry that holds its bytes."""
        sql = "SELECT seq, coalesce(same_as, seq) FROM blocks WHERE segment = ? AND to_seq IS NULL ORDER BY ordinal"
        return [(row[0], row[1]) for row in self.conn.execute(sql, (segment,))]

    def payload_of(self, seq: int) -> Payload | None:
        """A payload, read once."""
        if seq not in self._payloads:
            if len(self._payloads) > 4096:
                self._payloads.clear()
            self._payloads[seq] = log.payload(self.conn, seq)
        return self._payloads[seq]


def write(store: Store, build: Build, *, at: int, actor: str) -> tuple[Entry, ...]:
    """Append what `build` yields and project each entry before the next; all or nothing.

    `at` is in UTC microseconds, `actor` a principal's id. Whatever `build` raises leaves the store
    as it was.
    """
    with store.locked() as conn:
        key = check_versions(conn)
        return tuple(append_all(conn, build, at=at, actor=actor, key=key))


def append_all(conn: sqlite3.Connection, build: Build, *, at: int, actor: str, key: bytes) -> list[Entry]:
    """The inside of a write door: the caller holds the lock and read the look-up key."""
    snapshot = Snapshot(conn, key, at)
    done: list[Entry] = []
    drafts = build(snapshot)
    try:
        draft = next(drafts)
        while True:
            entry = log.append(conn, draft, at=at, actor=actor, last=snapshot.head)
            project(conn, entry, draft.payload, snapshot.payload_of, snapshot.key)
            snapshot.head = (entry.seq, entry.hash)
            done.append(entry)
            draft = drafts.send(entry)
    except StopIteration:
        return done
