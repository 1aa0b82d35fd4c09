"""Withdrawals as people read them: a scope with its chain of events, what it reaches, and what it does not (P§12.2)."""

from __future__ import annotations

from store.records.controls import ControlAction, ControlFault, ControlState
from store.records.facts import Fact
from store.records.words import Assurance, Reason


class ControlView(Fact):
    """One control event."""

    id: str
    action: ControlAction
    state: ControlState
    supersedes: str | None
    settles: tuple[str, ...]
    seq: int
    at: int
    """UTC microseconds."""
    actor: str
    who: str
    assurance: Assurance | None
    reason: Reason | None
    note: str | None
    plan: str | None
    run: str | None
    """The import that carried it over."""
    decided_by: str | None = None
    """Who decided it where it was carried over from, as written."""
    decided_at: str | None = None
    """When that was, as written."""


class ControlKey(Fact):
    """A control event by its ids alone."""

    scope: str
    """What its scope is compared by."""
    id: str
    supersedes: str | None


class Reach(Fact):
    """How much a scope reaches, and what of it is worth naming."""

    items: int = 0
    """Items that it names, or that belong to what it names."""
    derived: tuple[str, ...] = ()
    """Items that were made of those: by a pass, by merging, by correcting."""
    held: int = 0
    """Captures among the items that still wait in the inbox."""
    segments: int = 0
    blocks: int = 0
    topics: int = 0
    files: tuple[str, ...] = ()
    """Files that the words were read from; agents may still read them there."""
    given: tuple[str, ...] = ()
    """Distillers that may have been given the words."""
    tasks: tuple[str, ...] = ()
    """Tasks that are open, and whose working records belong to it."""


class Regained(Fact):
    """What a scope lets go of when it is given back, and with which standing (P§12.2)."""

    standings: tuple[tuple[str | None, str | None, int], ...] = ()
    """(status, confidence, how many items) of those that become eligible again, as they are."""
    items: int = 0
    """Items that become eligible again."""
    others: int = 0
    """Segments, blocks and topics that do."""
    stays: int = 0
    """Names that other withdrawals keep out."""
    by: tuple[str, ...] = ()
    """The events of those."""


class ScopeView(Fact):
    """One exact scope and every event about it, oldest first."""

    key: str
    """What scopes are compared by."""
    memory_item_ids: tuple[str, ...]
    archive_refs: tuple[str, ...]
    source_or_run_refs: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    """(id, stored words) of the sources, runs and tasks among them."""
    excluded: bool
    control: str | None
    """The latest event; None where the chain has no one."""
    fault: ControlFault | None
    events: tuple[ControlView, ...]
    reach: Reach
    overlaps: tuple[str, ...]
    """Events in effect of other scopes that reach some of the same."""
    seen: str
    """The digest of it as shown."""
    moved: int
    """The entry that last moved it."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Every identifier of the scope."""
        return (*self.memory_item_ids, *self.archive_refs, *self.source_or_run_refs)

    @property
    def last(self) -> ControlView:
        """The event that counts, else the newest."""
        return next((event for event in self.events if event.id == self.control), self.events[-1])

    @property
    def proposals(self) -> tuple[ControlView, ...]:
        """What somebody without authority asks for, and nobody answered."""
        return tuple(event for event in self.events if event.state is ControlState.PROPOSED)

    @property
    def waits(self) -> bool:
        """Whether a person has to decide something about it."""
        return self.fault is not None or bool(self.proposals)


class SourceView(Fact):
    """A source string that was given an id, so that it can be withdrawn."""

    id: str
    name: str
    items: int
    """How many items name it."""
    withdrawn_by: tuple[str, ...]
