"""The causal chain of control events: which one of a scope is the latest, never by the clock (P§12.2, law 8). Pure.

The answer depends on which events there are, not on the order they came in. Whatever has no one latest event is
excluded: two beginnings, a fork, a ring, an event that follows something unknown. An event that *settles* others
takes them out of the chain and begins it anew; it is how a person reconciles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from store.records.controls import ControlAction, ControlFault


class Event(NamedTuple):
    """One control event, as far as its chain goes."""

    id: str
    action: ControlAction
    supersedes: str | None = None
    settles: frozenset[str] = frozenset()
    """Events of the same scope that it takes out of the chain, with those that they followed."""


class Standing(NamedTuple):
    """What the events of one scope come to."""

    excluded: bool
    control: str | None
    """The latest event; None where there is no one."""
    fault: ControlFault | None = None


def resolve(events: Iterable[Event]) -> Standing:
    """What the events of one exact scope come to; copies of one event are one."""
    distinct = set(events)
    live = _live(distinct)
    if isinstance(live, ControlFault):
        return Standing(True, None, live)
    if not live:
        return Standing(bool(distinct), None, ControlFault.CYCLE if distinct else None)
    if fault := _fault(live, {event.id for event in distinct}):
        return Standing(True, None, fault)
    followed = {event.supersedes for event in live.values()}
    [last] = [event for event in live.values() if event.id not in followed]
    return Standing(last.action is ControlAction.WITHDRAW, last.id)


def _live(events: set[Event]) -> dict[str, Event] | ControlFault:
    """The events that no other settled, by id."""
    if len({event.id for event in events}) < len(events):
        return ControlFault.TWO_RECORDS
    settled = {name for event in events for name in event.settles - {event.id}}
    return {event.id: event for event in events if event.id not in settled}


def _fault(live: dict[str, Event], known: set[str]) -> ControlFault | None:
    begins = [event for event in live.values() if _begins(event)]
    if any(event.settles - known for event in live.values()):
        return ControlFault.PREDECESSOR_UNKNOWN
    for event in live.values():
        if not _begins(event) and event.supersedes not in live:
            return ControlFault.PREDECESSOR_UNKNOWN
    if any(count > 1 for name, count in Counter(e.supersedes for e in live.values() if not _begins(e)).items()):
        return ControlFault.FORK
    if len(begins) > 1:
        return ControlFault.TWO_BEGINNINGS
    if not begins or len(_reached(begins[0], live)) < len(live):
        return ControlFault.CYCLE
    for event in live.values():
        before = live.get(event.supersedes or "")
        reinstates = event.action is ControlAction.REINSTATE and not event.settles
        if reinstates and (before is None or before.action is not ControlAction.WITHDRAW):
            return ControlFault.NO_WITHDRAWAL
    return None


def _begins(event: Event) -> bool:
    """Whether a chain begins with it: it follows nothing, or settled what it follows."""
    return event.supersedes is None or event.supersedes in event.settles - {event.id}


def _reached(first: Event, live: dict[str, Event]) -> set[str]:
    after = {event.supersedes: event.id for event in live.values() if not _begins(event)}
    found, name = {first.id}, after.get(first.id)
    while name is not None and name not in found:
        found.add(name)
        name = after.get(name)
    return found
