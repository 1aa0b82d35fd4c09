"""Listings of items and of queues: one drawing of a row for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import ItemFilter, LaneView, Row, TopicView
from store.records.words import Queue
from tui.panes.cards import card_of
from tui.panes.listing import Lead, Listing
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import queue_label, why_short
from tui.wording.strip import kind_part, lane_mark, status_part
from tui.wording.times import age, ago_at

if TYPE_CHECKING:
    from governance.desk import Desk

EMPTY = {
    Queue.INBOX: "The inbox is empty: `memdesk capture` fills it, Z distils what is archived.",
    Queue.PENDING: "Nothing is in doubt. 9 shows drift, I all items.",
    Queue.DRIFT: "Every item is a whole record. 2 shows what is in doubt.",
    Queue.STALE: "Nothing was judged stale. 2 goes on to left additive.",
    Queue.ADDITIVE: "No two rows stand for the same subject. 0 goes home.",
    Queue.UNDISTILLED: "Every archived block has been looked at. A goes back to the segments.",
    Queue.UNTRIGGERED: "Every topic has a trigger. T goes back to the topics.",
    Queue.SUGGESTED: "No pass found anything alike or at odds. Z distils what is archived, 2 goes on.",
    Queue.CONFLICTS: "Nothing disagrees. 2 shows what is in doubt.",
    Queue.QUARANTINE: "Nothing was refused. 1 shows what came in.",
}


class RowList(Listing):
    """Rows as the desk hands them out."""

    waiting = True
    """Whether the age shown is how long a row has been waiting; else how old its fact is."""

    columns: Sequence[Column] = (
        Column("why here", 17, 7),
        Column("age", 6, 8, right=True),
        Column("kind", 9, 4),
        Column("words", 0),
    )
    tall_columns: Sequence[Column] = (
        Column("why here", 17, 7),
        Column("age", 6, 8, right=True),
        Column("kind", 9, 6),
        Column("confidence", 13, 2),
        Column("id", 20, 3),
    )

    def line(self, row: Row, tall: bool) -> Line:
        """One row: glyph and word, age, reason, words."""
        strip, words = row.strip, matched(stored(one_line(row.text)), self.needle)
        kind = kind_part(strip.kind, self.signs, short=True) if strip else ("", "plain")
        if row.deferred_until:
            words = said(f"not before {row.deferred_until}  ", "dim") + words
        if strip and (mark := lane_mark(strip, self.signs)):
            words = said(*mark) + said("  ") + words
        cells = (self._standing(row), said(self._age(row)), said(*kind))
        if not tall:
            return Line((*cells, words), words)
        sure = stored((strip.confidence if strip else None) or self.signs.dash, "dim")
        return Line((*cells, sure, stored(row.id, "dim")), words)

    def _standing(self, row: Row) -> Content:
        """The glyph of the status, with why it waits, or the word of the status."""
        glyph, style = (
            status_part(row.strip.status, self.signs, row.strip.review) if row.strip else (self.signs.dash, "dim")
        )
        if not self.waiting:
            return said(glyph, style)
        why = why_short(row.why[0]) if row.why else ""
        if not why:
            return said(glyph, style)
        return said(glyph.partition(" ")[0] + " ", style) + said(why, "warn")

    def _age(self, row: Row) -> str:
        """How old the fact is; without a date, how long the row has been waiting."""
        days = row.strip.age_days if row.strip else None
        if days is not None:
            return age(days)
        return ago_at(self.desk.now(), row.since, self.desk.zone) if self.waiting else self.signs.dash

    def card(self, key: str, row: Row | None) -> Card | None:
        """The item, block or topic in full."""
        return card_of(self.desk, key, row, self.signs)


class QueueList(RowList):
    """One queue, the most urgent row first."""

    def __init__(self, desk: Desk, signs: Glyphs, queue: Queue) -> None:
        super().__init__(desk, signs)
        self.queue = queue
        self.title = queue_label(queue)
        self.empty = EMPTY[queue]
        self.command = ("list", queue.value)

    def keys(self, text: str) -> Sequence[str]:
        """Ids, oldest first."""
        return self.desk.queue_keys(self.queue, text)

    def rows(self, keys: Sequence[str]) -> Sequence[Row]:
        """Rows with why they are here."""
        return self.desk.queue_rows(self.queue, keys)

    def lead(self, key: str, row: Row | None) -> Lead:
        """Enter lists the items of a topic; any other row opens wide."""
        return topic_items(self.desk, self.signs, key) if self.queue is Queue.UNTRIGGERED and row is not None else None


class ItemList(RowList):
    """Every item, newest first, or only those that are live."""

    waiting = False
    columns = (Column("status", 12, 7), *RowList.columns[1:])
    tall_columns = (Column("status", 12, 7), *RowList.tall_columns[1:])
    command: tuple[str, ...] = ("list", "items")

    def __init__(self, desk: Desk, signs: Glyphs, live: bool = False) -> None:
        super().__init__(desk, signs)
        self.live = live
        self.title = "Live items" if live else "Items"
        self.empty = "No items yet: import a memory with `memdesk import PATH`, then r."

    def keys(self, text: str) -> Sequence[str]:
        """Ids, newest first."""
        return self.desk.item_keys(ItemFilter(text=text, live=self.live))

    def rows(self, keys: Sequence[str]) -> Sequence[Row]:
        """Rows of items."""
        return self.desk.item_rows(keys)


class Within(ItemList):
    """The items of one lane or topic, newest first."""

    def __init__(self, desk: Desk, signs: Glyphs, what: str, of: LaneView | TopicView) -> None:
        super().__init__(desk, signs)
        self._where = ItemFilter(lane=of.id) if what == "lane" else ItemFilter(topic=of.id)
        self.weight = of.items
        self.title = f"{what.capitalize()}s {signs.here} {one_line(of.title)}"
        self.command = ("list", "items", f"--{what}", of.id)
        how = "`:` on an item moves it here" if what == "lane" else "t on an item puts it here"
        self.empty = f"Nothing lies {'in this lane' if what == 'lane' else 'under this topic'}: {how}. Esc goes back."
        self._told = of

    def keys(self, text: str) -> Sequence[str]:
        """Ids, newest first."""
        return self.desk.item_keys(self._where.model_copy(update={"text": text}))

    def note(self) -> Sequence[Content]:
        """When the topic is read; what the lane is for."""
        if isinstance(self._told, TopicView):
            if not self._told.triggers:
                return (said("no trigger leads here", "warn"),)
            return (said("read when ", "dim") + stored(one_line("; ".join(self._told.triggers))),)
        return (stored(one_line(self._told.purpose), "dim"),) if self._told.purpose else ()


def topic_items(desk: Desk, signs: Glyphs, name: str) -> Within | None:
    """The items of a topic; none where it stands no more."""
    try:
        return Within(desk, signs, "topic", desk.topic_called(name))
    except Refusal:
        return None
