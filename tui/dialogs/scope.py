"""Withdraw what: the row itself, or what it came with; and, of what is withdrawn, which to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import one_line, said, stored
from tui.wording.glyphs import Glyphs


class Named(NamedTuple):
    """One thing that can be named."""

    what: str
    """What it is to the row: this item, its source."""
    id: str
    """Its id; of a source, its words."""
    words: str
    """What it stands for, as stored."""
    kind: str = ""
    """source, where the id is one's words."""


class ScopeDialog(PickDialog[Named]):
    """Answers what was picked."""

    columns = (Column("what", 20, 9), Column("id", 24, 8), Column("it says", 0))
    prompt = "what it is, or a part of its words"

    def __init__(self, act: str, named: Sequence[Named], hint: str, signs: Glyphs) -> None:
        super().__init__(signs)
        self.act = act
        self.keys_hint = hint
        self._named = named

    def matching(self, text: str) -> Sequence[Named]:
        """Those with these words."""
        words = text.lower().split()
        return [one for one in self._named if all(word in " ".join(one).lower() for word in words)]

    def line(self, row: Named) -> Line:
        """What it is, its id, its words."""
        name = "" if row.kind else row.id
        return Line((said(row.what, "strong"), stored(name, "accent"), stored(one_line(row.words[:300]))))

    def take(self, row: Named) -> None:
        """Take it."""
        self.dismiss(row)
