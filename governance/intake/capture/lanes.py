"""The lane that a capture names: looked up under the write lock, and refused where nothing is written into it (M)."""

from __future__ import annotations

from typing import Any

from governance.rules.examining import Examined
from store import log
from store.commit import Snapshot
from store.ids import read_id
from store.records.words import Fault, LaneState, MemoryType
from store.tokens import spelling


def lane_for(snapshot: Snapshot, found: Examined, project: str | None) -> tuple[str | None, Fault | None]:
    """The id of the lane that a request names, and why nothing may be put into it; the request is told why."""
    named = found.request.fields.get("lane")
    if named is None:
        return None, None
    if found.request.type is MemoryType.WORKING:
        return None, _told(found, "Working memory belongs to its task, not to a lane.")
    called = _called(snapshot, named, project)
    if len(called) > 1:
        return None, _told(found, f"Several lanes are called {named!r}: {', '.join(called)}. Name it by its id.")
    if not called:
        return None, _told(found, f"There is no lane {named!r} for it.")
    [lane] = called
    row, words = _standing(snapshot, lane)
    state = LaneState(str(row["state"]))
    if words is not None and words.get("project") not in (None, project):
        return None, _told(found, f"There is no lane {named!r} for it.")
    if state is not LaneState.ACTIVE:
        return lane, _told(found, f"{lane} is {state.said}: nothing is written into it.")
    return lane, None


def _told(found: Examined, sentence: str) -> Fault:
    found.faults = (("lane", sentence),)
    return Fault.LANE


def _called(snapshot: Snapshot, name: str, project: str | None) -> list[str]:
    """The lane of this id, or those of this title: of the project, else of no project; spelled so, else alike."""
    read = read_id(name)
    if read is not None and read.prefix == "lane":
        return [name] if snapshot.row("lanes", name) is not None else []
    met: dict[str | None, dict[str, str]] = {}
    for seq in snapshot.find("lane", spelling(name)):
        entry, words = log.entry(snapshot.conn, seq), snapshot.payload_of(seq)
        if entry is not None and words is not None and snapshot.row("lanes", entry.subjects[0]) is not None:
            met.setdefault(words.get("project"), {})[entry.subjects[0]] = words["title"]
    alike = met.get(project) or met.get(None) or {}
    return [lane for lane, title in alike.items() if title == name] or sorted(alike)


def _standing(snapshot: Snapshot, lane: str) -> tuple[dict[str, object], dict[str, Any] | None]:
    row = snapshot.row("lanes", lane) or {}
    return row, snapshot.payload_of(int(str(row["body"])))
