"""The inbox: what agents wrote, as it arrives, until a pass has taken it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from textual.content import Content

from store.records.views import Row
from store.records.words import Queue, Review
from tui.actions import BY_ID
from tui.panes.rows import QueueList
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import SHORT, review_part, who_part, who_sentence
from tui.wording.strip import kind_part
from tui.wording.times import ago_at

if TYPE_CHECKING:
    from governance.desk import Desk

DAY = slice(4, 14)
"""Where the day stands in an id."""
MANY = 1_000
"""Captures of a day from which on only their thousands are told: the column has room for no more."""


def day_count(count: int) -> str:
    """How many captures a day has, in three cells."""
    thousands = f"{count // MANY}k"
    return str(count) if count < MANY else thousands if len(thousands) > 2 else f"{thousands}+"


class InboxList(QueueList):
    """Captures by day, oldest first: what arrives comes after them, so nothing moves under the hand."""

    columns = (
        Column("day", 9, 8),
        Column("who", 11, 9),
        Column("age", 6, 6, right=True),
        Column("kind", 9, 4),
        Column("type", 10, 2),
        Column("review", 16, 7),
        Column("words", 0),
    )
    tall_columns = (
        Column("day", 9, 8),
        Column("who", 10, 9),
        Column("age", 6, 6, right=True),
        Column("kind", 9, 4),
        Column("type", 10, 3),
        Column("review", 0, least=12),
    )

    def __init__(self, desk: Desk, signs: Glyphs, *, look: bool = False) -> None:
        super().__init__(desk, signs, Queue.INBOX)
        self.only_look = look
        self.explain = (
            f"{who_sentence(signs)}\n\nAs it is: admission found nothing that a person has to judge, so the next pass"
            " takes the capture as it stands and nobody has to accept it. What needs a look goes into the archive too,"
            " and stays here until a person lets it pass (a), or refuses it or holds it back (:)."
        )
        self._runs: dict[str, int] = {}
        self._waiting = self._looked_for = 0
        if look:
            self.title = "Inbox: needs a look"
            self.empty = "Nothing needs a look: the next pass takes all there is. 1 shows it."

    def keys(self, text: str) -> Sequence[str]:
        """Ids by day; of the second tab those that a person has to look at."""
        look = frozenset(self.desk.to_look_at())
        found = super().keys(text)
        if self.only_look:
            found = tuple(key for key in found if key in look)
        self._looked_for = sum(key in look for key in found)
        self._waiting = len(found) - self._looked_for
        return found

    def placed(self, keys: Sequence[str]) -> None:
        """The first row of each day bears the day and how many there are."""
        self._runs, at = {}, 0
        for _, run in groupby(keys, key=lambda key: key[DAY]):
            count = sum(1 for _ in run)
            self._runs[keys[at]] = count
            at += count

    def note(self) -> Sequence[Content]:
        """What follows next, and that nobody has to accept what goes in as it is."""
        dot = f"{self.signs.dot} "
        pieces = [said(f"{self._waiting:,} {'waits' if self._waiting == 1 else 'wait'} for a pass", "accent")]
        if not self._waiting:
            pieces = []
        if self._looked_for:
            look = f"{self._looked_for:,} {'needs' if self._looked_for == 1 else 'need'} a look"
            pieces.append(said(f"{dot if pieces else ''}{look}", "warn"))
        if self._waiting:
            pieces.append(said(f"{dot}{BY_ID['passes.archive'].shown_key} archives now"))
            pieces.append(said(f"{dot}as they are: nobody has to accept them", "dim"))
        return pieces

    def line(self, row: Row, tall: bool) -> Line:
        """Day, who, kind, age, what admission found, first words."""
        words = matched(stored(one_line(row.text)), self.needle)
        strip = row.strip
        kind = said(*kind_part(strip.kind if strip else None, self.signs, short=True))
        type_ = said((strip.type if strip else None) or self.signs.dash, "dim")
        who = parts_content([who_part(row.who, row.assurance, self.signs)])
        age = said(ago_at(self.desk.now(), row.since, self.desk.zone))
        review = self._review(row)
        if tall:
            return Line((self._day(row), who, age, kind, type_, review), words)
        return Line((self._day(row), who, age, kind, type_, review, words), words)

    def _day(self, row: Row) -> Content:
        day, count = row.id[DAY][5:], self._runs.get(row.id)
        if count is None:
            return said(day, "dim")
        return said(day, "strong") + said(f" {day_count(count)}", "accent")

    def _review(self, row: Row) -> Content:
        review = row.strip.review if row.strip else None
        if review is None:
            return said("imported", "dim")
        glyph, style = review_part(review, self.signs)
        words = ", ".join(Counter(SHORT[flag] for flag in row.findings))
        if review is Review.NEEDED and words:
            told = said(f"{glyph.partition(' ')[0]} {words}", style)
        else:
            told = said(glyph, style) + (said(f" {self.signs.dot} {words}", "dim") if words else said(""))
        if row.deferred_until:
            told += said(f" {self.signs.dot} not before {row.deferred_until}", "dim")
        return told
