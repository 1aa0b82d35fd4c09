"""Moments and filters of the log, written as they can be read again."""

from __future__ import annotations

from datetime import datetime

import pytest

from store.records.views import LogFilter
from store.records.words import Action
from tui.wording.filters import filter_options, filter_words
from tui.wording.moments import NoMoment, read_moment, written_moment

SECOND = 1_000_000
NOW = 1_788_253_200 * SECOND
"""2026-09-01 09:00 UTC."""


def utc(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * SECOND)


@pytest.mark.parametrize(
    ("text", "zone", "moment"),
    [
        ("2026-06-01", "UTC", utc("2026-06-01T00:00+00:00")),
        ("2026-06-01", "Asia/Tokyo", utc("2026-05-31T15:00+00:00")),
        ("2026-06-01T09:30", "Asia/Tokyo", utc("2026-06-01T00:30+00:00")),
        ("2026-06-01T09:30+02:00", "Asia/Tokyo", utc("2026-06-01T07:30+00:00")),
        ("30min", "UTC", NOW - 1_800 * SECOND),
        ("3d", "UTC", NOW - 3 * 86_400 * SECOND),
    ],
)
def test_a_moment_is_read_in_the_zone_of_the_store(text: str, zone: str, moment: int) -> None:
    assert read_moment(text, now=NOW, zone=zone) == moment


@pytest.mark.parametrize("text", ["yesterday-ish", "3 d", "2026-13-01", "", "3y"])
def test_what_is_no_moment_is_refused_with_the_forms_that_are(text: str) -> None:
    with pytest.raises(NoMoment, match="2026-06-01T09:30 and 3d"):
        read_moment(text, now=NOW, zone="UTC")


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "Europe/Berlin", "no/where"])
@pytest.mark.parametrize(
    "at",
    [
        *(NOW, NOW + 1, NOW + SECOND, 0, -SECOND, utc("2026-06-01T00:00+00:00"), utc("2026-05-31T15:00+00:00")),
        *(utc("2026-10-25T00:30+00:00"), utc("2026-10-25T01:30+00:00")),
    ],
)
def test_a_written_moment_is_read_as_the_same(at: int, zone: str) -> None:
    assert read_moment(written_moment(at, zone), now=NOW, zone=zone) == at


def test_a_day_is_written_as_a_day() -> None:
    assert written_moment(utc("2026-06-01T00:00+00:00"), "UTC") == "2026-06-01"
    assert written_moment(utc("2026-06-01T09:30+00:00"), "UTC") == "2026-06-01T09:30"


def test_a_filter_is_told_in_words_and_as_options() -> None:
    where = LogFilter(
        action=Action.RUN_CLOSED, actor="mira", subject="run-2026-06-01-001", since=NOW - 9 * 3_600 * SECOND, until=NOW
    )
    assert filter_words(where, "UTC") == (
        "import closed",
        "by mira",
        "about run-2026-06-01-001",
        "since 2026-09-01",
        "until 2026-09-01T09:00",
    )
    assert filter_options(where, "UTC") == (
        *("--action", "run-closed", "--actor", "mira", "--subject", "run-2026-06-01-001"),
        *("--since", "2026-09-01", "--until", "2026-09-01T09:00"),
    )
    assert filter_words(LogFilter(text="x"), "UTC") == filter_options(LogFilter(text="x"), "UTC") == ()
