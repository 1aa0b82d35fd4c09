"""The frame of all dialogs: a box with a title over the dimmed desk."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen

from tui.widgets.text import StoredText, stored

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A box in the middle, or at the bottom where the list should stay in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", "back"), ("f1", "explain", "explain")]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 50%; }
    Dialog.-low { align: center bottom; background: transparent; }
    Dialog > Vertical {
        width: 90%; max-width: 110; height: auto; max-height: 90%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Dialog.-low > Vertical { width: 100%; max-width: 100%; max-height: 70%; }
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
            yield from self.body()
            trouble = StoredText(id="trouble")
            trouble.add_class("trouble")
            yield trouble
            hint = StoredText(stored(self.keys_hint), id="hint")
            hint.add_class("hint")
            yield hint

    def body(self) -> ComposeResult:
        """What stands inside."""
        yield from ()

    def complain(self, content: Content | None) -> None:
        """Say what went wrong, beside the field; what was typed stays."""
        trouble = self.query_one("#trouble", StoredText)
        trouble.set_class(content is not None, "-loud")
        trouble.show(content or Content(""))

    def action_explain(self) -> None:
        """What the focused thing is for."""
        node: DOMNode | None = self.focused
        while node is not None and not getattr(node, "explain", ""):
            node = node.parent
        self.complain(stored(getattr(node, "explain", "") or self.keys_hint, "dim"))

    def action_cancel(self) -> None:
        """Go back and do nothing."""
        self.dismiss(None)
