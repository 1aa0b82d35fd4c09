"""What tests make when they need something to happen: builds for the write door, with sane defaults.

A builder names what is asked for and answers a `Build`; `did` lets them happen, in one transaction::

    (capture,) = did(store, a_capture("retries are safe"))
    did(store, a_review(capture.subjects[0], status="stale"))
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

from store import commit, log, migrate, seal
from store.commit import Build, Snapshot
from store.database import Store
from store.records.controls import Selectors
from store.records.entry import Draft, Entry
from store.records.words import Action

AT = 1_780_304_400_000_000
"""2026-06-01 09:00 UTC in microseconds."""
DAY = 20260601
MIRA = "p-0001"

Drafts = Generator[Draft, Entry, None]


def a_store(folder: Path, *, name: str = "mira", file: str = "memory.db") -> Store:
    """A store with nothing but its genesis."""
    return migrate.create(folder / file, at=AT, zone="UTC", name=name)


def did(store: Store, *builds: Build, at: int = AT, actor: str = MIRA) -> tuple[Entry, ...]:
    """Let builds happen in one transaction; the entries they became."""

    def build(snapshot: Snapshot) -> Drafts:
        for one in builds:
            yield from one(snapshot)

    return commit.write(store, build, at=at, actor=actor)


def a_draft(draft: Draft) -> Build:
    """Exactly this draft."""

    def build(_: Snapshot) -> Drafts:
        yield draft

    return build


def some_words(fact: str | dict[str, int] = "retries are safe", **more: Any) -> dict[str, Any]:
    """The payload of an item."""
    return {"v": 1, "words": {"v": 1, "fact": fact, "date": "2026-06-01", **more}}


def standing(**more: Any) -> dict[str, Any]:
    """Where an item stands when nobody says otherwise."""
    return {
        "place": "inbox",
        "kind": "knowledge",
        "status": "active",
        "confidence": "observed-once",
        **more,
    }


def by_a_door(snapshot: Snapshot, **item: Any) -> dict[str, Any]:
    """The effect of a capture that somebody sent by the command line, with no finding."""
    row = standing(block=snapshot.head[0] + 1, review="source-claim", source_state="none", **item)
    told = {"assurance": "os-user", "origin": "agent", "permitted_use": "testimony", "door": "command"}
    return {"item": row, **told}


def a_capture(
    fact: str = "retries are safe",
    *,
    name: str | None = None,
    day: int = DAY,
    kind: str = "knowledge",
    status: str = "active",
    **words: Any,
) -> Build:
    """A capture as a door takes it; `name` where its writer gave one, else the next free id."""

    def build(snapshot: Snapshot) -> Drafts:
        item = name or snapshot.mint("mem", day)
        yield Draft(Action.CAPTURE, (item,), by_a_door(snapshot, kind=kind, status=status), some_words(fact, **words))

    return build


def an_archive_block(
    text: str = "retries are safe\n",
    *,
    segment: str | None = None,
    ordinal: int = 1,
    day: int = DAY,
    path: str | None = "archive/2026-06-01.md",
    **effect: Any,
) -> Build:
    """One block of an archived file; with a segment given, a further block of that."""

    def build(snapshot: Snapshot) -> Drafts:
        name = segment or snapshot.mint("seg", day)
        block = {
            "role": "archive-day",
            "encoding": "utf-8",
            "holder": None,
            "run": None,
            "ordinal": ordinal,
            "same_as": None,
            "entry": True,
            "sanitized": False,
        }
        payload = {"v": 1, "bytes": text, "path": path, "number": ordinal, "slugs": ["first"]}
        yield Draft(Action.ARCHIVE, (name,), block | effect, payload)

    return build


def a_cited_item(block: int, start: int = 0, end: int = 16, *, day: int = DAY, **item: Any) -> Build:
    """An item whose words are bytes of an archived block."""

    def build(snapshot: Snapshot) -> Drafts:
        row = standing(place="store", block=block, source_state="found", **item)
        effect = {"item": row, "links": [["source", block]]}
        words = some_words({"block": block, "start": start, "end": end}, source="archive/x.md#1")
        yield Draft(Action.IMPORT, (snapshot.mint("mem", day),), effect, words)

    return build


def a_review(item: str, *, note: str | None = None, **changes: Any) -> Build:
    """A decision that changes an item, such as status="stale"; the note is its payload."""
    payload = None if note is None else {"v": 1, "note": note}
    return a_draft(Draft(Action.REVIEW, (item,), {"set": changes}, payload))


def a_correction(item: str, fact: str, **changes: Any) -> Build:
    """New words for an item that stays the same item."""
    effect = {"set": {**changes, "block": None}, "words": True}
    return a_draft(Draft(Action.REVIEW, (item,), effect, some_words(fact)))


def a_restore(item: str, version: int | None) -> Build:
    """An undo: bring an item back to the version that an entry made, or (None) end it."""
    return a_draft(Draft(Action.REVIEW, (item,), {"restore": version}))


def a_link(item: str, relation: str, other: str, *, take_back: bool = False) -> Build:
    """A link between two items, or its end."""
    effect = {"unlink" if take_back else "links": [[relation, other]]}
    return a_draft(Draft(Action.REVIEW, (item,), effect))


def a_succession(old: str, new: str) -> Build:
    """A state item gives way to a newer one of the same subject."""
    effect = {
        "set": {"status": "superseded", "superseded_by": new},
        "links": [["superseded-by", new]],
    }
    return a_draft(Draft(Action.SUPERSEDE, (old,), effect))


def a_principal(name: str = "ines", kind: str = "human") -> Build:
    """Somebody who was named for the first time."""

    def build(snapshot: Snapshot) -> Drafts:
        yield Draft(Action.ENROLL, (snapshot.mint("p"),), {"kind": kind}, {"v": 1, "name": name})

    return build


def a_run(root: str = "/home/mira/notes", day: int = DAY) -> Build:
    """An import that began and ended."""

    def build(snapshot: Snapshot) -> Drafts:
        name = snapshot.mint("run", day)
        yield Draft(Action.RUN_OPENED, (name,), {}, {"v": 1, "root": root})
        yield Draft(Action.RUN_CLOSED, (name,), {"outcome": "complete"})

    return build


def a_holder(path: str = "/home/mira/notes/memory.md") -> Build:
    """A file that was read."""

    def build(snapshot: Snapshot) -> Drafts:
        name = snapshot.mint("hold")
        yield Draft(Action.HOLDER, (name,), {"role": "inbox"}, {"v": 1, "path": path})

    return build


def a_topic(file: str = "topics/incidents.md", title: str = "Incidents", **payload: Any) -> Build:
    """A topic page of the index."""

    def build(snapshot: Snapshot) -> Drafts:
        words = {"v": 1, "file": file, "title": title, "triggers": ["outage"], **payload}
        effect = {"layer": "warm", "triggered": True, "run": None}
        yield Draft(Action.TOPIC, (snapshot.mint("top"),), effect, words)

    return build


def a_lane(title: str = "baseline", **payload: Any) -> Build:
    """A lane, in use and open."""

    def build(snapshot: Snapshot) -> Drafts:
        effect = {"state": "active", "closed": False}
        yield Draft(Action.LANE, (snapshot.mint("lane"),), effect, {"v": 1, "title": title, **payload})

    return build


def a_lane_change(lane: str, state: str) -> Build:
    """A lane is frozen, cleared or taken into use again."""
    return a_draft(Draft(Action.LANE, (lane,), {"set": {"state": state}}))


def a_pass(*segments: str, day: int = DAY) -> Build:
    """A distillation pass that covered these segments."""

    def build(snapshot: Snapshot) -> Drafts:
        yield Draft(Action.AUTODREAM, (snapshot.mint("run", day), *segments), {"covers": list(segments)})

    return build


def a_plan(*, undoes: str | None = None, day: int = DAY) -> Build:
    """A plan of decisions that was applied."""

    def build(snapshot: Snapshot) -> Drafts:
        name = snapshot.mint("plan", day)
        genesis = log.entry(snapshot.conn, 1)
        assert genesis is not None
        text: dict[str, Any] = {
            "store": genesis.subjects[0],
            "head": snapshot.head,
            "who": MIRA,
            "undoes": undoes,
            "effects": [],
        }
        words = {"v": 1, "text": seal.canonical(text).decode("ascii"), "signatures": []}
        yield Draft(Action.DECISION, (name, undoes) if undoes else (name,), {"undoes": undoes}, words)

    return build


def a_refusal(raw: str = "it has no source", *, day: int = DAY) -> Build:
    """Something that a writer sent and that was refused."""

    def build(snapshot: Snapshot) -> Drafts:
        effect = {"fault": "schema", "door": "command", "assurance": "os-user"}
        words = {"v": 1, "by": "codex", "raw": raw, "faults": [["source", "It has no Source."]]}
        yield Draft(Action.QUARANTINE, (snapshot.mint("quar", day),), effect, words)

    return build


def a_source(name: str, *items: str) -> Build:
    """A source string gets an id, and with it the items that name it."""

    def build(snapshot: Snapshot) -> Drafts:
        yield Draft(Action.SOURCE, (snapshot.mint("src"), *items), {}, {"v": 1, "name": name})

    return build


def a_control(*terms: str, name: str | None = None, reinstates: str | None = None, **told: Any) -> Build:
    """A withdrawal of what these ids name, or the reinstatement of one; `state`, `supersedes` and `settles` as told."""

    def build(snapshot: Snapshot) -> Drafts:
        control: dict[str, Any] = {
            "action": "reinstate" if reinstates else "withdraw",
            "scope": Selectors.of(terms).to_json(),
            "supersedes": reinstates or told.get("supersedes"),
            "settles": told.get("settles", []),
        }
        effect = {"control": control, "state": told.get("state", "decided")}
        effect |= {"run": told["run"]} if "run" in told else {}
        action = Action.REINSTATE if reinstates else Action.WITHDRAW
        yield Draft(action, (name or snapshot.mint("memwd", DAY), *(t for t in terms if "/" not in t)), effect)

    return build


def a_task(title: str = "retry a payment", *, closed: bool = False) -> Build:
    """A task with one working record; closed, the record is released."""

    def build(snapshot: Snapshot) -> Drafts:
        task = snapshot.mint("task")
        yield Draft(Action.TASK_OPENED, (task,), {"assurance": "os-user"}, {"v": 1, "by": "codex", "title": title})
        item = snapshot.mint("mem", DAY)
        yield Draft(
            Action.CAPTURE, (item,), by_a_door(snapshot, type="working", task=task), some_words(f"goal: {title}")
        )
        if closed:
            closing: dict[str, Any] = {"outcome": "done", "assurance": "os-user", "moves": {"released": True}}
            yield Draft(Action.TASK_CLOSED, (task, item), closing, {"v": 1, "note": "it went well"})

    return build


def a_skip(block: int, segment: str) -> Build:
    """A person judged that a block holds nothing to distil."""
    effect = {"block_seq": block, "set": {"skipped": True}}
    return a_draft(Draft(Action.AUTODREAM_SKIP, (segment,), effect))
