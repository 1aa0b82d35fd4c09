"""Withdrawals to look at: scopes with their chains, what each reaches, and whose fault a broken one is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from store import exclusion, log, seal
from store.ids import read_block_id
from store.index import fold
from store.records.controls import Selectors
from store.records.entry import Entry
from store.records.views.controls import ControlKey, ControlView, Reach, ScopeView
from store.records.views.rows import Row, Why
from store.records.words import (
    Assurance,
    ControlAction,
    ControlFault,
    ControlState,
    Reason,
)
from store.views.logs import assurance_of, decided_by
from store.views.reaching import EVENT, reach_of, reached_by
from store.views.reader import Reader, chunks
from store.views.search import matches


def excluders(reader: Reader, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each of these names that is withdrawn: the events by which, or of a broken chain the newest ones."""
    found: dict[str, tuple[str, ...]] = {}
    for part in chunks(sorted(set(names))):
        sql = (
            f"SELECT excluded.name, {EVENT} FROM excluded"
            " JOIN scopes ON scopes.id = excluded.scope AND scopes.to_seq IS NULL"
            f" WHERE excluded.to_seq IS NULL AND excluded.name IN ({','.join('?' * len(part))}) ORDER BY 2"
        )
        for name, control in reader.conn.execute(sql, part):
            found[name] = (*found.get(name, ()), control)
    return found


def excluders_of(reader: Reader, name: str) -> tuple[str, ...]:
    """The events by which an item, segment, topic or block (by its id) is withdrawn; none where it is not."""
    block = read_block_id(name)
    if block is not None:
        sql = "SELECT seq FROM blocks WHERE segment = ? AND ordinal = ? AND to_seq IS NULL"
        row = reader.conn.execute(sql, block).fetchone()
        names = (f"#{row[0]}", f"={row[0]}") if row else ()
        found = excluders(reader, names)
        return tuple(sorted({by for one in names for by in found.get(one, ())}))
    return excluders(reader, [name]).get(name, ())


def scope_keys(reader: Reader) -> tuple[str, ...]:
    """Every scope that there ever was an event or a proposal about: those that wait first, then the newest."""
    sql = (
        "SELECT controls.scope, max(controls.body), max(scopes.fault IS NOT NULL OR controls.state = 'proposed')"
        " FROM controls LEFT JOIN scopes ON scopes.id = controls.scope AND scopes.to_seq IS NULL"
        f" WHERE {reader.stands('controls')} GROUP BY controls.scope ORDER BY 3 DESC, 2 DESC"
    )
    return tuple(row[0] for row in reader.conn.execute(sql))


def control_keys(reader: Reader) -> tuple[ControlKey, ...]:
    """Every event there ever was, scope by scope as `scope_keys` orders them, the oldest of each first."""
    order = {key: at for at, key in enumerate(scope_keys(reader))}
    sql = f"SELECT scope, id, supersedes FROM controls WHERE {reader.stands('controls')} ORDER BY body"
    found = [ControlKey(scope=row[0], id=row[1], supersedes=row[2]) for row in reader.conn.execute(sql)]
    return tuple(sorted(found, key=lambda one: order[one.scope]))


def waiting(reader: Reader, text: str = "") -> tuple[str, ...]:
    """The events that a person has to decide about: proposals, and the newest one of each broken chain."""
    sql = (
        "SELECT id FROM controls WHERE state = 'proposed' AND to_seq IS NULL"
        f" UNION SELECT {EVENT} FROM scopes WHERE fault IS NOT NULL AND to_seq IS NULL ORDER BY 1"
    )
    keys = tuple(row[0] for row in reader.conn.execute(sql))
    if not text.strip():
        return keys
    return tuple(row.id for row in control_rows(reader, keys) if matches(text, fold(f"{row.id} {row.text}")))


def control_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """Events as lists show them: what the scope names, and why it waits."""
    found = []
    for key in keys:
        scope = scope_of(reader, key)
        if scope is None:
            continue
        event = next(one for one in scope.events if one.id == key)
        code = f"control:{scope.fault}" if event.state is not ControlState.PROPOSED else f"proposed:{event.action}"
        code = code if scope.waits else ("in-effect" if scope.excluded else "restored")
        found.append(
            Row.model_construct(
                id=key,
                text=told(scope),
                strip=None,
                why=(Why(code=code, ids=tuple(one.id for one in scope.events if one.id != key)),),
                since=event.at,
                seq=event.seq,
                seen=scope.seen,
                group=None,
                deferred_until=None,
                who=event.who,
                assurance=event.assurance,
                door=None,
                findings=(),
            )
        )
    return tuple(found)


