"""Where two texts differ: word by word, and of scripts without blanks sign by sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from tui.widgets.sides import Body, Side, Sides, laid_beside
from tui.widgets.text import said, stored
from tui.wording.differing import MOST, differing
from tui.wording.glyphs import ASCII, UNICODE

CASES = {
    "one word": ("203.0.113.7 is public", "198.51.100.20 is public", ["203.0.113.7"], ["198.51.100.20"]),
    "nothing": ("the same", "the same", [], []),
    "only blanks": ("the  same", "the same\n", [], []),
    "words that are more": ("it is safe", "it is never safe", [], ["never"]),
    "a full stop": ("it is safe", "it is safe.", [], ["."]),
    "signs of Japanese": ("港は八時に開く", "港は九時に開く", ["八"], ["九"]),
    "everything": ("red", "blue", ["red"], ["blue"]),
    "nothing beside something": ("", "blue", [], ["blue"]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_pieces_that_differ_are(case: str) -> None:
    one, other, mine, theirs = CASES[case]
    left, right = differing(one, other)
    assert [one[a:b] for a, b in left] == mine
    assert [other[a:b] for a, b in right] == theirs


@given(st.text(max_size=60), st.text(max_size=60))
def test_pieces_lie_within_the_text_in_order_and_equal_texts_have_none(one: str, other: str) -> None:
    for text, spans in zip((one, other), differing(one, other), strict=True):
        flat = [at for span in spans for at in span]
        assert flat == sorted(flat)
        assert all(0 <= at <= len(text) for at in flat)
    assert differing(one, one) == ((), ())


def test_behind_so_many_words_the_rest_counts_as_one() -> None:
    one = " ".join(f"word{n}" for n in range(MOST + 50))
    left, _ = differing(one, one + " more")
    assert [one[a:b].split()[0] for a, b in left] == [f"word{MOST}"]


def columns(left: str, right: str, width: int, at: int = 0, more: int = 0) -> list[str]:
    texts = [stored(text, lines=True) for text in (left, right)]
    marks = differing(*(text.plain for text in texts))
    sides = [
        Side(f"mem-{n}", said(f"2026-06-0{n + 1} mem-{n}"), (Body("", text, spans), Body("history", said(f"came {n}"))))
        for n, (text, spans) in enumerate(zip(texts, marks, strict=True))
    ]
    sides += [Side(f"mem-{n + 2}", said(f"tab mem-{n + 2}"), ()) for n in range(more)]
    return [line.rstrip() for line in laid_beside(Sides(tuple(sides), 0, at), width, UNICODE).plain.split("\n")]


def test_both_stand_side_by_side_and_signs_point_at_what_differs() -> None:
    rows = columns("port 8470 is open", "port 8480 is open", 83)
    assert rows[0] == f"{'▸ < 2026-06-01 mem-0':<40} │   > 2026-06-02 mem-1"
    assert rows[1] == f"{'port 8470 is open':<40} │ port 8480 is open"
    assert rows[2] == f"{'     ^^^^':<40} │      ^^^^"
    assert "── history" in rows[4]
    assert rows[4].count("── history") == 2


def test_one_at_a_time_where_both_do_not_fit_with_the_other_as_a_tab() -> None:
    rows = columns("port 8470 is open", "port 8480 is open", 60, at=1)
    assert rows[0] == "< 2026-06-01 mem-0  · > 2026-06-02 mem-1"
    assert rows[2] == "▸ 2026-06-02 mem-1"
    assert "port 8470" not in "\n".join(rows)


def test_more_than_two_are_tabs_above_the_columns() -> None:
    rows = columns("a", "b", 100, more=2)
    assert " ".join(rows[0].split()) == "< 2026-06-01 mem-0 · > 2026-06-02 mem-1 · tab mem-2 · tab mem-3"


EIGHT, NINE = "港の案内板は八時に開くと書いてある。" * 3, "港の案内板は九時に開くと書いてある。" * 3


@pytest.mark.parametrize("width", [83, 84, 101])
def test_wide_signs_keep_the_columns_straight_and_the_pointers_below_them(width: int) -> None:
    rows = [Content(row) for row in columns(EIGHT, NINE, width)]
    bars = {Content(row.plain.partition("│")[0]).cell_length for row in rows if "│" in row.plain}
    assert bars == {(width - 3) // 2 + 1}
    at, first = next((n, row.plain) for n, row in enumerate(rows) if "八" in row.plain)
    below = rows[at + 1].plain
    assert Content(first.partition("八")[0]).cell_length == below.index("^")
    assert below.startswith(" " * below.index("^") + "^^")


def test_hostile_words_stay_words() -> None:
    rows = columns("[red]x[/] \x1b]0;t\x07 \u202eabc", "[@click=app.quit]x[/]", 120)
    told = "\n".join(rows)
    assert "[red]x[/]" in told
    assert "[@click=app.quit]x[/]" in told
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_plain_letters_where_no_symbols_are_wanted() -> None:
    sides = Sides((Side("a", said("a"), (Body("", said("x")),)), Side("b", said("b"), (Body("", said("y")),))), 0, 0)
    assert " | " in laid_beside(sides, 90, ASCII).plain
