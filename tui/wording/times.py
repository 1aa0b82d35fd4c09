"""Ages and moments in words; the moment "now" always comes in as an argument."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tui.wording.glyphs import Glyphs

SECOND = 1_000_000
"""Microseconds, as the log counts them."""
DAY = 86_400 * SECOND


def age(days: int | None, dash: str = "–") -> str:
    """An age in days: `88 d`; of what is dated ahead, when it will be: `in 88 d`."""
    if days is None:
        return dash
    return f"in {-days} d" if days < 0 else f"{days} d"


def ago(micros: int) -> str:
    """How long something is past, in its largest whole unit."""
    seconds = max(0, micros // SECOND)
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return "now" if seconds < 5 else f"{seconds} s"


def ago_at(now: int, at: int | None, zone: str, dash: str = "–") -> str:
    """How long ago a moment was; from a day on in days of the zone of the store, as the age of a date is told."""
    if at is None:
        return dash
    if now - at < DAY:
        return ago(now - at)
    return age((_moment(now, zone).date() - _moment(at, zone).date()).days)


def clock_time(at: int, zone: str = "UTC", *, seconds: bool = False) -> str:
    """A moment in the zone of the store, to the minute or second."""
    return _moment(at, zone).strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")


def _moment(at: int, zone: str) -> datetime:
    try:
        where = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        where = ZoneInfo("UTC")
    return datetime.fromtimestamp(at / SECOND, UTC).astimezone(where)


def bars(counts: Sequence[int], signs: Glyphs) -> str:
    """Counts as little bars, the tallest full."""
    top = max(counts, default=0)
    if top == 0:
        return ""
    steps = len(signs.bars)
    return "".join(" " if count == 0 else signs.bars[min(steps - 1, (count * steps - 1) // top)] for count in counts)
