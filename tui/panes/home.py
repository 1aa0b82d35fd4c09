"""Home: what needs you, in one view: plans that wait for a signature, then the queues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import CoSign, Overview, QueueCount, WitnessView
from store.records.words import Queue
from tui.panes.listing import Lead, Listing, Place, has
from tui.panes.seat import Seat, seat_of, who_sentence
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, said, stored
from tui.wording.authority import act_words, listed
from tui.wording.checked import failed_words, witness_words
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number, queue_label
from tui.wording.times import ago_at, bars

if TYPE_CHECKING:
    from governance.desk import Desk

WHERE: dict[Queue, Place] = {
    Queue.INBOX: Place("inbox", 0),
    Queue.PENDING: Place("pending", 0),
    Queue.DRIFT: Place("drift", 0),
    Queue.STALE: Place("pending", 1),
    Queue.ADDITIVE: Place("pending", 2),
    Queue.UNDISTILLED: Place("archive", 1),
    Queue.UNTRIGGERED: Place("topics", 1),
    Queue.SUGGESTED: Place("pending", 3),
    Queue.CONFLICTS: Place("conflicts", 0),
    Queue.QUARANTINE: Place("quarantine", 0),
    Queue.WITHDRAWALS: Place("withdrawals", 0),
}
"""Where each queue is."""
_MEANING = {
    Queue.INBOX: "what agents wrote; the next pass takes it as it is",
    Queue.PENDING: "items in doubt: keep, correct or resolve them",
    Queue.DRIFT: "records with gaps: accept what is suggested, or fill them",
    Queue.STALE: "no longer true: cool them, or keep them after all",
    Queue.ADDITIVE: "several rows stand for one subject",
    Queue.UNDISTILLED: "archived words nothing was distilled from",
    Queue.UNTRIGGERED: "topics that nothing leads to",
    Queue.SUGGESTED: "pairs a pass found alike, or at odds",
    Queue.CONFLICTS: "rows that disagree: say which is current, or that both hold",
    Queue.QUARANTINE: "refused, and kept with the reason: mend or discard",
    Queue.WITHDRAWALS: "proposals to withdraw, and chains that somebody has to reconcile",
}


class HomeList(Listing):
    """Requests for a second signature, and the queues with what waits in them."""

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

    def __init__(
        self,
        desk: Desk,
        signs: Glyphs,
        numbers: Callable[[], Overview | None],
        witness: Callable[[], WitnessView | None] = lambda: None,
    ) -> None:
        super().__init__(desk, signs)
        self.title = "What needs you"
        self.overview: Overview | None = None
        self.requests: dict[int, CoSign] = {}
        self._look = 0
        """Captures that a person has to look at."""
        self._numbers = numbers
        self._witness = witness

    def keys(self, text: str) -> Sequence[Queue | int]:
        """Numbers of requests, then queues in the order of the sidebar."""
        self.overview = self._numbers()
        if self.overview is not None:
            self.title = f"What needs you, {self.overview.who}"
            there = any(count.count for count in self.overview.queues if count.queue is Queue.INBOX)
            self._look = len(self.desk.to_look_at()) if there else 0
        self.requests = {one.n: one for one in self._asked()}
        waiting = [n for n, one in self.requests.items() if has(text, one.who, *one.verbs, *one.ids)]
        return (*waiting, *(queue for queue in Queue if has(text, queue_label(queue), _MEANING[queue])))

    def _asked(self) -> Sequence[CoSign]:
        """Plans that wait for a second signature; those of others first. None in the past."""
        if self.desk.at_seq is not None:
            return ()
        return sorted(self.desk.requests(), key=lambda one: (one.mine, one.n))

    def rows(self, keys: Sequence[Queue | int]) -> Sequence[QueueCount | CoSign | None]:
        """Requests, and count and age of each queue."""
        counts = {count.queue: count for count in self.overview.queues} if self.overview else {}
        return [
            (counts.get(key) or QueueCount(queue=key, count=0, oldest_at=None))
            if isinstance(key, Queue)
            else self.requests.get(key)
            for key in keys
        ]

    def line(self, row: QueueCount | CoSign, tall: bool) -> Line:
        """Count, oldest, little bars, name, meaning; of a request, what waits for whom."""
        if isinstance(row, CoSign):
            return self._request(row, tall)
        calm = row.queue is Queue.INBOX and not self._look
        style = "warn" if row.count and not calm else "plain" if row.count else "dim"
        count = said(f"{row.count:,}" if row.count else self.signs.dash, style)
        oldest = said(ago_at(self.desk.now(), row.oldest_at, self.desk.zone, self.signs.dash), "dim")
        chart = said(bars(row.by_age, self.signs), "accent")
        name = said(queue_label(row.queue), "strong" if row.count else "dim")
        meaning = said(self._meaning(row.queue), "dim")
        if tall:
            return Line((name, count, oldest, chart), meaning)
        return Line((count, oldest, chart, name, meaning))

    def _meaning(self, queue: Queue) -> str:
        """What waits there; of captures, how many need a person."""
        if queue is Queue.INBOX and self._look:
            return (
                f"{self._look:,} {'needs' if self._look == 1 else 'need'} a look; a pass takes the others as they are"
            )
        return _MEANING[queue]

    def _request(self, row: CoSign, tall: bool) -> Line:
        style = "dim" if row.mine else "warn"
        since = said(ago_at(self.desk.now(), row.at, self.desk.zone, self.signs.dash), "dim")
        name = said(f"{self.signs.pending} {'yours' if row.mine else 'to sign'}", "dim" if row.mine else "strong")
        what = f"{listed([act_words(verb) for verb in row.verbs])} {number(len(row.ids), 'row')}"
        if row.mine:
            told = said(f"your plan waits for a second signature: {what}", "dim")
        else:
            asked = said("asked by ", "dim") + stored(row.who) + said(f": {what}", "dim")
            why = "1 plan waits for your signature  " if row.why_not is None else "1 plan waits, not for you  "
            told = asked if tall else said(why) + asked
        if tall:
            return Line((name, said("1", style), since, said("")), told)
        return Line((said("1", style), since, said(""), name, told))

    def card(self, key: Queue | int, row: QueueCount | CoSign | None) -> Card | None:
        """The store in numbers, and how sure we are who decides; of a request, what it would change."""
        if isinstance(row, CoSign):
            return self._request_card(row)
        if self.overview is None or row is None or not isinstance(key, Queue):
            return None
        begin = [Section("how to begin", said("`memdesk import PATH` takes a memory in; nothing of it is changed."))]
        sections = [
            *(begin if not self.overview.items and not self.overview.segments else ()),
            Section(queue_label(key).lower(), said(self._queue_sentence(key, row))),
            Section("since you were last here", self._since(self.overview)),
            Section("this store", self._facts(self.overview)),
            Section("who decides", said(who_sentence(self.overview, self._seat()))),
        ]
        return Card("home", said("What needs you", "strong"), tuple(sections))

    def _seat(self) -> Seat | None:
        if self.desk.at_seq is not None:
            return None
        try:
            return seat_of(self.desk)
        except Refusal:
            return None

    def _request_card(self, row: CoSign) -> Card:
        from tui.dialogs.request import request_content
        from tui.widgets.first_words import words_of

        words = words_of(self.desk, row.ids)
        sections = [Section("what it would do", request_content(row, self.desk.zone, self.signs, words), cut=False)]
        if row.mine:
            told = said("Another person signs it; Enter shows it, and takes it back if you want.", "dim")
        elif row.why_not:
            told = stored(f"Not yours to sign: {row.why_not}.", "warn")
        else:
            told = said("Enter shows it once more, to sign or decline it. Until then nothing of it happens.", "accent")
        sections.insert(0, Section("your request" if row.mine else "a second signature", told))
        return Card(f"request {row.n}", said(f"Request {row.n}", "strong"), tuple(sections))

    def lead(self, key: Queue | int, row: QueueCount | CoSign | None) -> Lead:  # noqa: ARG002 - the key says it
        """Enter goes there; a request opens in a dialog."""
        return WHERE[key] if isinstance(key, Queue) else None

    def _queue_sentence(self, queue: Queue, row: QueueCount) -> str:
        if not row.count:
            return f"Nothing waits here: {self._meaning(queue)}."
        oldest = ago_at(self.desk.now(), row.oldest_at, self.desk.zone, self.signs.dash)
        told = f" The oldest is {oldest} old." if row.oldest_at is not None else ""
        told = " The oldest came just now." if oldest == "now" else told
        return f"{row.count:,} waiting: {self._meaning(queue)}.{told} Enter goes there."

    def _since(self, overview: Overview) -> Content:
        if not overview.new_entries:
            return said("Nothing happened.", "dim")
        entries = number(overview.new_entries, "log entry", "log entries")
        return said(f"{number(overview.new_captures, 'capture')}, {entries}")

    def _facts(self, o: Overview) -> Content:
        if o.failed is not None:
            checked = failed_words(o)
        elif o.verified_seq is None:
            checked = "never verified here (^p verify)"
        else:
            when = ago_at(self.desk.now(), o.verified_at, self.desk.zone, self.signs.dash)
            checked = f"verified up to {o.verified_seq:,}, {when} ago"
        facts = [
            ("items", f"{o.items:,}, of which {o.live_items:,} live"),
            ("archive", number(o.segments, "segment")),
            ("log", f"{number(o.head, 'entry', 'entries')}, {checked}"),
            *(() if self.desk.at_seq is not None else (("witness", witness_words(self._witness(), self.signs)),)),
            ("days", f"counted in {o.zone}"),
            ("file", o.store_path),
            ("id", o.store_id),
        ]
        return lines(*(said(f"{name:<9}", "dim") + stored(value) for name, value in facts))
