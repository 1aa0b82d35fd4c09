"""Stored text reaches a terminal as something to read, never as something to obey."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.growth import assert_linear
from tui.safe import FSI, PDI, clip, isolate, safe

BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

SHOWN = [
    ("a clipboard write (OSC 52)", "\x1b]52;c;QUJD\x07", "␛]52;c;QUJD␇"),
    ("a window title (OSC 0)", "\x1b]0;t\x07", "␛]0;t␇"),
    ("a link (OSC 8)", "\x1b]8;;http://a\x1b\\b", "␛]8;;http://a␛\\b"),
    ("a cleared screen", "\x1b[2J", "␛[2J"),
    ("an eight-bit control sequence", "\x9b31m", "\\x9b31m"),
    ("an operating system command that never ends", "keep\x1b]", "keep␛]"),
    ("a device control string", "\x1bPq\x1b\\", "␛Pq␛\\"),
    ("an eight-bit device control string", "\x90q\x9c", "\\x90q\\x9c"),
    ("a NUL and a delete", "a\x00b\x7f", "a␀b␡"),
    ("a lone carriage return", "good\rbad", "good␍bad"),
    ("a backspace", "a\x08b", "a␈b"),
    ("a next-line sign", "a\x85b", "a\\x85b"),
    ("a right-to-left override", "a\u202ecod.exe", "a‹RLO›cod.exe"),
    ("an isolate", "\u2066a\u2069", "‹LRI›a‹PDI›"),
    ("a directional mark", "a\u200f\u061c", "a‹RLM›‹ALM›"),
    ("a zero-width space", "pass\u200bword", "pass‹ZWSP›word"),
    ("a byte order mark", "\ufeff- a", "‹BOM›- a"),
    ("a line separator", "a\u2028b\u2029", "a‹LS›b‹PS›"),
    ("a hidden instruction in tag characters", "hi\U000e0068\U000e0065\U000e0079", "hi‹tag:hey›"),
    ("bytes hidden in variation selectors", "a\ufe00\U000e0101", "a‹VS1›‹VS18›"),
    ("a lone surrogate", "hi \ud83d", "hi \ufffd"),
    ("an annotation", "\ufff9a\ufffab\ufffb", "‹IAA›a‹IAS›b‹IAT›"),
    ("an invisible operator", "a\u2063b", "a‹U+2063›b"),
    ("a joiner in Latin text", "ad\u200dmin", "ad‹ZWJ›min"),
]

KEPT = [
    ("markup", "- [2026-05-11] [mem-2026-05-11-001] (knowledge) [red]x[/] [@click=app.quit]y[/]"),
    ("brackets of code", "arr[0] [/* */] array[int] [#888888] [x] done"),
    ("a family", "👨‍👩‍👧"),
    ("a coloured heart", "❤️‍🔥"),
    ("a skin tone", "👩🏽‍💻"),
    ("a keycap", "1️⃣"),
    ("Persian spelling", "می‌خواهم"),
    ("a Devanagari conjunct", "क्‍ष"),
    ("an ideographic variant", "葛\U000e0100城市"),
    ("Japanese", "パスワードは金庫にある。"),
    ("combining marks", "e\u0301 ñ"),
]


def named(cases: list[tuple[str, ...]]) -> list[object]:
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


@pytest.mark.parametrize(("stored", "shown"), named([*SHOWN]))
def test_what_could_act_hide_or_reorder_is_shown(stored: str, shown: str) -> None:
    assert safe(stored) == shown


@pytest.mark.parametrize("stored", named([*KEPT]))
def test_every_character_of_ordinary_text_is_kept(stored: str) -> None:
    assert safe(stored) == stored


def test_line_breaks_are_signs_in_one_line_and_breaks_in_many() -> None:
    assert safe("a\nb\r\nc") == "a⏎b⏎c"
    assert safe("a\nb\r\nc", lines=True) == "a\nb\nc"


def test_tabs_become_spaces_up_to_the_next_stop() -> None:
    assert safe("a\tb\n\tc", lines=True) == "a   b\n    c"


@given(st.text(st.characters(), max_size=60), st.booleans())
def test_no_control_and_no_bidi_control_is_left(stored: str, lines: bool) -> None:
    shown = safe(stored, lines=lines)
    left = {c for c in shown if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} or c in BIDI}
    assert left <= ({"\n"} if lines else set())
    assert safe(shown, lines=lines) == shown


RISKY = st.text(st.sampled_from("a1#©☠❤葛कम\n\r\t\x1b\x9b\u200c\u200d\u2060\u202e\ufe0e\ufe0f\U000e0100\U000e0041🏴⏎␛"))


@given(RISKY, st.booleans())
def test_a_second_pass_changes_nothing(stored: str, lines: bool) -> None:
    shown = safe(stored, lines=lines)
    assert safe(shown, lines=lines) == shown


def test_twice_as_long_a_text_takes_twice_the_time() -> None:
    stored = "\x1b[31m記憶\u200d\u202e" * 30_000
    assert_linear(lambda: safe(stored[: len(stored) // 2]), lambda: safe(stored))


@pytest.mark.parametrize(
    ("text", "cells", "cut"),
    [
        pytest.param("memory", 6, "memory", id="what fits is whole"),
        pytest.param("memory", 5, "memo…", id="what does not fit ends with an ellipsis"),
        pytest.param("記憶の机", 5, "記憶…", id="a wide sign counts two cells"),
        pytest.param("記憶の机", 4, "記…", id="a wide sign is never halved"),
        pytest.param("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…", id="a family stays together"),
        pytest.param("e\u0301e\u0301e\u0301", 2, "e\u0301…", id="an accent stays with its letter"),
        pytest.param("memory", 1, "…", id="one cell is the ellipsis"),
        pytest.param("memory", 0, "", id="no cell is nothing"),
    ],
)
def test_a_line_is_cut_by_cells(text: str, cells: int, cut: str) -> None:
    assert clip(text, cells) == cut


@given(st.text(st.characters()), st.integers(0, 40))
def test_a_cut_line_is_never_wider_than_asked(stored: str, cells: int) -> None:
    assert cell_len(clip(safe(stored), cells)) <= cells


@pytest.mark.parametrize(
    ("text", "fenced"),
    [
        pytest.param("plain text", "plain text", id="nothing to fence"),
        pytest.param("日本語", "日本語", id="other scripts are left alone"),
        pytest.param("- שלום - 5", f"- {FSI}שלום{PDI} - 5", id="what follows a run is outside"),
        pytest.param("a مرحبا بك b", f"a {FSI}مرحبا بك{PDI} b", id="a phrase is one run"),
        pytest.param("עמוד 5 מתוך 10", f"{FSI}עמוד 5 מתוך{PDI} 10", id="a number inside a phrase belongs to it"),
        pytest.param(
            "א 2026-05-11 ב mem-2026-05-11-001 ג",
            f"{FSI}א{PDI} 2026-05-11 {FSI}ב{PDI} mem-2026-05-11-001 {FSI}ג{PDI}",
            id="dates and ids are outside",
        ),
        pytest.param("א\nב", f"{FSI}א{PDI}\n{FSI}ב{PDI}", id="a fence closes before the line does"),
    ],
)
def test_right_to_left_runs_are_fenced_off(text: str, fenced: str) -> None:
    assert isolate(text) == fenced


@given(st.text(st.characters(), max_size=60))
def test_fences_stand_in_pairs_on_every_line_and_nothing_else_changes(stored: str) -> None:
    shown = safe(stored, lines=True)
    fenced = isolate(shown)
    assert fenced.replace(FSI, "").replace(PDI, "") == shown
    for line in fenced.split("\n"):
        marks = [c for c in line if c in {FSI, PDI}]
        assert marks == [FSI, PDI] * (len(marks) // 2)
