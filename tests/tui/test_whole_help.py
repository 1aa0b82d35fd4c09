"""Menus of verbs, keys and acts on a narrow screen: what is cut in the row at the cursor stands below in full."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.desks import desk_app, press, sample_store, text_of
from tui.dialogs.pick import PickDialog
from tui.widgets.table import WindowedTable

pytestmark = pytest.mark.anyio


def below(pilot: Pilot[Any]) -> str:
    """What stands between the rows and the keys."""
    return " ".join(str(pilot.app.screen.query_one("#trouble").render()).split())


@pytest.mark.parametrize("menu", ["colon", "question_mark"])
async def test_every_row_says_in_full_what_it_does(tmp_path: Path, menu: str) -> None:
    async with desk_app(sample_store(tmp_path), size=(80, 24)) as (pilot, _):
        await press(pilot, "2", menu)
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        table = dialog.query_one(WindowedTable)
        seen = 0
        for at in range(12):
            assert table.cursor == at, "the arrows go through the rows, whatever stands below"
            told = below(pilot)
            does = " ".join(dialog.line(table.row).cells[2].plain.split())
            assert does in told or does in " ".join(text_of(pilot).split()), at
            seen += bool(told)
            await press(pilot, "down")
        assert seen > 3


async def test_on_a_broad_screen_nothing_is_said_twice(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path), size=(160, 40)) as (pilot, _):
        await press(pilot, "2", "question_mark")
        assert below(pilot) == ""


async def test_the_key_that_shows_rows_as_they_are_explains_what_a_title_counts(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path), size=(120, 40)) as (pilot, _):
        await press(pilot, "question_mark", *"a title that")
        assert "a title that ends in r counts what changed, and with + what is new" in below(pilot)
