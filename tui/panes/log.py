"""The log: every entry in order; only what is seen is fetched."""

from __future__ import annotations

from collections.abc import Sequence

from governance.errors import Refusal
from store.records.views import EntryDetail, LogFilter, LogRow
from tui.panes.listing import Listing
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, matched, one_line, said, stored
from tui.wording.sentences import action_words
from tui.wording.times import SECOND, clock_time

SUBJECTS = 4
"""Subjects of an entry whose before and after are shown."""


class LogList(Listing):
    """Entries by seq, oldest first."""

    title = "Log"
    command = ("log",)
    empty = "No entry has these words. Esc shows all."
    appends = True
    decidable = False
    columns = (
        Column("seq", 8, 8, right=True),
        Column("time", 16, 6),
        Column("who", 12, 5),
        Column("did", 17, 7),
        Column("subjects and words", 0),
    )

    def keys(self, text: str) -> Sequence[int]:
        """Seqs, ascending."""
        return self.desk.log_keys(LogFilter(text=text))

    def rows(self, keys: Sequence[int]) -> Sequence[LogRow]:
        """The entries of these seqs."""
        return self.desk.log_rows(keys)

    def line(self, row: LogRow, tall: bool) -> Line:  # noqa: ARG002 - one drawing for both heights
        """Seq, time, who with assurance, what, about what."""
        who = said(self.signs.assurance(row.assurance) + " ", "dim") + stored(row.who)
        subjects = stored(" ".join(row.subjects[:2]) + "  ", "dim") if row.subjects else said("")
        if row.erased_by:
            words = said(f"{self.signs.erased} erased under {row.erased_by}", "bad")
        else:
            words = matched(stored(one_line(row.words)), self.needle)
        return Line(
            (
                said(f"{row.seq:,}", "dim"),
                said(clock_time(row.at, self.desk.zone), "dim"),
                who,
                said(action_words(row.action), "accent"),
                subjects + words,
            ),
            words,
        )

    def card(self, key: int, row: LogRow | None) -> Card | None:
        """Header, payload, and before and after of each subject."""
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


def entry_card(listing: Listing, entry: EntryDetail) -> Card:
    """One entry in full."""
    signs, desk, row = listing.signs, listing.desk, entry.row
    who = stored(f"{row.who} ") + said(f"({row.assurance.value})" if row.assurance else "", "dim")
    facts = [
        said("when     ", "dim") + said(clock_time(row.at, desk.zone, seconds=True)),
        said("who      ", "dim") + said(signs.assurance(row.assurance) + " ") + who,
        said("about    ", "dim") + stored(", ".join(row.subjects) or signs.dash),
        said("hash     ", "dim") + said(entry.hash, "dim"),
    ]
    if entry.plan:
        facts.append(said("plan     ", "dim") + stored(entry.plan, "accent"))
    sections = [Section("this entry", lines(*facts), cut=False)]
    for subject in row.subjects[:SUBJECTS]:
        try:
            history = desk.item(subject).history
        except Refusal:
            continue
        for move in (m for m in history if m.seq == row.seq):
            before = dict(move.before)
            rows = [
                stored(f"{name}: {before.get(name, signs.dash)} {signs.arrow} {after}") for name, after in move.after
            ]
            if rows:
                sections.append(Section(subject, lines(*rows)))
    if row.erased_by:
        body = stored(f"{signs.erased} erased under {row.erased_by}", "bad")
    elif entry.payload is None:
        body = said("none", "dim")
    else:
        body = stored(entry.payload, lines=True)
    sections.append(Section("payload", body))
    sections.append(Section("header, as hashed", stored(entry.header, "dim"), aside=True))
    top = said(f"{row.seq:,} ", "strong") + said(action_words(row.action), "accent")
    return Card(f"entry {row.seq}", top, tuple(sections), "", entry.payload or entry.header)
