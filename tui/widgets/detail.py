"""The detail panel: a card, in one column, or words beside history where it is wide."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.widgets.card import Card, laid_out
from tui.widgets.keys import bindings
from tui.widgets.sides import SIDES
from tui.widgets.text import stored, strip_of
from tui.wording.glyphs import UNICODE, Glyphs

SPLIT = 90
"""From this inner width on, history stands beside the words."""
GAP = 3
"""Cells between the two columns."""


class DetailPanel(ScrollView, can_focus=True, inherit_bindings=False):
    """Everything that is needed to doubt the row at the cursor; wrapped once, drawn where it is seen."""

    BINDINGS = bindings("table", frozenset({"down", "up", "top", "bottom", "page", "open"}))
    DEFAULT_CSS = """
    DetailPanel {
        background: $surface; border: round $border-blurred; border-title-color: $dim; padding: 0 1;
        overflow-x: hidden; scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    }
    DetailPanel:focus { border: round $border; border-title-color: $foreground; }
    """
    explain = (
        "The row at the cursor in full: what it says, why it is here and what speaks against it, "
        "the passage it comes from, its neighbours, its history. j and k scroll, Enter gives it the "
        "whole width and takes it back, v shows the passage in full."
    )

    class Opened(Message):
        """Enter."""

    card: reactive[Card | None] = reactive(None, always_update=True)
    """What is shown."""

    def __init__(self, *, signs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.signs = signs
        self._rows: Sequence[Content] = ()

    @property
    def beside(self) -> bool:
        """Whether two sides stand beside each other here."""
        return self.scrollable_content_region.width >= SIDES

    def watch_card(self, old: Card | None, new: Card | None) -> None:
        """Show the card from its top."""
        if not self.is_mounted:
            return
        if old is None or new is None or old.id != new.id:
            self.scroll_to(y=0, animate=False, force=True)
            self.border_title = stored(new.id) if new else ""
        self.fit_in()

    def on_resize(self) -> None:
        """Lay the card out for the new width."""
        self.fit_in()

    def fit_in(self) -> None:
        """Lay the card out; a short one keeps the size, so that nothing around it moves."""
        width = max(10, self.scrollable_content_region.width)
        self._rows = self._lay_out(self.card, width) if self.card is not None else ()
        self.virtual_size = Size(width, max(len(self._rows), self.scrollable_content_region.height))
        self.refresh()

    def _lay_out(self, card: Card, width: int) -> Sequence[Content]:
        aside = [section for section in card.sections if section.aside]
        if width < SPLIT or not aside:
            return laid_out(card.top, card.sections, width, self.signs).wrap(width)
        beside = max(32, width // 3)
        wide = width - GAP - beside
        main = [section for section in card.sections if not section.aside]
        left = laid_out(card.top, main, wide, self.signs).wrap(wide)
        right = laid_out(None, aside, beside, self.signs).wrap(beside)
        blank = Content("")
        rows = []
        for at in range(max(len(left), len(right))):
            one = left[at] if at < len(left) else blank
            two = right[at] if at < len(right) else blank
            rows.append(one.pad_right(max(0, wide + GAP - one.cell_length)) + two)
        return rows

    def render_line(self, y: int) -> Strip:
        """One line of what is seen."""
        at, width = y + round(self.scroll_y), max(1, self.scrollable_content_region.width)
        if at >= len(self._rows):
            return Strip.blank(width, self.visual_style.rich_style)
        return strip_of(self._rows[at], width, self.visual_style)

    def action_down(self) -> None:
        """One line down."""
        self.scroll_relative(y=1, animate=False)

    def action_up(self) -> None:
        """One line up."""
        self.scroll_relative(y=-1, animate=False)

    def action_page(self, way: int) -> None:
        """Half a window down or up."""
        self.scroll_relative(y=way * max(1, self.size.height // 2), animate=False)

    def action_open(self) -> None:
        """Wide, or what the card says."""
        self.post_message(self.Opened())

    def action_top(self) -> None:
        """To the top."""
        self.scroll_home(animate=False)

    def action_bottom(self) -> None:
        """To the end."""
        self.scroll_end(animate=False)
