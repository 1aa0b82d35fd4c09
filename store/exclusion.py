"""What controls take out of influence: kept with every entry, so that no path has to work it out (law 8).

A row of `excluded` says that a scope reaches a name: what the scope names, what belongs to that, and what was made of
it, however far. Names are ids; a block is ``#seq``, or ``=seq`` where its bytes alone are meant. The column
`withdrawn` of a row says that any scope reaches it, today and in every past version of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from store import rows, seal
from store.controls import Event, resolve
from store.errors import Broken
from store.ids import read_block_id
from store.reach import parents_of, reached
from store.records.controls import ControlAction, ControlState, Selectors
from store.records.entry import Entry
from store.records.words import Action


def scope_key(selectors: Selectors) -> str:
    """What a scope is compared by: the digest of its normalized identifiers."""
    return seal.scope_digest(selectors.to_json())


def control(conn: sqlite3.Connection, entry: Entry) -> None:
    """Take in a control event, and move what its scope reaches where that changed."""
    told: dict[str, Any] = entry.effect.get("control") or {}
    try:
        selectors = Selectors.from_json(told["scope"])
        action = ControlAction(told["action"])
    except (KeyError, ValueError, TypeError) as error:
        raise Broken(f"Entry {entry.seq} is a control that cannot be read: {error}.") from error
    scope = scope_key(selectors)
    if rows.current(conn, "controls", (entry.subjects[0],)) is not None:
        raise Broken(f"Entry {entry.seq} decides {entry.subjects[0]}, which was decided before.")
    state = ControlState(entry.effect.get("state", "decided"))
    values: dict[str, Any] = {
        "action": action.value,
        "scope": scope,
        "supersedes": told.get("supersedes"),
        "settles": sorted(told.get("settles", ())),
        "state": state.value,
        "run": entry.effect.get("run"),
        "body": entry.seq,
    }
    rows.put(conn, "controls", (entry.subjects[0],), values, entry.seq)
    if state.counts:
        _stand(conn, scope, selectors, entry.seq)


def _stand(conn: sqlite3.Connection, scope: str, selectors: Selectors, seq: int) -> None:
    """Work out what a scope's events come to, and keep it."""
    found = resolve(events_of(conn, scope))
    before = rows.current(conn, "scopes", (scope,))
    values = {
        "selectors": seal.canonical(selectors.to_json()).decode("ascii"),
        "excluded": found.excluded,
        "control": found.control,
        "fault": found.fault.value if found.fault else None,
    }
    if before is None or any(before[name] != value for name, value in values.items()):
        rows.put(conn, "scopes", (scope,), values, seq)
    if found.excluded and not (before and before["excluded"]):
        reach(conn, scope, named(conn, selectors), seq)
    elif before and before["excluded"] and not found.excluded:
        _let_go(conn, scope, names_of(conn, scope), seq)


def events_of(conn: sqlite3.Connection, scope: str) -> list[Event]:
    """The events of one scope that count."""
    sql = (
        "SELECT id, action, supersedes, settles FROM controls WHERE scope = ? AND to_seq IS NULL"
        " AND state IN ('decided', 'carried')"
    )
    return [
        Event(name, ControlAction(action), supersedes, frozenset(settles.split()))
        for name, action, supersedes, settles in conn.execute(sql, (scope,))
    ]


def named(conn: sqlite3.Connection, selectors: Selectors) -> set[str]:
    """What a scope names, as `excluded` spells it; a block that is not there is nothing."""
    found: set[str] = set()
    for term in selectors.terms:
        block = read_block_id(term)
        if block is None:
            found.add(term)
            continue
        sql = "SELECT seq FROM blocks WHERE segment = ? AND ordinal = ? AND to_seq IS NULL"
        found.update(f"#{seq}" for (seq,) in conn.execute(sql, block))
    return found


def names_of(conn: sqlite3.Connection, scope: str) -> set[str]:
    """Every name that a scope reaches."""
    sql = "SELECT name FROM excluded WHERE scope = ? AND to_seq IS NULL"
    return {row[0] for row in conn.execute(sql, (scope,))}


def reach(conn: sqlite3.Connection, scope: str, seeds: Iterable[str], seq: int) -> None:
    """Let a scope reach these names, and whatever belongs to them or was made of them."""
    known = names_of(conn, scope)
    fresh = sorted(reached(conn, set(seeds) - known, known))
    for name in fresh:
        rows.start(conn, "excluded", (name, scope), {}, seq)
    _flag(conn, fresh, withdrawn=True)


