"""What doors and passes may append by themselves (laws 6 and 7): every entry that no plan decided, held to its shape.

Whoever can write the file can append entries with a correct chain. Those that claim to come from a door or a pass are
looked at here: a capture enters the inbox and nothing else, state gives way to newer state of its subject alone,
nothing is cleared, and nothing is judged stale. An entry of any other action moves no row at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from store import log
from store.decided import plan_of
from store.records.entry import Effect, Entry
from store.records.views import Finding
from store.records.words import WAITS, Action, Assurance, Door, Fault, Kind, Origin, Relation, Review, TaskOutcome

STEP: Final = "authority"
_LAST = (1 << 63) - 1
_MOVING: Final = frozenset({"item", "set", "restore", "moves", "links", "unlink"})
"""What of an effect moves rows, whatever its action is."""
_DECIDED: Final = frozenset({Action.REVIEW, Action.MERGE, Action.MANUAL_CORRECTION, Action.ERASE, Action.IMPORT})
"""Actions that are looked at where decisions and imports are."""
_ITEM: Final = frozenset(
    {"place", "kind", "status", "confidence", "source_state", "block", "review", "findings", "type", "task"}
)
_MADE: Final = _ITEM - {"block", "task"} | {"topic"}
"""What a distiller's item may bear."""
_BLOCK: Final = frozenset(
    {"role", "encoding", "holder", "run", "ordinal", "same_as", "entry", "sanitized", "moves", "repeats"}
)
_RUN: Final = frozenset({"item", "links", "run"})
_COLUMNS: Final = (
    "kind", "status", "place", "cooled", "review", "type", "task", "released", "body", "created",
)  # fmt: skip
_FLAGS: Final = frozenset(flag.value for flag in WAITS)
_LIVE: Final = ("active", "pending-cleanup")
_SURE: Final = frozenset({Assurance.CLAIMED, Assurance.OS_USER, Assurance.TOKEN})
_OF_WRITERS: Final = frozenset({Origin.AGENT, Origin.PERSON, Origin.DOCUMENT})

Row = dict[str, Any]
Said = str | None


def undecided_passes(conn: sqlite3.Connection, after: int = 0, until: int = _LAST) -> Iterator[Finding | int]:
    """Findings for entries behind `after` that no plan decided and that no door or pass makes so; counts the others."""
    marks = ",".join("?" * len(_SHAPES))
    moving = " OR ".join(f"instr(header, CAST('\"{name}\":' AS BLOB))" for name in _MOVING)
    sql = f"SELECT seq FROM log WHERE seq > ? AND seq <= ? AND (action IN ({marks}) OR {moving}) ORDER BY seq"
    values = (after, until, *(action.value for action in _SHAPES))
    for seqs in _parts([row[0] for row in conn.execute(sql, values)]):
        entries = log.some(conn, seqs)
        for seq in seqs:
            if said := _said(conn, entries[seq]):
                yield Finding(step=STEP, seq=seq, sentence=f"Entry {seq} ({entries[seq].action}) {said}.")
            yield 1


def _said(conn: sqlite3.Connection, entry: Entry) -> Said:
    """What is wrong with one entry, in a clause; None too where it is looked at as a decision or an import."""
    shape = _SHAPES.get(entry.action)
    if entry.action is Action.DECISION or shape is None:
        moves = entry.action not in _DECIDED and plan_of(entry) in (None, *entry.subjects[:1])
        return "moves what its action does not move" if moves and _MOVING & entry.effect.keys() else None
    if plan_of(entry) is not None or "verb" in entry.effect:
        return None
    try:
        return None if _imported(conn, entry) else shape(conn, entry)
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
    if set(entry.effect) - (_RUN if entry.action is Action.CAPTURE else _BLOCK):
        return False
    sql = "SELECT state FROM runs WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
    found = conn.execute(sql, (run, entry.seq, entry.seq)).fetchone()
    return found is not None and found[0] == "open"


def _row(conn: sqlite3.Connection, name: str, before: int) -> Row | None:
    """An item as it stood in front of an entry."""
    sql = f"SELECT {', '.join(_COLUMNS)} FROM items WHERE id = ? AND from_seq < ? AND (to_seq IS NULL OR to_seq >= ?)"
    found = conn.execute(sql, (name, before, before)).fetchone()
    return dict(zip(_COLUMNS, found, strict=True)) if found else None


