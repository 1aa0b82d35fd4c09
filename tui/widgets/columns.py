"""Columns of a table, sized in cells; the least wanted give way when it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

GAP = 2
"""Cells between two columns."""


class Column(NamedTuple):
    """One column."""

    title: str
    width: int
    """In cells; 0 takes what is left."""
    want: int = 9
    """How much it is wanted: the lowest goes first."""
    right: bool = False
    least: int = 24
    """Cells that a column which takes what is left should have before others give way."""


class Line(NamedTuple):
    """One row as it is drawn."""

    cells: tuple[Content, ...]
    second: Content | None = None
    """What the second line shows where rows are two lines high."""


def fit(columns: Sequence[Column], width: int) -> list[int]:
    """The width of each column (0: left out) when `width` cells are there."""
    shown = set(range(len(columns)))

    def rest() -> int:
        fixed = sum(columns[i].width + GAP for i in shown if columns[i].width)
        return width - fixed

    flexible = [i for i, column in enumerate(columns) if not column.width]
    least = max((columns[i].least for i in flexible), default=0)
    while rest() < least and len(shown) > max(1, len(flexible)):
        shown.discard(min((i for i in shown if columns[i].width), key=lambda i: columns[i].want))
    each = max(1, rest() // max(1, len(flexible)))
    return [0 if i not in shown else column.width or each for i, column in enumerate(columns)]


def cut(content: Content, width: int, more: str = "…") -> Content:
    """The content cut to a width, with a sign where something is missing."""
    if content.cell_length <= width:
        return content
    return content.truncate(max(0, width - len(more))).append(more[:width])


def lay_out(line: Line, columns: Sequence[Column], widths: Sequence[int], more: str = "…") -> Content:
    """The cells of a row side by side, cut and padded by cells."""
    pieces: list[Content] = []
    for cell, column, width in zip(line.cells, columns, widths, strict=True):
        if not width:
            continue
        shown = cut(cell, width, more)
        space = max(0, width - shown.cell_length)
        pieces.append(shown.pad_left(space) if column.right else shown.pad_right(space))
    return Content(" " * GAP).join(pieces)


def heads(columns: Sequence[Column], width: int) -> Content:
    """The titles of the columns, as wide as their cells."""
    return lay_out(Line(tuple(Content(column.title) for column in columns)), columns, fit(columns, width))
