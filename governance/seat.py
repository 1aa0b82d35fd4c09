"""The seat: who sits down, at what time, in which zone; the only place that asks the system."""

from __future__ import annotations

import os
import pwd
import time
import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from governance.authority.people import Person
from governance.errors import Refusal, RefusalKind, from_store
from store.database import Store
from store.errors import StoreError
from store.records.words import Assurance
from store.versions import tables_behind

if TYPE_CHECKING:
    from governance.desk import Desk

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


def refuse_reader(desk: Desk) -> None:
    """Refuse whoever only reads here."""
    if desk.read_only:
        kind = RefusalKind.READ_ONLY if desk.store.read_only else RefusalKind.NOT_ALLOWED
        raise Refusal(kind, "This desk is for reading only; nothing was decided.", "An auditor reads everything.")


def person_here(claimed: str | None) -> Person:
    """The system user that this process runs as, or a name that is only claimed."""
    if claimed is not None:
        return Person(claimed, Assurance.CLAIMED)
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = f"uid-{os.getuid()}"
    return Person(name, Assurance.OS_USER)


class Homes(NamedTuple):
    """Where a person's own files are, outside every store."""

    config: Path
    """Settings, and the keys memdesk made."""
    state: Path
    """What memdesk notes down: witnesses, errors."""


def homes_here() -> Homes:
    """The folders of the person who runs this process."""
    found = []
    for name, usual in (("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state")):
        base = os.environ.get(name, "")
        found.append((Path(base) if base.startswith("/") else Path.home() / usual) / "memdesk")
    return Homes(*found)


def token_here() -> str | None:
    """The token that an agent or service shows, or None."""
    return os.environ.get("MEMDESK_TOKEN") or None


def in_multiplexer() -> bool:
    """Whether this terminal is one of a multiplexer, where others can type: nothing stays unlocked there."""
    return bool(os.environ.get("TMUX") or os.environ.get("STY") or os.environ.get("ZELLIJ"))


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


def bring_up_to_date(store: Store, told: Callable[[str], None] | None) -> None:
    """Make tables of an older memdesk anew; whoever may write nothing is refused."""
    with store.reading() as conn:
        entries = tables_behind(conn)
    if not entries:
        return
    if store.read_only:
        store.close()
        raise Refusal(
            RefusalKind.READ_ONLY,
            "The tables of this store were made by an older memdesk, and cannot be read as they are.",
            "Open it once without --read-only: they are made anew from the log, which stays as it is.",
        )
    if told is not None:
        told(f"Its tables were made by an older memdesk; they are made anew from its {entries:,} entries.")
    from store.migrate import upgrade

    upgrade(store)
