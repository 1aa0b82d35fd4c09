"""A pass while it runs: how far it is, and a key that stops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from tui.dialogs.dialog import Dialog
from tui.widgets.text import StoredText, lines, said, stored
from tui.wording.glyphs import Glyphs

BEAT = 0.1
"""Seconds between two looks at how far it is."""
LONG = 40
"""Cells of the bar."""


class Far(NamedTuple):
    """How far a pass is."""

    done: int
    of: int
    ended: bool
    trouble: str = ""
    """Why it came to nothing."""


class PassDialog(Dialog[Literal["stop", "apart", "ended"]]):
    """Answers `ended` once the pass is through, `apart` where it goes on while the person does something else."""

    BINDINGS: ClassVar[list[BindingType]] = [("b", "apart", "in the background")]
    DEFAULT_CSS = "PassDialog #far { height: auto; margin-top: 1; }"
    explain = "A pass writes in small commits: stopped, what it did so far stands, and the next one goes on."

    def __init__(self, act: str, does: str, far: Callable[[], Far], stop: Callable[[], None], signs: Glyphs) -> None:
        super().__init__()
        self.act = act
        self.keys_hint = "esc stops it (what is done stands)   b goes on in the background"
        self.signs = signs
        self._does = does
        self._far = far
        self._stop = stop
        self._stopping = False

    def body(self) -> ComposeResult:
        """What it does, and how far it is."""
        yield StoredText(said(self._does))
        yield StoredText(id="far")

    def on_mount(self) -> None:
        """Look at it ten times a second."""
        self._look()
        self.set_interval(BEAT, self._look)

    def _look(self) -> None:
        far = self._far()
        if far.ended and not far.trouble:
            if self.is_current:
                self.dismiss("ended")
            return
        self.query_one("#far", StoredText).show(self._drawn(far))
        if far.trouble:
            self.keys_hint = "esc back"
            self.query_one("#hint", StoredText).show(said(self.keys_hint))
            self.complain(stored(far.trouble, "bad", lines=True))

    def _drawn(self, far: Far) -> Content:
        if far.trouble:
            return said("It came to nothing.", "warn")
        full = min(LONG, LONG * far.done // far.of) if far.of else 0
        bar = said(self.signs.bars[-1] * full, "accent") + said(self.signs.rule * (LONG - full), "dim")
        told = f"{far.done:,} of {far.of:,}" if far.of else f"looking what there is{self.signs.more}"
        if self._stopping:
            told = f"stopping after this step{self.signs.more}"
        return lines(bar, said(told))

    def on_key(self, event: events.Key) -> None:
        """No other key means anything here."""
        if event.key == "enter":
            event.stop()

    def action_apart(self) -> None:
        """Let it go on while the person does something else."""
        self.dismiss("ended" if self._far().ended else "apart")

    def action_cancel(self) -> None:
        """Stop it after the step it is at; the dialog stays until it has stopped."""
        if self._far().ended:
            self.dismiss("ended")
            return
        self._stopping = True
        self._stop()
        self._look()
