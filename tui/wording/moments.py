"""Moments as people write them: a day, a time, or how long ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_AGO = re.compile(r"([0-9]{1,6})(min|h|d|w)")
_UNITS = {"min": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NoMoment(ValueError):
    """What was written is no moment; its text says which forms are."""


def read_moment(text: str, *, now: int, zone: str) -> int:
    """Read a moment as UTC microseconds; one without an offset is a moment of the store's own day."""
    if found := _AGO.fullmatch(text):
        return now - int(found[1]) * _UNITS[found[2]] * 1_000_000
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise NoMoment(f"{text!r} is no moment; 2026-06-01, 2026-06-01T09:30 and 3d, 2h, 30min are.") from None
    if read.tzinfo is None:
        try:
            read = read.replace(tzinfo=ZoneInfo(zone))
        except (ZoneInfoNotFoundError, ValueError):
            read = read.replace(tzinfo=UTC)
    try:
        return (read - _EPOCH) // timedelta(microseconds=1)
    except OverflowError:
        raise NoMoment(f"{text!r} is out of reach.") from None


def written_moment(at: int, zone: str) -> str:
    """A moment as it can be read again: in the zone of the store, as short as it is exact."""
    try:
        where = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        where = ZoneInfo("UTC")
    try:
        local = (_EPOCH + timedelta(microseconds=at)).astimezone(where)
    except OverflowError:
        return (_EPOCH + timedelta(microseconds=at)).isoformat()
    naive = local.replace(tzinfo=None, fold=0)
    if (naive.replace(tzinfo=where) - _EPOCH) // timedelta(microseconds=1) != at:  # an hour that comes twice
        return local.isoformat()
    if (naive.hour, naive.minute, naive.second, naive.microsecond) == (0, 0, 0, 0):
        return naive.date().isoformat()
    whole = naive.second or naive.microsecond
    return naive.isoformat(timespec="auto" if whole else "minutes")
