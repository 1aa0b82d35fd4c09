"""Conflicts: rows that disagree, side by side, and what settles them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from governance.errors import Refusal
from store.records.views import Row
from store.records.words import Queue
from tui.panes.cards_conflict import conflict_card
from tui.panes.conflict_rows import ConflictRows, dated_words, with_missing
from tui.panes.listing import Faced, Lead
from tui.panes.rows import QueueList
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.sides import TABS, Sides, bare
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import why_short
from tui.wording.strip import kind_part
from tui.wording.times import ago_at

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ItemDetail

EXPLAIN = (
    "Each row is one conflict: whatever disagrees, by its subject, by what somebody claimed, marked or a pass noticed."
    " The oldest stands on the left. < says that the left one is current, > the right one: that takes evidence from"
    " the archive, or the owner whose value it is. Of knowledge none is picked. h and l go from one to the other, in"
    " the card; verbs take the one with the sign before it."
)


class ConflictList(QueueList):
    """One row a conflict; the card shows all that disagrees."""

    columns = (
        Column("why", 15, 9),
        Column("rows", 5, 5, right=True),
        Column("since", 6, 8, right=True),
        Column("kind", 9, 4),
        Column("what it is about", 0, least=32),
    )
    tall_columns = ()  # always one line: what each says stands below in full
    folds: ClassVar[tuple[str, ...]] = ("merge", "current", "contradict", "defer")

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs, Queue.CONFLICTS)
        self.explain = EXPLAIN
        self._at: dict[str, str] = {}
        """For each conflict the row that verbs take."""
        self._orders: dict[str, tuple[str, ...]] = {}
        """For each conflict its rows by their dates, as asked since the list was drawn."""
        self._shown: dict[str, ItemDetail] = {}
        """What the card shows, as it was when it was drawn."""

    def keys(self, text: str) -> Sequence[str]:
        """The first item of each conflict."""
        self._shown.clear()
        self._orders.clear()
        return super().keys(text)

    def note(self) -> Sequence[Content]:
        """What a choice does not do."""
        dot = f"{self.signs.dot} "
        return (
            said("a choice alone confirms no fact", "dim"),
            said(f"{dot}Enter opens two, lists more", "dim"),
        )

    def line(self, row: Row, tall: bool) -> Line:  # noqa: ARG002 - the base class says it
        """Why, how many rows, since when, kind, subject or words; what is missing to settle it."""
        why = said(why_short(row.why[0]) if row.why else self.signs.dash, "warn")
        count = said(str(len(_ids(row))))
        since = said(ago_at(self.desk.now(), row.since, self.desk.zone))
        strip = row.strip
        kind = said(*kind_part(strip.kind if strip else None, self.signs, short=True))
        about = matched(stored(one_line(row.text)), self.needle)
        if strip and strip.subject and row.why and row.why[0].code in ("same-subject", "subject-like"):
            about = stored(strip.subject, "accent") + said("  ") + about
        return Line((why, count, since, kind, with_missing(row, about, self.signs)))

    # side by side

    def card(self, key: str, row: Row | None) -> Card | None:
        """All that disagrees; of what was settled since the list was drawn, the item."""
        if row is None or row.group is None:
            return super().card(key, row)
        sides = self._sides(row)
        for at in (*sides.shown, sides.at):
            name = sides.sides[at].id
            if name not in self._shown:
                try:
                    self._shown[name] = self.desk.item(name)
                except Refusal:
                    continue  # it left since the list was drawn, which the list says when it comes to it
        return conflict_card(self.desk, row, sides, self._shown, self.signs)

    def _sides(self, row: Row) -> Sides:
        """Which rows there are, which two are looked at, and which of these verbs take."""
        names = self._order(row)
        here = self._at.get(row.id)
        at = names.index(here) if here in names else 0
        first = max(0, min(at, len(names) - 2))
        near = names[max(0, at - TABS) : at + TABS]
        dates = {one.id: one.strip.date if one.strip else None for one in self.desk.item_rows(near)}
        return Sides(tuple(bare(name, dates.get(name)) for name in names), first, at)

    def _order(self, row: Row) -> tuple[str, ...]:
        """Every row of a conflict, the oldest first."""
        if row.id not in self._orders:
            ids = _ids(row)
            shown = frozenset(ids)
            self._orders[row.id] = tuple(name for name in self.desk.side_keys(ids) if name in shown) or ids
        return self._orders[row.id]

    def turn(self, key: str, row: Row | None, way: int) -> str | None:
        """Go to the row beside, in the same conflict."""
        if row is None:
            return None
        sides = self._sides(row)
        wanted = sides.at + way
        if not 0 <= wanted < len(sides.sides):
            return None
        self._at[row.id] = sides.sides[wanted].id
        return key

    def face(self, key: str, row: Row | None, way: int) -> Faced:
        """Go to the left (-1) or right one of the two that are looked at."""
        sides = self._sides(row) if row is not None else None
        if row is None or sides is None or (way > 0 and len(sides.shown) < 2):
            return Faced(None)
        wanted = sides.shown[0 if way < 0 else 1]
        self._at[row.id] = sides.sides[wanted].id
        return Faced(key, turned=wanted != sides.at)

    def lead(self, key: str, row: Row | None) -> Lead:  # noqa: ARG002 - the row has them
        """Enter lists the rows where they are more than two."""
        return ConflictRows(self.desk, self.signs, row) if row is not None and len(_ids(row)) > 2 else None

    # what verbs take

    def targets(self, key: str, row: Row | None) -> tuple[str, ...]:
        """The row that the sign stands before."""
        if row is None:
            return (key,)
        sides = self._sides(row)
        return (sides.sides[sides.at].id,) if sides.sides else ()

    def words_of(self, ids: Sequence[str]) -> dict[str, str]:
        """The words of the rows, each with its date."""
        return dated_words(self.desk, ids)

    def looked_at(self, key: str, row: Row | None) -> str:
        """The same: its passage is the one to read in full."""
        return next(iter(self.targets(key, row)), key)

    def seen(self, key: str, row: Row | None) -> tuple[str, ...]:
        """Its digest, as the card shows it."""
        return self._digests(self.targets(key, row))

    def beside(self, verb: str, key: str, row: Row | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The others of the conflict; for the current one those of its very subject."""
        if row is None or verb not in self.folds:
            return (), ()
        (here, *_) = self.targets(key, row) or (key,)
        others = [name for name in self._order(row) if name != here]
        if verb == "current":
            own = self._shown.get(here) or self.desk.item(here)
            rivals = {name for why in own.why if why.code == "same-subject" for name in why.ids}
            others = [name for name in others if name in rivals]
        return tuple(others), self._digests(others)

    def _digests(self, names: Sequence[str]) -> tuple[str, ...]:
        """What was shown of these rows, else what stands now."""
        now = {one.id: one.seen for one in self.desk.item_rows([n for n in names if n not in self._shown])}
        return tuple(self._shown[name].seen if name in self._shown else now.get(name, "") for name in names)

    def staged(self, marks: Mapping[str, str]) -> dict[str, str]:
        """A conflict bears the mark of whichever of its rows is decided."""
        within = {name: one.id for one in self._rows for name in _ids(one)}
        return {within[name]: mark for name, mark in marks.items() if name in within}

    def rows(self, keys: Sequence[str]) -> Sequence[Row]:
        """Conflicts as rows."""
        self._rows = [*self._rows, *(found := super().rows(keys))][-MOST:]
        return found

    _rows: Sequence[Row] = ()


MOST = 1_000
"""Rows that are remembered to mark what is staged."""


def _ids(row: Row) -> tuple[str, ...]:
    return tuple((row.group or row.id).split())
