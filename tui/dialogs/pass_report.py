"""What a pass did: each thing in a line, each id opens its item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.content import Content

from tui.dialogs.card import CardDialog
from tui.dialogs.dialog import Dialog
from tui.widgets.columns import Column, Line
from tui.widgets.table import WindowedTable
from tui.widgets.text import StoredText, lines, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import likeness_words
from tui.wording.passes import left_sentence, pass_sentence, pass_title
from tui.wording.sentences import number

if TYPE_CHECKING:
    from store.records.views import PassReport
    from tui.widgets.card import Card

HIGH = 30
"""Lines of the list at most."""


class Told(NamedTuple):
    """One line: a heading (without an id), or something that can be opened."""

    lead: str
    id: str = ""
    words: str | None = None
    """What it says; None: the first words of the item."""


class PassReportDialog(Dialog[None]):
    """The summary of a pass, readable from the top; Enter opens the row."""

    DEFAULT_CSS = """
    PassReportDialog #summary { height: auto; }
    PassReportDialog WindowedTable { min-height: 2; }
    """
    keys_hint = "enter opens the row   j k move   esc back"

    def __init__(
        self,
        report: PassReport,
        signs: Glyphs,
        words: Callable[[Sequence[str]], dict[str, str]],
        card: Callable[[str], Card | None],
    ) -> None:
        super().__init__()
        self.act = pass_title(report)
        self.signs = signs
        self.report = report
        self.told = tuple(told_of(report, signs))
        self._words = words
        self._card = card

    def body(self) -> ComposeResult:
        """The summary, and the rows."""
        yield StoredText(self._summary(), id="summary")
        yield WindowedTable(signs=self.signs)

    def _summary(self) -> Content:
        report = self.report
        rows = [said(pass_sentence(report), "warn" if report.cancelled else "strong")]
        if left := left_sentence(report):
            rows.append(said(left, "warn"))
        rows += [stored(note) for note in report.notes]
        return lines(*(row for row in rows if row.plain))

    def on_mount(self) -> None:
        """Show all of it."""
        table = self.query_one(WindowedTable)
        table.configure((Column("", 21, 8), Column("", 0)), self._rows, self._line)
        table.show(range(len(self.told)))
        table.empty = said("Nothing changed.", "dim")
        table.styles.height = max(3, min(HIGH, len(self.told) + 1, self.app.size.height * 9 // 10 - 8))
        first = next((at for at, told in enumerate(self.told) if told.id), 0)
        table.focus()
        self.call_after_refresh(table.move_to, first)  # once it has its height, so that the heading stays in sight

    def _rows(self, keys: Sequence[int]) -> Sequence[tuple[Told, str]]:
        found = [self.told[key] for key in keys]
        words = self._words([told.id for told in found if told.words is None and told.id])
        return [(told, told.words if told.words is not None else words.get(told.id, "")) for told in found]

    def _line(self, row: tuple[Told, str]) -> Line:
        told, words = row
        if not told.id:
            return Line((said(told.lead, "strong"), stored(one_line(words), "dim")))
        lead = stored(told.lead, "dim") if told.lead else stored(told.id, "accent")
        return Line((lead, stored(one_line(words))))

    def on_windowed_table_opened(self) -> None:
        """The row in full."""
        row = self.query_one(WindowedTable).row
        if row is None or not row[0].id:
            return
        card = self._card(row[0].id)
        if card is not None:
            self.app.push_screen(CardDialog(card, self.signs))


def told_of(report: PassReport, signs: Glyphs) -> Iterator[Told]:
    """The lines of a report, headings among them."""
    archived = report.action.startswith("archive")
    yield from _listed(report.segments, "into the archive" if archived else "distilled to its end", "segment")
    if report.superseded:
        yield Told(f"{len(report.superseded):,} superseded", words="state that gave way to a newer value")
        for one in report.superseded:
            gap = f" {signs.arrow} "
            yield Told("", one.id, f"{one.subject}: {one.id}{gap}{one.successor}")
            yield Told(f"  before {one.date or signs.dash}", one.id, one.value)
            yield Told(f"  now    {one.successor_date or signs.dash}", one.successor, one.successor_value)
    yield from _listed(report.added, "added", words="taken into the item store")
    yield from _listed(report.resolved, "resolved", words="pending state whose successor is known now")
    yield from _listed(report.pending, "marked pending", words="another record says they are wrong: 2 shows them")
    if report.suggested:
        yield Told(f"{len(report.suggested):,} suggested", words="pairs to look at; nothing was changed: 2 shows them")
        for pair in report.suggested:
            yield Told("", pair.id, f"{likeness_words(pair.relation, pair.score)}: {pair.other}")
    yield from _listed(report.cooled, "cooled", words="untouched for long; they stay findable")
    if report.refused:
        yield Told(f"{len(report.refused):,} refused", words="what the distiller proposed and the rules forbid")
        for op in report.refused:
            yield Told(f"  {op.number}. {op.operation}"[:21], "", op.sentence)
    if report.files:
        yield Told(number(len(report.files), "watched file"))
        for path, became in report.files:
            yield Told("  file", "", f"{path}: {became}")


def _listed(ids: Iterable[str], heading: str, noun: str = "", words: str = "") -> Iterator[Told]:
    names = tuple(ids)
    if names:
        lead = number(len(names), noun) if noun else f"{len(names):,} {heading}"
        yield Told(lead, words=words or heading)
        yield from (Told("", name) for name in names)