def _let_go(conn: sqlite3.Connection, scope: str, names: Iterable[str], seq: int) -> None:
    """End that a scope reaches these names; those that another one reaches stay withdrawn."""
    gone = sorted(names)
    for name in gone:
        rows.end(conn, "excluded", (name, scope), seq)
    sql = f"SELECT 1 FROM excluded WHERE {EITHER} AND to_seq IS NULL"
    left = [name for name in gone if conn.execute(sql, {"name": name}).fetchone() is None]
    _flag(conn, left, withdrawn=False)


EITHER = "name IN (:name, CASE substr(:name, 1, 1) WHEN '#' THEN '=' WHEN '=' THEN '#' ELSE '' END || substr(:name, 2))"
"""A name, and of a block the other form of it."""
_FLAGGED = {"mem": ("items", "id"), "seg": ("segments", "id"), "top": ("topics", "id")}


def _flag(conn: sqlite3.Connection, names: Iterable[str], *, withdrawn: bool) -> None:
    """Mark every version of these rows."""
    for name in names:
        table, key = ("blocks", "seq") if name[0] in "#=" else _FLAGGED.get(name[:3], ("", ""))
        if table:
            value: str | int = int(name[1:]) if name[0] in "#=" else name
            sql = f"UPDATE {table} SET withdrawn = ?1 WHERE {key} = ?2 AND withdrawn <> ?1"
            conn.execute(sql, (int(withdrawn), value))


def hidden_blocks(conn: sqlite3.Connection) -> list[int]:
    """The entries whose bytes are withdrawn, as a block or with what was read from them."""
    sql = (
        "SELECT DISTINCT CAST(substr(name, 2) AS INTEGER) FROM excluded WHERE to_seq IS NULL AND name < 'a' ORDER BY 1"
    )
    return [row[0] for row in conn.execute(sql)]


def moved(conn: sqlite3.Connection) -> int:
    """The last entry that changed what is withdrawn; 0 where nothing ever was."""
    return int(conn.execute("SELECT coalesce(max(entry_seq), 0) FROM excluded").fetchone()[0])


def any_standing(conn: sqlite3.Connection) -> bool:
    """Whether anything is withdrawn at all."""
    return conn.execute("SELECT 1 FROM excluded WHERE to_seq IS NULL LIMIT 1").fetchone() is not None


def arrived(conn: sqlite3.Connection, entry: Entry) -> None:
    """After an entry: what it made, or made of something, is reached by whatever reaches that."""
    effect = entry.effect
    fresh = _made(entry)
    if not fresh or not any_standing(conn):
        return
    if "unlink" in effect or "restore" in effect:
        for scope in _scopes_of(conn, fresh):
            _again(conn, scope, entry.seq)
    for name in fresh:
        for scope in _scopes_of(conn, parents_of(conn, name)):
            reach(conn, scope, [name], entry.seq)
    _flag(conn, [name for name in fresh if _scopes_of(conn, [name])], withdrawn=True)


def _made(entry: Entry) -> list[str]:
    """What an entry made or linked."""
    effect, first = entry.effect, entry.subjects[:1]
    if entry.action is Action.ARCHIVE:
        return [*first, f"#{entry.seq}", f"={entry.seq}"]
    if entry.action is Action.SOURCE:
        return list(entry.subjects[1:])
    links = [*effect.get("links", ()), *effect.get("unlink", ())]
    if "item" in effect or entry.action is Action.TOPIC or links or "restore" in effect:
        return [*first, *(str(other) for _, other in links if str(other).startswith("mem-"))]
    return []


def _scopes_of(conn: sqlite3.Connection, names: Iterable[str]) -> list[str]:
    """The scopes that reach any of these names."""
    found: set[str] = set()
    for name in names:
        sql = "SELECT scope FROM excluded WHERE name = ? AND to_seq IS NULL"
        found.update(row[0] for row in conn.execute(sql, (name,)))
    return sorted(found)


def _again(conn: sqlite3.Connection, scope: str, seq: int) -> None:
    """Work a scope's reach out anew, after a link of something that it reaches ended."""
    row = rows.current(conn, "scopes", (scope,))
    if row is None or not row["excluded"]:
        return
    selectors = Selectors.from_json(seal.parse(row["selectors"].encode("ascii")))
    wanted, have = reached(conn, named(conn, selectors), set()), names_of(conn, scope)
    _let_go(conn, scope, have - wanted, seq)
    reach(conn, scope, wanted - have, seq)
