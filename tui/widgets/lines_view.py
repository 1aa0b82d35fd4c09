"""Long text: wrapped by cells once, drawn only where it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, chop_cells
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.safe import isolate, safe
from tui.widgets.keys import bindings
from tui.widgets.text import STYLES, strip_of

WORDS = 4_000
"""Characters up to which a line is broken between words; longer ones anywhere."""


class LinesView(ScrollView, can_focus=True, inherit_bindings=False):
    """Pieces of stored text in their styles, however long they are."""

    BINDINGS = bindings("table", frozenset({"down", "up", "top", "bottom", "page"}))
    DEFAULT_CSS = "LinesView { height: 1fr; overflow-x: hidden; background: $surface; }"
    explain = "Text in full. j k, g G and ctrl+d ctrl+u move."

    def __init__(self, pieces: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._pieces = pieces
        self._rows: list[tuple[str, str]] = []

    def on_resize(self) -> None:
        """Wrap for the new width, and begin at what stands out."""
        first = not self._rows
        self._rows = list(self._wrapped(max(1, self.size.width - 1)))
        self.virtual_size = Size(self.size.width, len(self._rows))
        if first:
            marked = [at for at, (_, style) in enumerate(self._rows) if style == "strong"]
            self.scroll_to(y=max(0, marked[0] - 3) if marked else 0, animate=False, force=True)

    def _wrapped(self, width: int) -> Iterator[tuple[str, str]]:
        for text, style in self._pieces:
            for line in safe(text, lines=True).split("\n"):
                if (len(line) if line.isascii() else cell_len(line)) <= width:
                    yield line, style
                elif len(line) <= WORDS:
                    for piece in Content(line).wrap(width):
                        yield piece.plain, style
                else:
                    for chopped in chop_cells(line, width):
                        yield chopped, style

    def render_line(self, y: int) -> Strip:
        """One line of what is seen."""
        at = y + round(self.scroll_y)
        width = max(1, self.size.width)
        if at >= len(self._rows):
            return Strip.blank(width, self.visual_style.rich_style)
        text, style = self._rows[at]
        return strip_of(Content.styled(isolate(text), STYLES[style]), width, self.visual_style)

    def action_down(self) -> None:
        """One line down."""
        self.scroll_relative(y=1, animate=False)

    def action_up(self) -> None:
        """One line up."""
        self.scroll_relative(y=-1, animate=False)

    def action_page(self, way: int) -> None:
        """Half a window down or up."""
        self.scroll_relative(y=way * max(1, self.size.height // 2), animate=False)

    def action_top(self) -> None:
        """To the first line."""
        self.scroll_to(y=0, animate=False)

    def action_bottom(self) -> None:
        """To the last line."""
        self.scroll_to(y=self.virtual_size.height, animate=False)
