"""The seat: who sits down, at what time, in which zone; the only place that asks the system."""

from __future__ import annotations

import os
import pwd
import time
import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from governance.authority.people import Person
from governance.errors import Refusal, RefusalKind, from_store
from store.errors import StoreError
from store.records.words import Assurance

Clock = Callable[[], int]
"""Gives the time in UTC microseconds."""
Progress = Callable[[int, int], None]
"""Told (done, in all)."""


def now_us() -> int:
    """The time of the system, in UTC microseconds."""
    return time.time_ns() // 1000


@contextmanager
def refusing() -> Iterator[None]:
    """Say what went wrong in the store as a refusal."""
    try:
        yield
    except StoreError as error:
        raise from_store(error) from error


def person_here(claimed: str | None) -> Person:
    """The system user that this process runs as, or a name that is only claimed."""
    if claimed is not None:
        return Person(claimed, Assurance.CLAIMED)
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = f"uid-{os.getuid()}"
    return Person(name, Assurance.OS_USER)


def zone_here(asked: str | None) -> str:
    """The zone asked for, else the system's, else UTC; the process' TZ is never read."""
    if asked is None:
        asked = _system_zone()
    try:
        zoneinfo.ZoneInfo(asked)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"There is no time zone {asked!r}.",
            "Use a name such as Europe/Prague or UTC.",
        ) from error
    return asked


def _system_zone() -> str:
    target = os.path.realpath("/etc/localtime")
    name = target.partition("zoneinfo/")[2]
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"
    return name
