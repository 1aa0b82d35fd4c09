"""Drift: items that are not whole records, by what is missing, and a group's members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from store.records.views import Group, Why
from store.records.words import Queue
from tui.panes.listing import Lead, Listing, has
from tui.panes.rows import EMPTY, QueueList
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import drift_sentence, number, why_short

if TYPE_CHECKING:
    from governance.desk import Desk

SAMPLES = 12
"""Members of a group that its card shows."""


class GroupList(Listing):
    """Groups with the same defects, so that one decision does for all of them."""

    title = "Drift"
    command = ("list", "drift")
    empty = EMPTY[Queue.DRIFT]
    columns = (
        Column("items", 6, 9, right=True),
        Column("suggestion", 26, 4),
        Column("what is missing", 0),
    )

    tall_columns = (Column("items", 6, 9, right=True), Column("accepting sets", 0))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self._groups: dict[str, Group] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Group keys, as the desk orders them."""
        self._groups = {group.key: group for group in self.desk.groups()}
        return tuple(key for key, group in self._groups.items() if has(text, self._missing(group)))

    def rows(self, keys: Sequence[str]) -> Sequence[Group | None]:
        """The groups themselves."""
        return [self._groups.get(key) for key in keys]

    @staticmethod
    def _missing(group: Group) -> str:
        return "; ".join(drift_sentence(code.value) for code in group.drift)

    def line(self, row: Group, tall: bool) -> Line:
        """How many, what accepting does, what is missing."""
        missing = matched(said(self._missing(row)), self.needle)
        offered = ", ".join(f"{name} {value}" for name, value in row.suggestion)
        count, setting = said(f"{row.count:,}", "warn"), stored(offered or self.signs.dash, "accent")
        return Line((count, setting), missing) if tall else Line((count, setting, missing))

    def card(self, key: str, row: Group | None) -> Card | None:
        """The defects, what accepting sets, some of the members."""
        if row is None:
            return None
        defects = [said(f"{self.signs.bullet} {drift_sentence(code.value)}") for code in row.drift]
        sections = [Section("what is missing", lines(*defects))]
        if row.suggestion:
            pairs = [stored(f"{name}: {value}", "accent") for name, value in row.suggestion]
            title = f"a accepts this for all {row.count:,}" if row.count > 1 else "a accepts this"
            sections.append(Section(title, lines(*pairs)))
        rows = self.desk.queue_rows(Queue.DRIFT, row.ids[:SAMPLES])
        shown = [stored(f"{r.id}  ", "dim") + stored(one_line(r.text[:160])) for r in rows]
        if row.count > len(shown):
            shown.append(said(f"{self.signs.more} {row.count - len(shown):,} more: Enter", "accent"))
        sections.append(Section("items like this", lines(*shown), cut=False))
        top = said(f"{number(row.count, 'item')} like this", "strong")
        return Card(key, top, tuple(sections))

    def targets(self, key: str, row: Group | None) -> tuple[str, ...]:  # noqa: ARG002 - the row has them
        """Every member."""
        return row.ids if row is not None else ()

    def seen(self, key: str, row: Group | None) -> tuple[str, ...]:  # noqa: ARG002 - the row has them
        """What each member looks like."""
        return tuple(r.seen for r in self.desk.queue_rows(Queue.DRIFT, row.ids)) if row else ()

    def staged(self, marks: Mapping[str, str]) -> dict[str, str]:
        """Groups whose members are all staged."""
        return {
            key: marks[group.ids[0]]
            for key, group in self._groups.items()
            if group.ids and all(member in marks for member in group.ids)
        }

    def lead(self, key: str, row: Group | None) -> Lead:  # noqa: ARG002 - the row has them
        """Enter lists the members."""
        return MemberList(self.desk, self.signs, row) if row is not None else None


class MemberList(QueueList):
    """The members of one group."""

    def __init__(self, desk: Desk, signs: Glyphs, group: Group) -> None:
        super().__init__(desk, signs, Queue.DRIFT)
        self._group = group.key
        names = [why_short_of(code.value) for code in group.drift]
        self.title = f"Drift {signs.here} {', '.join(names)}"

    def keys(self, text: str) -> Sequence[str]:
        """Those of the queue that are in this group."""
        members = {i for group in self.desk.groups() if group.key == self._group for i in group.ids}
        return tuple(key for key in super().keys(text) if key in members)


def why_short_of(code: str) -> str:
    """A defect in two words."""
    return why_short(Why(code=f"drift:{code}"))
