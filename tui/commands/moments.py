"""Moments as people write them: a day, a time, or how long ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

_AGO = re.compile(r"([0-9]{1,6})(min|h|d|w)")
_UNITS = {"min": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(text: str, *, now: int, zone: str) -> int:
    """Read a moment as UTC microseconds; one without an offset is a moment of the store's own day."""
    if found := _AGO.fullmatch(text):
        return now - int(found[1]) * _UNITS[found[2]] * 1_000_000
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is no moment; 2026-06-01, 2026-06-01T09:30 and 3d, 2h, 30min are."
        ) from None
    if read.tzinfo is None:
        try:
            read = read.replace(tzinfo=ZoneInfo(zone))
        except (ZoneInfoNotFoundError, ValueError):
            read = read.replace(tzinfo=UTC)
    try:
        return (read - _EPOCH) // timedelta(microseconds=1)
    except OverflowError:
        raise click.BadParameter(f"{text!r} is out of reach.") from None
