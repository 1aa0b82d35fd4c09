"""The view at a seq: every pane as it was, every verb off, nothing moves, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.desk import Desk
from store.purge import purge
from store.records.views import LogFilter
from store.records.words import Queue, Reason, Shown
from tests.builders import DAY
from tests.tui.desks import NOW, desk_app, first, opened, press, sample_store, screen_of, text_of, told
from tui.panes.list_pane import ListPane
from tui.panes.past_screen import PastScreen

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


def decided(desk: Desk) -> str:
    """Somebody judges the first pending item to be stale."""
    target = first(desk, Queue.PENDING)
    reason, seen = Reason.NO_LONGER_TRUE, (desk.item(target).seen,)
    desk.decide("stale", [target], {}, reason=reason, note=None, seen=seen, shown=Shown.LISTED)
    return target


def past_of(pilot: Pilot[Any]) -> PastScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PastScreen)
    return screen


def then(pilot: Pilot[Any]) -> ListPane:
    """The open pane of the past."""
    pane = past_of(pilot).pane
    assert pane is not None
    return pane


async def at_the_import(pilot: Pilot[Any], desk: Desk) -> int:
    """Press `@` on the last entry but the two of a decision."""
    seq = desk.overview().head - 2
    await press(pilot, "L", "end", "k", "k", "at")
    assert past_of(pilot).seq == seq
    return seq


PLACES = {
    "2": ("queue_keys", Queue.PENDING),
    "9": ("groups", None),
    "I": ("item_keys", None),
    "A": ("segments", None),
    "T": ("topics", None),
    "L": ("log_keys", None),
}


async def test_every_pane_reads_as_it_did_at_that_entry(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        past = desk.at(await at_the_import(pilot, desk))
        for key, (method, argument) in PLACES.items():
            await press(pilot, key)
            answer = getattr(past, method)(*([argument] if argument else []))
            assert len(then(pilot).table.keys) == len(answer), method
        assert len(past.queue_keys(Queue.PENDING)) == len(desk.queue_keys(Queue.PENDING)) + 1


async def test_the_frame_says_so_in_words_in_every_place(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        seq = await at_the_import(pilot, desk)
        for key in ("0", "2", "9", "I", "A", "T", "L"):
            await press(pilot, key)
            assert text_of(pilot).splitlines()[0].startswith(f" AT SEQ {seq} · 2026-09-01 09:00 · read-only"), key
        await press(pilot, "0")
        card = past_of(pilot).detail.card
        assert card is not None
        assert f"{seq} entries" in "\n".join(str(section.body) for section in card.sections)


async def test_what_was_decided_since_is_undecided_there(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = decided(desk)
        await at_the_import(pilot, desk)
        await press(pilot, "2")
        assert then(pilot).table.key == target
        card = past_of(pilot).detail.card
        assert card is not None
        history = next(str(s.body) for s in card.sections if s.heading == "history")
        assert "pending" in str(card.top)
        assert "stale" not in history


@pytest.mark.parametrize(
    "key", ["y", "s", "c", "m", "e", "t", "o", "f", "a", "z", "colon", "E", "u", "ctrl+s", "U", "P"]
)
async def test_a_verb_or_plan_key_does_nothing_and_says_why(store: Path, key: str) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        seq = await at_the_import(pilot, desk)
        await press(pilot, "2", key)
        assert f"as it was at entry {seq}: nothing can be decided in the past" in told(pilot)
        assert "@ leads back to now" in told(pilot)
        assert past_of(pilot).place == "pending"
        await press(pilot, "enter")
        assert desk.plan().staged == ()


async def test_a_change_elsewhere_moves_nothing_there(store: Path) -> None:
    async with desk_app(store, live=True) as (pilot, desk):
        decided(desk)
        await at_the_import(pilot, desk)
        await press(pilot, "2")
        before = text_of(pilot)
        with opened(store) as other:
            decided(other)
        for _ in range(60):
            await pilot.pause(0.05)
            overview = screen_of(pilot).overview
            if overview is not None and overview.head == desk.overview().head:
                break
        else:
            raise AssertionError("the desk of today never heard of it")
        assert text_of(pilot) == before


@pytest.mark.parametrize("way", [("at",), ("escape", "escape")], ids=["@", "Esc, as often as there were steps"])
async def test_the_way_back_leads_to_the_desk_as_it_was_left(store: Path, way: tuple[str, ...]) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        await at_the_import(pilot, desk)
        present = screen_of(pilot)
        await press(pilot, "2", *way)
        assert pilot.app.screen is present
        assert present.place == "log"
        assert present.pane is not None
        assert present.pane.table.key == desk.overview().head - 2
        assert "AT SEQ" not in text_of(pilot)
        await press(pilot, "2", "y", "enter")
        assert len(desk.plan().staged) == 1, "verbs work again"


async def test_esc_clears_a_filter_of_the_past_before_it_leads_back(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        seq = await at_the_import(pilot, desk)
        await press(pilot, "F", *"topic", "enter")
        topics = _topics(desk)
        assert list(then(pilot).table.keys) == [s for s in desk.log_keys(LogFilter(text="")) if s in topics]
        await press(pilot, "escape")
        assert len(then(pilot).table.keys) == seq
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, PastScreen)


def _topics(desk: Desk) -> set[int]:
    return {row.seq for row in desk.log_rows(desk.log_keys()) if row.action == "topic"}


async def test_what_was_erased_since_stays_erased_there(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = first(desk, Queue.PENDING)
        item = desk.item(target)
        decided(desk)
        await at_the_import(pilot, desk)
        await press(pilot, "2")
        assert item.text[:30] in text_of(pilot)
        await press(pilot, "at")
        gone = [seq for seq in (item.row.body, item.row.block) if seq is not None]
        purge(desk.store, gone, at=NOW, actor="p-0001", day=DAY)
        await press(pilot, "at", "2")
        shown = text_of(pilot)
        assert "AT SEQ" in shown
        assert item.text[:30] not in shown
        card = past_of(pilot).detail.card
        assert card is not None, f"{told(pilot)} {text_of(pilot)}"
        assert card.id == target
        assert "erased under memerase-" in "\n".join(str(section.body) for section in card.sections)


async def test_on_an_item_it_asks_for_the_moment_of_its_history(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = decided(desk)
        came = desk.log_keys(LogFilter(subject=target))[-1]
        await press(pilot, "2", "2", "slash", *target, "enter", "at")
        assert f"{target} at which moment?" in text_of(pilot)
        await press(pilot, *"review", "enter")
        assert past_of(pilot).seq == came
        assert then(pilot).table.key == target
        await press(pilot, "at")
        assert screen_of(pilot).place == "pending"


async def test_from_one_moment_one_comes_to_an_earlier_one_and_from_there_back_to_now(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        await at_the_import(pilot, desk)
        await press(pilot, "g", "colon", *"every pane", "enter")
        assert past_of(pilot).seq == 1
        assert "Nothing is in doubt" not in text_of(pilot)
        await press(pilot, "2")
        assert "Nothing is in doubt" in text_of(pilot)
        await press(pilot, "at")
        assert pilot.app.screen is screen_of(pilot)
        assert not isinstance(pilot.app.screen, PastScreen)


async def test_the_same_on_the_command_line_names_the_moment(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = decided(desk)
        seq = await at_the_import(pilot, desk)
        await press(pilot, "2", "full_stop")
        shown = " ".join(text_of(pilot).replace("│", " ").split())
        assert f"memdesk list pending --at-seq {seq}" in shown
        assert f"memdesk show {target} --at-seq {seq}" in shown


async def test_elsewhere_the_key_says_where_it_works(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "0", "at")
        assert "L goes to the log" in told(pilot)


@pytest.mark.parametrize(("key", "place"), [("T", "topics"), ("A", "archive")], ids=["a topic", "a segment"])
async def test_any_row_that_bears_an_id_has_moments(store: Path, key: str, place: str) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        await press(pilot, key, "j")
        pane = screen_of(pilot).pane
        assert pane is not None
        about = desk.log_keys(LogFilter(subject=pane.table.key))
        await press(pilot, "at", "enter")
        assert past_of(pilot).seq == about[-1]
        assert past_of(pilot).place == place


async def test_leaving_from_the_past_leaves_the_desk(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        decided(desk)
        await at_the_import(pilot, desk)
        await pilot.press("q")
        await pilot.pause(0.2)
        assert not pilot.app.is_running
    with opened(store) as again:
        assert again.overview().new_entries == 0, "what was there was seen"
