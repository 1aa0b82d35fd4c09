"""Entry → rows: the one function that moves projection tables, at commit and at replay alike.

Every versioned table follows from headers alone, so an erased payload changes no status, link or
exclusion; only `lookups` and `words` follow from payloads and leave with them.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from store import exclusion, index
from store.errors import Broken
from store.ids import read_id
from store.records.entry import Entry, Payload
from store.records.words import Action, VerbName
from store.rows import current, end, put, start, version

_ITEM_DEFAULTS: dict[str, Any] = {
    "place": "store",
    "kind": None,
    "status": None,
    "confidence": None,
    "source_state": "none",
    "superseded_by": None,
    "cooled": False,
    "topic": None,
    "run": None,
    "block": None,
    "drift": [],
    "deferred": None,
    "deferred_at": None,
    "type": None,
    "task": None,
    "released": False,
    "review": None,
    "findings": [],
    "lane": None,
    "withdrawn": False,
}


def project(
    conn: sqlite3.Connection,
    entry: Entry,
    payload: Payload | None,
    payload_of: index.PayloadOf,
    key: bytes,
) -> None:
    """Move every table by one entry; `payload` is None where it was erased or never was."""
    seq, effect, subjects = entry.seq, entry.effect, entry.subjects
    for name in dict.fromkeys(subjects):
        conn.execute("INSERT INTO subject_log VALUES (?, ?)", (name, seq))
    fresh = _count(conn, subjects, seq)
    _FAMILY.get(entry.action, _nothing)(conn, entry)
    if "item" in effect:
        _new_item(conn, entry, fresh=subjects[0] in fresh)
    if "set" in effect:
        _change(conn, entry)
    if "restore" in effect:
        _restore(conn, entry)
    if "moves" in effect:
        for name in subjects[1:]:
            move(conn, entry, name)
    for relation, target in effect.get("links", ()):
        _link(conn, entry, (subjects[0], relation, str(target)))
    for relation, target in effect.get("unlink", ()):
        end(conn, "links", (subjects[0], relation, str(target)), seq)
    exclusion.arrived(conn, entry)
    words, looked = index.derive(entry, payload, payload_of, key)
    if words:
        conn.executemany("INSERT INTO words VALUES (?, ?)", [(w, seq) for w in sorted(words)])
    if looked:
        conn.executemany("INSERT INTO lookups VALUES (?, ?, ?)", [(*found, seq) for found in sorted(looked)])


def _count(conn: sqlite3.Connection, subjects: tuple[str, ...], seq: int) -> set[str]:
    """Raise the counters above every ordinal that was ever used; the ids that were above all of them."""
    top: dict[tuple[str, int], tuple[int, str]] = {}
    for name in subjects:
        if found := read_id(name):
            where = (found.prefix, found.day)
            top[where] = max(top.get(where, (0, "")), (found.n, name))
    fresh: set[str] = set()
    for where, (n, name) in top.items():
        sql = "UPDATE counters SET n = ?1, entry_seq = ?2 WHERE prefix = ?3 AND day = ?4 AND n < ?1"
        if conn.execute(sql, (n, seq, *where)).rowcount:
            fresh.add(name)
        elif conn.execute("SELECT 1 FROM counters WHERE prefix = ? AND day = ?", where).fetchone() is None:
            conn.execute("INSERT INTO counters VALUES (?, ?, ?, ?)", (*where, n, seq))
            fresh.add(name)
    return fresh


def _new_item(conn: sqlite3.Connection, entry: Entry, *, fresh: bool) -> None:
    name = entry.subjects[0]
    found = read_id(name)
    if found is None or found.prefix != "mem":
        raise Broken(f"Entry {entry.seq} makes an item of {name}, which is no item id.")
    if not fresh and conn.execute("SELECT 1 FROM items WHERE id = ? LIMIT 1", (name,)).fetchone():
        raise Broken(f"Entry {entry.seq} makes {name}, which was made before.")
    values = {**_ITEM_DEFAULTS, "run": _pass_of(entry), **entry.effect["item"]}
    values |= {"day": found.day, "n": found.n, "body": entry.seq, "created": entry.seq}
    start(conn, "items", (name,), values, entry.seq)


def _pass_of(entry: Entry) -> str | None:
    """The pass that made an item, as its refs say; what an import or a writer made says so itself."""
    runs = [ref for ref in entry.refs if isinstance(ref, str) and ref.startswith("run-")]
    return runs[0] if runs and entry.action is Action.ADD else None


_CHANGED = {"mem": "items", "top": "topics", "quar": "quarantine", "memwd": "controls", "lane": "lanes"}


def _target(entry: Entry) -> tuple[str, tuple[Any, ...]]:
    """The table and key that a change of this entry is about."""
    if (block := entry.effect.get("block_seq")) is not None:
        return "blocks", (block,)
    name = entry.subjects[0]
    found = read_id(name)
    table = _CHANGED.get(found.prefix) if found else None
    if table is None:
        raise Broken(f"Entry {entry.seq} changes {name}, which cannot be changed.")
    return table, (name,)


def _change(conn: sqlite3.Connection, entry: Entry) -> None:
    table, key = _target(entry)
    row = current(conn, table, key)
    if row is None:
        raise Broken(f"Entry {entry.seq} changes {key[0]}, which does not stand.")
    row |= entry.effect["set"]
    if entry.effect.get("words"):
        row["body"] = entry.seq
    if "deferred" in row:
        row["deferred_at"] = entry.at if entry.effect["set"].get("deferred") else row["deferred_at"]
        if row["deferred"] is None:
            row["deferred_at"] = None
    put(conn, table, key, row, entry.seq)


def move(conn: sqlite3.Connection, entry: Entry, name: str) -> None:
    """Move one of the items that an entry takes along, such as those of an archived segment or an ended task."""
    row = current(conn, "items", (name,))
    if row is None:
        raise Broken(f"Entry {entry.seq} moves {name}, which does not stand.")
    put(conn, "items", (name,), row | entry.effect["moves"], entry.seq)


def _restore(conn: sqlite3.Connection, entry: Entry) -> None:
    """Bring a row back to an earlier version, or (null) end a row that an undone entry made."""
    table, key = _target(entry)
    wanted = entry.effect["restore"]
    if wanted is None:
        end(conn, table, key, entry.seq)
        return
    row = version(conn, table, key, wanted)
    if row is None:
        raise Broken(f"Entry {entry.seq} restores version {wanted} of {key[0]}, which never was.")
    put(conn, table, key, row, entry.seq)


def _link(conn: sqlite3.Connection, entry: Entry, key: tuple[str, str, str]) -> None:
    """Start a link unless it stands; an undo gives back the one that was."""
    if current(conn, "links", key) is not None:
        return
    run = entry.effect.get("run")
    if "restore" in entry.effect:
        sql = "SELECT run FROM links WHERE src = ? AND relation = ? AND dst = ? ORDER BY from_seq DESC LIMIT 1"
        row = conn.execute(sql, key).fetchone()
        run = row[0] if row else None
    put(conn, "links", key, {"run": run}, entry.seq)


def _nothing(conn: sqlite3.Connection, entry: Entry) -> None:
    """Most actions speak through `item`, `set`, `restore` and `links` alone."""


def _bootstrap(conn: sqlite3.Connection, entry: Entry) -> None:
    put(conn, "principals", (entry.subjects[1],), {"kind": "human", "body": entry.seq}, entry.seq)


def _enroll(conn: sqlite3.Connection, entry: Entry) -> None:
    values = {"kind": entry.effect["kind"], "body": entry.seq}
    put(conn, "principals", (entry.subjects[0],), values, entry.seq)


def _run(conn: sqlite3.Connection, entry: Entry) -> None:
    name = entry.subjects[0]
    if entry.action is Action.RUN_OPENED:
        values = {"state": "open", "outcome": None, "body": entry.seq}
    else:
        row = current(conn, "runs", (name,))
        if row is None:
            raise Broken(f"Entry {entry.seq} closes {name}, which was never opened.")
        values = {"state": "closed", "outcome": entry.effect["outcome"], "body": row["body"]}
    put(conn, "runs", (name,), values, entry.seq)


def _holder(conn: sqlite3.Connection, entry: Entry) -> None:
    values = {"role": entry.effect["role"], "body": entry.seq}
    put(conn, "holders", (entry.subjects[0],), values, entry.seq)


def _archive(conn: sqlite3.Connection, entry: Entry) -> None:
    effect, segment = entry.effect, entry.subjects[0]
    if effect["ordinal"] == 1:
        values = {c: effect[c] for c in ("role", "encoding", "holder", "run")}
        put(conn, "segments", (segment,), values | {"covered": False, "withdrawn": False}, entry.seq)
    block = {c: effect[c] for c in ("ordinal", "same_as", "entry", "sanitized", "run")}
    block |= {
        "segment": segment,
        "skipped": False,
        "deferred": None,
        "deferred_at": None,
        "repeats": effect.get("repeats"),
    }
    block["withdrawn"] = False
    put(conn, "blocks", (entry.seq,), block, entry.seq)


def _topic(conn: sqlite3.Connection, entry: Entry) -> None:
    effect = entry.effect
    if effect.get("verb") in _NEW_TOPICS:
        _refuse_again(conn, "topics", entry)
    values = {"layer": effect["layer"], "triggered": effect["triggered"], "run": effect["run"]}
    values |= {"body": entry.seq, "deferred": None, "deferred_at": None}
    row = current(conn, "topics", (entry.subjects[0],))
    put(conn, "topics", (entry.subjects[0],), values | {"withdrawn": bool(row and row["withdrawn"])}, entry.seq)


_NEW_TOPICS = (VerbName.NEW_TOPIC, VerbName.SPLIT_TOPIC)
"""The verbs by which people make a topic; an import may say of one anew what its file says."""


def _refuse_again(conn: sqlite3.Connection, table: str, entry: Entry) -> None:
    """What an entry makes was never there before: an id names one thing for good (law 5)."""
    name = entry.subjects[0]
    if conn.execute(f"SELECT 1 FROM {table} WHERE id = ? LIMIT 1", (name,)).fetchone():
        raise Broken(f"Entry {entry.seq} makes {name}, which was made before.")


def _quarantine(conn: sqlite3.Connection, entry: Entry) -> None:
    if "fault" not in entry.effect:
        return  # a decision about what is kept speaks through `set`
    values = {"fault": entry.effect["fault"], "door": entry.effect["door"], "hold": "kept", "body": entry.seq}
    put(conn, "quarantine", (entry.subjects[0],), values | {"deferred": None, "deferred_at": None}, entry.seq)


def _task(conn: sqlite3.Connection, entry: Entry) -> None:
    closed = entry.action is Action.TASK_CLOSED
    row = current(conn, "tasks", (entry.subjects[0],))
    if closed and row is None:
        raise Broken(f"Entry {entry.seq} closes {entry.subjects[0]}, which was never opened.")
    outcome = entry.effect.get("outcome")
    values = {"state": "closed" if closed else "open", "outcome": outcome, "body": row["body"] if row else entry.seq}
    put(conn, "tasks", (entry.subjects[0],), values, entry.seq)


def _lane(conn: sqlite3.Connection, entry: Entry) -> None:
    if "set" in entry.effect or "restore" in entry.effect:
        return  # a change of its state speaks for itself
    _refuse_again(conn, "lanes", entry)
    values = {"state": entry.effect["state"], "closed": entry.effect["closed"], "body": entry.seq}
    put(conn, "lanes", (entry.subjects[0],), values, entry.seq)


def _autodream(conn: sqlite3.Connection, entry: Entry) -> None:
    for segment in entry.effect["covers"]:
        row = current(conn, "segments", (segment,))
        if row is not None and not row["covered"]:
            put(conn, "segments", (segment,), row | {"covered": True}, entry.seq)


def _source(conn: sqlite3.Connection, entry: Entry) -> None:
    """The items that name a source are linked to it, so that the log alone says which they are."""
    for name in entry.subjects[1:]:
        if current(conn, "links", key := (name, "of-source", entry.subjects[0])) is None:
            put(conn, "links", key, {"run": None}, entry.seq)


def _decision(conn: sqlite3.Connection, entry: Entry) -> None:
    undoes = entry.effect.get("undoes")
    values = {"undoes": undoes, "undone_by": None, "body": entry.seq}
    put(conn, "plans", (entry.subjects[0],), values, entry.seq)
    if undoes is not None:
        row = current(conn, "plans", (undoes,))
        if row is None:
            raise Broken(f"Entry {entry.seq} undoes {undoes}, which never was.")
        put(conn, "plans", (undoes,), row | {"undone_by": entry.subjects[0]}, entry.seq)


_FAMILY = {
    Action.BOOTSTRAP: _bootstrap,
    Action.ENROLL: _enroll,
    Action.RUN_OPENED: _run,
    Action.RUN_CLOSED: _run,
    Action.HOLDER: _holder,
    Action.ARCHIVE: _archive,
    Action.TOPIC: _topic,
    Action.QUARANTINE: _quarantine,
    Action.TASK_OPENED: _task,
    Action.TASK_CLOSED: _task,
    Action.AUTODREAM: _autodream,
    Action.DECISION: _decision,
    Action.LANE: _lane,
    Action.SOURCE: _source,
    Action.WITHDRAW: exclusion.control,
    Action.REINSTATE: exclusion.control,
}
