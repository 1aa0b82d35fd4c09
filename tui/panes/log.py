"""The log: every entry in order, or those that a filter leaves; only what is seen is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.views import LogFilter, LogRow
from tui.panes.cards_entry import entry_card
from tui.panes.listing import Listing
from tui.safe import safe
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.filters import filter_options, filter_words
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import who_sentence
from tui.wording.sentences import did_words
from tui.wording.times import SECOND, clock_time

if TYPE_CHECKING:
    from governance.desk import Desk

EVERYTHING = LogFilter()


class LogList(Listing):
    """Entries by seq, oldest first."""

    empty = "No entry is left by this filter. Esc shows all."
    appends = True
    decidable = False
    columns = (
        Column("seq", 8, 8, right=True),
        Column("time", 16, 6),
        Column("who", 12, 5),
        Column("did", 17, 7),
        Column("subjects and words", 0),
    )

    def __init__(self, desk: Desk, signs: Glyphs, where: LogFilter = EVERYTHING) -> None:
        super().__init__(desk, signs)
        self.explain = who_sentence(signs)
        self.where = where.model_copy(update={"text": ""})
        """How it is narrowed, apart from the words that are typed above it."""
        if where == LogFilter(subject=where.subject, text=where.text) and where.subject:
            self.empty = f"No entry is about {safe(where.subject)}. Esc shows all."
        self.title = f" {signs.dot} ".join(("Log", *filter_words(self.where, desk.zone)))
        self.command = ("log", *filter_options(self.where, desk.zone))

    @property
    def narrowed(self) -> bool:
        """Whether anything but words narrows it."""
        return self.where != EVERYTHING

    def head(self) -> int:
        """The last entry there is, or was at the moment that is looked at."""
        return self.desk.at_seq or self.desk.pulse()[1]

    def between(self, text: str, after: int, head: int) -> Sequence[int]:
        """Seqs behind `after` and up to `head`, ascending."""
        return self.desk.log_keys(self.where.model_copy(update={"text": text}), head, after=after)

    def keys(self, text: str) -> Sequence[int]:
        """Seqs, ascending."""
        return self.between(text, 0, self.head())

    def rows(self, keys: Sequence[int]) -> Sequence[LogRow]:
        """The entries of these seqs."""
        return self.desk.log_rows(keys)

    def line(self, row: LogRow, tall: bool) -> Line:  # noqa: ARG002 - one drawing for both heights
        """Seq, time, who with assurance, what, about what."""
        who = said(self.signs.assurance(row.assurance) + " ", "dim") + stored(row.who)
        subjects = stored(" ".join(row.about[:2]) + "  ", "dim") if row.subjects else said("")
        if row.erased_by:
            words = said(f"{self.signs.erased} erased under {row.erased_by}", "bad")
        elif row.withdrawn:
            words = said(f"{self.signs.withdrawn} withdrawn", "warn")
        else:
            words = matched(stored(one_line(row.words)), self.needle)
        return Line(
            (
                said(f"{row.seq:,}", "dim"),
                said(clock_time(row.at, self.desk.zone), "dim"),
                who,
                said(did_words(row), "accent"),
                subjects + words,
            ),
            words,
        )

    def card(self, key: int, row: LogRow | None) -> Card | None:
        """The entry in full."""
        if row is None:
            return None
        return entry_card(self, self.desk.entry(key))

    def find_time(self, keys: Sequence[int], at: int, seconds: int) -> int:
        """The position of the first entry that is `seconds` later (or earlier) than the one at `at`."""
        rows = self.rows(keys[at : at + 1])
        if not rows:
            return at
        wanted = rows[0].at + seconds * SECOND
        low, high = (at, len(keys)) if seconds > 0 else (0, at)
        while low < high:
            middle = (low + high) // 2
            if self.rows(keys[middle : middle + 1])[0].at < wanted:
                low = middle + 1
            else:
                high = middle
        return min(low, len(keys) - 1)
