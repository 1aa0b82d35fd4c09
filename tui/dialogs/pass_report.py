"""What a pass did: each thing in a line, each id opens its item."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content

from tui.dialogs.card import CardDialog
from tui.dialogs.dialog import Dialog
from tui.widgets.columns import Column, Line
from tui.widgets.table import WindowedTable
from tui.widgets.text import StoredText, lines, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.pass_lines import Told, told_of
from tui.wording.passes import STANDS, left_sentence, pass_sentence, pass_title

if TYPE_CHECKING:
    from store.records.views import PassReport
    from tui.widgets.card import Card

HIGH = 30
"""Lines of the list at most."""


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
        if not report.action.endswith("skip"):
            rows.append(said(STANDS, "dim"))
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
