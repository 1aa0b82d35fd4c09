"""What slips past `safe` is caught before it reaches the terminal."""

from __future__ import annotations

from rich.segment import ControlType, Segment
from textual.color import Color
from textual.strip import Strip

from tui.line_filter import ControlFilter, PlainFilter

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


def test_in_plain_ascii_our_signs_are_drawn_otherwise_and_words_stay() -> None:
    line = Strip([Segment("‹RLO›b…▇"), Segment("│é記")]).apply_filter(PlainFilter(), BLACK)
    assert line.text == "<RLO>b~ |é記"
    clean = [Segment("memory")]
    assert PlainFilter().apply(clean, BLACK) is clean
