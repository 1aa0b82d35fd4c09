"""What the shapes of doors and passes have in common: how things stood in front of an entry, and who wrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, Final

from store import log
from store.records.entry import Effect
from store.records.words import WAITS, Assurance, Kind, LaneState, PrincipalKind, Relation, Review

_COLUMNS: Final = (
    "kind", "status", "place", "cooled", "review", "type", "task", "released", "body", "created", "block", "from_seq",
    "lane",
)  # fmt: skip
_SURE: Final = (Assurance.OS_USER, Assurance.TOKEN)
_FLAGS: Final = frozenset(flag.value for flag in WAITS)
_BEFORE: Final = "from_seq < ?2 AND (to_seq IS NULL OR to_seq >= ?2)"

Row = dict[str, Any]
Said = str | None
"""What is wrong with an entry, in a clause."""


def stood(conn: sqlite3.Connection, table: str, name: str, before: int, column: str = "id") -> Any:
    """One column of a row as it stood in front of an entry; None where it did not stand."""
    found = conn.execute(f"SELECT {column} FROM {table} WHERE id = ?1 AND {_BEFORE}", (name, before)).fetchone()
    return found[0] if found else None


def row_before(conn: sqlite3.Connection, name: str, before: int) -> Row | None:
    """An item as it stood in front of an entry."""
    found = conn.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM items WHERE id = ?1 AND {_BEFORE}", (name, before)
    ).fetchone()
    return dict(zip(_COLUMNS, found, strict=True)) if found else None


def shut(conn: sqlite3.Connection, lane: object, before: int) -> bool:
    """Whether nothing was written into a lane in front of an entry: it was frozen or cleared, or there was none."""
    return lane is not None and stood(conn, "lanes", str(lane), before, "state") != LaneState.ACTIVE


def words_of(conn: sqlite3.Connection, body: int) -> Row | None:
    """The words of an item; None where they were erased."""
    payload = log.payload(conn, body)
    words = payload.get("words") if payload else None
    return words if isinstance(words, dict) else None


def linked(effect: Effect, *allowed: Relation) -> bool:
    """Whether an effect links by these relations alone."""
    return all(relation in {one.value for one in allowed} for relation, _ in effect.get("links", ()))


def more_than(found: Iterable[str], allowed: frozenset[str]) -> Said:
    """What is set beyond what may be."""
    more = set(found) - allowed
    return f"sets what no writer may: {', '.join(sorted(more))}" if more else None


def waits(item: Row, use: object) -> Said:
    """Why a new record's review does not follow from its findings."""
    flagged, review = bool(set(item.get("findings", ())) & _FLAGS), item.get("review")
    if review not in (Review.NEEDED, Review.SOURCE_CLAIM):
        return "was looked at by nobody, and says it was"
    if (review == Review.NEEDED) != flagged or use != ("none" if flagged else "testimony"):
        return "does not wait for a person although it was flagged" if flagged else "waits for a person without a flag"
    if item.get("status") != "active" or item.get("confidence") == "confirmed" or item.get("kind") not in set(Kind):
        return "enters elsewhere than as an active, unconfirmed record"
    return None


class Writers:
    """Who wrote, as surely as an entry says; each principal is looked up once, for what it is never changes."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._known: dict[str, tuple[str, int] | None] = {}
        genesis = log.entry(conn, 1)
        self._nobody = genesis.subjects[0] if genesis else ""

    def unsure(self, actor: str, assurance: object, before: int) -> Said:
        """Why somebody cannot have been known as surely as an entry says, in front of it."""
        if actor == self._nobody:
            return None if assurance in (Assurance.CLAIMED, Assurance.OS_USER) else "was written by nobody who is known"
        if actor not in self._known:
            sql = "SELECT kind, from_seq FROM principals WHERE id = ? ORDER BY from_seq LIMIT 1"
            self._known[actor] = self._conn.execute(sql, (actor,)).fetchone()
        known = self._known[actor]
        if known is None or known[1] >= before:
            return f"says {actor} wrote it, who was nobody then"
        if assurance == Assurance.CLAIMED:
            return f"says {actor} wrote it, and that a name was only claimed"
        fits = known[0] == PrincipalKind.HUMAN if assurance == Assurance.OS_USER else known[0] != PrincipalKind.HUMAN
        return None if fits and assurance in _SURE else f"says {actor} wrote it, known by {assurance}"
