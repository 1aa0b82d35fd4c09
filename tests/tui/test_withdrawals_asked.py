"""What the screen says before a withdrawal, a reinstatement or an undo is decided; saying it writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.words import Reason, Shown
from tests.tui.desks import card_text, desk_app, memory_store, opened, pane_of, press, settle, text_of
from tests.tui.keyed import shows, toast, words
from tests.tui.test_withdrawals import FOLDER, on_item
from tests.tui.withdrawn import CJK, decided, hidden, three_items
from tui.dialogs.influence import InfluenceDialog
from tui.dialogs.reader import ReaderDialog

pytestmark = pytest.mark.anyio


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    return three_items(tmp_path)


async def test_a_source_that_is_looked_at_and_let_be_is_not_written_down(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (_, item, _) = three
    async with desk_app(path) as (pilot, desk):
        before = desk.pulse()[1]
        await on_item(pilot, item)
        await press(pilot, "w", "down", "enter")
        assert shows(pilot, InfluenceDialog)
        assert "1 item that it names, or that belongs to what it names" in words(pilot)
        await press(pilot, "escape")
        assert desk.pulse()[1] == before
        await press(pilot, "w", "down", "enter", "ctrl+s", "P")
        assert f"source:{CJK}" in text_of(pilot) + card_text(pilot)
        assert f"--source '{CJK}'" in card_text(pilot)
        assert desk.pulse()[1] == before
        await press(pilot, "escape", "u")
        assert (desk.plan().staged, desk.pulse()[1]) == ((), before)


async def test_the_in_flight_policy_stands_in_the_dialog(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    async with desk_app(path, size=(120, 60)) as (pilot, _):
        await on_item(pilot, item)
        await press(pilot, "w", "enter")
        assert "In-flight policy (finish-local)" in words(pilot)


async def test_the_reason_other_asks_for_its_note_in_the_dialog(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w", "enter")
        dialog = pilot.app.screen
        assert isinstance(dialog, InfluenceDialog)
        dialog.query_one("#field-reason Choice").focus()
        await press(pilot, "left")
        assert dialog.reason is Reason.OTHER
        await press(pilot, "ctrl+s")
        assert "asks for a note" in words(pilot)
        assert "in your own words; needed for the reason other" in words(pilot)
        assert desk.plan().staged == ()
        await press(pilot, *"wet", "ctrl+s")
        [staged] = desk.plan().staged
        assert (staged.reason, staged.note) == (Reason.OTHER, "wet"), "what is typed next is the note"


async def test_undoing_a_withdrawal_shows_the_standing_that_comes_back(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "U", "enter")
        shown = words(pilot)
        assert "Will be eligible again, with this standing" in shown
        assert "1 item: active, no confidence given" in shown
        assert hidden(desk, item)


async def test_several_scopes_are_given_back_under_one_heading(three: tuple[Path, tuple[str, ...]]) -> None:
    path, items = three
    with opened(path) as desk:
        for item in items:
            decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "5", "asterisk", "i")
        shown = words(pilot)
        assert shown.count("Will be eligible again, with this standing") == 1
        assert "3 scopes" in shown
        assert "3 items: active, no confidence given" in shown
        await press(pilot, "ctrl+s", "ctrl+s", "y")
        assert not any(hidden(desk, item) for item in items)


async def test_f1_says_what_the_list_of_withdrawals_is(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "withdraw", item)
    async with desk_app(path, size=(120, 60)) as (pilot, _):
        await press(pilot, "5", "f1")
        assert shows(pilot, ReaderDialog)
        assert "Every scope that was ever taken out of influence" in words(pilot)


async def test_home_counts_no_capture_that_is_withdrawn(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "withdraw", item)
        assert desk.overview().new_captures == 2
    async with desk_app(path) as (pilot, _):
        await press(pilot, "0")
        assert "2 captures" in text_of(pilot)


async def test_an_import_is_found_in_the_archive_and_withdrawn_there(tmp_path: Path) -> None:
    async with desk_app(memory_store(tmp_path, FOLDER)) as (pilot, desk):
        await press(pilot, "A", "A", "A")
        (run,) = desk.runs()
        assert run.id in text_of(pilot)
        told = " ".join(card_text(pilot).split())
        assert f"items {run.items:,}" in told
        assert (run.root or "-")[:30] in told
        await press(pilot, "w")
        assert f"withdraw {run.id}" in words(pilot)
        await press(pilot, "ctrl+s", "ctrl+s", "y")
        assert desk.runs()[0].withdrawn_by
        await settle(pilot)
        assert "withdrawn by memwd-" in card_text(pilot)
        await press(pilot, "w")
        assert "is withdrawn by" in words(pilot) + toast(pilot)


async def test_a_segment_is_withdrawn_from_the_list_of_segments(tmp_path: Path) -> None:
    async with desk_app(memory_store(tmp_path, FOLDER)) as (pilot, desk):
        await press(pilot, "A", "w", "enter")
        segment = pane_of(pilot).table.keys[0]
        assert f"withdraw {segment}" in words(pilot)
        await press(pilot, "ctrl+s")
        (staged,) = desk.plan().staged
        assert (staged.targets, staged.shown) == ((segment,), Shown.PREVIEWED)


async def test_many_scopes_say_that_they_take_a_moment(
    three: tuple[Path, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, items = three
    with opened(path) as desk:
        for item in items:
            decided(desk, "withdraw", item)
    monkeypatch.setattr("tui.panes.influence.MANY", 3)
    async with desk_app(path) as (pilot, _):
        await press(pilot, "5", "asterisk")
        await pilot.press("i")
        assert "3 rows: one moment" in toast(pilot)
        await settle(pilot)
        assert shows(pilot, InfluenceDialog)
