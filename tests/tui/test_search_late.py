"""What comes late in a search: keys before its line, rows that arrive, searches that are overtaken."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from governance.errors import Refusal, RefusalKind
from governance.looking import Looking
from store.records.views import Hits
from tests.tui.desks import (
    capture_as,
    desk_app,
    pane_of,
    press,
    sample_store,
    settle,
    until,
)
from tests.tui.searched import flat, keys_of, search_of, typed
from tui.panes.search import MOST, SearchPane
from tui.widgets.table import WindowedTable

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


async def test_keys_typed_before_the_line_is_there_are_not_lost(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        typed(pilot, "Sys yard")
        await settle(pilot)
        assert search_of(pilot).text == "ys yard"
        assert desk.plan().staged == ()
        assert len(pilot.app.screen_stack) == 2, "no verb was asked for"


async def test_keys_typed_right_after_the_key_of_a_filter_are_not_lost_either(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2")
        typed(pilot, "/ys")
        await settle(pilot)
        assert (pane_of(pilot).text, len(pilot.app.screen_stack)) == ("ys", 2)


class Held:
    """A search that waits, for some queries, until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, holds: Callable[[str], bool]) -> None:
        self.go, self.stopped, self.began = Event(), list[str](), list[str]()
        real = Looking.find

        def find(desk: Looking, query: str, limit: int, stop: Callable[[], bool] | None = None) -> Hits:
            self.began.append(query)
            ends = time.monotonic() + 5
            while holds(query) and time.monotonic() < ends and not self.go.wait(0.005):
                if stop is not None and stop():
                    self.stopped.append(query)
                    break
            return real(desk, query, limit)

        monkeypatch.setattr(Looking, "find", find)


async def test_typing_goes_on_while_a_search_runs_and_what_was_meant_before_is_broken_off(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, lambda query: query in ("h", "he", "her"))
    async with desk_app(store) as (pilot, desk):
        await pilot.press("S", *"hero")
        assert search_of(pilot).text == "hero"
        await until(pilot, f"{len(keys_of(desk, 'hero'))} found")
        await settle(pilot)
        assert set(held.stopped) <= {"h", "he", "her"}
        assert "h" in held.stopped
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, "hero")


async def test_an_older_search_that_ends_late_does_not_show_over_a_newer_one(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"heron")
        pane, listing = search_of(pilot), search_of(pilot).listing
        late = desk.find("her", MOST)
        pane._take(listing, "her", late, ((), ()), False)  # type: ignore[arg-type]
        await settle(pilot)
        assert tuple(pane.table.keys) == keys_of(desk, "heron") != late.keys


async def test_a_long_search_says_that_it_goes_on_and_does_not_keep_anybody_from_leaving(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, lambda query: query == "heron")
    async with desk_app(store) as (pilot, _):
        await pilot.press("S", *"heron")
        await until(pilot, "searching …")
        assert "heron" in flat(pilot)
        began = asyncio.get_running_loop().time()
        pilot.app.exit()
    assert asyncio.get_running_loop().time() - began < 3
    for _ in range(100):  # the thread is told, and says so a moment later
        if not held.stopped:
            await asyncio.sleep(0.01)
    assert held.stopped == ["heron"]


async def test_rows_that_come_meanwhile_are_marked_and_nothing_moves(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner", "enter", "j")
        pane, before = search_of(pilot), search_of(pilot).table.key
        (made,) = capture_as(store, "codex", {"text": "a runner more", "kind": "knowledge", "source": "seen"})
        pane.load(quietly=True)
        await settle(pilot)
        assert pane.table.key == before
        assert pane.table.keys[-1] == made.id
        assert made.id in pane.table.marks.new
        await press(pilot, "r")
        assert tuple(pane.table.keys) == keys_of(desk, "runner")
        assert pane.table.keys[0] == made.id


async def test_the_first_rows_come_before_all_are_counted(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WindowedTable, "room", 2)
    counted: list[str] = []
    real = SearchPane._counted

    def told(pane: SearchPane) -> str:
        counted.append(real(pane))
        return counted[-1]

    monkeypatch.setattr(SearchPane, "_counted", told)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner")
        assert counted.index("more than 2 found") < counted.index("5 found")
        assert counted[-1] == "5 found"
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, "runner")
        await press(pilot, "enter", "G")
        assert search_of(pilot).table.key == keys_of(desk, "runner")[-1]


async def test_a_search_that_is_refused_says_why(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "S")

        def refuse(*_: object) -> Hits:
            raise Refusal(RefusalKind.BROKEN, "The store cannot be read.", "Try again.")

        monkeypatch.setattr(Looking, "find", refuse)
        await press(pilot, "x")
        assert "The store cannot be read." in " ".join(notice.message for notice in pilot.app._notifications)
