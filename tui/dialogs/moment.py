"""Which moment of a thing's history: each entry about it, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from store.records.views import LogRow
from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import did_words
from tui.wording.times import clock_time


class MomentDialog(PickDialog[int]):
    """Answers the seq of the entry that was picked."""

    columns = (
        Column("seq", 8, 9, right=True),
        Column("time", 16, 8),
        Column("who", 14, 5),
        Column("did", 17, 7),
        Column("words", 0),
    )
    prompt = "an action, a name, a word"
    keys_hint = "enter shows the desk as it was then   esc back"

    def __init__(self, name: str, rows: Sequence[LogRow], zone: str, signs: Glyphs) -> None:
        super().__init__(signs)
        self.act = f"{name} at which moment?"
        self._rows_told = list(reversed(rows))
        self._zone = zone

    def matching(self, text: str) -> Sequence[LogRow]:
        """Entries by what happened, who did it, their words, or seq."""
        words = text.lower().split()
        return [
            row
            for row in self._rows_told
            if all(w in f"{row.seq} {did_words(row)} {row.who} {row.words}".lower() for w in words)
        ]

    def line(self, row: LogRow) -> Line:
        """Seq, time, who, what, first words."""
        time = said(clock_time(row.at, self._zone), "dim")
        did = said(did_words(row), "accent")
        words = stored(f"erased under {row.erased_by}", "bad") if row.erased_by else stored(one_line(row.words))
        return Line((said(f"{row.seq:,}", "dim"), time, stored(row.who), did, words))

    def take(self, row: LogRow) -> None:
        """Take it."""
        self.dismiss(row.seq)
