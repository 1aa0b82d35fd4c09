"""The `:` menu of the log: where one can go from an entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import said, stored
from tui.wording.glyphs import Glyphs


class Way(NamedTuple):
    """One way on from an entry."""

    label: str
    """What it shows; may quote stored text."""
    help: str
    go: Callable[[], None]


class EntryMenuDialog(PickDialog[Way]):
    """Answers the way that was picked."""

    columns = (Column("show", 46, 9), Column("what it is", 0))
    prompt = "where to"
    keys_hint = "enter go there   esc back"

    def __init__(self, seq: int, ways: Sequence[Way], signs: Glyphs) -> None:
        super().__init__(signs)
        self.act = f"From entry {seq:,}"
        self._ways = ways

    def matching(self, text: str) -> Sequence[Way]:
        """Ways with these words."""
        words = text.lower().split()
        return [way for way in self._ways if all(word in f"{way.label} {way.help}".lower() for word in words)]

    def line(self, row: Way) -> Line:
        """What it shows and why one would."""
        return Line((stored(row.label, "strong"), said(row.help, "dim")))

    def take(self, row: Way) -> None:
        """Go."""
        self.dismiss(row)
