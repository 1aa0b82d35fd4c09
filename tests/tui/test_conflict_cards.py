"""What the card of a conflict says of rows that do not stand like others, and what its keys refuse at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.governance.builders import decide
from tests.tui.desks import desk_app, opened, press
from tests.tui.disputed import disputed_store, go_to, told
from tests.tui.keyed import toast

pytestmark = pytest.mark.anyio
LESSON = "mem-2026-03-24-006"
"""A lesson of the sample memory that another one contradicts."""


@pytest.fixture
def store(tmp_path: Path) -> tuple[Path, dict[str, tuple[str, ...]]]:
    """Rows that disagree."""
    return disputed_store(tmp_path)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (180, 50)], ids=["80x24", "120x40", "180x50"])
async def test_a_row_in_a_frozen_lane_bears_a_mark_and_says_that_it_is_not_recalled(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    (*_, last) = store[1]["board"]
    with opened(store[0]) as desk:
        decide(desk, "new-lane", last, title="Old")
        decide(desk, "freeze", desk.item(last).row.lane or "")
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, last)
        await press(pilot, "enter", "G", "enter")
        assert "frozen and not recalled" in told(pilot)
        await press(pilot, "G")
        assert "Thaw lane-0001 first" in told(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("key", ["<", ">"])
async def test_of_knowledge_the_first_press_says_that_none_is_picked_and_promises_nothing(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int], key: str
) -> None:
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, LESSON)
        await press(pilot, key)
        assert "of knowledge none is picked" in toast(pilot)
        assert not desk.plan().staged


async def test_a_row_that_is_put_off_says_until_when_beside_the_other(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    first, second, _ = store[1]["board"]
    with opened(store[0]) as desk:
        decide(desk, "defer", second, until="7d")
        until = desk.item(second).deferred_until
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, first)
        assert f"not before {until}" in told(pilot)
