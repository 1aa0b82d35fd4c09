"""A frame of which a new title draws its first line alone, and not every line of its border."""

from __future__ import annotations

from typing import Any, Self

from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region


class Titled(Vertical):
    """A container with a border and a title."""

    _only_top = False

    def entitle(self, title: Content) -> None:
        """Show another title."""
        self._only_top = True
        try:
            self.border_title = title
        finally:
            self._only_top = False

    def refresh(self, *regions: Region, **how: Any) -> Self:
        """Draw again what changed: the whole, or of a new title the line that it stands in."""
        if self._only_top and self.size:
            regions = (Region(0, 0, self.outer_size.width, 1).translate(-self.content_offset),)
        return super().refresh(*regions, **how)
