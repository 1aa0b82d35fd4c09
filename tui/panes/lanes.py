"""Lanes: how each stands, and the way to what lies in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.views import LaneView
from store.records.words import LaneState
from tui.panes.cards_archive import lane_card
from tui.panes.listing import Lead, Listing, has
from tui.panes.rows import Within
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.strip import lane_part

if TYPE_CHECKING:
    from governance.desk import Desk


class LaneList(Listing):
    """Every lane: how it stands, who reads it, how much lies in it."""

    title = "Lanes"
    command = ("list", "lanes")
    empty = "No lane yet: `:` makes one, T goes back to the topics."
    explain = (
        "A lane is read, frozen or set aside as one. Frozen, it is kept as it is: nothing is written to what lies"
        " in it, and recall leaves it out. Cleared, it is set aside, and nothing of it is deleted. Closed, only those"
        " recall anything of it whom a grant lets."
    )
    founds = ("new-lane",)
    columns = (
        Column("it is", 10, 8),
        Column("items", 6, 7, right=True),
        Column("read by", 8, 5),
        Column("project", 14, 3),
        Column("title", 0),
    )
    tall_columns = (Column("it is", 10, 8), Column("items", 6, 7, right=True), Column("title", 0))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self._lanes: dict[str, LaneView] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Lane ids, in the order they were made."""
        self._lanes = {lane.id: lane for lane in self.desk.lanes()}
        return tuple(
            key for key, lane in self._lanes.items() if has(text, lane.title, lane.purpose, lane.project, lane.id)
        )

    def rows(self, keys: Sequence[str]) -> Sequence[LaneView | None]:
        """The lanes themselves."""
        return [self._lanes.get(key) for key in keys]

    def line(self, row: LaneView, tall: bool) -> Line:
        """State, items, who reads it, project, title."""
        state, count = said(*lane_part(row.state, self.signs)), said(f"{row.items:,}")
        title = matched(stored(one_line(row.title), "plain" if row.state is LaneState.ACTIVE else "dim"), self.needle)
        reads = said("closed", "warn") if row.closed else said("open", "dim")
        more = [one_line(words) for words in (row.project, row.purpose) if words]
        beside = stored("".join(f" {self.signs.dot} {words}" for words in more), "dim")
        if tall:
            return Line((state, count, title), reads + beside)
        project = stored(one_line(row.project or self.signs.dash), "dim")
        return Line((state, count, reads, project, title), beside)

    def card(self, key: str, row: LaneView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """How it stands, and facts."""
        return lane_card(self.desk, row, self.signs) if row is not None else None

    def lead(self, key: str, row: LaneView | None) -> Lead:  # noqa: ARG002 - the row has it
        """Enter lists its items."""
        return Within(self.desk, self.signs, "lane", row) if row is not None else None
