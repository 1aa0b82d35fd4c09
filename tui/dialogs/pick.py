"""Pick one of a list by typing: verbs of a row, keys, applied plans."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input

from tui.dialogs.dialog import Answer, Dialog
from tui.widgets.columns import Column, Line, fit
from tui.widgets.table import GUTTER, WindowedTable
from tui.widgets.text import STYLES, said
from tui.wording.glyphs import Glyphs

FRAME, WHOLE = 5, 3
"""Lines that a dialog has around its rows, and that the row at the cursor may take below them in full."""


class PickDialog(Dialog[Answer]):
    """A line to type in and the rows that fit; Enter takes the row at the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("down", "step(1)", "next"),
        ("up", "step(-1)", "before"),
        ("pagedown", "step(10)", "further"),
        ("pageup", "step(-10)", "back"),
    ]
    DEFAULT_CSS = """
    PickDialog Input { height: 1; border: none; padding: 0 1; background: $boost; }
    PickDialog Input:focus { border: none; }
    PickDialog WindowedTable { height: auto; min-height: 6; }
    """
    columns: ClassVar[Sequence[Column]] = ()
    prompt: ClassVar[str] = "type to narrow"

    def __init__(self, signs: Glyphs) -> None:
        super().__init__()
        self.signs = signs
        self._found: Sequence[Any] = ()

    @abstractmethod
    def matching(self, text: str) -> Sequence[Any]:
        """The rows with these words."""

    @abstractmethod
    def line(self, row: Any) -> Line:
        """How a row is drawn."""

    @abstractmethod
    def take(self, row: Any) -> None:
        """Enter on a row."""

    def body(self) -> ComposeResult:
        """The line to type in and the rows."""
        yield Input(placeholder=self.prompt)
        yield WindowedTable(signs=self.signs)

    def on_mount(self) -> None:
        """Show all rows."""
        table = self.query_one(WindowedTable)
        table.can_focus = False
        table.configure(self.columns, self._rows, self.line)
        table.empty = said("Nothing has these words.", "dim")
        self._narrow("")
        room = self.app.size.height * 9 // 10 - FRAME - WHOLE
        table.styles.height = max(2, min(28, len(self._found) + 1, room))

    def _rows(self, keys: Sequence[int]) -> Sequence[Any]:
        return [self._found[key] for key in keys]

    def _narrow(self, text: str) -> None:
        self._found = self.matching(text)
        table = self.query_one(WindowedTable)
        table.show(range(len(self._found)))
        table.move_to(0)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow while typing."""
        event.stop()
        self.complain(None)
        self._narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the row at the cursor."""
        event.stop()
        self._take()

    def on_windowed_table_moved(self, event: WindowedTable.Moved) -> None:
        """Say in full what of the row at the cursor is cut."""
        event.stop()
        table = self.query_one(WindowedTable)
        cells = self.line(table.row).cells if table.row is not None else ()
        widths = fit(self.columns, table.size.width - GUTTER - 1)
        hidden = [cell for cell, width in zip(cells, widths, strict=False) if width and cell.cell_length > width]
        self.complain(Content("  ").join(hidden).stylize_before(STYLES["dim"]) if hidden else None)

    def on_windowed_table_opened(self) -> None:
        """A double click takes too."""
        self._take()

    def _take(self) -> None:
        row = self.query_one(WindowedTable).row
        if row is not None:
            self.take(row)

    def action_step(self, by: int) -> None:
        """Move the cursor while typing goes on."""
        table = self.query_one(WindowedTable)
        table.move_to(table.cursor + by)
