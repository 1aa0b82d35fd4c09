"""A chain of control events as a tree: each event stands below the one that it follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar


class Follows(Protocol):
    """An event that follows another of its scope, or none."""

    @property
    def id(self) -> str:
        """Its own id."""

    @property
    def supersedes(self) -> str | None:
        """The id of the event that it follows."""


E = TypeVar("E", bound=Follows)


def tree(events: Sequence[E]) -> Iterator[tuple[int, E]]:
    """(depth, event) of one scope; what follows nothing that is known, or itself, begins at the left."""
    known = {event.id for event in events}
    below: dict[str, list[E]] = {}
    for event in events:
        if event.supersedes in known:
            below.setdefault(str(event.supersedes), []).append(event)
    done: set[int] = set()
    starts = [event for event in events if event.supersedes not in known]
    for event in (*starts, *events):  # what is in a ring has no beginning
        waiting = [(0, event)]
        while waiting:
            depth, one = waiting.pop()
            if id(one) in done:
                continue
            done.add(id(one))
            yield depth, one
            waiting += [(depth + 1, after) for after in reversed(below.get(one.id, ()))]
