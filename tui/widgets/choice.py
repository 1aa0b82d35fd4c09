"""One of a few: all are in sight, the arrows move, a figure picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.widgets.text import STYLES, stored


class Choice(Widget, can_focus=True):
    """Options side by side; the chosen one stands out, and is in brackets too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left,up,h,k", "step(-1)", "before"),
        ("right,down,l,j", "step(1)", "next"),
    ]
    DEFAULT_CSS = """
    Choice { height: auto; padding: 0 1; }
    Choice:focus { background: $boost; }
    """
    chosen: reactive[int] = reactive(0, layout=True)
    """The position of the option that is chosen."""

    class Changed(Message):
        """Another option was chosen."""

    def __init__(self, options: Sequence[tuple[str, str]], chosen: str | None = None, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._options = options
        values = [value for value, _ in options]
        if chosen in values:
            self.set_reactive(Choice.chosen, values.index(chosen))

    @property
    def value(self) -> str:
        """The value of the chosen option."""
        return self._options[self.chosen][0] if self._options else ""

    def render(self) -> Content:
        """All options; their own spaces never break."""
        pieces = []
        for at, (_, label) in enumerate(self._options):
            here = at == self.chosen
            text = f"[{label}]" if here else f" {label} "
            style = "match" if here and self.has_focus else "strong" if here else "dim"
            number = Content.styled(f"{at + 1}", STYLES["dim"])
            pieces.append(number + stored(text.replace(" ", "\u00a0"), style))
        return Content(" ").join(pieces)

    def watch_chosen(self) -> None:
        """Say that it changed."""
        self.post_message(self.Changed())

    def on_key(self, event: events.Key) -> None:
        """A figure picks."""
        if event.character and event.character.isdigit():
            at = int(event.character) - 1
            if 0 <= at < len(self._options):
                self.chosen = at
                event.stop()

    def action_step(self, way: int) -> None:
        """To the option before or after, round and round."""
        if self._options:
            self.chosen = (self.chosen + way) % len(self._options)
