"""Controls over influence: what a withdrawal names, what it does, and how a chain of them can be broken (P§12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

RECORD_TYPE: Final = "withdrawal-control-v1"
SOURCE_NAMED: Final = "source:"
"""What stands before the words of a source that has no id yet: it gets one with the decision, or the proposal."""


class ControlAction(StrEnum):
    """What a control event does to its scope."""

    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"

    @property
    def effect(self) -> str:
        """The effect that goes with it, in the protocol's words."""
        return _EFFECTS[self]


_EFFECTS: Final = {
    ControlAction.WITHDRAW: "exclude-from-influence",
    ControlAction.REINSTATE: "restore-eligibility",
}


class ControlState(StrEnum):
    """Whether a control counts."""

    DECIDED = "decided"
    """Somebody with authority over its scope decided it."""
    CARRIED = "carried"
    """It came with an import: it excludes, whoever decided it."""
    PROPOSED = "proposed"
    """Somebody without authority asks for it; it does nothing."""
    FOLLOWED = "followed"
    """A proposal after which somebody with authority decided so."""
    DECLINED = "declined"
    """A proposal that an owner did not follow."""

    @property
    def counts(self) -> bool:
        """Whether it is part of its scope's chain."""
        return self in (ControlState.DECIDED, ControlState.CARRIED)


class InFlight(StrEnum):
    """What the policy says of open tasks to which something belongs that is withdrawn (R, ML10)."""

    FINISH_LOCAL = "finish-local"
    """Useful local work goes on; what has consequences is authorized anew."""
    STOP = "stop"
    """Whoever withdraws tells the task to stop."""


class ControlFault(StrEnum):
    """Why the controls of one scope have no latest event: the scope stays excluded until somebody reconciles them."""

    TWO_BEGINNINGS = "two-beginnings"
    """Two events of one scope name no predecessor."""
    FORK = "fork"
    """Two events follow the same one."""
    CYCLE = "cycle"
    """Events follow each other in a ring."""
    PREDECESSOR_UNKNOWN = "predecessor-unknown"
    """An event follows one that is not known, or that is of another scope."""
    NO_WITHDRAWAL = "no-withdrawal"
    """A reinstatement follows nothing, or another reinstatement."""
    TWO_RECORDS = "two-records"
    """Two different events bear one id."""


class Selectors(NamedTuple):
    """What a scope is made of: the union of stable identifiers, in three categories."""

    memory_item_ids: tuple[str, ...] = ()
    archive_refs: tuple[str, ...] = ()
    """Segments, and blocks of segments as ``seg-2026-05-11-001/3``."""
    source_or_run_refs: tuple[str, ...] = ()
    """Runs, tasks, and sources that were given an id."""

    def normalized(self) -> Selectors:
        """The same scope, each category in order and without repeats."""
        return Selectors(*(tuple(sorted(set(part))) for part in self))

    @property
    def terms(self) -> tuple[str, ...]:
        """Every identifier."""
        return (*self.memory_item_ids, *self.archive_refs, *self.source_or_run_refs)

    def to_json(self) -> dict[str, list[str]]:
        """As a record spells it, normalized: an empty category is absent."""
        found = self.normalized()
        return {name: list(part) for name, part in zip(self._fields, found, strict=True) if part}

    @classmethod
    def of(cls, terms: Iterable[str]) -> Selectors:
        """The scope of these identifiers, each in the category its form says; ValueError for any other.

        ``new:n`` stands for a source whose id is minted with the decision.
        """
        parts: dict[str, list[str]] = {name: [] for name in cls._fields}
        for term in terms:
            parts["source_or_run_refs" if term.startswith("new:") else _category(term)].append(term)
        return cls(*(tuple(part) for part in parts.values())).normalized()

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Selectors:
        """Read what `to_json` gave; ValueError where it is none."""
        if not told or set(told) - set(cls._fields) or not all(isinstance(part, list) for part in told.values()):
            raise ValueError("a scope names identifiers in its three categories")
        found = cls(*(tuple(map(str, told.get(name, ()))) for name in cls._fields)).normalized()
        if not found.terms or any(_category(term) != name for name in cls._fields for term in getattr(found, name)):
            raise ValueError("a scope names at least one identifier, each in its category")
        return found


_PREFIXES: Final = {
    "mem": "memory_item_ids",
    "seg": "archive_refs",
    "run": "source_or_run_refs",
    "task": "source_or_run_refs",
    "src": "source_or_run_refs",
}


def _category(term: str) -> str:
    prefix = term.partition("-")[0]
    if prefix not in _PREFIXES:
        raise ValueError(f"{term} is no item, segment, block, run, task or source")
    return _PREFIXES[prefix]
