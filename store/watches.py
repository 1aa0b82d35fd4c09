"""What is watched, and how far each of it was read; beside the log, and inside erasure."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from dataclasses import dataclass, field
from typing import Literal

WatchKind = Literal["file", "folder", "spool", "old"]


@dataclass(slots=True)
class Watch:
    """A place into which agents write, and what was taken of it; digests are keyed, and nothing is quoted."""

    name: str
    """Its path as text, under which it is kept."""
    path: str
    """Its path; bytes that are no text are lone surrogates."""
    kind: WatchKind
    """old is the former content of a file that was rewritten blank, kept while somebody may still write to it."""
    standing: bool = True
    """Whether it is watched; what is watched no more is remembered, so that nothing of it comes in twice."""
    generation: int = 1
    """Rises whenever the file begins anew: rewritten blank, emptied, or removed."""
    seen: list[str] = field(default_factory=list)
    """Keyed digests of what was taken and still stands there."""
    stays: list[str] = field(default_factory=list)
    """The same of what was refused and is kept nowhere else as a whole: a credential, or something far too long."""
    mark: list[int] = field(default_factory=list)
    """What the file was like when all of it had been taken; empty while something waits."""
    taken: int = 0
    refused: int = 0
    last_at: int | None = None
    trouble: str | None = None

    def known(self) -> set[str]:
        """Everything that is not taken a second time."""
        return {*self.seen, *self.stays}


def watches(conn: sqlite3.Connection) -> list[Watch]:
    """Every place that is or was watched, by path; none in a store whose tables are older."""
    if conn.execute("PRAGMA user_version").fetchone()[0] < 3:
        return []
    return [_read(name, body) for name, body in conn.execute("SELECT path, body FROM local_watch ORDER BY path")]


def watch(conn: sqlite3.Connection, name: str) -> Watch | None:
    """One place, as it is kept now."""
    row = conn.execute("SELECT body FROM local_watch WHERE path = ?", (name,)).fetchone()
    return _read(name, row[0]) if row else None


def keep(conn: sqlite3.Connection, found: Watch) -> None:
    """Keep what is known of a place; the caller holds the write lock."""
    body = {name: value for name, value in dataclasses.asdict(found).items() if name != "name"}
    conn.execute("INSERT OR REPLACE INTO local_watch VALUES (?, ?)", (found.name, json.dumps(body)))


def forget(conn: sqlite3.Connection, name: str) -> None:
    """Forget a place altogether; the caller holds the write lock."""
    conn.execute("DELETE FROM local_watch WHERE path = ?", (name,))


def _read(name: str, body: str) -> Watch:
    return Watch(name, **json.loads(body))
