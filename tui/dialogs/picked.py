"""A field of a decision that names one of what there is: picked like in any form, or typed as it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tui.dialogs.fields import HELP
from tui.dialogs.form import Ask, FormPick
from tui.wording.glyphs import Glyphs

Options: TypeAlias = Mapping[str, Sequence[tuple[str, str]]]
"""For a field, (value, shown) of each that may be picked."""


class PickedField(FormPick):
    """One of many, as an argument of a verb."""

    def __init__(
        self, name: str, value: str, options: Sequence[tuple[str, str]], signs: Glyphs, *, needed: bool, fresh: bool
    ) -> None:
        super().__init__(Ask(name, HELP.get(name, ""), value, options=options, needed=needed), signs)
        self.needed = needed
        self.explain = f"{name}: {HELP.get(name, '')}. Type a part of it, or use the arrows; Enter stages."
        kept = "" if needed else " (may stay empty)" if fresh else " (empty: as it is)"
        self._hint += kept

    @property
    def value(self) -> str:
        """The id of what was picked; else what was typed, or sent, about which the desk says what is wrong with it."""
        sent = not self.touched and self._begin not in self._shown
        return self.words if sent else self.picked or self.words

    @property
    def touched(self) -> bool:
        """Whether something else stands in it than at first."""
        return self.words not in ("", self._begin.strip())
