"""A card: what the detail panel shows of one thing, laid out for the width there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from tui.widgets.sides import Sides, laid_beside
from tui.widgets.text import STYLES, lines
from tui.wording.glyphs import Glyphs

LONGEST = 1_600
"""Characters of one body that are shown before it is cut."""


SIDES = 64
"""Columns from which two bodies stand side by side."""


class Pair(NamedTuple):
    """Two bodies that belong beside each other; the left one is the card's own."""

    left_title: Content
    left: Content
    right_title: Content
    right_top: Content
    """The strip of the right one."""
    right: Content


class Section(NamedTuple):
    """One part of a card."""

    heading: str
    """Empty for what goes on from the line above it."""
    body: Content | Pair | Sides
    aside: bool = False
    """Whether it moves to a column of its own where there is room (history, links)."""
    cut: bool = True


class Card(NamedTuple):
    """One thing in full."""

    id: str
    top: Content
    """The strip, or whatever stands above all."""
    sections: tuple[Section, ...]
    seen: str = ""
    """The digest of what it shows."""
    text: str = ""
    """The words to copy, as stored."""
    shows: tuple[tuple[str, str], ...] = ()
    """(id, digest) of everything that it shows in full, where that is more than one."""


def shortened(body: Content, signs: Glyphs, longest: int = LONGEST) -> Content:
    """A long body cut, saying how much is left out and which key shows it."""
    if len(body) <= longest + 80:
        return body
    left = len(body) - longest
    note = f"{signs.more} {left:,} more {signs.dot} v"
    return body[:longest].append(Content.styled(note, STYLES["accent"]))


def flowed(strip: Content, width: int, signs: Glyphs) -> Content:
    """A strip broken between its parts, so that no glyph parts from its word."""
    parts = strip.split(f" {signs.dot} ")
    between, rows = Content.styled(f" {signs.dot} ", STYLES["dim"]), [parts[0]]
    for at, part in enumerate(parts[1:], 2):
        longer = rows[-1] + between + part
        if longer.cell_length + (at < len(parts)) * between.cell_length <= width:
            rows[-1] = longer
        else:
            rows[-1] += Content.styled(f" {signs.dot}", STYLES["dim"])
            rows.append(part)
    return lines(*rows)


def beside(pair: Pair, width: int, signs: Glyphs) -> Content:
    """Two bodies side by side where both fit; where not, the left one stands above already."""
    wide = width >= SIDES
    half = (width - 3) // 2 if wide else width
    left = lines(pair.left_title, shortened(pair.left, signs))
    right = lines(pair.right_title, flowed(pair.right_top, half, signs), shortened(pair.right, signs))
    if not wide:
        return right
    rows_left, rows_right = left.wrap(half), right.wrap(half)
    count = max(len(rows_left), len(rows_right))
    bar = Content.styled(" │ " if signs.rule == "─" else " | ", STYLES["dim"])
    blank = Content("")
    rows: list[Content] = []
    for at in range(count):
        one = rows_left[at] if at < len(rows_left) else blank
        two = rows_right[at] if at < len(rows_right) else blank
        rows.append(one.pad_right(max(0, half - one.cell_length)) + bar + two)
    return lines(*rows)


def heading(title: str, width: int, signs: Glyphs) -> Content:
    """A heading with a rule after it."""
    text = f"{signs.rule * 2} {title} "
    return Content.styled(text + signs.rule * max(0, width - len(text)), STYLES["head"])


def laid_out(top: Content | None, sections: Sequence[Section], width: int, signs: Glyphs) -> Content:
    """The sections below each other, as wide as `width`."""
    rows: list[Content] = []
    if top is not None:
        rows.append(flowed(top, width, signs))
        rows += [Content("")] if not sections or sections[0].heading else []
    for section in sections:
        rows += [heading(section.heading, width, signs)] if section.heading else []
        if isinstance(section.body, Pair):
            rows.append(beside(section.body, width, signs))
        elif isinstance(section.body, Sides):
            rows.append(laid_beside(section.body, width, signs))
        else:
            rows.append(shortened(section.body, signs) if section.cut else section.body)
        rows.append(Content(""))
    return lines(*rows)
