"""Lanes that are frozen or cleared, on the screen: what the menu says, what passes leave there, how lists mark it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.governance.builders import decide
from tests.governance.standings import a_lane
from tests.tui.desks import desk_app, memory_store, opened, press, text_of, told, until

pytestmark = pytest.mark.anyio
PIER = "mem-2026-05-01-001"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    words = (f"- [2026-05-0{n}] [mem-2026-05-0{n}-001] (knowledge) The {what} is wet. Source: seen.\n"
             for n, what in enumerate(("pier", "quay"), 1))  # fmt: skip
    return memory_store(tmp_path, "# M\n" + "".join(words))


async def test_the_menu_of_what_is_frozen_has_what_reaches_it_and_says_why_the_rest_does_not(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Baseline")
        decide(desk, "lane", PIER, lane=lane)
        decide(desk, "freeze", lane)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "T", "T", "T", "enter")
        head = desk.overview().head
        await press(pilot, "s")
        assert "is frozen: thaw that first" in told(pilot)
        await press(pilot, "colon")
        shown = text_of(pilot)
        assert "Withdraw" in shown
        assert "is frozen" in shown
        assert desk.overview().head == head
        assert desk.plan().staged == ()


async def test_a_pass_says_before_and_after_what_it_leaves_in_which_lane(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Baseline")
        desk.intake.capture({"text": "the buoy is lit", "kind": "knowledge", "source": "seen", "lane": lane})
        decide(desk, "freeze", lane)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "1", "N")
        said = "1 capture waits in lane-0001 'Baseline', which is frozen"
        assert said in " ".join(text_of(pilot).split())
        await press(pilot, "y")
        await until(pilot, "nothing to archive")
        assert f"There was nothing to archive: {said}." in " ".join(text_of(pilot).split())


@pytest.mark.parametrize(("act", "word"), [("freeze", "frozen"), ("clear", "cleared")])
async def test_items_and_search_mark_what_lies_in_a_lane_of_which_recall_uses_nothing(
    store: Path, act: str, word: str
) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Baseline")
        decide(desk, "lane", PIER, lane=lane)
        decide(desk, act, lane)
    async with desk_app(store) as (pilot, _):
        for keys in (("I",), ("S", *"the")):
            await press(pilot, *keys)
            await until(pilot, "The pier is wet")
            lines = [line for line in text_of(pilot).replace("\xa0", " ").splitlines() if f"{word}  The" in line]
            assert len(lines) == 1
            assert "pier" in lines[0]
