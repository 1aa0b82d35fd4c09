"""One thing in full, over whatever is on the screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from tui.dialogs.dialog import Dialog
from tui.safe import safe
from tui.widgets.card import Card
from tui.widgets.detail import DetailPanel
from tui.wording.glyphs import Glyphs


class CardDialog(Dialog[None]):
    """A card to read; Y copies its words."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "cancel", "back"), ("Y", "copy", "copy")]
    DEFAULT_CSS = "CardDialog DetailPanel { height: 80vh; border: none; padding: 0; }"
    keys_hint = "j k scroll   Y copy   esc back"

    def __init__(self, card: Card, signs: Glyphs) -> None:
        super().__init__()
        self.act = card.id
        self.signs = signs
        self._card = card

    def body(self) -> ComposeResult:
        """The card."""
        yield DetailPanel(signs=self.signs)

    def on_mount(self) -> None:
        """Read it from its top."""
        panel = self.query_one(DetailPanel)
        panel.card = self._card
        panel.focus()

    def on_detail_panel_opened(self) -> None:
        """Enter closes it."""
        self.dismiss(None)

    def action_copy(self) -> None:
        """Copy the words; works over ssh."""
        self.app.copy_to_clipboard(safe(self._card.text, lines=True))
