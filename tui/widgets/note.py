"""A line above a list that says what happens to its rows next."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tui.widgets.columns import cut
from tui.widgets.text import StoredText


class NoteLine(StoredText):
    """Pieces side by side, as many as fit; not there where there is nothing to say."""

    DEFAULT_CSS = """
    NoteLine { height: 1; padding: 0 1; display: none; }
    NoteLine.-told { display: block; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._pieces: Sequence[Content] = ()

    def tell(self, pieces: Sequence[Content]) -> None:
        """Say this, the weightiest first."""
        self._pieces = pieces
        if bool(pieces) is not self.has_class("-told"):
            self.set_class(bool(pieces), "-told")
        self.on_resize()

    def on_resize(self) -> None:
        """Fit anew."""
        told, width = Content(""), max(1, self.content_size.width)
        for piece in self._pieces:
            longer = told + Content("  ") + piece if told else piece
            if not told or longer.cell_length <= width:
                told = longer
        self.show(cut(told, width), same_size=True)
