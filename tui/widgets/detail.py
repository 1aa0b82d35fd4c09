"""The detail panel: a card, in one column, or words beside history where it is wide."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.reactive import reactive

from tui.widgets.card import Card, laid_out
from tui.widgets.keys import bindings
from tui.widgets.text import StoredText, stored
from tui.wording.glyphs import UNICODE, Glyphs

SPLIT = 110
"""From this inner width on, history stands beside the words."""


class DetailPanel(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Everything that is needed to doubt the row at the cursor."""

    BINDINGS = bindings("table", frozenset({"down", "up", "top", "bottom", "page"}))
    DEFAULT_CSS = """
    DetailPanel { background: $surface; border: round $border-blurred; border-title-color: $dim; padding: 0 1;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    DetailPanel:focus { border: round $border; border-title-color: $foreground; }
    DetailPanel Horizontal { height: auto; }
    DetailPanel #words { width: 1fr; height: auto; }
    DetailPanel #aside { width: 1fr; height: auto; margin-left: 2; display: none; }
    DetailPanel.-split #aside { display: block; }
    """
    explain = (
        "The row at the cursor in full: what it says, why it is here and what speaks against it, "
        "the passage it comes from, its neighbours, its history. j and k scroll, v shows the "
        "passage in full."
    )

    card: reactive[Card | None] = reactive(None, always_update=True)
    """What is shown."""

    def __init__(self, *, signs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.signs = signs

    def compose(self) -> ComposeResult:
        """Two columns, of which the second is mostly hidden."""
        with Horizontal():
            yield StoredText(id="words")
            yield StoredText(id="aside")

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
        """Lay the card out."""
        words, aside = self.query_one("#words", StoredText), self.query_one("#aside", StoredText)
        width = max(10, self.scrollable_content_region.width)
        if self.card is None:
            self.remove_class("-split")
            words.show(Content(""))
            return
        sections = self.card.sections
        split = width >= SPLIT and any(s.aside for s in sections)
        self.set_class(split, "-split")
        if not split:
            words.show(laid_out(self.card.top, sections, width, self.signs))
            return
        half = (width - 2) // 2
        main = [s for s in sections if not s.aside]
        words.show(laid_out(self.card.top, main, half, self.signs))
        aside.show(laid_out(None, [s for s in sections if s.aside], half, self.signs))

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
        """To the top."""
        self.scroll_home(animate=False)

    def action_bottom(self) -> None:
        """To the end."""
        self.scroll_end(animate=False)
