"""Second signatures: plans of others that wait for yours, and your own that wait for somebody's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from governance.errors import Refusal
from tui.panes.seat import why_reading
from tui.panes.signing import Act
from tui.wording.sentences import counted, result_sentence

if TYPE_CHECKING:
    from store.records.views import CoSign
    from tui.panes.desk_screen import DeskScreen


class CoSigning:
    """What the screen does about requests."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    def pick(self) -> None:
        """Which request, where there are several."""
        from tui.dialogs.request import RequestsDialog

        if self.screen.desk.at_seq is not None:
            self.screen.app.notify("Requests are of today: @ leads back to now.", markup=False)
            return
        try:
            found = self.screen.desk.requests()
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        if not found:
            self.screen.app.notify("No plan waits for a second signature.", markup=False)
        elif len(found) == 1:
            self.open(found[0])
        else:
            dialog = RequestsDialog(found, self.screen.desk.now(), self.screen.signs)
            self.screen.app.push_screen(dialog, lambda one: self.open(one) if one else None)

    def open(self, one: CoSign) -> None:
        """Show exactly what it would change; sign it, decline it or let it wait."""
        from tui.dialogs.request import RequestDialog

        dialog = RequestDialog(one, self.screen.desk.zone, self.screen.signs, why_reading(self.screen.desk))
        self.screen.app.push_screen(dialog, partial(self._answered, one))

    def _answered(self, one: CoSign, answer: str | None) -> None:
        if answer == "sign":
            self._sign(one)
        elif answer == "decline":
            self._decline(one)

    def _sign(self, one: CoSign) -> None:
        from tui.dialogs.request import request_content

        def perform() -> str:
            done = self.screen.desk.cosign(one.n, seen=one.seen)
            return result_sentence(done.verbs, done.entries, done.seq + done.entries - 1)

        body = request_content(one, self.screen.desk.zone, self.screen.signs)
        act = Act(f"Sign request {one.n}: {counted(one.verbs)}", body, "apply", perform, always=True)
        self.screen.signing.ask(act, self.screen.planning.applied)

    def _decline(self, one: CoSign) -> None:
        from tui.dialogs.confirm import ConfirmDialog
        from tui.dialogs.request import request_content

        def perform() -> str:
            self.screen.desk.decline(one.n)
            return f"Request {one.n} is gone; nothing of it happened."

        body = request_content(one, self.screen.desk.zone, self.screen.signs)
        title, label = (f"Take request {one.n} back", "take back") if one.mine else (
            f"Decline request {one.n}", "decline")  # fmt: skip
        dialog = ConfirmDialog(title, body, "y", label, perform)
        self.screen.app.push_screen(dialog, self.screen.planning.applied)
