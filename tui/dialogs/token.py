"""A new token: shown once, for whoever is to show it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Button

from tui.dialogs.dialog import Dialog
from tui.widgets.text import StoredText, lines, said, stored


class TokenDialog(Dialog[None]):
    """Shows a token, once; it is kept nowhere."""

    BINDINGS: ClassVar[list[BindingType]] = [("Y", "copy", "copy")]
    DEFAULT_CSS = """
    TokenDialog #token { height: auto; margin: 1 0; }
    TokenDialog #cancel { margin-top: 1; }
    """
    act = "The token, shown this once"
    keys_hint = "Y copy   esc closes it for good"

    def __init__(self, who: str, token: str) -> None:
        super().__init__()
        self._who = who
        self._token = token

    def body(self) -> ComposeResult:
        """The token, and what it is."""
        yield StoredText(stored(f"{self._who} shows it to be known here, in the variable MEMDESK_TOKEN:"))
        yield StoredText(stored(self._token, "strong"), id="token")
        yield StoredText(
            lines(
                said("It is kept nowhere, not in the store either: only its hash is. Lost, it is replaced."),
                said("Whoever has it is taken for them; it decides nothing, since agents propose.", "dim"),
            )
        )
        yield Button("Close", id="cancel", compact=True)

    def on_button_pressed(self) -> None:
        """Close it."""
        self.dismiss(None)

    def on_mount(self) -> None:
        """No key closes it by accident but Esc and Enter on Close."""
        self.set_focus(None)

    def action_copy(self) -> None:
        """Copy the token; works over ssh."""
        self.app.copy_to_clipboard(self._token)
        self.complain(said("copied; the clipboard may be read by other programs", "warn"))
