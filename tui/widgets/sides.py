"""Rows side by side: two columns where both fit, one at a time where not; the rest are tabs above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content, Span

from tui.widgets.text import STYLES, lines, stored
from tui.wording.differing import Spans
from tui.wording.glyphs import Glyphs

SIDES = 80
"""Cells from which two columns stand beside each other."""
TABS = 5
"""Sides that are named above the columns; of the others only how many there are."""
CUT = 1_600
"""Characters of one body that are shown before it is cut."""
_KEYS = ("< ", "> ")
"""What stands before the left and the right one of two: the key that makes it current."""
_MARK = "bold $text-warning"
"""How the words that differ are written; the line below them says the same without colour."""


class Body(NamedTuple):
    """One part of a side, below a heading of its own."""

    heading: str
    """Empty for what needs none."""
    content: Content
    differs: Spans = ()
    """Characters of it that the side beside it does not have; they are marked in a line below."""


class Side(NamedTuple):
    """One row of several that are compared."""

    id: str
    title: Content
    """How its tab and its column are called."""
    bodies: tuple[Body, ...]
    """Its parts; every side has as many, in the same order."""


class Sides(NamedTuple):
    """Everything that is compared."""

    sides: tuple[Side, ...]
    """Those that may be shown stand filled in; the others have only a title."""
    first: int
    """The one on the left."""
    at: int
    """The one that verbs take: the first or the one behind it."""

    @property
    def shown(self) -> tuple[int, ...]:
        """The left and the right one."""
        return tuple(range(self.first, min(self.first + 2, len(self.sides))))


def bare(name: str, date: str | None) -> Side:
    """A side that is not filled in: its date and its id."""
    return Side(name, stored(f"{date or 'no date'} {name}"), ())


def laid_beside(sides: Sides, width: int, signs: Glyphs) -> Content:
    """The tabs, then one column or two."""
    wide = width >= SIDES and len(sides.shown) > 1
    half = (width - 3) // 2 if wide else width
    rows: list[Content] = []
    if len(sides.sides) > 2 or not wide:
        rows += [*_tabs(sides, signs).wrap(width), Content("")]
    columns = list(zip(_KEYS, sides.shown, strict=False)) if wide else [("", sides.at)]
    laid = [_column(sides.sides[at], half, signs, key, here=at == sides.at) for key, at in columns]
    bar = Content.styled(" │ " if signs.rule == "─" else " | ", STYLES["dim"])
    for part in zip(*laid, strict=False):
        for at in range(max(map(len, part))):
            cells = [one[at] if at < len(one) else Content("") for one in part]
            padded = [one.pad_right(max(0, half - one.cell_length)) for one in cells[:-1]]
            rows.append(bar.join([*padded, cells[-1]]))
    return lines(*rows)


def _tabs(sides: Sides, signs: Glyphs) -> Content:
    """The sides by their titles, of many those around the one with the sign; before two of them their key."""
    count = len(sides.sides)
    first = max(0, min(sides.at - TABS // 2, count - TABS))
    pieces = [Content.styled(f"{signs.more} {first:,} before", STYLES["dim"])] if first else []
    for at, side in enumerate(sides.sides[first : first + TABS], first):
        key = dict(zip(sides.shown, _KEYS, strict=False)).get(at, "")
        style = f"{STYLES['strong']} underline" if at == sides.at else STYLES["dim"]
        pieces.append(Content.styled(key, STYLES["accent"]) + Content.styled(side.title.plain, style))
    if first + TABS < count:
        pieces.append(Content.styled(f"{signs.more} {count - first - TABS:,} after", STYLES["dim"]))
    return Content(f"  {signs.dot} ").join(pieces)


def _column(side: Side, width: int, signs: Glyphs, key: str, *, here: bool) -> list[Sequence[Content]]:
    """Key, title and parts of one side, each as lines of at most so many cells."""
    head = Content.styled((f"{signs.here} " if here else "  ") + key, STYLES["accent"]) + side.title
    found: list[Sequence[Content]] = [head.wrap(width)]
    for body in side.bodies:
        rows: list[Content] = []
        if body.heading:
            text = f"{signs.rule * 2} {body.heading} "
            rows.append(Content.styled((text + signs.rule * width)[:width], STYLES["head"]))
        rows += _marked(_cut(body, signs), width)
        found.append([*rows, Content("")])
    return found


def _cut(body: Body, signs: Glyphs) -> Body:
    left = len(body.content) - CUT
    if left <= 80:
        return body
    note = Content.styled(f"{signs.more} {left:,} more {signs.dot} v", STYLES["accent"])
    kept = tuple((a, min(b, CUT)) for a, b in body.differs if a < CUT)
    return body._replace(content=body.content[:CUT] + note, differs=kept)


def _marked(body: Body, width: int) -> list[Content]:
    """The lines of a body; below each that holds something different, a line of signs that points there."""
    content = body.content
    for start, end in body.differs:
        content = content.stylize(_MARK, start, end)
    rows: list[Content] = []
    for row in content.wrap(width):
        rows.append(row)
        spans = [span for span in row.spans if span.style == _MARK]
        if spans:
            rows.append(Content.styled(_pointers(row, spans), STYLES["warn"]))
    return rows


def _pointers(row: Content, spans: Sequence[Span]) -> str:
    """`^` below every cell of the spans."""
    line = ""
    for span in sorted(spans, key=lambda one: one.start):
        start, end = (Content(row.plain[:at]).cell_length for at in (span.start, span.end))
        line = line.ljust(start) + "^" * (end - max(start, len(line)))
    return line
