"""The doors, while the desk is open: watched files and drop folders are read beside the screen."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from governance.errors import Refusal, RefusalKind
from tui.safe import safe

if TYPE_CHECKING:
    from store.records.views import ScanReport
    from tui.panes.desk_screen import DeskScreen

BEAT = 2.0
"""Seconds after which the desk begins to read, and between two looks whether there is anything to watch."""
MOST = 3
"""Troubles that one message tells."""


class Doors:
    """Reads what agents write into files, as long as the desk is open and may write."""

    def __init__(self, screen: DeskScreen, stop: Event) -> None:
        self.screen = screen
        self._stop = stop
        self._told: frozenset[str] = frozenset()

    def start(self) -> None:
        """Begin, in a thread that loads what it needs once the screen stands."""
        if not self.screen.desk.read_only:
            self.screen.run_worker(self._read, thread=True, group="watch", exit_on_error=False)

    def _read(self) -> None:
        worker, app = get_current_worker(), self.screen.app
        desk, trouble = self.screen.desk, ""
        while not self._stop.wait(BEAT):
            if worker.is_cancelled or not app.is_running:
                return
            try:
                if desk.intake.anything_watched():
                    desk.intake.watch(self._stop, self._heard)
                trouble = ""
            except Refusal as refusal:
                told = "" if refusal.kind is RefusalKind.BUSY else f"{refusal.sentence} {refusal.hint}".strip()
                if told and told != trouble and app.is_running:
                    with suppress(RuntimeError):
                        app.call_from_thread(self._say, told)
                trouble = told

    def _heard(self, report: ScanReport) -> None:
        """What one reading came to: rows show up on their own, trouble is told once."""
        app = self.screen.app
        if self._stop.is_set() or not app.is_running:
            return
        told = frozenset(f"{place.path}: {one}" for place in report.places for one in place.sentences)
        fresh, self._told = told - self._told, told
        with suppress(RuntimeError):  # the screen may be closing
            app.call_from_thread(self.screen.alive.look)
            if fresh:
                app.call_from_thread(self._say, "\n".join(sorted(fresh)[:MOST]))

    def _say(self, told: str) -> None:
        self.screen.app.notify(safe(told, lines=True), severity="warning", timeout=8, markup=False)
