"""Suggested: pairs that a pass found alike or at odds, both in full, for a person to judge."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from governance.errors import Refusal
from store.records.views import LogFilter, Row
from store.records.words import Action, Queue
from tui.panes.cards import card_of
from tui.panes.rows import QueueList
from tui.widgets.card import Card, Pair, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, matched, one_line, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import likeness_words
from tui.wording.strip import kind_part, strip_parts

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ItemDetail

NEAR = ("possible-duplicate", "possible-contradiction")
"""Reasons for which a row is here."""
MOST = 3
"""Other items shown in full."""


class SuggestedList(QueueList):
    """Each row is a pair: the item, and the other that a pass noticed; verbs take both."""

    columns = (Column("noticed", 15, 9), Column("kind", 9, 4), Column("words", 0), Column("beside", 22, 3))
    tall_columns = (Column("noticed", 15, 9), Column("beside", 0, least=18), Column("kind", 9, 6))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs, Queue.SUGGESTED)

    def line(self, row: Row, tall: bool) -> Line:
        """What was noticed, kind, the words, the other item."""
        why = [one for one in row.why if one.code in NEAR]
        told = {"possible-contradiction": "may contradict", "possible-duplicate": "may be the same"}
        style = "warn" if why and why[0].code == "possible-contradiction" else "plain"
        noticed = said(told[why[0].code] if why else self.signs.dash, style)
        kind = said(*kind_part(row.strip.kind if row.strip else None, self.signs, short=True))
        words = matched(stored(one_line(row.text)), self.needle)
        beside = stored(why[0].ids[0] if why else "", "dim")
        if len(why) > 1:
            beside += said(f" +{len(why) - 1}", "dim")
        return Line((noticed, beside, kind), words) if tall else Line((noticed, kind, words, beside))

    def pair(self, key: str, row: Row | None) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ARG002 - the row says it
        """The other item: folding takes both."""
        other = other_of(row)
        rows = self.desk.item_rows([other]) if other else ()
        return tuple(one.id for one in rows), tuple(one.seen for one in rows)

    def card(self, key: str, row: Row | None) -> Card | None:
        """Both items side by side, how near they are, and what can be done; then the item in full."""
        found = card_of(self.desk, key, row, self.signs)
        if found is None or row is None:
            return found
        try:
            own = self.desk.item(key)
        except Refusal:
            return found
        sections = []
        for why in [one for one in row.why if one.code in NEAR][:MOST]:
            sections += self._beside(own, why.code, why.ids[0])
        todo = said("m folds both into one", "accent") + said(f" {self.signs.dot} ", "dim")
        todo += said("`:` not the same: they are different things", "accent") + said(f" {self.signs.dot} ", "dim")
        todo += said("z later", "accent")
        sections.append(Section("what you can do", lines(todo, said("The pass changed nothing.", "dim"))))
        rest = [one for one in found.sections if one.heading not in ("what it says", "beside what speaks against it")]
        return found._replace(sections=(*sections, *rest))

    def _beside(self, own: ItemDetail, relation: str, other_id: str) -> list[Section]:
        try:
            other = self.desk.item(other_id)
        except Refusal as refusal:
            return [Section(other_id, stored(refusal.sentence, "bad"))]
        score = self._score(own.row.id, other_id)
        title = likeness_words(relation, score) + (f" ({score / 10:g} %)" if score is not None else "")
        pair = Pair(
            stored(own.row.id, "head"),
            stored(own.text, lines=True),
            stored(other_id, "head"),
            parts_content(strip_parts(other.strip, self.signs)),
            stored(other.text, lines=True),
        )
        here = Section("what it says", stored(own.text, lines=True))
        return [here, Section(title, pair)]

    def _score(self, name: str, other: str) -> int | None:
        """How near a pass found both, per mille."""
        for seq in reversed(self.desk.log_keys(LogFilter(subject=name, action=Action.SUGGEST))):
            entry = self.desk.entry(seq)
            told = json.loads(entry.payload or "{}")
            if other in entry.header and isinstance(score := told.get("score"), int):
                return score
        return None


def other_of(row: Row | None) -> str | None:
    """The item that stands beside a row."""
    near = [one for one in row.why if one.code in NEAR] if row is not None else []
    return near[0].ids[0] if near else None
