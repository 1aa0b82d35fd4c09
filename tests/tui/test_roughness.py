"""Small things that a person stumbles over: keys where they mean nothing, messages, low screens, lost stores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from store.records.words import Queue, Reason, Shown
from tests.tui.desks import (
    desk_app,
    first,
    memory_store,
    opened,
    pane_of,
    press,
    sample_store,
    screen_of,
    text_of,
    until,
)
from tui.actions import ACTIONS, Where
from tui.panes.places import PLACES

pytestmark = pytest.mark.anyio

LEAVING = {"desk.leave", "desk.palette", "text.editor"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


def told(pilot: Pilot[Any]) -> str:
    """The newest message."""
    return [notice.message for notice in pilot.app._notifications][-1]


@pytest.mark.parametrize("place", PLACES)
async def test_no_key_is_a_mistake_in_any_place(tmp_path: Path, place: str) -> None:
    async with desk_app(memory_store(tmp_path, "# M\n\n- one thing\n")) as (pilot, _):
        doing = (Where.VERB, Where.PLAN, Where.TEXT, Where.LOG, Where.DESK)
        for key in (a.keys[0] for a in ACTIONS if a.keys and a.where in doing and a.id not in LEAVING):
            if screen_of(pilot).place != place:
                await screen_of(pilot).action_go(place, 0)
            await pilot.press(key)
            while len(pilot.app.screen_stack) > 2:
                await pilot.press("escape")
            assert pilot.app.is_running


async def test_only_the_log_is_followed(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "G", "G")
        assert not pane_of(pilot).table.following
        await press(pilot, "L", "G", "G")
        assert pane_of(pilot).table.following


async def test_a_filter_without_a_match_says_so(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "f3")
        assert told(pilot) == "No filter yet: / asks for one."
        await press(pilot, "/", "q", "x", "j", "q", "escape", "f3")
        assert told(pilot) == "No row here has 'qxjq'."


async def test_a_row_that_is_decided_already_is_not_asked_about_again(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "k", "s")
        assert told(pilot).startswith("Decided already: 1 keep")
        assert len(pilot.app.screen_stack) == 2
        assert len(desk.plan().staged) == 1


async def test_keys_and_trouble_of_a_dialog_are_in_sight_on_a_low_screen(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "2", "e", *"xyz")
        for _ in range(4):
            await press(pilot, "enter")
        assert "esc back" in text_of(pilot)
        assert "^s stages" in text_of(pilot)


async def test_words_that_were_typed_are_not_thrown_away_by_one_key(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "e", *" more", "escape")
        area = pilot.app.screen.query_one(TextArea)
        assert area.text.endswith(" more")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "y", "escape")
        assert len(pilot.app.screen_stack) == 2


async def test_fields_that_mean_nothing_here_are_not_asked_for(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "A", "A", "f")
        assert not pilot.app.screen.query("#field-by")
        await press(pilot, "escape", "2", "e")
        assert not pilot.app.screen.query("#field-subject")


async def test_a_dialog_about_several_rows_shows_their_words(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        rows = desk.queue_rows(Queue.PENDING, desk.queue_keys(Queue.PENDING)[:2])
        await press(pilot, "2", "space", "space", "c")
        assert all(row.text[:60] in text_of(pilot) for row in rows)


async def test_enter_decides_again_only_in_sight_of_what_moved(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, desk):
        target = first(desk, Queue.PENDING)
        await press(pilot, "2", "y", "enter")
        with opened(store) as other:
            seen = (other.item(target).seen,)
            other.decide("stale", [target], {}, reason=Reason.NO_LONGER_TRUE, note=None, seen=seen, shown=Shown.LISTED)
        await press(pilot, "P", "r", "enter")
        assert desk.plan().staged[0].moved
        assert "changed since it was shown" in text_of(pilot)
        await press(pilot, "enter")
        assert not desk.plan().staged[0].moved


async def test_a_store_that_goes_away_is_an_alarm_and_comes_back_quietly(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    store = memory_store(tmp_path / "here", "# M\n\n- one thing\n")
    async with desk_app(store, live=True) as (pilot, _):
        (tmp_path / "here").rename(tmp_path / "there")
        await until(pilot, "The store is no longer at")
        await until(pilot, "not live")
        (tmp_path / "there").rename(tmp_path / "here")
        await until(pilot, "\u25cf live")
        assert "no longer at" not in text_of(pilot)
