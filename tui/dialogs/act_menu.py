"""The `:` menu of Who may: every act about who may decide; what fits, and why the rest does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.actions import Action
from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import said
from tui.wording.glyphs import Glyphs


class ActLine(NamedTuple):
    """One act as the menu shows it."""

    name: str
    action: Action
    why_not: str


class ActMenuDialog(PickDialog[str]):
    """Answers the name of the act that was picked."""

    columns = (Column("act", 18, 9), Column("what it does", 0))
    prompt = "an act"
    act = "Who may: what you can change"
    keys_hint = "enter asks what it needs   esc back"

    def __init__(self, acts: Sequence[ActLine], signs: Glyphs) -> None:
        super().__init__(signs)
        self._acts = acts

    def matching(self, text: str) -> Sequence[ActLine]:
        """Acts by name, label or help."""
        words = text.lower().split()
        return [
            one
            for one in self._acts
            if all(word in f"{one.name} {one.action.label} {one.action.help}".lower() for word in words)
        ]

    def line(self, row: ActLine) -> Line:
        """Name, and what it does or why it does not fit."""
        if row.why_not:
            return Line((said(row.action.label, "dim"), said(row.why_not, "dim")))
        return Line((said(f"{row.action.label}{self.signs.more}", "strong"), said(row.action.help)))

    def take(self, row: ActLine) -> None:
        """Take one that fits; say why another does not."""
        if row.why_not:
            self.complain(said(f"{row.action.label}: {row.why_not}", "warn"))
        else:
            self.dismiss(row.name)
