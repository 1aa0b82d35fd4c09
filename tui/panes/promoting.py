"""From *promote type* in the menu to a staged decision: which type, what its contract card asks for, then a look."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from governance.errors import Refusal
from store.records.words import Confidence, MemoryType, Reason
from tui.dialogs.card_form import CardForm
from tui.dialogs.confirm import ConfirmDialog
from tui.dialogs.fields import blamed_fields
from tui.dialogs.form import Ask, FormDialog, Values, Wrong
from tui.panes.seat import why_reading
from tui.widgets.changes import changes_content
from tui.widgets.columns import cut
from tui.widgets.text import lines, one_line, said, stored
from tui.wording.captures import CARD_FIELDS
from tui.wording.sentences import reason_label

if TYPE_CHECKING:
    from textual.content import Content

    from governance.desk import Desk
    from store.records.views import Offer, PlanView
    from tui.dialogs.target import Target
    from tui.panes.desk_screen import DeskScreen

VERB = "promote-type"
_TYPES = (
    (MemoryType.EPISODIC, "episodic: what happened, and how it ended"),
    (MemoryType.SEMANTIC, "semantic: what holds beyond one case"),
    (MemoryType.PROCEDURAL, "procedural: how something is carried out"),
    ("", "none chosen yet"),
)
_OUTCOME = (MemoryType.PROCEDURAL, "outcome")
_PROVED = "verified-success, once its validation ended so; nothing else makes a procedure."
_MOST = 40
"""Changes that are shown before it is staged."""


def card_fields(kind: MemoryType) -> tuple[str, ...]:
    """The fields that only this type and few others ask for, as the wording of a capture names them."""
    return tuple(name for name, told in CARD_FIELDS.items() if kind.value in told.partition(":")[0].split(", "))


class Promoting:
    """What the screen does about promoting a type."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    @property
    def desk(self) -> Desk:
        """The desk of now."""
        return self.screen.desk

    def begin(self, target: Target, offer: Offer) -> None:
        """Ask for the type; refused at once where nothing can be promoted."""
        told = why_reading(self.desk) or self.screen.deciding.decided_already(target.ids)
        if told or not offer.fits:
            self.screen.app.notify(told or offer.why_not or "", severity="warning", timeout=6, markup=False)
            return
        dialog = FormDialog(
            f"Promote the type of {target.name}",
            self._about(target),
            (Ask("type", "What question the new record answers.", choices=_TYPES, needed=True),),
            lambda _: None,
            lambda values: self._command(target, values),
            self.screen.signs,
        )
        self.screen.app.push_screen(dialog, partial(self._typed, target, offer))

    def _about(self, target: Target) -> Content:
        return lines(
            *self._words(target),
            said("A new record is written out of it; the old one stays as it is, and is named by it."),
        )

    def _words(self, target: Target) -> list[Content]:
        return [cut(stored(one_line(text), "dim"), 240, self.screen.signs.more) for text in target.words]

    def _typed(self, target: Target, offer: Offer, values: Values | None) -> None:
        """The type is chosen: ask for what its card asks for."""
        if values is None:
            return
        kind = MemoryType(values["type"])
        try:
            required = next(fields for name, _, fields, _ in self.desk.policy().cards if name == kind)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        dialog = CardForm(
            f"Promote {target.name} to {kind}",
            self._about(target),
            self._asks(target, offer, kind, required),
            lambda given: self._check(target, kind, given),
            lambda given: self._command(target, {"type": kind, **given}),
            self.screen.signs,
        )
        self.screen.app.push_screen(dialog, partial(self._given, target, kind))

    def _asks(self, target: Target, offer: Offer, kind: MemoryType, required: tuple[str, ...]) -> tuple[Ask, ...]:
        several = len(target.ids) > 1
        levels = (("", "as much as it comes from bears"), *((c.value, c.value) for c in Confidence))
        own = tuple(dict.fromkeys((*(name for name in required if name in CARD_FIELDS), *card_fields(kind))))
        asks = [
            Ask(
                "evidence",
                "What bears it: an id, a block, archive/2026-06-01.md#2; several parted by ;.",
                needed=True,
            ),
            Ask("text", "The words of the new record." + ("" if several else " Empty: those it has."), needed=several),
            Ask("scope", "How far it holds; no further than what it comes from."),
            Ask("confidence", "What it is believed as.", choices=levels),
        ]
        given = {"provenance"}  # the evidence, where nothing else is said
        for name in own:
            told = _PROVED if (kind, name) == _OUTCOME else CARD_FIELDS[name].partition(": ")[2].capitalize()
            asks.append(Ask(name, told, needed=name in required and name not in given))
        reasons = tuple((reason.value, reason_label(reason)) for reason in offer.reasons)
        return (*asks, Ask("reason", "Why you decide so.", choices=reasons), Ask("note", "Why, in your own words."))

    def _arguments(self, kind: MemoryType, given: Values) -> dict[str, str]:
        """The arguments of the verb: the fields of the card as one, a line each."""
        found = {"type": kind.value} | {name: given[name] for name in ("evidence", "text") if given[name].strip()}
        names = [name for name in given if name not in ("evidence", "text", "reason", "note")]
        fields = "\n".join(f"{name}={' '.join(given[name].split())}" for name in names if given[name].strip())
        return found | ({"field": fields} if fields else {})

    def _check(self, target: Target, kind: MemoryType, given: Values) -> None:
        """Refuse what the desk would refuse, beside the field that is to blame."""
        try:
            self.desk.preview(VERB, target.ids, self._arguments(kind, given), reason=Reason(given["reason"]))
        except Refusal as refusal:
            names = tuple(name for name in given if name not in ("reason", "note"))
            if blamed := next(blamed_fields(refusal.sentence, names), None):
                raise Wrong(*blamed) from None
            raise

    def _given(self, target: Target, kind: MemoryType, given: Values | None) -> None:
        """Everything is given: show what it would make, and stage it on a key of its own."""
        if given is None:
            return
        arguments = self._arguments(kind, given)
        try:
            changes = self.desk.preview(VERB, target.ids, arguments, reason=Reason(given["reason"]))
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        shown = changes_content(changes, self.screen.signs, one=True, most=_MOST)
        body = lines(*self._words(target), said(""), shown)
        staged: list[PlanView] = []
        dialog = ConfirmDialog(
            f"Promote {target.name} to {kind}",
            body,
            "s",
            "stages it (nothing happens yet)",
            partial(self._stage, target, arguments, given, staged),
        )
        self.screen.app.push_screen(
            dialog, lambda answer: self.screen.deciding.staged(staged[0]) if answer and staged else None
        )

    def _stage(self, target: Target, arguments: Mapping[str, str], given: Values, staged: list[PlanView]) -> str:
        plan = self.desk.stage(
            VERB,
            target.ids,
            dict(arguments),
            reason=Reason(given["reason"]),
            note=given["note"].strip() or None,
            seen=target.seen,
            shown=target.shown,
        )
        staged.append(plan)
        return "staged"

    def _command(self, target: Target, given: Values) -> str:
        """The same on the command line."""
        from tui.panes.acts import command_line

        words: list[str] = ["decide", VERB, *target.ids]
        for name, value in given.items():
            if not value.strip():
                continue
            if name in ("type", "evidence", "text", "reason", "note"):
                words += [f"--{name}", value]
            else:
                words += ["--field", f"{name}={value}"]
        return command_line(tuple(words))
