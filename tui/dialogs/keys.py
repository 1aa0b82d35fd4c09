"""The `?` dialog: every key, narrowed while typing; Enter does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui.actions import Action, Where, matching, shown
from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import said
from tui.wording.glyphs import Glyphs


class KeysDialog(PickDialog[Action]):
    """Answers the action that was picked."""

    columns = (
        Column("key", 14, 9),
        Column("", 13, 8),
        Column("what it does", 0),
        Column("where", 12, 3),
    )
    prompt = "type what you want to do"
    act = "Keys"
    keys_hint = "enter do it   esc back"

    def __init__(self, signs: Glyphs, remapped: Mapping[str, str], first: Where) -> None:
        super().__init__(signs)
        self._remapped = remapped
        self._first = first

    def matching(self, text: str) -> Sequence[Action]:
        """The actions with these words, those of the place before the others."""
        return sorted(matching(text), key=lambda action: action.where is not self._first)

    def line(self, row: Action) -> Line:
        """Keys, label, help, group."""
        keys = self._remapped[row.id].split(",") if row.id in self._remapped else row.keys
        return Line(
            (
                said(" ".join(shown(key) for key in keys), "accent"),
                said(row.label, "strong"),
                said(row.help),
                said(row.where.value.partition(" (")[0], "dim"),
            )
        )

    def take(self, row: Action) -> None:
        """Do it, once the dialog is gone."""
        self.dismiss(row)
