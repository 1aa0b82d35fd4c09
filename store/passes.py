"""What doors and passes may append by themselves (laws 6 and 7): every entry that no plan decided, held to its shape.

Whoever can write the file can append entries with a correct chain. Those that claim to come from a door or a pass are
looked at here: a capture enters the inbox and nothing else, state gives way to newer state of its subject alone,
nothing is cleared, and nothing is judged stale.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Final

from store import log
from store.decided import plan_of
from store.records.entry import Entry
from store.records.views import Finding
from store.records.words import WAITS, Action, Door, Fault, Relation, Review

STEP: Final = "authority"
_LAST = (1 << 63) - 1
_ACTIONS: Final = (
    Action.CAPTURE, Action.ADD, Action.SUPERSEDE, Action.COOL, Action.PENDING_CLEANUP, Action.SUGGEST,
    Action.TASK_CLOSED, Action.ARCHIVE, Action.QUARANTINE, Action.AUTODREAM_SKIP,
)  # fmt: skip
_TOLD: Final = frozenset({"item", "links", "assurance", "origin", "permitted_use", "door"})
_ITEM: Final = frozenset(
    {"place", "kind", "status", "confidence", "source_state", "block", "review", "findings", "type", "task"}
)

Row = dict[str, Any]
Said = str | None


def undecided_passes(conn: sqlite3.Connection, after: int = 0, until: int = _LAST) -> Iterator[Finding | int]:
    """Findings for entries behind `after` that no plan decided and that no door or pass makes so; counts the others."""
    marks = ",".join("?" * len(_ACTIONS))
    sql = f"SELECT seq FROM log WHERE action IN ({marks}) AND seq > ? AND seq <= ? ORDER BY seq"
    values = (*(action.value for action in _ACTIONS), after, until)
    for seqs in _parts([row[0] for row in conn.execute(sql, values)]):
        entries = log.some(conn, seqs)
        for seq in seqs:
            entry = entries[seq]
            if plan_of(entry) is not None or "verb" in entry.effect or _imported(entry):
                continue
            try:
                said = _SHAPES[entry.action](conn, entry)
            except (KeyError, TypeError, ValueError, IndexError, AttributeError):
                said = "cannot be read as what it says"
            if said:
                yield Finding(step=STEP, seq=seq, sentence=f"Entry {seq} ({entry.action}) {said}.")
            yield 1


def _parts(seqs: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(seqs), 500):
        yield seqs[start : start + 500]


def _imported(entry: Entry) -> bool:
    """Whether an entry belongs to an import, or skips a block by a decision: those are looked at elsewhere."""
    return entry.effect.get("run") is not None or "block_seq" in entry.effect


def _row(conn: sqlite3.Connection, name: str, before: int) -> Row | None:
    """An item as it stood in front of an entry."""
    sql = (
        "SELECT kind, status, place, cooled, review, type, task, released, topic, body, block FROM items"
        " WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
    )
    found = conn.execute(sql, (name, before, before)).fetchone()
    names = ("kind", "status", "place", "cooled", "review", "type", "task", "released", "topic", "body", "block")
    return dict(zip(names, found, strict=True)) if found else None


def _in_a_pass(entry: Entry) -> bool:
    return any(isinstance(ref, str) and ref.startswith("run-") for ref in entry.refs)


def _capture(conn: sqlite3.Connection, entry: Entry) -> Said:  # noqa: ARG001 - each shape is judged by one form
    item = entry.effect.get("item")
    if item is None:
        return "captures nothing"
    if "door" not in entry.effect:
        return None  # an older store, from before there were doors
    if more := (set(entry.effect) - _TOLD) | (set(item) - _ITEM):
        return f"sets what no writer may: {', '.join(sorted(more))}"
    if item.get("place") != "inbox" or item.get("status") != "active" or item.get("confidence") == "confirmed":
        return "enters elsewhere than as an active, unconfirmed capture of the inbox"
    if item.get("block") != entry.seq or entry.effect.get("door") not in set(Door):
        return "did not come in by a door"
    flagged = set(item.get("findings", ())) & {flag.value for flag in WAITS}
    review, use = item.get("review"), entry.effect.get("permitted_use")
    if review not in (Review.NEEDED, Review.SOURCE_CLAIM):
        return "was looked at by nobody, and says it was"
    if (review == Review.NEEDED) != bool(flagged) or (use == "none") != bool(flagged):
        return "does not wait for a person although it was flagged" if flagged else "waits for a person without a flag"
    allowed = {Relation.SOURCE.value, Relation.REFUTES.value}
    return "links to more than its source" if any(r not in allowed for r, _ in entry.effect.get("links", ())) else None


def _add(conn: sqlite3.Connection, entry: Entry) -> Said:
    if not _in_a_pass(entry):
        return "belongs to no pass"
    item, put = entry.effect.get("item"), entry.effect.get("set")
    if item is not None:
        links = entry.effect.get("links", ())
        if not links or any(relation != Relation.DERIVED_FROM for relation, _ in links):
            return "makes an item of nothing"
        if item.get("kind") != "knowledge" or item.get("status") != "active" or item.get("confidence") == "confirmed":
            return "makes more than an active knowledge item"
        waits = item.get("review") == Review.NEEDED
        return "places an item wrongly" if (item.get("place") == "store") == waits else None
    row = _row(conn, entry.subjects[0], entry.seq)
    if row is None or put is None:
        return "adds nothing that stands"
    if set(put) - {"place", "topic", "cooled"} or put.get("place") != "store" or put.get("cooled") not in (None, True):
        return "does more than add"
    if row["place"] == "store" or row["released"] or row["type"] == "working":
        return "adds what is not archived, or is working memory"
    if row["review"] in (Review.NEEDED, Review.HELD, Review.REFUSED):
        return "adds what waits for a person, or was refused"
    return None


def _supersede(conn: sqlite3.Connection, entry: Entry) -> Said:
    if not _in_a_pass(entry):
        return "was decided by nobody"
    put = entry.effect.get("set", {})
    if set(entry.effect) - {"before", "set", "links"} or set(put) != {"status", "superseded_by"}:
        return "does more than supersede"
    old = _row(conn, entry.subjects[0], entry.seq)
    new = _row(conn, str(put["superseded_by"]), entry.seq)
    if put["status"] != "superseded" or old is None or new is None:
        return "lets something give way to nothing that stands"
    if old["kind"] != "state" or new["kind"] != "state" or old["status"] not in ("active", "pending-cleanup"):
        return "lets something else than live state give way to state"
    mine, theirs = _words(conn, old["body"]), _words(conn, new["body"])
    if mine is None or theirs is None:
        return None  # erased since
    if mine.get("subject") is None or mine.get("subject") != theirs.get("subject"):
        return "lets state give way to state of another subject"
    if mine.get("project") != theirs.get("project"):
        return "lets state give way to state of another project"
    if old["status"] == "active" and (mine.get("date") or "") >= (theirs.get("date") or ""):
        return "lets state give way to what is not newer"
    return None


def _words(conn: sqlite3.Connection, body: int) -> Row | None:
    payload = log.payload(conn, body)
    words = payload.get("words") if payload else None
    return words if isinstance(words, dict) else None


def _cool(conn: sqlite3.Connection, entry: Entry) -> Said:
    if not _in_a_pass(entry):
        return "was decided by nobody"
    row = _row(conn, entry.subjects[0], entry.seq)
    if entry.effect.get("set") != {"cooled": True} or set(entry.effect) - {"before", "set"}:
        return "does more than cool"
    return (
        None if row and row["kind"] == "knowledge" and row["status"] == "active" else "cools what is no live knowledge"
    )


def _pending(conn: sqlite3.Connection, entry: Entry) -> Said:
    row = _row(conn, entry.subjects[0], entry.seq)
    if not _in_a_pass(entry) or row is None or row["status"] != "active":
        return "marks what is not active, or outside any pass"
    if entry.effect.get("set") != {"status": "pending-cleanup"} or set(entry.effect) - {"before", "set", "links"}:
        return "does more than mark"
    links = entry.effect.get("links", ())
    return None if links and all(r == Relation.CONTRADICTED_BY for r, _ in links) else "marks without a reason"


def _suggest(conn: sqlite3.Connection, entry: Entry) -> Said:  # noqa: ARG001 - the same
    allowed = {Relation.LIKE.value, Relation.AGAINST.value}
    only = set(entry.effect) == {"links"} and all(relation in allowed for relation, _ in entry.effect["links"])
    return None if only and _in_a_pass(entry) else "does more than suggest"


def _task_closed(conn: sqlite3.Connection, entry: Entry) -> Said:
    moves = entry.effect.get("moves")
    if moves is not None and moves != {"released": True}:
        return "does more than release"
    for name in entry.subjects[1:]:
        row = _row(conn, name, entry.seq)
        if row is None or row["type"] != "working" or row["task"] != entry.subjects[0]:
            return f"releases {name}, which is no working record of it"
    return None


def _archive(conn: sqlite3.Connection, entry: Entry) -> Said:
    moves, held = entry.effect.get("moves"), entry.effect.get("same_as")
    if moves is None:
        return "archives nothing that came in by a door" if len(entry.subjects) > 1 else None
    if set(moves) - {"place", "block"} or moves.get("place") != "archived" or moves.get("block", held) != held:
        return "does more than archive"
    [name] = entry.subjects[1:]
    row = _row(conn, name, entry.seq)
    made = conn.execute("SELECT created FROM items WHERE id = ? LIMIT 1", (name,)).fetchone()
    return None if row and row["place"] == "inbox" and made and made[0] == held else "archives what is not in the inbox"


def _quarantine(conn: sqlite3.Connection, entry: Entry) -> Said:  # noqa: ARG001 - the same
    effect = entry.effect
    closed = set(effect) == {"fault", "door", "assurance"} and effect["fault"] in set(Fault)
    return None if closed else "puts into quarantine what no door did"


def _skip(conn: sqlite3.Connection, entry: Entry) -> Said:  # noqa: ARG001 - the same
    return None if not entry.effect and entry.subjects[0].startswith("run-") else "was decided by nobody"


_SHAPES: Final[dict[Action, Callable[[sqlite3.Connection, Entry], Said]]] = {
    Action.CAPTURE: _capture,
    Action.ADD: _add,
    Action.SUPERSEDE: _supersede,
    Action.COOL: _cool,
    Action.PENDING_CLEANUP: _pending,
    Action.SUGGEST: _suggest,
    Action.TASK_CLOSED: _task_closed,
    Action.ARCHIVE: _archive,
    Action.QUARANTINE: _quarantine,
    Action.AUTODREAM_SKIP: _skip,
}
