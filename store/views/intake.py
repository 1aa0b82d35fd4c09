"""What the doors brought in: captures that wait, what is in quarantine, tasks with their working records."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from store import log, seal
from store.records.entry import Entry, Payload
from store.records.item import ItemRow
from store.records.views import QuarantineView, Row, TaskView, Why
from store.records.words import Action, Assurance, Door, Fault, Hold, Place, Review, Status, TaskOutcome, TaskState
from store.views.lanes import not_shut
from store.views.reader import Reader, chunks

INBOX = (
    "items.drift = '' AND (items.place = 'inbox' OR (items.place = 'archived'"
    " AND items.status = 'active' AND items.review IN ('needs-review', 'held')))"
    " AND coalesce(items.review, '') <> 'refused'"
)
"""Which items stand in the inbox: those not archived yet, and those that a person has to look at."""
UNTAKEN = (
    "items.place = 'archived' AND +items.status = 'active' AND items.drift = ''"
    " AND coalesce(items.review, 'source-claim') IN ('source-claim', 'reviewed') AND items.released = 0"
    " AND coalesce(items.type, '') <> 'working'"
    " AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.seq IN (items.body, items.block))"
)
"""Which captures are archived and not distilled: those that the next pass may take (as `passes.eligible` says)."""


def in_inbox(row: ItemRow) -> bool:
    """Whether an item stands in the inbox (the same as `INBOX`)."""
    waits = row.status is Status.ACTIVE and row.review in (Review.NEEDED, Review.HELD)
    there = row.place is Place.INBOX or (row.place is Place.ARCHIVED and waits)
    return there and not row.drift and row.review is not Review.REFUSED


def to_look_at(reader: Reader) -> tuple[str, ...]:
    """The captures of the inbox that a person has to look at, oldest first."""
    sql = (
        f"SELECT id FROM items WHERE {INBOX} AND items.review IN ('needs-review', 'held')"
        f" AND {reader.visible('items')} AND {not_shut(reader)} ORDER BY day, n"
    )
    return tuple(row[0] for row in reader.conn.execute(sql))


def untaken(reader: Reader, name: str | None = None) -> tuple[str, ...]:
    """The captures (or one) that are archived and wait for a pass to distil them, oldest first."""
    one, values = ("", ()) if name is None else (" AND items.id = ?", (name,))
    awake = f"{reader.visible('items')} AND {reader.awake('items')} AND {not_shut(reader)}"
    sql = f"SELECT id FROM items WHERE {UNTAKEN} AND {awake}{one} ORDER BY day, n"
    return tuple(row[0] for row in reader.conn.execute(sql, values))


def working_of(conn: sqlite3.Connection, task: str) -> tuple[str, ...]:
    """The working records of a task that are in use."""
    sql = "SELECT id FROM items WHERE task = ? AND to_seq IS NULL AND released = 0 ORDER BY day, n"
    return tuple(row[0] for row in conn.execute(sql, (task,)))


def quarantine_keys(reader: Reader) -> tuple[str, ...]:
    """What is kept in quarantine, oldest first."""
    awake = f"{reader.stands('quarantine')} AND {reader.awake('quarantine')}"
    sql = f"SELECT id FROM quarantine WHERE hold = 'kept' AND {awake} ORDER BY id"
    keys = tuple(row[0] for row in reader.conn.execute(sql))
    return keys if reader.only is None else tuple(quarantined(reader, keys))


def sent_in(reader: Reader, name: str) -> Payload | None:
    """What quarantine keeps of what was sent, whatever became of it; None where it was erased."""
    made = reader.conn.execute("SELECT body FROM quarantine WHERE id = ? LIMIT 1", (name,)).fetchone()
    return log.payload(reader.conn, made[0]) if made else {}


def quarantined(reader: Reader, names: Sequence[str]) -> dict[str, QuarantineView]:
    """What is or was in quarantine, by id, as far as this reader is told of it; what was discarded has no words."""
    found: dict[str, QuarantineView] = {}
    for name in names:
        sql = f"SELECT fault, door, hold, body, from_seq FROM quarantine WHERE id = ? AND {reader.stands('quarantine')}"
        row = reader.conn.execute(sql, (name,)).fetchone()
        if row is None:
            continue
        fault, door, hold, body, moved = row
        entry = log.entry(reader.conn, body)
        payload = log.payload(reader.conn, body)
        told = payload or {}
        if not reader.told_of(told.get("project"), erased=payload is None):
            continue
        shown = reader.behind or not (_discarded(reader, name) or reader.withdrawn([name]))
        found[name] = QuarantineView(
            id=name,
            fault=Fault(fault),
            hold=Hold(hold),
            door=Door(door),
            assurance=Assurance(entry.effect["assurance"] if entry else Assurance.CLAIMED),
            by=told.get("by", ""),
            at=entry.at if entry else 0,
            faults=tuple((field, sentence) for field, sentence in told.get("faults", ())) if shown else (),
            raw=told.get("raw") if shown else None,
            project=told.get("project"),
            file=told.get("file"),
            line=told.get("line"),
            rule=told.get("rule"),
            place=told.get("place"),
            seen=seal.seen_digest({"id": name, "moved": moved, "hold": hold}),
            moved=moved,
            became=_became(reader, name, moved) if hold == Hold.RESUBMITTED else None,
        )
    return found


def _became(reader: Reader, name: str, settled: int) -> str | None:
    """The capture that something in quarantine was sent again as: made just before that was settled."""
    made = log.entry(reader.conn, settled - 1)
    return made.subjects[0] if made and made.action is Action.CAPTURE and name in made.refs else None


def _discarded(reader: Reader, name: str) -> bool:
    """Whether something in quarantine was discarded by now: that ends its visibility in the past, too."""
    sql = "SELECT 1 FROM quarantine WHERE id = ? AND to_seq IS NULL AND hold = 'discarded'"
    return reader.conn.execute(sql, (name,)).fetchone() is not None


def told_of(reader: Reader, entry: Entry | None, payload: Payload | None) -> Payload | None:
    """An entry's payload as this reader is told of it: nothing that was refused elsewhere, discarded or withdrawn."""
    if payload is None or entry is None or not reader.veiled([entry]):
        return told_to(reader, entry, payload)
    return None


