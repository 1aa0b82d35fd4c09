"""The line that turns the frame: the desk is shown as it was, and nothing can be decided."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui.widgets.columns import cut
from tui.widgets.text import stored


class PastLine(Widget):
    """`AT SEQ 1,234 · 2026-06-02 14:03 · read-only       @ leads back to now`, reversed over the whole width."""

    DEFAULT_CSS = """
    PastLine { height: 1; padding: 0 1; background: $warning; color: $background; text-style: bold; }
    PastLine:ansi { background: ansi_default; color: ansi_default; text-style: bold reverse; }
    """
    explain = (
        "The desk as it was at this entry of the log, with the controls of today: what was erased since stays "
        "erased. Nothing can be decided here, and nothing moves. @ leads back to now, Esc does in the end."
    )

    def __init__(self, told: str, back: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._told, self._back = told, back

    def render(self) -> Content:
        """Where one is, and how to leave it."""
        width = self.size.width
        left, right = stored(self._told), stored(self._back)
        gap = width - left.cell_length - right.cell_length
        return left + Content(" " * gap) + right if gap > 1 else cut(left, width)
