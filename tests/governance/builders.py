"""A desk to sit down at, and things to decide about, appended through the write door.

A builder appends what it is asked for and answers the id; `decide` and `stage` say what was seen as a
screen would: by asking the desk for it::

    desk = a_desk(tmp_path, clock)
    item = an_item(desk, status="pending-cleanup")
    decide(desk, "keep", item)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from governance.authority.people import Person
from governance.desk import Desk
from governance.verbs import VERBS
from store.commit import Build, write
from store.database import Store
from store.migrate import create
from store.records.entry import Draft, Entry
from store.records.views import Applied, ItemDetail, PlanView
from store.records.words import Action, Assurance, Reason, Relation, Shown
from store.schema import TABLES
from tests.builders import DAY, MIRA, an_archive_block
from tests.clock import StillClock

SUBJECT = "gateway:port"
_NEW: dict[tuple[int, str, str], bytes] = {}
"""The bytes of a store with nothing but its genesis."""


def micros(clock: StillClock) -> Callable[[], int]:
    """A clock of tests as the desk asks it: UTC microseconds."""
    return lambda: int(clock().timestamp()) * 1_000_000


def a_desk(
    folder: Path, clock: StillClock | None = None, *, who: str = "mira", zone: str = "UTC", file: str = "memory.db"
) -> Desk:
    """A desk at a new store, with the system user who made it; equal new stores are copies of one."""
    clock = clock or StillClock()
    path, key = folder / file, (micros(clock)(), zone, who)
    if key in _NEW:
        path.write_bytes(_NEW[key])
    else:
        create(path, at=key[0], zone=zone, name=who, witnessed=False).close()
        _NEW[key] = path.read_bytes()
    return Desk(Store(path), micros(clock), Person(who, Assurance.OS_USER))


def beside(desk: Desk, who: str = "mira", assurance: Assurance = Assurance.OS_USER) -> Desk:
    """Another desk at the same store, with connections of its own."""
    return Desk(Store(desk.path), desk._clock, Person(who, assurance))


def did(desk: Desk, *builds: Build, actor: str = MIRA) -> tuple[Entry, ...]:
    """Let builds happen in one transaction, behind the desk's back."""

    def build(snapshot: Any) -> Any:
        for one in builds:
            yield from one(snapshot)

    return write(desk.store, build, at=desk.now(), actor=actor)


def an_item(
    desk: Desk,
    *,
    kind: str | None = "knowledge",
    status: str | None = "active",
    text: str = "retries are safe",
    subject: str | None = None,
    name: str | None = None,
    day: int = DAY,
    date: str | None = "2026-06-01",
    source: str | None = "archive/2026-06-01.md#1",
    links: Sequence[tuple[str, str | int]] = (),
    action: Action = Action.IMPORT,
    words: dict[str, Any] | None = None,
    **row: Any,
) -> str:
    """An item as it would stand after an import; a state item has a subject unless told otherwise."""
    if kind == "state" and subject is None and "subject-missing" not in row.get("drift", ()):
        subject = SUBJECT
    said = {"fact": text, "date": date, "source": source, "subject": subject, **(words or {})}
    payload = {"v": 1, "words": {"v": 1} | {k: v for k, v in said.items() if v is not None}}
    item = {"place": "store", "kind": kind, "status": status, "confidence": "observed-once"}
    item |= {"source_state": "not-archive" if source else "none"} | row
    if successor := row.get("superseded_by"):
        links = (*links, (Relation.SUPERSEDED_BY.value, successor))

    def build(snapshot: Any) -> Any:
        effect = {"item": item, "links": [list(link) for link in links], "run": row.get("run")}
        yield Draft(action, (name or snapshot.mint("mem", day),), effect, payload)

    return did(desk, build)[0].subjects[0]


def a_block(desk: Desk, text: str = "- a lock was held for an hour\n", **more: Any) -> str:
    """The id of a block that an import archived, and that nothing was distilled from."""
    entry = passage(desk, text, **more)
    return f"{entry.subjects[0]}/{entry.effect['ordinal']}"


