"""What keeps a record from being of a type: fields of its contract card that are missing, unknown or not its own.

A capture and a promotion are held to the same cards (T).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Final

from governance.authority.cards import CARDS, FIELDS, UNKNOWN
from governance.authority.policy import Policy
from store.records.words import MemoryType

TIMES: Final = ("event_time", "valid_from", "valid_to")
"""The fields that are moments."""


def card_faults(
    kind: MemoryType, typed: Mapping[str, str], more: Mapping[str, str], policy: Policy
) -> Iterator[tuple[str, str]]:
    """(field, what is wrong with it); `typed` are the fields that only a type asks for, `more` all others."""
    required = policy.required(kind)
    for name in required:
        there = typed.get(name) or more.get(name)
        if there is None:
            yield name, f"{one_of(kind).capitalize()} record cannot do without it."
        elif there.casefold() == UNKNOWN and name not in CARDS[kind].may_be_unknown and name != "confidence":
            yield name, "It may not be unknown."
        elif name == "preconditions" and not parts_of(there):
            yield (
                name,
                "It names none: write what has to hold, parted by semicolons.",
            )
    for name in FIELDS:
        if name in typed and name not in (*required, *CARDS[kind].optional):
            yield name, f"It is no field of {one_of(kind)} record."
    for name in TIMES:
        if name in typed and time_of(typed[name]) is None:
            yield name, f"{typed[name]!r} is no time: write 2026-08-28T10:00:00Z."


def parts_of(text: str) -> tuple[str, ...]:
    """What a field names that holds several: words parted by semicolons or commas."""
    parts = text.replace(";", ",").split(",")
    return tuple(part.strip() for part in parts if part.strip())


def one_of(kind: MemoryType) -> str:
    """A type with its article."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def time_of(text: str) -> datetime.datetime | None:
    """A day or a time as people write it, in the calendar's own years."""
    try:
        found = datetime.datetime.fromisoformat(text)
        return found if 1970 <= found.year <= 9000 else None
    except (ValueError, OverflowError):
        return None
