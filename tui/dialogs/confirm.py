"""A confirmation: the focus is on Cancel, Enter cancels, and another key than the opening one confirms."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button

from governance.errors import Refusal, RefusalKind
from tui.dialogs.dialog import Dialog
from tui.widgets.text import StoredText, said, stored


class ConfirmDialog(Dialog[str]):
    """Says what will happen and carries it out; answers what came of it, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [("h,l,left,right,j,down", "scroll_body", "")]
    DEFAULT_CSS = """
    ConfirmDialog #told { height: auto; max-height: 55vh; }
    ConfirmDialog Button { margin-top: 1; }
    ConfirmDialog #hint { color: $text-warning; }
    """

    def __init__(
        self,
        act: str,
        body: Content,
        key: str,
        label: str,
        perform: Callable[[], str],
        *,
        locked: Callable[[Callable[[str | None], object]], Refusal | None] | None = None,
    ) -> None:
        super().__init__()
        self._locked = locked
        """Asks for the key in this dialog's place, should it have closed meanwhile; answers why that cannot be."""
        self.act = act
        self.keys_hint = f"{key} {label}   enter or esc cancels"
        self._body = body
        self._key = key
        self._label = label
        self._perform = perform
        self._done = False

    def body(self) -> ComposeResult:
        """What will happen, and Cancel."""
        with VerticalScroll(id="told", can_focus=False):
            yield StoredText(self._body)
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin on Cancel."""
        self.query_one("#cancel", Button).focus()

    def on_button_pressed(self) -> None:
        """The only button is Cancel."""
        self.action_cancel()

    def on_key(self, event: events.Key) -> None:
        """The confirming key, once."""
        if event.character == self._key and not self._done:
            event.stop()
            self._done = True
            self.complain(said(f"{self._label}: one moment", "dim"))
            self.call_after_refresh(self._go)

    def _go(self) -> None:
        self.run_worker(self._beside, thread=True, group="perform")

    def _beside(self) -> None:
        """Carry it out beside the screen, which lives on."""
        try:
            answer = self._perform()
        except Refusal as refusal:
            self.app.call_from_thread(self._refused, refusal)
        else:
            self.app.call_from_thread(self._finished, answer)

    def _finished(self, answer: str) -> None:
        self.dismiss(answer)

    def _refused(self, refusal: Refusal) -> None:
        self._done = False
        if refusal.kind is RefusalKind.LOCKED and self._locked is not None:
            why = self._locked(self.dismiss)
            if why is None:
                for box in self.children:
                    box.visible = False
                return
            refusal = why
        hint = f"\n{refusal.hint}" if refusal.hint else ""
        self.complain(stored(refusal.sentence + hint, "bad", lines=True))

    def action_cancel(self) -> None:
        """Leave everything as it is; what is being done cannot be called back."""
        if self._done:
            self.complain(said(f"{self._label}: one moment", "dim"))
        else:
            self.dismiss(None)

    def action_scroll_body(self) -> None:
        """Look further down."""
        self.query_one("#told", VerticalScroll).scroll_page_down(animate=False)
