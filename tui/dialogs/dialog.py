"""The frame of all dialogs: a box with a title over the dimmed desk."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen

from tui.widgets.text import StoredText, stored

Answer = TypeVar("Answer")

LEAST = 20
"""Lines that a dialog at the bottom may take on a low screen."""


class Leaving(ModalScreen[Answer]):
    """A screen over the desk that may be left before it was filled: a key is quicker than a busy machine."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Go away, with an answer; once everything is in place, if it is not yet."""
        if self.is_mounted:
            return super().dismiss(result)

        def leave() -> None:
            if self.is_current:
                self.dismiss(result)

        self.call_later(leave)
        return AwaitComplete()


class Dialog(Leaving[Answer]):
    """A box in the middle, or at the bottom where the list should stay in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "back"), ("f1", "explain", "explain")]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 50%; }
    Dialog.-low { align: center bottom; background: transparent; }
    Dialog > Vertical {
        width: 90%; max-width: 110; height: auto;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Dialog.-low > Vertical { width: 100%; max-width: 100%; }
    Dialog #inside, Dialog #foot { height: auto; scrollbar-size-vertical: 1; }
    Dialog .trouble { color: $text-error; height: auto; display: none; }
    Dialog .trouble.-loud { display: block; }
    Dialog .hint { color: $dim; height: auto; }
    """

    act: str = ""
    """What the title says."""
    keys_hint: str = "esc back"
    """The last line."""

    def compose(self) -> ComposeResult:
        """Title, body, trouble, keys."""
        with Vertical() as box:
            box.border_title = stored(self.act)
            with VerticalScroll(id="inside", can_focus=False):
                yield from self.body()
            trouble = StoredText(id="trouble")
            trouble.add_class("trouble")
            hint = StoredText(stored(self.keys_hint), id="hint")
            hint.add_class("hint")
            with Vertical(id="foot"):
                yield trouble
                yield hint

    def on_mount(self) -> None:
        """Old messages would hide the dialog."""
        self.app.clear_notifications()
        self.call_after_refresh(self._fit_in)

    def on_resize(self) -> None:
        """Fit the other height."""
        self.call_after_refresh(self._fit_in)

    def _fit_in(self) -> None:
        """The body scrolls where it is too tall; trouble and keys are always in sight."""
        if not self.is_mounted or not self.query("#foot"):  # it may be closing
            return
        height = self.app.size.height
        room = max(height * 7 // 10, min(height - 1, LEAST)) if self.has_class("-low") else height * 9 // 10
        foot = self.query_one("#foot").outer_size.height
        self.query_one("#inside").styles.max_height = max(3, room - foot - 2)

    def body(self) -> ComposeResult:
        """What stands inside."""
        yield from ()

    def complain(self, content: Content | None) -> None:
        """Say what went wrong, beside the field; what was typed stays."""
        if not self.is_mounted:
            return
        trouble = self.query_one("#trouble", StoredText)
        trouble.set_class(content is not None, "-loud")
        trouble.show(content or Content(""))
        self.call_after_refresh(self._fit_in)

    def action_explain(self) -> None:
        """What the focused thing is for."""
        node: DOMNode | None = self.focused
        while node is not None and not getattr(node, "explain", ""):
            node = node.parent
        self.complain(stored(getattr(node, "explain", "") or self.keys_hint, "dim"))

    def action_cancel(self) -> None:
        """Go back and do nothing."""
        self.dismiss(None)
