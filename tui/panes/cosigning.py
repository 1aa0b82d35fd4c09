"""Second signatures: plans of others that wait for yours, and your own that wait for somebody's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from governance.errors import Refusal
from store.records.views import BlockView, ItemDetail, TopicView
from tui.panes.seat import why_reading
from tui.panes.signing import Act
from tui.widgets.first_words import Words, named_in, words_of
from tui.wording.authority import listed
from tui.wording.sentences import result_sentence, verb_words, why_sentence
from tui.wording.strip import plain, strip_parts

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
            dialog = RequestsDialog(found, self.screen.desk.now(), self.screen.desk.zone, self.screen.signs)
            self.screen.app.push_screen(dialog, lambda one: self.open(one) if one else None)

    def open(self, one: CoSign) -> None:
        """Show exactly what it would change; sign it, decline it or let it wait."""
        from tui.dialogs.request import RequestDialog

        desk, signs = self.screen.desk, self.screen.signs
        dialog = RequestDialog(one, desk.zone, signs, why_reading(desk), self._words(one), self._full)
        self.screen.app.push_screen(dialog, partial(self._answered, one))

    def _words(self, one: CoSign) -> Words:
        return words_of(self.screen.desk, (*one.ids, *named_in(one.changes)))

    def _full(self, name: str) -> list[tuple[str, str]]:
        """Whatever bears this id, in full: its words, what is needed to doubt it, where they come from."""
        found = self.screen.desk.show(name)
        if isinstance(found, BlockView):
            return [(found.text, "plain")]
        if not isinstance(found, ItemDetail):
            return [(found.title if isinstance(found, TopicView) else name, "plain")]
        pieces = [
            (found.text or "no words", "plain"),
            (f"\n{plain(strip_parts(found.strip, self.screen.signs))}", "dim"),
        ]
        pieces += [(f"{self.screen.signs.bullet} {why_sentence(why)}", "plain") for why in found.why]
        passage = found.source_passage or found.own_passage
        if passage is not None and not passage.erased_by:
            pieces.append((f"\n{passage.path or passage.segment}", "dim"))
            around = ((passage.before, "dim"), (passage.text, "accent"), (passage.after, "dim"))
            pieces += [(text, style) for text, style in around if text]
        return pieces

    def _answered(self, one: CoSign, answer: str | None) -> None:
        if answer == "sign":
            self._sign(one)
        elif answer == "decline":
            self._decline(one)

    def _sign(self, one: CoSign) -> None:
        from tui.dialogs.request import request_content

        def perform() -> str:
            done = self.screen.desk.cosign(one.n, seen=one.seen)
            return result_sentence(done.each, done.entries, done.seq + done.entries - 1)

        body = request_content(one, self.screen.desk.zone, self.screen.signs, self._words(one))
        act = Act(
            f"Sign request {one.n}: {listed([verb_words(verb) for verb in one.verbs])}",
            body,
            "apply",
            perform,
            always=True,
        )
        self.screen.signing.ask(act, self.screen.planning.applied)

    def _decline(self, one: CoSign) -> None:
        from tui.dialogs.confirm import ConfirmDialog
        from tui.dialogs.request import request_content

        def perform() -> str:
            self.screen.desk.decline(one.n)
            return f"Request {one.n} is gone; nothing of it happened."

        body = request_content(one, self.screen.desk.zone, self.screen.signs, self._words(one))
        title, label = (f"Take request {one.n} back", "take back") if one.mine else (
            f"Decline request {one.n}", "decline")  # fmt: skip
        dialog = ConfirmDialog(title, body, "y", label, perform)
        self.screen.app.push_screen(dialog, self.screen.planning.applied)
