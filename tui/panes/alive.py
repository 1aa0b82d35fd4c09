"""Staying true: counts, changes by other processes, the check of the log, leaving."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from governance.errors import Refusal
from tui.live import POLL, watch_folder
from tui.panes.seat import seat_of, seat_parts
from tui.safe import safe
from tui.widgets.frame import AlarmLine, HeaderLine
from tui.wording.checked import FAILED_HINT, failed_words, found_words
from tui.wording.sentences import number
from tui.wording.strip import Part

if TYPE_CHECKING:
    from store.records.views import Overview, Verdict
    from tui.panes.desk_screen import DeskScreen

CALM = 0.1
"""Seconds between two redraws because of changes elsewhere, at least."""

SETTLED = 1.0
"""Seconds after which the desk stands, and what is not needed to look at it may be loaded."""
AGING = 60.0
"""Seconds after which what is told in minutes has to be told anew."""
HEAVY = 20_000
SLOW = 0.015
"""Log entries, and seconds that the last time took, from which the numbers are asked for in the background."""


class Alive:
    """What the screen does because the world moves."""

    def __init__(self, screen: DeskScreen, live: bool) -> None:
        self.screen = screen
        self.live = live
        self.verdict: Verdict | None = None
        self._alarm = ""
        self._lost = ""
        """Why the store cannot be reached, while it cannot."""
        self._stop = Event()
        self._pulse: tuple[int, int] | None = None
        self._waiting = False
        self._took = 0.0
        """Seconds that the numbers took to be asked for, the last time."""
        self._working = ""
        self.passing = ""
        """Which pass runs, and how far it is."""

    # counts

    def count(self) -> None:
        """Ask for the numbers again; in the background where that takes long."""
        desk, started = self.screen.desk, perf_counter()
        try:
            if desk.pulse()[1] < HEAVY and self._took < SLOW:
                overview = desk.overview()
                self._took = perf_counter() - started
                self.screen.overview = overview
            else:
                self.screen.run_worker(self._count, thread=True, exclusive=True, group="count", exit_on_error=False)
        except Refusal as refusal:
            self.screen.trouble(refusal)

    def _count(self) -> None:
        worker, app, started = get_current_worker(), self.screen.app, thread_time()
        try:
            overview = self.screen.desk.overview()
            self._took = thread_time() - started
        except Refusal as refusal:
            if not worker.is_cancelled:
                app.call_from_thread(self.screen.trouble, refusal)
            return
        if not worker.is_cancelled:
            app.call_from_thread(setattr, self.screen, "overview", overview)

    def show_header(self, o: Overview) -> None:
        """The header and the alarms."""
        signs, header, desk = self.screen.signs, self.screen.query_one(HeaderLine), self.screen.desk
        try:
            person = seat_parts(desk, o, seat_of(desk), self.screen.signing.clock, signs)
        except Refusal:  # the store cannot be reached just now, which is said on its own
            person = [(safe(o.who), "accent")]
        live: Part = (f"{signs.active} live", "good") if self.live else (f"{signs.superseded} still", "dim")
        pane = self.screen.pane
        if pane is not None and pane.table.following:
            live = (f"{signs.here} following", "good")
        if self._lost:
            live = (f"{signs.lost} not live", "bad")
        if self._working or self.passing:
            live = (self._working or self.passing, "warn")
        checked = o.verified_seq is not None and o.verified_seq >= o.head
        sure: Part = (f" {signs.found}", "good") if checked else ("", "dim")
        if o.verified_seq is not None and not checked:
            sure = (f" {signs.found} to {o.verified_seq:,}", "dim")
        header.tell(person, [live, (f"   log {o.head:,}", "plain"), sure])
        self.screen.query_one(AlarmLine).sound(self._alarms(o))
        self.screen.alarms.follow(o.head)

    def tell_following(self) -> None:
        """The header says that the end of the log is followed, or no longer."""
        if self.screen.overview is not None:
            self.show_header(self.screen.overview)

    def _alarms(self, o: Overview) -> list[str]:
        alarms = [alarm for alarm in (self._lost, self._alarm) if alarm]
        if failed := failed_words(o) or self._just_found():
            alarms.append(f"{failed} {FAILED_HINT}")
        if o.open_runs:
            alarms.append("An import was interrupted: import the same folder again and it goes on.")
        return [*alarms, *self.screen.alarms.sentences()]

    def _just_found(self) -> str:
        """What the check of this sitting found, where that could not be remembered beside the log."""
        if self.verdict is None or self.verdict.ok or not self.verdict.findings:
            return ""
        first = min(self.verdict.findings, key=lambda one: (one.seq is None, one.seq or 0))
        return f"verify found something{found_words(first.seq, first.sentence)}"

    # changes elsewhere

    def start(self) -> None:
        """Watch the folder, and look at the pulse as well."""
        self._pulse = self.screen.desk.pulse()
        self.screen.set_interval(AGING, self.age)
        if not self.live:
            return
        self.screen.set_interval(POLL, self.look)
        self.screen.run_worker(self._watch, thread=True, group="watch", exit_on_error=False)
        self.screen.set_timer(SETTLED, self._open_doors)

    def age(self) -> None:
        """Tell how long ago everything was, as of now; nothing is asked for anew but what Home shows."""
        if self.screen.overview is not None and not self._lost:
            self.screen.overview = self.screen.overview
            if self.screen.pane is not None:
                self.screen.pane.table.repaint()

    def _open_doors(self) -> None:
        """Read watched files as well, once the desk stands."""
        from tui.panes.doors import Doors

        if not self._stop.is_set():
            Doors(self.screen, self._stop).start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()

    def _watch(self) -> None:
        worker, app = get_current_worker(), self.screen.app
        trouble = watch_folder(
            self.screen.desk.path.parent,
            self._stop,
            lambda: app.call_from_thread(self.look),
            lambda: worker.is_cancelled or not app.is_running,
        )
        if trouble and app.is_running and not worker.is_cancelled:
            app.call_from_thread(self._hush, trouble)

    def _hush(self, trouble: str) -> None:
        self._alarm = trouble
        self.count()

    def _lose(self, why: str) -> None:
        """Say on the screen, once, that the store cannot be reached, or that it can be again."""
        if why != self._lost:
            self._lost = why
            if self.screen.overview is not None:
                self.show_header(self.screen.overview)

    def look(self) -> None:
        """Whether anything changed; if so, follow in a moment."""
        if self._waiting or not self.screen.is_mounted:
            return
        try:
            pulse = self.screen.desk.pulse()
        except Refusal as refusal:
            self._lose(f"{refusal.sentence} {refusal.hint}".strip())
            return
        self._lose("")
        if pulse != self._pulse:
            self._pulse = pulse
            self._waiting = True
            self.screen.set_timer(CALM, self._follow)

    def _follow(self) -> None:
        """Counts change, rows are marked, nothing moves under the hand."""
        self._waiting = False
        self.count()
        if self.screen.pane is not None:
            self.screen.pane.load(quietly=True)

    # the check of the log

    def verify(self) -> None:
        """Check the whole log in the background."""
        if self._working:
            self.screen.app.notify("The log is being checked already.", markup=False)
            return
        self._working = "checking the log"
        self.count()
        self.screen.run_worker(self._verify, thread=True, group="verify", exit_on_error=False)

    def _verify(self) -> None:
        worker, app = get_current_worker(), self.screen.app

        def progress(done: int, of: int) -> None:
            if worker.is_cancelled or not app.is_running:
                raise InterruptedError
            self._working = f"checking the log {done:,} of {of:,}"

        try:
            verdict = self.screen.desk.verify(progress=progress)
        except InterruptedError:
            return
        except Exception as error:
            from tui.notices import notice_of

            if app.is_running:
                app.call_from_thread(self._verified, None, notice_of(error).sentence)
            return
        if not worker.is_cancelled:
            app.call_from_thread(self._verified, verdict, "")

    def _verified(self, verdict: Verdict | None, trouble: str) -> None:
        self._working = ""
        self.verdict = verdict or self.verdict
        self.count()
        if trouble:
            self.screen.app.notify(trouble, severity="warning", markup=False)
        elif verdict is not None and verdict.ok:
            checked = number(verdict.head, "entry", "entries")
            self.screen.app.notify(f"The log is whole: {checked} checked.", markup=False)

    # leaving

    def leave(self) -> None:
        """Leave; ask when work runs, say so when decisions are staged."""
        if self._working or self.passing:
            from tui.dialogs.confirm import ConfirmDialog
            from tui.widgets.text import said

            title, told = "Leave while the log is being checked", "The check of the log is not through; it changes"
            told += " nothing and can be begun again."
            if self.passing:
                title, told = "Leave while a pass runs", "It stops after the step it is at: what is done stands, and"
                told += " the next pass goes on from there."
            self.screen.app.push_screen(
                ConfirmDialog(title, said(told), "y", "leave", lambda: "leave"),
                lambda answer: self._go() if answer else None,
            )
            return
        self._go()

    def _go(self) -> None:
        staged = len(self.screen.planning.staged)
        with suppress(Refusal):
            self.screen.desk.mark_seen()
        wait = "1 staged decision waits" if staged == 1 else f"{staged:,} staged decisions wait"
        told = f"{wait} for you in the plan; nothing has happened yet." if staged else None
        self.screen.app.exit(message=told)
