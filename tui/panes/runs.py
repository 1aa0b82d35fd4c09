"""Imports: what each took in; `w` takes the wrong folder out again."""

from __future__ import annotations

from collections.abc import Sequence

from store.records.views import RunView
from tui.panes.listing import Listing, has
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, matched, one_line, said, stored
from tui.wording.sentences import number
from tui.wording.times import clock_time


class RunList(Listing):
    """Every import, newest first."""

    title = "Imports"
    command = ("list", "runs")
    decidable = False
    withdrawable = True
    empty = "Nothing was imported yet: `memdesk import PATH` takes a memory in, then r."
    explain = (
        "Each row is one import, with the folder or file that it read. w takes all that it brought in out of influence:"
        " its items, its segments of the archive and its topics, as far as they are its own."
    )
    columns = (
        Column("import", 20, 9),
        Column("day", 10, 8),
        Column("items", 6, 7, right=True),
        Column("segments", 8, 5, right=True),
        Column("files", 6, 4, right=True),
        Column("what it read", 0),
    )

    def keys(self, text: str) -> Sequence[str]:
        """Their ids."""
        self._runs = {one.id: one for one in self.desk.runs()}
        return tuple(name for name, one in self._runs.items() if has(text, name, one.root, *one.withdrawn_by))

    def rows(self, keys: Sequence[str]) -> Sequence[RunView | None]:
        """The imports themselves."""
        return [self._runs.get(key) for key in keys]

    def line(self, row: RunView, tall: bool) -> Line:  # noqa: ARG002 - one drawing for both heights
        """When it was, what of it is eligible, where it came from."""
        root = matched(stored(one_line(row.root or self.signs.dash)), self.needle)
        if row.withdrawn_by:
            root = said(f"{self.signs.withdrawn} withdrawn {self.signs.dot} ", "warn") + root
        counts = (said(f"{row.items:,}"), said(f"{len(row.segments):,}"), said(f"{row.files:,}"))
        day = said(clock_time(row.at, self.desk.zone)[:10], "dim")
        return Line((stored(row.id, "accent"), day, *counts, root), root)

    def card(self, key: str, row: RunView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """What it read, and what came of it."""
        if row is None:
            return None
        facts = [
            ("what it read", row.root or self.signs.dash),
            ("imported", clock_time(row.at, self.desk.zone)),
            ("it is", row.outcome or row.state),
            ("files", f"{row.files:,}"),
            ("segments", f"{len(row.segments):,}"),
            ("items", f"{row.items:,}{f', and {row.withdrawn:,} that are withdrawn' if row.withdrawn else ''}"),
        ]
        sections = [Section("this import", lines(*(said(f"{name:<14}", "dim") + stored(told) for name, told in facts)))]
        if row.withdrawn_by:
            by = f"{self.signs.withdrawn} withdrawn by {', '.join(row.withdrawn_by)}: nothing of it is counted here."
            sections.append(Section("out of influence", stored(by, "warn")))
        else:
            sections.append(
                Section("the wrong folder", said("w takes all that it brought in out of influence.", "dim"))
            )
        if row.segments:
            named = [stored(one, "accent") for one in row.segments[:SEGMENTS]]
            if more := len(row.segments) - len(named):
                named.append(said(f"and {number(more, 'more segment')}", "dim"))
            sections.append(Section("segments", lines(*named)))
        return Card(row.id, stored(row.id, "strong"), tuple(sections), "", f"{row.id} {row.root or ''}")


SEGMENTS = 40
"""Segments of an import that its card names."""
