"""Passes from the screen: run beside it, stopped when asked, told as a summary."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from governance.errors import Refusal
from tui.dialogs.pass_report import PassReportDialog
from tui.dialogs.pass_run import Far, PassDialog
from tui.panes.cards import card_of
from tui.panes.seat import why_reading
from tui.widgets.first_words import words_of
from tui.widgets.text import lines, said
from tui.wording.passes import DOES, NAMES, lane_sentence, pass_sentence, pass_title

if TYPE_CHECKING:
    from store.records.views import PassReport, Row
    from tui.panes.desk_screen import DeskScreen
    from tui.widgets.card import Card


class Passes:
    """What the screen does about passes."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self.report: PassReport | None = None
        """What the last pass of this sitting did."""
        self._name = ""
        self._stop = Event()
        self._far = Far(0, 0, ended=True)
        self._dialog = False
        """Whether the dialog shows how far it is."""

    def run(self, name: str) -> None:
        """Begin a pass, or show the one that runs."""
        desk = self.screen.desk
        if why := why_reading(desk):
            self.screen.app.notify(f"{NAMES[name]}: {why}", severity="warning", markup=False)
            return
        if self._far.ended:
            self._ask(name)
            return
        if name != self._name:
            self.screen.app.notify(f"{NAMES[self._name]} is not through yet.", markup=False)
        self._show()

    def _ask(self, name: str) -> None:
        """Say what it will do, with how much there is of it, before anything begins."""
        from tui.dialogs.confirm import ConfirmDialog
        from tui.wording.passes import ahead_sentences

        try:
            ahead = self.screen.desk.intake.ahead(distilling=name != "archive")
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        first, *rest = ahead_sentences(name, *ahead)
        told = lines(said(first, "strong"), *(said(one) for one in rest))
        self.screen.app.push_screen(
            ConfirmDialog(NAMES[name], told, "y", "begins it", lambda: name),
            lambda answer: self._begin(name) if answer else None,
        )

    def _begin(self, name: str) -> None:
        if self._far.ended:
            self._name, self._far = name, Far(0, 0, ended=False)
            self._stop.clear()
            self._tell()
            self.screen.run_worker(self._work, thread=True, group="pass", exit_on_error=False)
        self._show()

    def _show(self) -> None:
        self._dialog = True
        name = self._name
        dialog = PassDialog(NAMES[name], DOES[name], lambda: self._far, self._stop.set, self.screen.signs)
        self.screen.app.push_screen(dialog, self._answered)

    def _answered(self, answer: str | None) -> None:
        self._dialog = False
        if answer == "apart":
            self._tell()
        elif answer == "ended" and not self._far.trouble:
            self.last()

    def _work(self) -> None:
        """The pass itself, in a thread of its own."""
        worker, app, name = get_current_worker(), self.screen.app, self._name

        def cancelled() -> bool:
            return self._stop.is_set() or worker.is_cancelled or not app.is_running

        def progress(done: int, of: int) -> None:
            self._far = Far(done, of, ended=False)

        intake = self.screen.desk.intake
        try:
            if name == "archive":
                report = intake.archive(progress=progress, cancelled=cancelled)
            else:
                report = intake.distill(progress=progress, cancelled=cancelled)
        except Exception as error:
            from tui.notices import notice_of

            notice = notice_of(error)
            self._far = Far(0, 0, ended=True, trouble=f"{notice.sentence}\n{notice.hint}".strip())
        else:
            self.report = report
            self._far = self._far._replace(ended=True)
        if app.is_running and not worker.is_cancelled:
            app.call_from_thread(self._ended)

    def _ended(self) -> None:
        """It is through: the dialog shows what came of it; without one, a message does."""
        self.screen.alive.passing = ""
        self.screen.alive.count()
        pane = self.screen.pane
        if self._dialog:
            if pane is not None and pane.listing.decidable and not pane.table.marks.marked:
                pane.refresh_rows()
            return
        if pane is not None:
            pane.load(quietly=True)
        if self._far.trouble:
            self.screen.app.notify(self._far.trouble, severity="warning", timeout=8, markup=False)
        elif self.report is not None:
            told = f"{pass_title(self.report)}: {pass_sentence(self.report)} {lane_sentence(self.report)}".rstrip()
            told = f"{told}\n^p last pass shows all of it."
            self.screen.app.notify(told, markup=False)

    def _tell(self) -> None:
        """Say in the header that it runs, and how far it is."""
        if self._far.ended or not self.screen.is_mounted:
            return
        far = f" {self._far.done:,} of {self._far.of:,}" if self._far.of else ""
        self.screen.alive.passing = f"{NAMES[self._name].lower()}{far}"
        if self.screen.overview is not None:
            self.screen.alive.show_header(self.screen.overview)
        self.screen.set_timer(0.5, self._tell)

    def last(self) -> None:
        """The summary of the last pass of this store, whoever ran it; of this sitting's with all that only it knows."""
        try:
            report = self.screen.sits.intake.last_pass()
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        if self.report is not None and (report is None or _same(self.report, report)):
            report = self.report
        if report is None:
            self.screen.app.notify("No pass has run in this store yet.", markup=False)
            return
        self.screen.app.push_screen(PassReportDialog(report, self.screen.signs, self._words, self._card))

    def _words(self, ids: Sequence[str]) -> dict[str, str]:
        found = words_of(self.screen.desk, ids)
        return {name: one if isinstance(one, str) else _text(one) for name, one in found.items()}

    def _card(self, name: str) -> Card | None:
        return card_of(self.screen.desk, name, None, self.screen.signs)


def _same(own: PassReport, told: PassReport) -> bool:
    """Whether a report of this sitting and what the log tells are of one pass; an archive pass bears no run."""
    if own.run is None and own.cancelled and not own.archived:
        return True  # stopped before it did anything, so that the log knows nothing of it
    return own.run == told.run and set(own.segments) <= set(told.segments)


def _text(row: Row) -> str:
    return row.text
