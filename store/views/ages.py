"""Since when a row is there: as old as the day in its id, or as its entry where that is no older."""

from __future__ import annotations

import datetime
import re
from weakref import WeakKeyDictionary

from store.views.reader import Reader

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
"""The day in an id of ours, behind its prefix of three letters."""


_MINUTE = 60 * 1_000_000
_FAR = 18 * 60
"""Minutes by which midnight somewhere lies before or behind that of UTC, at most."""
_KNOWN: WeakKeyDictionary[Reader, dict[str, int | None]] = WeakKeyDictionary()
"""What was worked out for a reader: many rows are of one day."""


def since_day(reader: Reader, day: str, first: int | None) -> int | None:
    """Since when rows of a day are there: since the first of them came, where that was on this day."""
    return first if first is not None and reader.day_of(first) == day else midnight(reader, day)


def midnight(reader: Reader, day: str) -> int | None:
    """When the day in an id began in the zone of the store, or None where there is no day in it."""
    known = _KNOWN.setdefault(reader, {})
    if day not in known:
        known[day] = _midnight(reader, day)
    return known[day]


def _midnight(reader: Reader, day: str) -> int | None:
    try:
        if not _DAY.fullmatch(day):
            return None
        date = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
    except ValueError:
        return None
    there = int(date.timestamp()) // 60
    low, high = there - _FAR, there + _FAR
    while low < high:  # the first minute of the day
        middle = (low + high) // 2
        low, high = (low, middle) if reader.day_of(middle * _MINUTE) >= day else (middle + 1, high)
    return low * _MINUTE
