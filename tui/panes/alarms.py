"""Alarms: what is wrong with the store itself, asked beside the screen and said on a line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from governance.errors import Refusal

if TYPE_CHECKING:
    from store.records.views import Alarm
    from tui.panes.desk_screen import DeskScreen

EVERY = 1.0
"""Seconds between two questions, at least."""
MOST = 2
"""Alarms that the line says in full; the others are counted."""
CALM = (
    "Nothing is wrong with the store as far as the desk can tell: no alarm.\n\n`memdesk verify` checks the whole log."
)


class Alarms:
    """What the screen knows of alarms."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self.found: tuple[Alarm, ...] = ()
        self._head = -1
        """The log when they were last asked."""
        self._asked = -EVERY
        self._waits = False

    def follow(self, head: int) -> None:
        """Ask again where the log moved, and not too often."""
        if head == self._head or self._waits:
            return
        self._waits = True
        left = self._asked + EVERY - monotonic()
        if left > 0:
            self.screen.set_timer(left, self._ask)
        else:
            self._ask()

    def _ask(self) -> None:
        self._waits, self._asked = False, monotonic()
        overview = self.screen.overview
        self._head = overview.head if overview is not None else -1
        self.screen.run_worker(self._look, thread=True, exclusive=True, group="alarms", exit_on_error=False)

    def _look(self) -> None:
        try:
            found = self.screen.desk.alarms()
        except Refusal:  # a store that cannot be reached says so elsewhere
            return
        if self.screen.app.is_running:
            self.screen.app.call_from_thread(self._heard, found)

    def _heard(self, found: tuple[Alarm, ...]) -> None:
        if found != self.found and self.screen.is_mounted:
            self.found = found
            self.screen.signing.tell()

    def sentences(self) -> Sequence[str]:
        """What the alarm line says."""
        told = [f"{alarm.sentence} {alarm.hint}".strip() for alarm in self.found[:MOST]]
        left = len(self.found) - MOST
        if left > 0:
            told.append(f"{left} more: ^p alarms")
        return told

    def show(self) -> None:
        """Every alarm in full."""
        from tui.dialogs.reader import ReaderDialog

        pieces: list[tuple[str, str]] = []
        for alarm in self.found:
            where = f" (entry {alarm.seq:,})" if alarm.seq is not None else ""
            pieces += [(f"{alarm.code}{where}", "bad"), (alarm.sentence, "plain"), (f"{alarm.hint}\n", "accent")]
        text = "\n".join(text for text, _ in pieces)
        self.screen.app.push_screen(ReaderDialog("Alarms", pieces or [(CALM, "plain")], text or CALM))
