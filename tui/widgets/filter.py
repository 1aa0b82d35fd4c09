"""The filter: literal words typed above the list."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import Input


class FilterInput(Input):
    """One line above the list; Enter goes to the list, Esc clears."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,down", "done", "to the list"),
        ("escape", "clear", "clear"),
    ]
    DEFAULT_CSS = """
    FilterInput { height: 1; border: none; padding: 0 1; display: none; background: $boost; }
    FilterInput:focus { border: none; }
    FilterInput.-open { display: block; }
    """
    virtual_size = Reactive(Size(0, 0))
    """What is typed may be longer than the line, which never moves anything around it: no layout for a letter."""
    explain = "Rows with these very words are shown; nothing in them has a special meaning."

    class Done(Message):
        """The filter stands; the list takes the keys again."""

    class Cleared(Message):
        """The filter is gone."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(placeholder="these very words", id=id, select_on_focus=False)

    def action_done(self) -> None:
        """Keep the filter."""
        self.post_message(self.Done())

    def action_clear(self) -> None:
        """Drop the filter."""
        self.value = ""
        self.post_message(self.Cleared())
