"""Dialogs that keep every key to themselves, so that a passphrase typed by habit never becomes verbs at the desk."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingsMap, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.dom import DOMNode

from tui.dialogs.dialog import Answer, Dialog
from tui.widgets.text import StoredText


class HeldDialog(Dialog[Answer]):
    """No key of the app reaches past it: ctrl+q and ctrl+c cancel it, and what has the focus is kept in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q,ctrl+c", "cancel", "cancel")]

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """Without the app, whose ctrl+q would come before any key of a dialog."""
        return [(node, keys) for node, keys in super()._binding_chain if node is not self.app]

    def on_mount(self) -> None:
        """See to what has the focus once everything has its place."""
        self.call_after_refresh(self._in_sight)

    def on_resize(self) -> None:
        """On a low screen, too."""
        self.call_after_refresh(self._in_sight)

    def _fit_in(self) -> None:
        super()._fit_in()
        self.call_after_refresh(self._in_sight)

    def _in_sight(self) -> None:
        if self.is_mounted and self.focused is not None:
            self.focused.scroll_visible(animate=False, immediate=True)


class RefusedDialog(HeldDialog[None]):
    """Says why something cannot be asked for, and what to do; only Esc closes it, whatever else is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("pagedown,down", "look(1)", "further down"),
        ("pageup,up", "look(-1)", "further up"),
    ]
    keys_hint = "esc back"

    def __init__(self, act: str, told: Content) -> None:
        super().__init__()
        self.act = act
        self._told = told

    def body(self) -> ComposeResult:
        """Why, and what to do."""
        yield StoredText(self._told)

    def on_key(self, event: events.Key) -> None:
        """What is typed by habit is for nobody."""
        if event.is_printable or event.key == "enter":
            event.stop()

    def action_look(self, way: int) -> None:
        """Look further down or up."""
        inside = self.query_one("#inside", VerticalScroll)
        inside.scroll_relative(y=way * max(1, inside.size.height - 1), animate=False)
