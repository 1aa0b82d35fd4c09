"""Jump letters: one on everything in sight that can be gone to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.widgets import Static

from tui.dialogs.dialog import Leaving
from tui.widgets.text import said

LETTERS = "asdfghjklqwertyuiopzxcvbnm1234567890"


class Spot(NamedTuple):
    """A point on the screen and what going there does."""

    at: Offset
    go: Callable[[], None]


class JumpDialog(Leaving[Callable[[], None]]):
    """Answers what the pressed letter stands for."""

    DEFAULT_CSS = """
    JumpDialog { background: transparent; layers: letters; }
    JumpDialog Static {
        layer: letters; position: absolute; width: 3; height: 1;
        background: $warning; color: $background; text-style: bold;
    }
    """

    def __init__(self, spots: Sequence[Spot]) -> None:
        super().__init__()
        self._spots = dict(zip(LETTERS, spots, strict=False))

    def compose(self) -> ComposeResult:
        """A letter on each spot."""
        for letter, spot in self._spots.items():
            label = Static(said(f" {letter} "), markup=False)
            label.styles.offset = spot.at
            yield label

    def on_key(self, event: events.Key) -> None:
        """Go, or leave."""
        event.stop()
        spot = self._spots.get(event.character or "")
        self.dismiss(spot.go if spot else None)
