"""The `:` menu: every verb for these rows; what fits, and why the rest does not."""

from __future__ import annotations

from collections.abc import Sequence

from store.records.views import Offer
from tui.actions import BY_ID
from tui.dialogs.pick import PickDialog
from tui.dialogs.target import why_not
from tui.widgets.columns import Column, Line
from tui.widgets.text import said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number


class MenuDialog(PickDialog[str]):
    """Answers the name of the verb that was picked."""

    columns = (Column("key", 4, 8), Column("verb", 16, 9), Column("what it does", 0))
    prompt = "a verb"

    def __init__(self, offers: Sequence[Offer], ids: Sequence[str], signs: Glyphs, count: int = 0) -> None:
        super().__init__(signs)
        count = max(count, len(ids))
        self.act = f"Verbs for {ids[0] if count == 1 else number(count, 'row')}" if ids else "What is made here"
        self._ids = ids
        self.keys_hint = "enter decide   esc back"
        if count > len(ids):
            self.keys_hint += f"   judged by the first {len(ids):,}; what you choose is asked of all"
        self._offers = sorted(offers, key=lambda offer: (not offer.fits, not offer.hint))

    def matching(self, text: str) -> Sequence[Offer]:
        """Verbs by name, label or help, those called so first; what is for other things where it is typed."""
        words = text.lower().split()
        if not words:
            return [offer for offer in self._offers if not offer.foreign]
        called = [offer for offer in self._offers if _says(f"{offer.name} {offer.label}", words)]
        more = [offer for offer in self._offers if offer not in called and _says(offer.help, words)]
        return called + more

    def line(self, row: Offer) -> Line:
        """Key, verb, what it does or why it does not fit."""
        action = BY_ID.get(f"verb.{row.name}")
        key = said(action.shown_key if action else "", "accent")
        if not row.fits:
            return Line((key, said(row.label, "dim"), stored(why_not(row, self._ids), "dim")))
        label = said(row.label, "strong")
        typed = said("" if row.label.lower() == row.name else f"   typed {row.name}", "dim")
        hint = said("the evidence speaks for it   ", "good") if row.hint else said("")
        return Line((key, label, hint + said(row.help) + typed))

    def take(self, row: Offer) -> None:
        """Take a verb that fits; say why another does not."""
        if row.fits:
            self.dismiss(row.name)
        else:
            self.complain(stored(why_not(row, self._ids), "warn"))


def _says(text: str, words: Sequence[str]) -> bool:
    return all(word in text.lower() for word in words)
