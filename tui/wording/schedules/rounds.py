"""What the files of every schedule are written for."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

WHAT = {"archive": "move what was captured into the archive", "distill": "distil what was archived"}
"""The passes, in the order in which they belong, and what each does."""


class Round(NamedTuple):
    """The daily round over one store."""

    store: str
    """The absolute path of the store."""
    zone: str
    """The zone of the store's user day."""
    program: str
    """The program's path, or its bare name where it is not known."""
    times: dict[str, tuple[int, int]]
    """The hour and minute of each pass, in that zone."""
    now: datetime
    """The present moment, which says where the zone's clock stands."""


class ScheduleFile(NamedTuple):
    """One file to put somewhere."""

    name: str
    """Its name."""
    content: str
    """All of it."""
    where: str
    """Where it goes and how it is enabled."""


def clock(time: tuple[int, int]) -> str:
    """A time of day: `03:10`."""
    return f"{time[0]:02}:{time[1]:02}"
