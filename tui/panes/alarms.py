"""Alarms: what is wrong with the store itself, asked beside the screen and said on a line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from governance.errors import Refusal
from tui.wording.checked import FAILED_HINT, failed_words

if TYPE_CHECKING:
    from store.records.views import Alarm, WitnessView
    from tui.panes.desk_screen import DeskScreen

EVERY = 1.0
"""Seconds between two questions, at least."""
AGAIN = 5.0
"""Seconds until it is asked again where the store could not be reached."""
MOST = 2
"""Alarms that the line says in full; the others are counted."""
CALM = (
    "Nothing is wrong with the store as far as the desk can tell: no alarm.\n\n`memdesk verify` checks the whole log."
)
NOT_YET = "The store has not been checked yet; ask again in a moment."


class Alarms:
    """What the screen knows of alarms."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self.found: tuple[Alarm, ...] | None = None
        """What was wrong when it was last asked; None as long as nothing was answered."""
        self.known: WitnessView | None = None
        """The witness as it was then."""
        self._head = -1
        """The log when they were last asked."""
        self._asked = -EVERY
        self._waits = False
        self._broke: tuple[str, Alarm] | None = None
        """The last error that nobody foresaw, and the alarm it became: it is written down once."""

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
        app, witness, desk = self.screen.app, None, self.screen.sits
        try:
            found = desk.alarms()
            witness = desk.witness_view()
        except Exception as error:
            if not app.is_running:
                return
            found = (self._unchecked(error),)
            if isinstance(error, Refusal):
                app.call_from_thread(self.screen.set_timer, AGAIN, self._ask)
        if app.is_running:
            app.call_from_thread(self._heard, found, witness)

    def _unchecked(self, error: Exception) -> Alarm:
        """The alarm that nothing is known; what nobody foresaw is written into the log of errors."""
        from store.records.views import Alarm
        from tui.notices import notice_of

        if self._broke is not None and self._broke[0] == repr(error):
            return self._broke[1]
        notice = notice_of(error)
        what, _, where = notice.sentence.partition(". ")
        if notice.kind == "internal":
            what, hint = type(error).__name__, where
        else:
            what, hint = notice.sentence.rstrip("."), notice.hint
        alarm = Alarm(code="unchecked", sentence=f"The store could not be checked ({what}).", hint=hint)
        self._broke = (repr(error), alarm)
        return alarm

    def _heard(self, found: tuple[Alarm, ...], witness: WitnessView | None) -> None:
        if not self.screen.is_mounted or (found, witness) == (self.found, self.known):
            return
        self.found, self.known = found, witness
        self.screen.signing.tell()
        if self.screen.place == "home":
            self.screen.rest()

    def witness(self) -> WitnessView | None:
        """The witness when it was last asked about."""
        return self.known

    def sentences(self) -> Sequence[str]:
        """What the alarm line says."""
        found = self.found or ()
        told = [f"{alarm.sentence} {alarm.hint}".strip() for alarm in found[:MOST]]
        left = len(found) - MOST
        if left > 0:
            told.append(f"{left} more: ^p alarms")
        return told

    def show(self) -> None:
        """Every alarm in full."""
        from tui.dialogs.reader import ReaderDialog

        pieces: list[tuple[str, str]] = []
        overview = self.screen.overview
        if overview is not None and (failed := failed_words(overview)):
            pieces += [("verify", "bad"), (failed, "plain"), (f"{FAILED_HINT}\n", "accent")]
        for alarm in self.found or ():
            where = f" (entry {alarm.seq:,})" if alarm.seq is not None else ""
            pieces += [(f"{alarm.code}{where}", "bad"), (alarm.sentence, "plain"), (f"{alarm.hint}\n", "accent")]
        calm = NOT_YET if self.found is None else CALM
        text = "\n".join(text for text, _ in pieces)
        self.screen.app.push_screen(ReaderDialog("Alarms", pieces or [(calm, "plain")], text or calm))
