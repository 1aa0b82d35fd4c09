"""Search on the screen: looked for as it is typed, nothing typed is lost, nothing withdrawn is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.desks import (
    capture_as,
    card_text,
    desk_app,
    memory_store,
    opened,
    press,
    sample_store,
    screen_of,
    settle,
    text_of,
)
from tests.tui.searched import flat, keys_of, search_of
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


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_is_found_by_its_source_alone_shows_source_and_words(tmp_path: Path, size: tuple[int, int]) -> None:
    long = "the minutes of the harbour board, third meeting of the year, as read out by Ilse"
    store = memory_store(tmp_path, f"# M\n\n- [2026-08-28] (knowledge) Boats come at nine. Source: {long}\n")
    async with desk_app(store, size=size) as (pilot, _):
        await press(pilot, "S", *"meeting")
        told = " ".join(text_of(pilot).split())
        assert "source" in told
        assert "third meeting" in told
        assert "Boats come" in told


async def test_enter_goes_to_the_rows_and_then_opens_one(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"runner", "enter", "j", "enter")
        assert screen_of(pilot).wide
        assert keys_of(desk, "runner")[1] in card_text(pilot) + text_of(pilot)
        await press(pilot, "escape")
        assert not screen_of(pilot).wide
        assert search_of(pilot).text == "runner"


async def test_the_key_of_the_filter_types_a_further_word(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "S", *"gullmail", "enter", "/")
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, "gullmail")
        await press(pilot, *"relay")
        assert search_of(pilot).text == "gullmail relay"
        assert tuple(search_of(pilot).table.keys) == keys_of(desk, "gullmail relay") != ()
        await press(pilot, "enter", "/", "enter", "/", "x")
        assert search_of(pilot).text == "gullmail relay x", "one blank at most"


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


async def test_while_words_are_typed_the_footer_names_only_keys_that_work_there(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "S")
        assert footer_of(pilot) == "enter to the list esc back ^p palette"
        await press(pilot, *"gull")
        assert footer_of(pilot) == "enter to the list esc clear ^p palette"
        await press(pilot, "enter")
        assert footer_of(pilot).startswith("s stale ")
        await press(pilot, "2", "slash", "k")
        assert footer_of(pilot) == "enter to the list esc clear ^p palette"
        await press(pilot, "escape")
        assert footer_of(pilot).startswith("y keep ")


def footer_of(pilot: Pilot[Any]) -> str:
    """The last line of the screen."""
    return " ".join(text_of(pilot).splitlines()[-1].split())
