"""Principals: the system users a store has met; each is enrolled when it first decides."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from governance.errors import Refusal, RefusalKind
from store.commit import Snapshot
from store.log import entry as entry_at
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance
from store.views.reader import Reader

NEWCOMER = "p-0000"
"""Stands for a person who is enrolled with their first decision."""
_ORDER = tuple(Assurance)


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at the desk."""

    name: str
    """The system user's name, or the name that was claimed."""
    assurance: Assurance


def principal_of(reader: Reader, name: str) -> str | None:
    """The id of the principal of this name, or None before the first decision."""
    for seq in reader.known("principal", name):
        if found := entry_at(reader.conn, seq):
            return found.subjects[-1]
    return None


def ensure_enrolled(snapshot: Snapshot, person: Person) -> Generator[Draft, Entry, str]:
    """Enroll a person who was never here; returns their id."""
    for seq in snapshot.find("principal", person.name):
        if found := entry_at(snapshot.conn, seq):
            return found.subjects[-1]
    name = snapshot.mint("p")
    words = {"v": 1, "name": person.name}
    yield Draft(Action.ENROLL, (name,), {"kind": "human"}, words, actor=name)
    return name


def require(person: Person, needed: Assurance, act: str) -> None:
    """Refuse an act for which it is not sure enough who asks for it."""
    if _ORDER.index(person.assurance) < _ORDER.index(needed):
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"{person.name!r} is only a name that was given; to {act} the desk must know who you are"
            f" (at least {needed}).",
            "Leave --as away to decide as the system user you are.",
        )
