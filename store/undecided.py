"""Control events and lanes that nobody decided, and sources whose items are not theirs: what `verify` asks besides.

Whoever can write the file can append entries with a correct chain. A control event counts only where a plan decided
it, or where an import that was open carried a withdrawal over; anybody may propose one, which does nothing. A lane is
made and turned by a plan, or by the import that brings it along.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from store import log
from store.decided import plan_of
from store.records.entry import Entry
from store.records.views import Finding
from store.records.words import Action, ControlState, LaneState

STEP: Final = "authority"
_PROPOSED: Final = frozenset({"control", "state", "reason", "assurance", "run"})
_OF_PLAN: Final = frozenset({"verb", "reason", "shown"})
_CARRIED: Final = frozenset({"control", "state", "reason", "run"})
_MADE: Final = frozenset({"state", "closed", "run"})
_TURNED: Final = frozenset({"run", "before", "set"})


def undecided_controls(conn: sqlite3.Connection, after: int) -> Iterator[Finding | int]:
    """Findings for control events and sources behind `after`; counts the others."""
    sql = "SELECT seq FROM log WHERE action IN ('withdraw', 'reinstate', 'source', 'lane') AND seq > ? ORDER BY seq"
    for (seq,) in conn.execute(sql, (after,)).fetchall():
        entry = log.entry(conn, seq)
        if entry is None:
            continue
        said = _ASKED.get(entry.action, _control)(conn, entry)
        if said:
            yield Finding(step=STEP, seq=seq, sentence=f"Entry {seq} ({entry.action}) {said}.")
        yield 1


def _control(conn: sqlite3.Connection, entry: Entry) -> str | None:
    effect, state = entry.effect, entry.effect.get("state")
    if effect.get("control", {}).get("action") != entry.action:
        return "does another thing than it is called"
    if plan_of(entry) is not None:
        return None if state == ControlState.DECIDED else "was decided, and does not say so"
    if state in (ControlState.PROPOSED, ControlState.FOLLOWED):
        return None if set(effect) <= _PROPOSED else "proposes and does more"
    if state == ControlState.CARRIED and entry.action is Action.WITHDRAW and set(effect) <= _CARRIED:
        return None if _open(conn, effect.get("run"), entry.seq) else "was carried over by no import"
    return "was decided by nobody"


def _lane(conn: sqlite3.Connection, entry: Entry) -> str | None:
    """An import makes a lane in use, and turns only what it made itself."""
    if plan_of(entry) is not None:
        return None
    effect, run = entry.effect, entry.effect.get("run")
    sql = "SELECT min(seq) FROM subject_log WHERE subject = ?"
    made = log.entry(conn, conn.execute(sql, entry.subjects[:1]).fetchone()[0])
    if made is None or not _open(conn, run, entry.seq):
        return "was decided by nobody"
    if made.seq == entry.seq and set(effect) == _MADE and effect["state"] == LaneState.ACTIVE and not effect["closed"]:
        return None
    turns = set(effect) == _TURNED and set(effect["set"]) == {"state"} and made.effect.get("run") == run
    return None if turns else "was decided by nobody"


def _open(conn: sqlite3.Connection, run: object, seq: int) -> bool:
    """Whether an import was open when an entry was appended."""
    sql = "SELECT state FROM runs WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
    found = conn.execute(sql, (run, seq, seq)).fetchone()
    return found is not None and found[0] == "open"


def _source(conn: sqlite3.Connection, entry: Entry) -> str | None:
    told = _OF_PLAN if plan_of(entry) is not None else frozenset()
    if set(entry.effect) - told or not entry.subjects[0].startswith("src-"):
        return "does more than name a source"
    payload = log.payload(conn, entry.seq)
    if payload is None:
        return None  # erased since
    sql = "SELECT min(seq) FROM subject_log WHERE subject = ?"
    first = log.payload(conn, conn.execute(sql, entry.subjects[:1]).fetchone()[0])
    if first is not None and first.get("name") != payload.get("name"):
        return f"calls {entry.subjects[0]} by the words of another source"
    for name in entry.subjects[1:]:
        if name.startswith("quar-"):
            continue  # what was refused is only hidden by it
        sql = "SELECT body FROM items WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
        row = conn.execute(sql, (name, entry.seq, entry.seq)).fetchone()
        words = (log.payload(conn, row[0]) or {}).get("words") if row else None
        if row is None or (words is not None and words.get("source") != payload.get("name")):
            return f"gives a source {name}, which does not name it"
    return None


_ASKED: Final = {Action.SOURCE: _source, Action.LANE: _lane}