def _in_a_pass(entry: Entry) -> bool:
    return any(isinstance(ref, str) and ref.startswith("run-") for ref in entry.refs)


def _linked(effect: Effect, *allowed: Relation) -> bool:
    """Whether an effect links by these relations alone."""
    return all(relation in {one.value for one in allowed} for relation, _ in effect.get("links", ()))


def _more(found: Iterable[str], allowed: frozenset[str]) -> Said:
    more = set(found) - allowed
    return f"sets what no writer may: {', '.join(sorted(more))}" if more else None


def _waits(item: Row, use: object) -> Said:
    """Why a new record's review does not follow from its findings."""
    flagged, review = bool(set(item.get("findings", ())) & _FLAGS), item.get("review")
    if review not in (Review.NEEDED, Review.SOURCE_CLAIM):
        return "was looked at by nobody, and says it was"
    if (review == Review.NEEDED) != flagged or use != ("none" if flagged else "testimony"):
        return "does not wait for a person although it was flagged" if flagged else "waits for a person without a flag"
    if item.get("status") != "active" or item.get("confidence") == "confirmed" or item.get("kind") not in set(Kind):
        return "enters elsewhere than as an active, unconfirmed record"
    return None


def _capture(conn: sqlite3.Connection, entry: Entry) -> Said:
    effect, item = entry.effect, entry.effect["item"]
    if item.get("place") != "inbox" or item.get("block") != entry.seq or effect.get("door") not in set(Door):
        return "did not come into the inbox by a door"
    told = frozenset({"item", "links", "assurance", "origin", "permitted_use", "door"})
    if said := _more(effect, told) or _more(item, _ITEM) or _waits(item, effect.get("permitted_use")):
        return said
    if effect.get("origin") not in _OF_WRITERS or effect.get("assurance") not in _SURE:
        return "is surer of its writer than a door can be"
    nobody = log.entry(conn, 1)
    if effect["assurance"] == Assurance.CLAIMED and nobody is not None and entry.actor != nobody.subjects[0]:
        return f"says {entry.actor} wrote it, and that a name was only claimed"
    if (item.get("type") == "working") != (item.get("task") is not None):
        return "is working memory of no task, or of a task and no working memory"
    return (
        None
        if _linked(effect, Relation.SOURCE, Relation.REFUTES, Relation.OF_SOURCE)
        else "links to more than its source"
    )


def _add(conn: sqlite3.Connection, entry: Entry) -> Said:
    effect = entry.effect
    if not _in_a_pass(entry):
        return "belongs to no pass"
    if "item" in effect:
        item = effect["item"]
        told = frozenset({"item", "links", "origin", "permitted_use"})
        if said := _more(effect, told) or _more(item, _MADE) or _waits(item, effect.get("permitted_use")):
            return said
        if item["kind"] != "knowledge" or not effect.get("links") or not _linked(effect, Relation.DERIVED_FROM):
            return "makes more than knowledge of captures"
        sources = [_row(conn, str(name), entry.seq) for _, name in effect["links"]]
        if effect.get("origin") != Origin.PASS or any(_untakeable(row) for row in sources):
            return "makes an item of what no pass may take"
        if any(row and row["kind"] != "knowledge" for row in sources):
            return "makes knowledge of what is none"
        waits = item["review"] == Review.NEEDED
        return None if item.get("place") == ("archived" if waits else "store") else "places an item wrongly"
    row, put = _row(conn, entry.subjects[0], entry.seq), effect["set"]
    if set(effect) - {"before", "set"} or set(put) - {"place", "topic", "cooled"} or put.get("place") != "store":
        return "does more than add"
    if row is None:
        return "adds nothing that stands"
    if said := _untakeable(row):
        return said
    if put.get("cooled") not in (None, True) or ("cooled" in put and row["kind"] != "knowledge"):
        return "does more than add"
    return None


def _untakeable(row: Row | None) -> Said:
    """Why a pass may not take an item into the store."""
    if row is None or row["place"] == "store" or row["released"] or row["type"] == "working":
        return "adds what is not archived, or is working memory"
    if row["review"] in (Review.NEEDED, Review.HELD, Review.REFUSED) or row["status"] != "active":
        return "adds what waits for a person, or was refused"
    return None


