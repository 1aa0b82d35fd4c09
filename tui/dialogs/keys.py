"""The `?` dialog: every key, narrowed while typing; Enter does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui.actions import ACTIONS, Action, matching, shown
from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import said
from tui.wording.glyphs import Glyphs


def ordered(first: Sequence[Action], last: Sequence[str]) -> tuple[Action, ...]:
    """Every action: those of the place and its row, the others, at the end those (by id) that do not fit the row."""
    begin = tuple(dict.fromkeys(first))
    rest = [action for action in ACTIONS if action not in begin]
    return (*begin, *sorted(rest, key=lambda action: action.id in last))


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

    def __init__(
        self, signs: Glyphs, remapped: Mapping[str, str], first: Sequence[Action], last: Sequence[str]
    ) -> None:
        super().__init__(signs)
        self._remapped = remapped
        self._all = ordered(first, last)

    def matching(self, text: str) -> Sequence[Action]:
        """The actions with these words, those that are called so first, then those of the place."""
        called = text.strip().lower()
        return sorted(matching(text, self._all), key=lambda action: not action.label.lower().startswith(called))

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
