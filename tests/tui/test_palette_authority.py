"""Acts about who may decide are in the one table, so that menu, palette, key help and README know all of them."""

from __future__ import annotations

from tui.actions import ACTIONS, BY_ID, Where
from tui.panes.acting import NAMES


def test_every_act_is_in_the_table_and_in_the_menu() -> None:
    assert [action.id for action in ACTIONS if action.where is Where.WHO] == [f"who.{name}" for name in NAMES]


def test_the_palette_offers_every_act_and_what_is_said_of_keys_requests_and_alarms() -> None:
    wanted = [f"who.{name}" for name in NAMES] + ["desk.lock", "desk.requests", "desk.alarms", "place.who"]
    assert [name for name in wanted if not BY_ID[name].palette] == []
