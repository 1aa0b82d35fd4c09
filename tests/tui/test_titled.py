"""A new title is drawn at once, and of its frame no other line is."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from tui.widgets.titled import Titled

pytestmark = pytest.mark.anyio


class Framed(App[None]):
    CSS = "Titled { border: round white; }"

    def compose(self) -> ComposeResult:
        with Titled():
            yield Static("words")


async def test_another_title_stands_in_the_first_line_and_no_other_line_is_drawn_for_it() -> None:
    async with Framed().run_test(size=(40, 10)) as pilot:
        framed = pilot.app.query_one(Titled)
        framed.entitle(Content("first"))
        await pilot.pause()
        framed.entitle(Content("second"))
        drawn = set(framed._exchange_repaint_regions())
        assert drawn == {Region(0, 0, 40, 1)}
        framed.refresh(Region(0, 0, 40, 1).translate(-framed.content_offset))
        await pilot.pause()
        lines = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
        assert "second" in lines[0]
        assert not any("first" in line for line in lines)
