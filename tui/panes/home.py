"""Home: what needs you, in one view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from store.records.views import Overview, QueueCount
from store.records.words import Queue
from tui.panes.listing import Lead, Listing, Place, has
from tui.safe import safe
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number, queue_label
from tui.wording.times import ago_at, bars

if TYPE_CHECKING:
    from governance.desk import Desk

WHERE: dict[Queue, Place] = {
    Queue.PENDING: Place("pending", 0),
    Queue.DRIFT: Place("drift", 0),
    Queue.STALE: Place("pending", 1),
    Queue.ADDITIVE: Place("pending", 2),
    Queue.UNDISTILLED: Place("archive", 1),
    Queue.UNTRIGGERED: Place("topics", 1),
}
"""Where each queue is."""
_MEANING = {
    Queue.PENDING: "items in doubt: keep, correct or resolve them",
    Queue.DRIFT: "records with gaps: accept what is suggested, or fill them",
    Queue.STALE: "no longer true: cool them, or keep them after all",
    Queue.ADDITIVE: "several rows stand for one subject",
    Queue.UNDISTILLED: "archived words nothing was distilled from",
    Queue.UNTRIGGERED: "topics that recall never opens",
}


class HomeList(Listing):
    """The queues with what waits in them."""

    decidable = False
    marked = False
    columns = (
        Column("waiting", 8, 9, right=True),
        Column("oldest", 8, 8, right=True),
        Column("age", 6, 5),
        Column("queue", 14, 7),
        Column("", 0),
    )
    tall_columns = (
        Column("queue", 14, 9),
        Column("waiting", 7, 8, right=True),
        Column("oldest", 6, 7, right=True),
        Column("age", 6, 5),
    )

    def __init__(self, desk: Desk, signs: Glyphs, numbers: Callable[[], Overview | None]) -> None:
        super().__init__(desk, signs)
        self.title = "What needs you"
        self.overview: Overview | None = None
        self._numbers = numbers

    def keys(self, text: str) -> Sequence[Queue]:
        """Queues in the order of the sidebar."""
        self.overview = self._numbers()
        if self.overview is not None:
            self.title = f"What needs you, {self.overview.who}"
        return tuple(queue for queue in Queue if has(text, queue_label(queue), _MEANING[queue]))

    def rows(self, keys: Sequence[Queue]) -> Sequence[QueueCount]:
        """Count and age of each queue."""
        counts = {count.queue: count for count in self.overview.queues} if self.overview else {}
        return [counts.get(q) or QueueCount(queue=q, count=0, oldest_at=None) for q in keys]

    def line(self, row: QueueCount, tall: bool) -> Line:
        """Count, oldest, little bars, name, meaning."""
        style = "warn" if row.count else "dim"
        count = said(f"{row.count:,}" if row.count else self.signs.dash, style)
        oldest = said(ago_at(self.desk.now(), row.oldest_at, self.signs.dash), "dim")
        chart = said(bars(row.by_age, self.signs), "accent")
        name = said(queue_label(row.queue), "strong" if row.count else "dim")
        meaning = said(_MEANING[row.queue], "dim")
        if tall:
            return Line((name, count, oldest, chart), meaning)
        return Line((count, oldest, chart, name, meaning))

    def card(self, key: Queue, row: QueueCount | None) -> Card | None:
        """The store in numbers, and how sure we are who decides."""
        if self.overview is None or row is None:
            return None
        begin = [Section("how to begin", said("`memdesk import PATH` takes a memory in; nothing of it is changed."))]
        sections = [
            *(begin if not self.overview.items and not self.overview.segments else ()),
            Section(queue_label(key).lower(), said(self._queue_sentence(key, row))),
            Section("since you were last here", self._since(self.overview)),
            Section("this store", self._facts(self.overview)),
            Section("who decides", said(who_sentence(self.overview))),
        ]
        return Card("home", said("What needs you", "strong"), tuple(sections))

    def lead(self, key: Queue, row: QueueCount | None) -> Lead:  # noqa: ARG002 - the key says it
        """Enter goes there."""
        return WHERE[key]

    def _queue_sentence(self, queue: Queue, row: QueueCount) -> str:
        if not row.count:
            return f"Nothing waits here: {_MEANING[queue]}."
        oldest = ago_at(self.desk.now(), row.oldest_at, self.signs.dash)
        told = f" The oldest is {oldest} old." if row.oldest_at is not None else ""
        return f"{row.count:,} waiting: {_MEANING[queue]}.{told} Enter goes there."

    def _since(self, overview: Overview) -> Content:
        if not overview.new_entries:
            return said("Nothing happened.", "dim")
        entries = number(overview.new_entries, "log entry", "log entries")
        return said(f"{number(overview.new_captures, 'capture')}, {entries}")

    def _facts(self, o: Overview) -> Content:
        if o.verified_seq is None:
            checked = "never verified here (^p verify)"
        else:
            when = ago_at(self.desk.now(), o.verified_at, self.signs.dash)
            checked = f"verified up to {o.verified_seq:,}, {when} ago"
        facts = [
            ("items", f"{o.items:,}, of which {o.live_items:,} live"),
            ("archive", number(o.segments, "segment")),
            ("log", f"{number(o.head, 'entry', 'entries')}, {checked}"),
            ("days", f"counted in {o.zone}"),
            ("file", o.store_path),
            ("id", o.store_id),
        ]
        return lines(*(said(f"{name:<9}", "dim") + stored(value) for name, value in facts))


def who_sentence(o: Overview) -> str:
    """Who decides here and what the log can prove of it."""
    who = safe(o.who)
    if o.keyless:
        return (
            f"{who} ({o.assurance.value}). This store is keyless: the log records who the operating system "
            "says you are, and no signature proves it. Any program you run could decide in your name."
        )
    return f"{who} ({o.assurance.value})."
