"""What doors and passes may append by themselves (laws 6 and 7): every entry that no plan decided, held to its shape.

Whoever can write the file can append entries with a correct chain. Those that claim to come from a door or a pass are
looked at here: a capture enters the inbox and nothing else, state gives way to newer state of its subject alone,
nothing is cleared, and nothing is judged stale. An entry of any other action moves no row at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from store import log
from store.decided import plan_of
from store.door_shapes import BLOCK, DoorShapes
from store.pass_shapes import PassShapes
from store.records.entry import Entry
from store.records.views import Finding
from store.records.words import Action
from store.shapes import Said

STEP: Final = "authority"
_LAST = (1 << 63) - 1
_MOVING: Final = frozenset({"item", "set", "restore", "moves", "links", "unlink"})
"""What of an effect moves rows, whatever its action is."""
_DECIDED: Final = frozenset(
    {
        Action.REVIEW, Action.MERGE, Action.MANUAL_CORRECTION, Action.ERASE, Action.IMPORT, Action.LANE, Action.LINK,
        Action.PROMOTE_TYPE,
    }
)  # fmt: skip
"""Actions that are looked at where decisions and imports are."""
_RUN: Final = frozenset({"item", "links", "run"})
Shapes: TypeAlias = dict[Action, Callable[[Entry], Said]]


def undecided_passes(conn: sqlite3.Connection, after: int = 0, until: int = _LAST) -> Iterator[Finding | int]:
    """Findings for entries behind `after` that no plan decided and that no door or pass makes so; counts the others."""
    shapes = DoorShapes(conn).of | PassShapes(conn).of
    marks = ",".join("?" * len(shapes))
    moving = " OR ".join(f"instr(header, CAST('\"{name}\":' AS BLOB))" for name in _MOVING)
    sql = f"SELECT seq FROM log WHERE seq > ? AND seq <= ? AND (action IN ({marks}) OR {moving}) ORDER BY seq"
    values = (after, until, *(action.value for action in shapes))
    for seqs in _parts([row[0] for row in conn.execute(sql, values)]):
        entries = log.some(conn, seqs)
        for seq in seqs:
            if said := _said(conn, shapes, entries[seq]):
                yield Finding(step=STEP, seq=seq, sentence=f"Entry {seq} ({entries[seq].action}) {said}.")
            yield 1


def _said(conn: sqlite3.Connection, shapes: Shapes, entry: Entry) -> Said:
    """What is wrong with one entry, in a clause; None too where it is looked at as a decision or an import."""
    shape = shapes.get(entry.action)
    if entry.action is Action.DECISION or shape is None:
        moves = entry.action not in _DECIDED and plan_of(entry) in (None, *entry.subjects[:1])
        return "moves what its action does not move" if moves and _MOVING & entry.effect.keys() else None
    if plan_of(entry) is not None or "verb" in entry.effect:
        return None
    try:
        return None if _imported(conn, entry) else shape(entry)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return "cannot be read as what it says"


def _parts(seqs: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(seqs), 500):
        yield seqs[start : start + 500]


def _imported(conn: sqlite3.Connection, entry: Entry) -> bool:
    """Whether an entry belongs to an import that was open then; who opened it is asked elsewhere."""
    run = entry.effect.get("run")
    if run is None or entry.action not in (Action.CAPTURE, Action.ARCHIVE) or "moves" in entry.effect:
        return False
    if set(entry.effect) - (_RUN if entry.action is Action.CAPTURE else BLOCK):
        return False
    sql = "SELECT state FROM runs WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
    found = conn.execute(sql, (run, entry.seq, entry.seq)).fetchone()
    return found is not None and found[0] == "open"
