"""Lanes, and the edges of the link ledger as they are seen from one end (M)."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.words import LaneState, Relation


class LaneView(Fact):
    """One lane: who reads it, whether anything is written into it, how much lies in it."""

    id: str
    title: str
    """Its id where the words were erased."""
    purpose: str | None
    project: str | None
    """Whose records it takes; none takes those of every project."""
    state: LaneState
    closed: bool
    """Whether only those read it whom a grant lets."""
    items: int
    """How many items lie in it."""
    at: int
    """When it was made (UTC microseconds)."""
    seen: str


class LaneWait(Fact):
    """What waits in a lane that is shut: nobody is asked about it and no pass takes it, until that is thawed."""

    lane: str
    title: str
    state: LaneState
    count: int


class Gone(Fact):
    """A topic that stands no more: merged with others, or the making of it undone."""

    id: str
    title: str
    at: int
    """When it ended (UTC microseconds)."""
    into: str | None
    """The topic that stands in its place; none where it was not merged."""
    into_title: str | None = None


class Edge(Fact):
    """One edge of the ledger, seen from `id`."""

    id: str
    word: str
    """What `id` is to the other, in M's words: `supersedes`, `continued_by`, `archived_as` …"""
    other: str
    relation: Relation
    """The edge as it is kept; one of them has two words, one from each end."""
    outgoing: bool
    """Whether `id` bears it."""
    seq: int
    """The entry that began it."""
    text: str | None = None
    """The first words of the other; none where they are erased, withdrawn or no item's."""
    deep: int = 1
    """How many steps from where the walk began."""
