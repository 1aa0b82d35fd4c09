"""Text in full: a passage of the archive, a command line, what a thing is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from tui.dialogs.dialog import Dialog
from tui.widgets.lines_view import LinesView
from tui.widgets.text import said


class ReaderDialog(Dialog[None]):
    """Shows pieces of stored text; Y copies them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("q,v,full_stop,f1", "cancel", "back"),
        ("Y", "copy", "copy"),
    ]
    DEFAULT_CSS = "ReaderDialog > Vertical { height: auto; } ReaderDialog LinesView { height: 24; }"

    def __init__(self, act: str, pieces: Sequence[tuple[str, str]], copied: str) -> None:
        super().__init__()
        self.act = act
        self.keys_hint = "Y copy   esc back"
        self._pieces = pieces
        self._copied = copied

    def body(self) -> ComposeResult:
        """The text."""
        yield LinesView(self._pieces)

    def on_mount(self) -> None:
        """No taller than the text, where that is short."""
        view = self.query_one(LinesView)
        rough = sum(text.count("\n") + 1 + len(text) // 70 for text, _ in self._pieces)
        view.styles.height = max(2, min(rough, self.app.size.height - 8))
        view.focus()

    def action_copy(self) -> None:
        """Copy the text, made harmless."""
        from tui.safe import safe

        self.app.copy_to_clipboard(safe(self._copied, lines=True))
        self.complain(said("copied", "good"))
