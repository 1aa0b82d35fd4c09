"""Ages of a day, told by the days of the zone of the store wherever they stand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.clock import StillClock
from tests.governance.builders import a_desk, an_item
from tests.tui.desks import press, settle, text_of
from tui.app import DeskApp
from tui.settings import Settings
from tui.wording.times import ago_at

pytestmark = pytest.mark.anyio


def micros(year: int, month: int, day: int, hour: int, minute: int) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("zone", "now"),
    [
        ("Europe/Zurich", datetime(2026, 11, 29, 23, 30, tzinfo=UTC)),
        ("Asia/Tokyo", datetime(2026, 11, 29, 15, 30, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 11, 30, 8, 30, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 12, 1, 7, 30, tzinfo=UTC)),
    ],
    ids=["east, after midnight", "far east", "west, after midnight", "west, before midnight"],
)
async def test_the_sidebar_the_list_and_the_strip_tell_one_number_of_days(
    tmp_path: Path, zone: str, now: datetime
) -> None:
    desk = a_desk(tmp_path, StillClock(now), zone=zone)
    an_item(desk, status="pending-cleanup", text="it waits", date="2026-07-10", day=20260710)
    for text in ("at eight", "at nine"):
        an_item(desk, kind="state", subject="board:opens", text=text, date="2026-05-11", day=20260511)
    app = DeskApp(desk.path, Settings(), opener=lambda _: desk, live=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for place, days in (("2", 143), ("3", 203)):
            await press(pilot, place)
            shown = text_of(pilot)
            assert shown.count(f"{days} d") >= 3, "in the sidebar, the list and the card"
            assert f"{days - 1} d" not in shown
            assert f"{days + 1} d" not in shown


def test_less_than_a_day_is_told_in_hours_and_more_in_days_of_the_zone() -> None:
    now = micros(2026, 3, 30, 22, 30)
    assert ago_at(now, micros(2026, 3, 29, 23, 0), "Europe/Zurich") == "23 h"
    assert ago_at(now, micros(2026, 3, 27, 23, 0), "Europe/Zurich") == "3 d", "though an hour was left out"
    assert ago_at(now, None, "UTC") == "–"
