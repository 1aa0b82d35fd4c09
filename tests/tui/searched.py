"""The search on the screen, as tests reach it."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.pilot import Pilot

from governance.desk import Desk
from tests.tui.desks import (
    pane_of,
    text_of,
)
from tui.panes.search import MOST, SearchPane


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