def passage(desk: Desk, text: str, **more: Any) -> Entry:
    """The entry of a block that an import archived: one that is open where `run` names it, else one of its own."""
    run = more.pop("run", None)
    entry = did(desk, an_archive_block(text, run=run or an_open_run(desk), **more))[0]
    if run is None:
        closed(desk, entry.effect["run"])
    return entry


def a_topic(desk: Desk, *triggers: str, file: str = "topics/incidents.md", title: str = "Incidents") -> str:
    """A topic page."""

    def build(snapshot: Any) -> Any:
        payload = {"v": 1, "file": file, "title": title, "triggers": list(triggers)}
        effect = {"layer": "warm", "triggered": bool(triggers), "run": None}
        yield Draft(Action.TOPIC, (snapshot.mint("top"),), effect, payload)

    return did(desk, build)[0].subjects[0]


def an_open_run(desk: Desk) -> str:
    """An import that was begun and not finished."""

    def build(snapshot: Any) -> Any:
        yield Draft(Action.RUN_OPENED, (snapshot.mint("run", DAY),), {}, {"v": 1, "root": "/notes"})

    return did(desk, build)[0].subjects[0]


def closed(desk: Desk, run: str) -> None:
    """Finish an import."""
    draft = Draft(Action.RUN_CLOSED, (run,), {"outcome": "complete"})

    def build(_: Any) -> Any:
        yield draft

    did(desk, build)


def seen(desk: Desk, *names: str) -> list[str]:
    """What each of these shows now, as a decision says it."""
    found = [desk.show(name) for name in names]
    return [str(getattr(one, "seen", "")) for one in found]


def decide(
    desk: Desk,
    verb: str,
    *names: str,
    reason: Reason | None = None,
    note: str | None = None,
    shown: Shown = Shown.OPENED,
    **args: Any,
) -> Applied:
    """Decide as a person who just looked at what they decide about."""
    why = reason or VERBS[verb].reasons[0]
    return desk.decide(verb, names, args, reason=why, note=note, seen=seen(desk, *names), shown=shown)


def stage(desk: Desk, verb: str, *names: str, note: str | None = None, **args: Any) -> PlanView:
    """Stage a decision as a person who just looked at what they decide about."""
    why = VERBS[verb].reasons[0]
    return desk.stage(verb, names, args, reason=why, note=note, seen=seen(desk, *names), shown=Shown.LISTED)


def item(desk: Desk, name: str) -> ItemDetail:
    """An item in full."""
    return desk.item(name)


def made(applied: Applied, *old: str) -> str:
    """The one item that a plan made, apart from those it was about."""
    new = [name for name in applied.ids if name.startswith("mem-") and name not in old]
    assert len(new) == 1
    return new[0]


def rows(desk: Desk, *tables: str) -> dict[str, set[tuple[Any, ...]]]:
    """Every standing row of the tables that decisions move, without the seqs of its version."""
    found = {}
    with desk.store.reading() as conn:
        for table in TABLES:
            if table.name in (tables or ("items", "blocks", "topics", "lanes", "links", "segments", "quarantine")):
                columns = ", ".join((*table.keys, *table.names))
                sql = f"SELECT {columns} FROM {table.name} WHERE to_seq IS NULL"
                found[table.name] = set(conn.execute(sql))
    return found


def links_of(desk: Desk, name: str) -> set[tuple[str, str]]:
    """The links that go out from an item."""
    return {(relation, other) for src, relation, other, _ in rows(desk, "links")["links"] if src == name}


def head(desk: Desk) -> int:
    """The last seq of the log."""
    return desk.pulse()[1]


def untouched(desk: Desk) -> tuple[Any, ...]:
    """Everything a refusal must leave as it was: the head, the rows, and the staged plan."""
    with desk.store.reading() as conn:
        plan = conn.execute("SELECT * FROM local_plan ORDER BY 1, 2").fetchall()
    return head(desk), rows(desk), plan


def sound(desk: Desk) -> None:
    """The chain verifies, and the log gives every row again."""
    verdict = desk.verify(replay=True)
    assert verdict.ok, verdict.findings