def told_to(reader: Reader, entry: Entry | None, payload: Payload | None) -> Payload | None:
    """The same, of what is not withdrawn."""
    if payload is None or entry is None or entry.action is not Action.QUARANTINE:
        return payload
    if not reader.told_of(payload.get("project")) or (not reader.behind and _discarded(reader, entry.subjects[0])):
        return None
    return payload


def quarantine_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """Quarantine as lists show it."""
    views = quarantined(reader, keys)
    moved = _moved(reader, list(views))
    return tuple(
        Row.model_construct(
            id=view.id,
            text=(view.raw or "; ".join(sentence for _, sentence in view.faults))[:400],
            strip=None,
            why=(Why(code=f"fault:{view.fault}", detail=view.faults[0][1] if view.faults else None),),
            since=view.at,
            seq=moved[view.id],
            seen=view.seen,
            group=None,
            deferred_until=None,
            who=view.by,
            assurance=view.assurance,
            door=view.door,
            findings=(),
        )
        for key in keys
        if (view := views.get(key))
    )


def _moved(reader: Reader, names: list[str]) -> dict[str, int]:
    sql = f"SELECT from_seq FROM quarantine WHERE id = ? AND {reader.stands('quarantine')}"
    return {name: reader.conn.execute(sql, (name,)).fetchone()[0] for name in names}


def tasks(reader: Reader, *, every: bool = False) -> tuple[TaskView, ...]:
    """The tasks that are open (or every one), newest first."""
    which = "" if every else " AND state = 'open'"
    sql = f"SELECT id, state, outcome, body FROM tasks WHERE {reader.stands('tasks')}{which} ORDER BY body DESC"
    rows = reader.conn.execute(sql).fetchall()
    gone = reader.withdrawn(row[0] for row in rows)
    bodies = reader.payloads(row[3] for row in rows if row[0] not in gone)
    times = reader.times(row[3] for row in rows)
    return tuple(
        TaskView(
            id=name,
            state=TaskState(state),
            outcome=TaskOutcome(outcome) if outcome else None,
            title=bodies.get(body, {}).get("title"),
            project=bodies.get(body, {}).get("project"),
            by=bodies.get(body, {}).get("by", ""),
            opened=times[body],
            working=_records(reader, name),
        )
        for name, state, outcome, body in rows
    )


def _records(reader: Reader, task: str) -> tuple[str, ...]:
    sql = f"SELECT id FROM items WHERE task = ? AND {reader.visible('items')} ORDER BY day, n"
    return tuple(row[0] for row in reader.conn.execute(sql, (task,)))


def suggested_links(reader: Reader, names: Sequence[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each item: (relation, other item) that a pass suggested and nobody judged."""
    found: dict[str, list[tuple[str, str]]] = {}
    for part in chunks(list(names)):
        sql = (
            f"SELECT src, relation, dst FROM links WHERE src IN ({','.join('?' * len(part))})"
            f" AND relation IN ('possible-duplicate', 'possible-contradiction') AND {reader.stands('links')}"
            " ORDER BY dst"
        )
        for src, relation, dst in reader.conn.execute(sql, part):
            found.setdefault(src, []).append((relation, dst))
    return {name: tuple(pairs) for name, pairs in found.items()}


class Told:
    """How a capture came in, as its entry says."""

    def __init__(self, by: str, assurance: Assurance | None, door: Door, at: int) -> None:
        self.by = by
        self.assurance = assurance
        self.door = door
        self.at = at


def told(reader: Reader, created: Sequence[int]) -> dict[int, Told]:
    """By the entry that made an item: who sent it, how sure that is, by which door; only for captures of writers."""
    entries = log.some(reader.conn, sorted(set(created)))
    payloads = reader.payloads(entries)
    return {
        seq: Told(
            (payloads.get(seq, {}).get("capture") or {}).get("by", ""),
            Assurance(entry.effect["assurance"]) if "assurance" in entry.effect else None,
            Door(entry.effect["door"]),
            entry.at,
        )
        for seq, entry in entries.items()
        if "door" in entry.effect and "item" in entry.effect
    }
