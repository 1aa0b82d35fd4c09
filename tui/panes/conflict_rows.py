"""The rows of one conflict, one below the other: verbs take those that are marked, or the one at the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from governance.errors import Refusal
from store.records.views import Row
from store.records.words import Queue
from tui.panes.cards_conflict import conflict_card
from tui.panes.listing import Faced
from tui.panes.rows import RowList
from tui.safe import clip
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line, cut
from tui.widgets.sides import Sides, bare
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import why_short
from tui.wording.strip import kind_part

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ItemDetail

LONGEST = 40
"""Cells of what it is about that stand in the title."""
BEGUN = 24
"""Cells of what it is about that stand before what is missing."""
EXPLAIN = (
    "Each row is one of those that hang together, the oldest first; the card shows the row at the cursor beside the one"
    " below it, and of exactly two marked rows these two. A verb takes the marked rows, or the one at the cursor, and"
    " what it does not speak of stays here. `current` makes the row at the cursor current, and all other rows of its"
    " subject give way, marked or not; `not the same` tells the marked ones apart from each other alone."
)


class ConflictRows(RowList):
    """Every row of a conflict."""

    columns = (
        Column("why", 15, 8),
        Column("date", 10, 9),
        Column("kind", 9, 4),
        Column("what it says", 0, least=36),
    )
    tall_columns = ()  # always one line: the rows stand above what they say in full
    empty = "Nothing of this disagrees any more: Esc goes back."
    explain = EXPLAIN
    folds: ClassVar[tuple[str, ...]] = ("current",)
    noun = "row"

    def __init__(self, desk: Desk, signs: Glyphs, conflict: Row) -> None:
        super().__init__(desk, signs)
        self._names: tuple[str, ...] = tuple((conflict.group or conflict.id).split())
        self._order: Sequence[str] = ()
        self._subjects: frozenset[str | None] = frozenset()
        self._shown: dict[str, ItemDetail] = {}
        subject = conflict.strip.subject if conflict.strip else None
        self.title = f"Conflict {signs.here} {clip(subject or one_line(conflict.text), LONGEST)}"
        self.command = ("reconcile", conflict.id)

    def keys(self, text: str) -> Sequence[str]:
        """Those that still hang together, the oldest first."""
        self._shown.clear()
        self._order = self.desk.side_keys(self._names, text)
        return self._order

    def rows(self, keys: Sequence[str]) -> Sequence[Row]:
        """Each with whom it disagrees."""
        found = self.desk.side_rows(keys)
        self._subjects |= {row.strip.subject for row in found if row.strip}
        return found

    def note(self) -> Sequence[Content]:
        """What verbs take here."""
        dot = f"{self.signs.dot} "
        return (said("verbs take the marked rows: space marks", "dim"), said(f"{dot}Enter opens two", "dim"))

    def line(self, row: Row, tall: bool) -> Line:  # noqa: ARG002 - the base class says it
        """With what it collides, date, kind, words; the subject where they have several."""
        why = said(why_short(row.why[0]) if row.why else self.signs.dash, "warn")
        strip = row.strip
        date = stored((strip.date if strip else None) or "no date")
        kind = said(*kind_part(strip.kind if strip else None, self.signs, short=True))
        words = matched(stored(one_line(row.text)), self.needle)
        if strip and strip.subject and len(self._subjects) > 1:
            words = stored(strip.subject, "accent") + said("  ") + words
        words = with_missing(row, words, self.signs)
        if row.deferred_until:
            words = said(f"not before {row.deferred_until}  ", "dim") + words
        return Line((why, date, kind, words))

    # two of them beside each other

    def card(self, key: str, row: Row | None) -> Card | None:
        """Two rows beside each other; the sign stands before the one at the cursor, else before the left one."""
        whole = next(iter(self.desk.queue_rows(Queue.CONFLICTS, [key])), None) if row is not None else None
        if row is None or whole is None or whole.group is None:
            return super().card(key, row)
        pair = self._pair(key)
        for name in pair:
            if name not in self._shown:
                try:
                    self._shown[name] = self.desk.item(name)
                except Refusal:
                    continue  # it left since the list was drawn, which the list says when it comes to it
        dates = {one.id: one.strip.date if one.strip else None for one in self.desk.item_rows(pair)}
        sides = Sides(tuple(bare(name, dates.get(name)) for name in pair), 0, pair.index(key) if key in pair else 0)
        return conflict_card(
            self.desk, whole, sides, {n: d for n, d in self._shown.items() if n in pair}, self.signs, listed=True
        )

    @property
    def held(self) -> tuple[str, ...]:
        """The two marked rows, which stand beside each other wherever the cursor is; none where not two are."""
        marked = tuple(name for name in self._order if name in self.marks.marked)
        return marked if len(marked) == 2 else ()

    def _pair(self, key: str) -> tuple[str, ...]:
        """The two marked rows; else the row at the cursor and the one below it, or at the end the one above."""
        if held := self.held:
            return held
        at = self._order.index(key) if key in self._order else 0
        first = max(0, min(at, len(self._order) - 2))
        return tuple(self._order[first : first + 2]) or (key,)

    def turn(self, key: str, row: Row | None, way: int) -> str | None:  # noqa: ARG002 - the order says it
        """The row above or below; of two marked ones the left or right one."""
        if self.held:
            wanted = self.held[0 if way < 0 else -1]
            return wanted if wanted != key else None
        at = self._order.index(key) + way if key in self._order else -1
        return self._order[at] if 0 <= at < len(self._order) else None

    def face(self, key: str | None, row: Row | None, way: int) -> Faced:  # noqa: ARG002 - the order says it
        """The left (-1) or right one of two: the one at the cursor or one of two marked, else how to come to it."""
        if key is None:
            return Faced(None)
        wanted = self._pair(key)[0 if way < 0 else -1]
        if wanted == key or self.held:
            return Faced(wanted, turned=wanted != key)
        asked, here, step = ("<", ">", "k") if way < 0 else (">", "<", "j")
        told = f"{asked} is the other one of the two: {step} goes there. {here} makes the one at the cursor current."
        return Faced(wanted, told=told)

    # what verbs take

    def beside(self, verb: str, key: str, row: Row | None) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ARG002
        """For the current one, the other live rows of its very subject."""
        if row is None or verb not in self.folds:
            return (), ()
        others = [name for why in row.why if why.code == "same-subject" for name in why.ids]
        digests = {one.id: one.seen for one in self.desk.item_rows(others)}
        return tuple(others), tuple(digests.get(name, "") for name in others)

    def words_of(self, ids: Sequence[str]) -> dict[str, str]:
        """The words of the rows, each with its date."""
        return dated_words(self.desk, ids)


def with_missing(row: Row, about: Content, signs: Glyphs) -> Content:
    """What a row is about; where somebody said what is missing to settle it, the beginning of it, and that."""
    missing = next((one.detail for one in row.why if one.code == "needs-evidence"), None)
    if not missing:
        return about
    return cut(about, BEGUN, signs.more) + said(f" {signs.dot} missing: ", "warn") + stored(one_line(missing))


def dated_words(desk: Desk, ids: Sequence[str]) -> dict[str, str]:
    """The words of rows, each with its date before them."""
    return {r.id: f"{(r.strip.date if r.strip else None) or 'no date'}  {r.text}" for r in desk.item_rows(ids)}
