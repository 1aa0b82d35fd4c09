"""Since when a row is there: as old as the day in its id, or as its entry where that is no older."""

from __future__ import annotations

import datetime
import re

from store.views.reader import Reader

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
"""The day in an id of ours, behind its prefix of three letters."""


def since_day(reader: Reader, day: str, first: int | None) -> int | None:
    """Since when rows of a day are there: since the first of them came, where that was on this day."""
    return first if first is not None and reader.day_of(first) == day else midnight(day)


def midnight(day: str) -> int | None:
    """Midnight of the day in an id, or None where there is no day in it."""
    try:
        if not _DAY.fullmatch(day):
            return None
        date = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
    except ValueError:
        return None
    return int(date.timestamp()) * 1_000_000
