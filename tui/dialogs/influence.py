"""Withdrawing and reinstating: what follows stands above the reason, and the focus is on Cancel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button

from governance.errors import Refusal, RefusalKind
from store.records.views import PlanView
from store.records.words import ControlAction, Reason, Shown
from tui.dialogs.decide import ReasonField
from tui.dialogs.dialog import Dialog
from tui.dialogs.fields import Field
from tui.widgets.text import StoredText, said, stored
from tui.wording.controls import REASONS, WAITS

if TYPE_CHECKING:
    from governance.desk import Desk
    from tui.dialogs.target import Target

Came: TypeAlias = PlanView | str
"""The plan it was staged into, or the id of the proposal that was made instead."""
PROPOSES = f"You may not decide that: this becomes a proposal. {WAITS}"
NOTE = "in your own words; needed for the reason other"
FIXED = 12
"""Lines that everything but what follows takes."""


class InfluenceDialog(Dialog[Came]):
    """Stages a withdrawal or a reinstatement; of somebody who may not decide, proposes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "stage", "stage"),
        ("pagedown", "look(1)", "further down"),
        ("pageup", "look(-1)", "further up"),
    ]
    DEFAULT_CSS = """
    InfluenceDialog #told { height: auto; scrollbar-size-vertical: 1; margin-bottom: 1; }
    InfluenceDialog Button { margin-top: 1; }
    """

    def __init__(
        self, desk: Desk, action: ControlAction, target: Target, terms: Sequence[str], told: Content, *, may: bool
    ) -> None:
        super().__init__()
        self.desk = desk
        self.action = action
        self.target = target
        self.terms = tuple(terms)
        self.may = may
        self.act = f"{action.value} {target.name}"
        does = "stages (nothing happens yet)" if may else "proposes"
        self.keys_hint = f"^s {does}   tab next   pgdn pgup what follows   enter on Cancel or esc cancels"
        self._told = told
        self._warned = False

    def body(self) -> ComposeResult:
        """The scope and what follows, why, in whose words, Cancel."""
        with VerticalScroll(id="told", can_focus=False):
            yield StoredText(self._told)
        if not self.may:
            yield StoredText(said(PROPOSES, "warn"), id="proposes")
        yield ReasonField(REASONS[self.action])
        yield Field("note", "", needed=False, hint=NOTE)
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin on Cancel: nothing is withdrawn by the first key."""
        self.query_one("#cancel", Button).focus(scroll_visible=False)
        self.on_resize()

    def on_resize(self) -> None:
        """What follows takes the room that is left; the rest stays in sight."""
        self.query_one("#told").styles.max_height = max(4, self.app.size.height * 9 // 10 - FIXED - (not self.may) * 2)
        self.call_after_refresh(self._fit_in)

    @property
    def reason(self) -> Reason:
        """The reason that is chosen."""
        return Reason(self.query_one(ReasonField).value)

    @property
    def note(self) -> str | None:
        """The note, or nothing."""
        return self.query_one("#field-note", Field).value.strip() or None

    def on_button_pressed(self) -> None:
        """The only button is Cancel."""
        self.dismiss(None)

    def on_input_submitted(self) -> None:
        """Enter confirms nothing here."""
        self.complain(said("Enter does nothing here: ^s goes on.", "warn"))

    def action_stage(self) -> None:
        """Stage it, or propose it; refused: say why here, and keep what was typed."""
        try:
            if self.may:
                self.dismiss(self._stage())
            else:
                self.dismiss(self.desk.forgetting.propose(self.action, self.terms, self.reason, self.note))
        except Refusal as refusal:
            hint = "esc, then r: shows it as it is now." if refusal.kind is RefusalKind.MOVED else refusal.hint
            self.complain(stored(f"{refusal.sentence}\n{hint}".strip(), "bad", lines=True))
            if self.reason is Reason.OTHER and self.note is None:
                self.query_one("#field-note", Field).input.focus()

    def _stage(self) -> PlanView:
        ids, seen = self.target.ids, self.target.seen
        return self.desk.stage(
            self.action.value, ids, {}, reason=self.reason, note=self.note, seen=seen, shown=Shown.PREVIEWED
        )

    def action_cancel(self) -> None:
        """Go back; a note that was typed is not thrown away by the first key."""
        if not self._warned and self.query_one("#field-note", Field).touched:
            self._warned = True
            self.complain(said("esc again throws away what you typed", "warn"))
            return
        self.dismiss(None)

    def action_look(self, way: int) -> None:
        """Look further down or up in what follows."""
        told = self.query_one("#told", VerticalScroll)
        told.scroll_relative(y=way * max(1, told.size.height - 1), animate=False)