def _supersede(conn: sqlite3.Connection, entry: Entry) -> Said:
    effect, put = entry.effect, entry.effect.get("set", {})
    if not _in_a_pass(entry):
        return "was decided by nobody"
    if set(effect) - {"before", "set", "links"} or set(put) != {"status", "superseded_by"}:
        return "does more than supersede"
    if any(link != ["superseded-by", put["superseded_by"]] for link in effect.get("links", ())):
        return "links to more than its successor"
    old, new = (_row(conn, str(name), entry.seq) for name in (entry.subjects[0], put["superseded_by"]))
    if put["status"] != "superseded" or old is None or new is None or entry.subjects[0] == put["superseded_by"]:
        return "lets something give way to nothing that stands"
    if {old["kind"], new["kind"]} != {"state"} or old["status"] not in _LIVE or new["status"] != "active":
        return "lets something else than live state give way to live state"
    if old["status"] == "active" and {old["place"], new["place"]} != {"store"}:
        return "lets state give way that was not distilled, or to such"
    mine, theirs = _words(conn, old["body"]), _words(conn, new["body"])
    if mine is None or theirs is None:
        return None  # erased since
    if mine.get("subject") is None or mine.get("subject") != theirs.get("subject"):
        return "lets state give way to state of another subject"
    if any(mine.get(name) != theirs.get(name) for name in ("project", "scope")) or old["type"] != new["type"]:
        return "lets state give way to state of another project, scope or type"
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
    if entry.effect.get("set") != {"cooled": True} or set(entry.effect) - {"before", "set"}:
        return "does more than cool"
    row = _row(conn, entry.subjects[0], entry.seq)
    live = row is not None and row["kind"] == "knowledge" and row["status"] == "active"
    return None if live else "cools what is no live knowledge"


def _pending(conn: sqlite3.Connection, entry: Entry) -> Said:
    row = _row(conn, entry.subjects[0], entry.seq)
    if not _in_a_pass(entry) or row is None or row["status"] != "active":
        return "marks what is not active, or outside any pass"
    if entry.effect.get("set") != {"status": "pending-cleanup"} or set(entry.effect) - {"before", "set", "links"}:
        return "does more than mark"
    reason = entry.effect.get("links") and _linked(entry.effect, Relation.CONTRADICTED_BY)
    return None if reason else "marks without a reason"


def _suggest(_: sqlite3.Connection, entry: Entry) -> Said:
    only = set(entry.effect) == {"links"} and _linked(entry.effect, Relation.LIKE, Relation.AGAINST)
    return None if only and _in_a_pass(entry) else "does more than suggest"


def _task_closed(conn: sqlite3.Connection, entry: Entry) -> Said:
    effect = entry.effect
    if set(effect) - {"outcome", "assurance", "moves"} or effect.get("moves", {"released": True}) != {"released": True}:
        return "does more than release"
    if effect.get("outcome") not in set(TaskOutcome) or not entry.subjects[0].startswith("task-"):
        return "closes no task"
    for name in entry.subjects[1:]:
        row = _row(conn, name, entry.seq)
        if row is None or row["type"] != "working" or row["task"] != entry.subjects[0]:
            return f"releases {name}, which is no working record of it"
    return None


def _archive(conn: sqlite3.Connection, entry: Entry) -> Said:
    effect = entry.effect
    moves, held = effect.get("moves"), effect.get("same_as")
    if more := set(effect) - _BLOCK:
        return f"archives and does more: {', '.join(sorted(more))}"
    if moves is None:
        return "archives nothing that came in by a door"
    if set(moves) - {"place", "block"} or moves.get("place") != "archived" or moves.get("block", held) != held:
        return "does more than archive"
    [name] = entry.subjects[1:]
    row = _row(conn, name, entry.seq)
    whole = row is not None and row["place"] == "inbox" and row["created"] == held and row["review"] != Review.REFUSED
    return None if whole else "archives what is not in the inbox"


def _quarantine(_: sqlite3.Connection, entry: Entry) -> Said:
    effect = entry.effect
    closed = set(effect) == {"fault", "door", "assurance"} and effect["fault"] in set(Fault)
    return None if closed and effect["door"] in set(Door) else "puts into quarantine what no door did"


def _skip(_: sqlite3.Connection, entry: Entry) -> Said:
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
