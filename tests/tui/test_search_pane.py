"""Search on the screen: looked for as it is typed, nothing typed is lost, nothing withdrawn is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.looking import Looking
from store.records.views import Hits
from tests.tui.desks import (
    capture_as,
    card_text,
    desk_app,
    memory_store,
    opened,
    pane_of,
    press,
    sample_store,
    screen_of,
    settle,
    text_of,
    until,
)
from tests.tui.withdrawn import SECRET_WORDS, decided, three_items
from tui.panes.past_screen import PastScreen
from tui.panes.search import MOST, SearchInput, SearchPane
from tui.widgets.table import WindowedTable

pytestmark = pytest.mark.anyio

SIZES = [(80, 24), (120, 40)]
HOSTILE = "the [bold red]gate[/] \x1b]52;c;QUJD\x07 of \u202egnp.exe and [@click=app.quit]x[/]"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


def search_of(pilot: Pilot[Any]) -> SearchPane:
    pane = pane_of(pilot)
    assert isinstance(pane, SearchPane)
    return pane


def flat(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(pilot).split())


def keys_of(desk: Desk, query: str) -> tuple[str, ...]:
    return desk.find(query, MOST).keys


def typed(pilot: Pilot[Any], text: str) -> None:
    """Keys that come all at once, as from somebody who does not wait for the screen."""
    for sign in text:
        pilot.app.post_message(events.Key({"/": "slash", " ": "space"}.get(sign, sign), sign))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_each_key_narrows_the_list_and_the_count_is_said(store: Path, size: tuple[int, int]) -> None:
    async with desk_app(store, size=size) as (pilot, desk):
        await press(pilot, "S")
        assert isinstance(screen_of(pilot).focused, SearchInput)
        assert "Type words of an item" in flat(pilot)
        for part in ("r", "ru", "run", "runner"):
            await press(pilot, *part[len(search_of(pilot).text) :])
            found = keys_of(desk, part)
            assert tuple(search_of(pilot).table.keys) == found
            assert f"{len(found):,} found" in flat(pilot)
        assert len(found) == 5


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_words_stand_out_without_colour_in_every_row(store: Path, size: tuple[int, int]) -> None:
    async with desk_app(store, size=size) as (pilot, _):
        await press(pilot, "S", *"Runner the")
        strips = pilot.app.screen._compositor.render_strips()
        struck = [s.text for strip in strips for s in strip if s.style and s.style.reverse and s.text.strip()]
        assert {word.casefold() for word in struck} >= {"runner", "the"}
        assert "● active" in text_of(pilot)
        assert "source" in text_of(pilot), "a row whose source holds the word says so"


async def test_enter_goes_to_the_rows_and_then_opens_one(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner", "enter", "j", "enter")
        assert screen_of(pilot).wide
        assert keys_of(desk, "runner")[1] in card_text(pilot) + text_of(pilot)
        await press(pilot, "escape")
        assert not screen_of(pilot).wide
        assert search_of(pilot).text == "runner"


async def test_a_verb_works_on_a_row_as_in_items(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner", "enter", "space", "c", "enter")
        (staged,) = desk.plan().staged
        assert (staged.verb, staged.targets) == ("cool", keys_of(desk, "runner")[:1])


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_esc_clears_and_then_goes_back(store: Path, size: tuple[int, int]) -> None:
    async with desk_app(store, size=size) as (pilot, _):
        await press(pilot, "2", "S", *"heron", "escape")
        assert (search_of(pilot).text, len(search_of(pilot).table.keys)) == ("", 0)
        assert isinstance(screen_of(pilot).focused, SearchInput)
        await press(pilot, "escape")
        assert screen_of(pilot).place == "pending"
        assert isinstance(screen_of(pilot).focused, WindowedTable)
        await press(pilot, "S", *"heron", "enter", "escape")
        assert (screen_of(pilot).place, search_of(pilot).text) == ("search", "")
        await press(pilot, "escape")
        assert screen_of(pilot).place == "pending"


async def test_what_was_looked_for_is_there_again_when_one_comes_back(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner", "enter", "j", "I", "S")
        assert search_of(pilot).text == "runner"
        assert search_of(pilot).table.key == keys_of(desk, "runner")[1]
        assert isinstance(screen_of(pilot).focused, WindowedTable)
        await press(pilot, "S", "s")
        assert search_of(pilot).text == "runners", "its key again leads to the line"


async def test_nothing_found_names_the_next_key(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "S", *"qxjq")
        assert "0 found" in flat(pilot)
        told = "No item holds words that begin so. Esc clears them, and Esc again leaves."
        assert search_of(pilot).table.empty.plain == told
        assert "No item holds" in text_of(pilot)


@pytest.mark.parametrize("query", ["[", "]", "[red]", '"', "%", "--", "\\", "(state)", "NEAR(", "C++", "#4", "*"])
async def test_no_sign_means_anything_but_itself(store: Path, query: str) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S")
        search_of(pilot).filter.insert_text_at_cursor(query)
        await settle(pilot)
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, query)
        assert pilot.app.is_running


async def test_chinese_is_typed_and_found_by_one_sign_and_by_two(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S")
        for sign, query in (("缓", "缓"), ("存", "缓存")):
            pilot.app.post_message(events.Key(sign, sign))
            await settle(pilot)
            assert search_of(pilot).text == query
            assert tuple(search_of(pilot).table.keys) == keys_of(desk, query)


async def test_hostile_words_do_nothing_but_show(tmp_path: Path) -> None:
    path = memory_store(tmp_path, "# M\n")
    capture_as(path, "codex", {"text": HOSTILE, "kind": "knowledge", "source": "seen"})
    async with desk_app(path) as (pilot, _):
        await press(pilot, "S", *"gate gnp")
        shown = text_of(pilot)
        assert "[bold red]gate[/]" in shown
        assert "␛]52;c;QUJD␇" in shown
        assert "\x1b" not in shown
        assert "‹RLO›" in shown
        assert "[@click=app.quit]x[/]" in shown


# what comes late


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
    monkeypatch.setattr("tui.panes.search.PAGE", 2)
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


# what is not shown


async def test_what_is_withdrawn_is_not_found(tmp_path: Path) -> None:
    path, (item, *_) = three_items(tmp_path)
    async with desk_app(path) as (pilot, _):
        await press(pilot, "S", *"north pier")
        assert search_of(pilot).table.keys == (item,)
        with opened(path) as other:
            decided(other, "withdraw", item)
        await press(pilot, "enter", "r")
        assert search_of(pilot).table.keys == ()
        assert SECRET_WORDS not in text_of(pilot)
        await press(pilot, "escape", *item[:12])
        assert item not in search_of(pilot).table.keys


async def test_the_past_is_searched_as_it_was_and_nothing_can_be_decided(store: Path) -> None:
    capture_as(store, "codex", {"text": "a runner of later", "kind": "knowledge", "source": "seen"})
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "L", "end", "k", "at", "S", *"runner")
        screen = pilot.app.screen
        assert isinstance(screen, PastScreen)
        pane = screen.pane
        assert isinstance(pane, SearchPane)
        assert tuple(pane.table.keys) == desk.at(screen.seq).find("runner", MOST).keys
        assert len(pane.table.keys) == 5
        await press(pilot, "enter", "y")
        assert desk.plan().staged == ()
        await press(pilot, "escape", "escape", "escape")
        assert not isinstance(pilot.app.screen, PastScreen)


async def test_the_same_on_the_command_line_is_a_search(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "S", *"--flag x", "enter", ".")
        assert "memdesk search -- '--flag x'" in text_of(pilot)


async def test_long_lists_are_cut_and_say_so(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.panes.search.MOST", 2)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner")
        assert "more than 2 found" in flat(pilot)
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, "runner")[:2]