def told(scope: ScopeView) -> str:
    """What a scope names, in one line."""
    names = dict(scope.names)
    return ", ".join(f"{term} ({names[term]})" if term in names else term for term in scope.terms)


def scope_of(reader: Reader, name: str, *, bare: bool = False) -> ScopeView | None:
    """The scope that a control event is about; `bare` without what it reaches."""
    sql = f"SELECT scope FROM controls WHERE id = ? AND {reader.stands('controls')}"
    row = reader.conn.execute(sql, (name,)).fetchone()
    return scope_called(reader, row[0], bare=bare) if row else None


def scope_with(reader: Reader, selectors: Selectors) -> ScopeView | None:
    """What is known of exactly this scope."""
    return scope_called(reader, exclusion.scope_key(selectors), bare=True)


def scope_called(reader: Reader, key: str, *, bare: bool = False) -> ScopeView | None:
    """A scope by what it is compared by; None where nothing was ever said about it.

    `bare` leaves out what it reaches and what overlaps with it: that costs more than all the rest.
    """
    events = _events(reader, key)
    if not events:
        return None
    sql = f"SELECT excluded, control, fault, from_seq FROM scopes WHERE id = ? AND {reader.stands('scopes')}"
    row = reader.conn.execute(sql, (key,)).fetchone() or (0, None, None, 0)
    first = log.entry(reader.conn, events[0].seq)
    selectors = Selectors.from_json(first.effect["control"]["scope"] if first else {})
    moved = max([row[3], *(event.seq for event in events), *_moves(reader, events)])
    return ScopeView(
        key=key,
        memory_item_ids=selectors.memory_item_ids,
        archive_refs=selectors.archive_refs,
        source_or_run_refs=selectors.source_or_run_refs,
        names=tuple(names_of(reader, selectors.source_or_run_refs).items()),
        excluded=bool(row[0]),
        control=row[1],
        fault=ControlFault(row[2]) if row[2] else None,
        events=tuple(events),
        reach=reach_of(reader, reached_by(reader, key)) if row[0] and not bare else Reach(),
        overlaps=_overlaps(reader, key) if row[0] and not bare else (),
        seen=seal.seen_digest({"id": key, "moved": moved}),
        moved=moved,
    )


def _moves(reader: Reader, events: Iterable[ControlView]) -> list[int]:
    """The entries that last moved a scope's events: a proposal is declined by one."""
    sql = f"SELECT from_seq FROM controls WHERE id = ? AND {reader.stands('controls')}"
    return [reader.conn.execute(sql, (event.id,)).fetchone()[0] for event in events]


def _events(reader: Reader, key: str) -> list[ControlView]:
    sql = (
        "SELECT id, action, state, supersedes, settles, body, run FROM controls"
        f" WHERE scope = ? AND {reader.stands('controls')} ORDER BY body"
    )
    rows = reader.conn.execute(sql, (key,)).fetchall()
    entries = log.some(reader.conn, [row[5] for row in rows])
    payloads = reader.payloads(entries)
    plans = decided_by(reader, entries.values())
    return [
        _event(reader, row, entries[row[5]], payloads.get(row[5], {}), *plans.get(row[5], (None, None)))
        for row in rows
        if row[5] in entries
    ]


def _event(
    reader: Reader,
    row: Sequence[str],
    entry: Entry,
    words: dict[str, object],
    plan: str | None,
    assurance: Assurance | None,
) -> ControlView:
    name, action, state, supersedes, settles, _, run = row
    reason = entry.effect.get("reason")
    note, by, then = words.get("note"), words.get("decided_by"), words.get("decided_at")
    return ControlView(
        id=name,
        action=ControlAction(action),
        state=ControlState(state),
        supersedes=supersedes,
        settles=tuple(settles.split()),
        seq=entry.seq,
        at=entry.at,
        actor=entry.actor,
        who=str(words.get("by") or reader.names.get(entry.actor, entry.actor)),
        assurance=assurance or assurance_of(entry),
        reason=Reason(reason) if reason else None,
        note=note if isinstance(note, str) else None,
        plan=plan,
        run=run,
        decided_by=by if isinstance(by, str) else None,
        decided_at=then if isinstance(then, str) else None,
    )


