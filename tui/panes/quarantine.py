"""Quarantine: what was refused and why, for a person to mend or to discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import QuarantineView, Row
from store.records.words import Queue
from tui.panes.cards import card_of
from tui.panes.cards_quarantine import fields_of, quarantine_card
from tui.panes.rows import QueueList
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import who_part, who_sentence
from tui.wording.sentences import why_short
from tui.wording.times import ago_at

if TYPE_CHECKING:
    from governance.desk import Desk


class QuarantineList(QueueList):
    """What was refused, oldest first."""

    columns = (Column("why", 16, 9), Column("who", 11, 7), Column("age", 6, 8, right=True), Column("what was sent", 0))
    tall_columns = (Column("why", 0, least=16), Column("who", 10, 7), Column("age", 5, 8, right=True))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs, Queue.QUARANTINE)
        self.explain = f"{who_sentence(signs)}\n\nWhat stands here was refused; : resubmits it, mended, or discards it."

    def note(self) -> Sequence[Content]:
        """Nobody reads what stands here."""
        return (said("no agent reads these", "dim"), said(f"{self.signs.dot} : mends or discards", "dim"))

    def line(self, row: Row, tall: bool) -> Line:
        """Why, who, since when, the first words."""
        why = said(f"{self.signs.lost} {why_short(row.why[0])}" if row.why else self.signs.dash, "warn")
        who = parts_content([who_part(row.who, row.assurance, self.signs)])
        age = said(ago_at(self.desk.now(), row.since, self.desk.zone))
        words = matched(stored(one_line(_first(row.text))), self.needle)
        return Line((why, who, age), words) if tall else Line((why, who, age, words), words)

    def card(self, key: str, row: Row | None) -> Card | None:
        """What was sent, every field that failed, who sent it."""
        try:
            found = self.desk.show(key)
        except Refusal:
            found = None
        if isinstance(found, QuarantineView):
            return quarantine_card(self.desk, found, self.signs)
        return card_of(self.desk, key, row, self.signs)


def _first(raw: str) -> str:
    """The first words of what was sent: of an object, those of its text."""
    given = fields_of(raw)
    if given is not None:
        return str(given.get("text") or raw)
    head = '{"text": "'
    return raw.removeprefix(head).replace("\\n", " ") if raw.startswith(head) else raw
