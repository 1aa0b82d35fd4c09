"""The topic pages of the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.views import TopicView
from tui.panes.cards_archive import topic_card
from tui.panes.listing import Lead, Listing, has
from tui.panes.rows import Within
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, said, stored
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from governance.desk import Desk


class TopicList(Listing):
    """Every topic with how many items and triggers it has."""

    title = "Topics"
    command = ("list", "topics")
    empty = "No topic yet: they come with an import, and `:` makes one."
    founds = ("new-topic",)
    columns = (
        Column("items", 6, 8, right=True),
        Column("triggers", 8, 7, right=True),
        Column("page", 24, 3),
        Column("title", 0),
    )

    tall_columns = (Column("items", 6, 8, right=True), Column("triggers", 8, 7, right=True), Column("title", 0))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self._topics: dict[str, TopicView] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Topic ids, as the desk orders them."""
        self._topics = {topic.id: topic for topic in self.desk.topics()}
        return tuple(key for key, topic in self._topics.items() if has(text, topic.title, topic.file, *topic.triggers))

    def rows(self, keys: Sequence[str]) -> Sequence[TopicView | None]:
        """The topics themselves."""
        return [self._topics.get(key) for key in keys]

    def line(self, row: TopicView, tall: bool) -> Line:
        """Items, triggers, page, title."""
        count = said(str(len(row.triggers))) if row.triggers else said("none", "warn")
        triggers = stored(f" {self.signs.dot} ".join(row.triggers), "dim")
        title = matched(stored(row.title), self.needle)
        if tall:
            return Line((said(f"{row.items:,}"), count, title), triggers if row.triggers else stored(row.file, "dim"))
        return Line((said(f"{row.items:,}"), count, stored(row.file, "dim"), title))

    def card(self, key: str, row: TopicView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """Triggers and facts."""
        return topic_card(row, self.signs) if row is not None else None

    def lead(self, key: str, row: TopicView | None) -> Lead:  # noqa: ARG002 - the row has it
        """Enter lists its items."""
        return Within(self.desk, self.signs, "topic", row) if row is not None else None
