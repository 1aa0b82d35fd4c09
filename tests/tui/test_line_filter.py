"""What slips past `safe` is caught before it reaches the terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from rich.segment import ControlType, Segment
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tui.line_filter import ControlFilter

BLACK = Color(0, 0, 0)


def through(*segments: Segment) -> Strip:
    return Strip(segments).apply_filter(ControlFilter(), BLACK)


def test_a_clean_line_is_passed_on_as_it_is() -> None:
    segments = [Segment("memory "), Segment("記憶")]
    assert ControlFilter().apply(segments, BLACK) is segments


def test_escapes_and_overrides_become_visible_and_the_line_keeps_its_width() -> None:
    line = through(Segment("a\x1b]52;c;QUJD\x07b\u202ec"), Segment("        "))
    assert line.text == "a␛]52;c;QUJD␇b‹RLO›c "
    assert Strip(line).cell_length == line.cell_length


def test_a_full_line_is_cropped_rather_than_wrapped() -> None:
    line = through(Segment("ab\x1bcd"))
    assert line.text == "ab␛c"


def test_control_segments_are_left_out() -> None:
    line = through(Segment("\x07", None, [(ControlType.BELL,)]), Segment("a"))
    assert [segment.text for segment in line] == ["a"]


def test_the_fences_of_isolated_runs_pass() -> None:
    assert through(Segment("\u2068שלום\u2069")).text == "\u2068שלום\u2069"


def test_a_line_costs_a_few_microseconds() -> None:
    segments = [Segment("some words of a memory ") for _ in range(6)]
    net = ControlFilter()
    begun = time.process_time()
    for _ in range(10_000):
        net.apply(segments, BLACK)
    assert (time.process_time() - begun) / 10_000 < 100e-6


class Netted(App[None]):
    """An app that shows stored text carelessly, but over the net."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), ControlFilter()]

    def compose(self) -> ComposeResult:
        yield Static(Content("keep \x1b]0;owned \x9b31m"))


@pytest.mark.anyio
async def test_an_app_with_the_net_draws_no_control_character() -> None:
    async with Netted().run_test(size=(40, 4)) as pilot:
        strips = pilot.app.query_one(Static).render_lines(Region(0, 0, 40, 1))
        assert strips[0].text.rstrip() == "keep ␛]0;owned \\x9b31m"