def names_of(reader: Reader, terms: Iterable[str]) -> dict[str, str]:
    """What sources, runs and tasks are called, as far as their words stand."""
    found: dict[str, str] = {}
    for term in terms:
        sql = "SELECT min(seq) FROM subject_log WHERE subject = ?"
        row = reader.conn.execute(sql, (term,)).fetchone()
        words = log.payload(reader.conn, row[0]) if row and row[0] else None
        for field in ("name", "title", "root"):
            if isinstance((words or {}).get(field), str):
                found[term] = str((words or {})[field])
    return found


def _overlaps(reader: Reader, key: str) -> tuple[str, ...]:
    sql = (
        f"SELECT DISTINCT {EVENT} FROM excluded mine JOIN excluded theirs"
        f" ON theirs.name = mine.name AND {reader.stands('theirs')} AND theirs.scope <> mine.scope JOIN scopes"
        f" ON scopes.id = theirs.scope AND {reader.stands('scopes')}"
        f" WHERE mine.scope = ? AND {reader.stands('mine')} ORDER BY 1"
    )
    return tuple(row[0] for row in reader.conn.execute(sql, (key,)))


_HOLDS = {"seg": ("segment", "segments"), "run": ("run", ""), "task": ("task", "tasks"), "src": ("source", "")}


def moved_of(reader: Reader, name: str) -> tuple[str, int] | None:
    """(segment | run | task | source, the last entry about it) of what holds other things; None where it is not there.

    What is withdrawn in whole is not there either: it is not decided about again.
    """
    what, table = _HOLDS.get(name.partition("-")[0], ("", ""))
    if not what or name in excluders(reader, [name]):
        return None
    if table == "segments":
        sql = f"SELECT 1 FROM segments WHERE id = ? AND {reader.visible('segments')}"
        if reader.conn.execute(sql, (name,)).fetchone() is None:
            return None
    until = reader.at_seq or (1 << 62)
    row = reader.conn.execute(
        "SELECT max(seq) FROM subject_log WHERE subject = ? AND seq <= ?", (name, until)
    ).fetchone()
    return (what, int(row[0])) if row and row[0] else None


def splittable(reader: Reader, name: str) -> tuple[str, ...]:
    """What was merged into a withdrawn item, is not withdrawn itself, and can stand by itself again."""
    sql = (
        "SELECT links.src FROM links JOIN items ON items.id = links.src AND items.withdrawn = 0 AND items.cooled = 1"
        f" AND {reader.stands('items')} WHERE links.dst = ? AND links.relation = 'merged-into'"
        f" AND {reader.stands('links')} ORDER BY links.src"
    )
    return tuple(row[0] for row in reader.conn.execute(sql, (name,)))


def way_out(reader: Reader, name: str) -> str:
    """What else can be done about a withdrawn item, in a sentence; nothing where nothing was merged into it."""
    found = splittable(reader, name)
    more = f" ({len(found) - 1:,} more were merged into it)" if len(found) > 1 else ""
    return f" `memdesk decide split {found[0]}` lets what was merged into it stand by itself{more}." if found else ""


def folded_into(reader: Reader, names: Sequence[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each item (relation, withdrawn item) of what it was merged into, or what a pass made of it."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        sql = (
            "SELECT links.src, relation, links.dst FROM links JOIN items ON items.id = links.dst"
            f" AND {reader.stands('items')} AND items.withdrawn = 1 WHERE links.src IN ({marks})"
            f" AND relation = 'merged-into' AND {reader.stands('links')} UNION"
            " SELECT links.dst, relation, links.src FROM links JOIN items ON items.id = links.src"
            f" AND {reader.stands('items')} AND items.withdrawn = 1 WHERE links.dst IN ({marks})"
            f" AND relation = 'derived-from' AND {reader.stands('links')} ORDER BY 3"
        )
        for name, relation, other in reader.conn.execute(sql, (*part, *part)):
            found[name] = (*found.get(name, ()), (relation, other))
    return found
