"""Auditing: narrowing the log, going on from an entry, and the whole desk as it was at one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from governance.errors import Refusal
from store.records.views import LogFilter, LogRow
from tui.panes.behind import HELD, audit_view
from tui.wording.commands import place_command, show_command
from tui.wording.filters import filter_options
from tui.wording.sentences import action_words

if TYPE_CHECKING:
    from tui.panes.desk_screen import DeskScreen
    from tui.panes.log_pane import LogPane

SUBJECTS = 4
"""Subjects of an entry that are offered."""
MOMENTS = 500
"""Entries about one thing that are offered, the newest."""


class Auditing:
    """What the screen does for somebody who reads the log."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    @property
    def pane(self) -> LogPane | None:
        """The pane of the log, when that is where one is."""
        if self.screen.place != "log":
            return None
        from tui.panes.log_pane import LogPane

        pane = self.screen.pane
        return pane if isinstance(pane, LogPane) else None

    def _say(self, text: str) -> None:
        self.screen.app.notify(text, markup=False)

    def _row(self) -> LogRow | None:
        row = self.pane.table.row if self.pane is not None else None
        return row if isinstance(row, LogRow) else None

    # narrowing

    def narrow(self) -> None:
        """Ask how the log is to be narrowed."""
        from tui.dialogs.log_filter import LogFilterDialog

        pane, desk = self.pane, self.screen.desk
        if pane is None:
            self._say("F narrows the log: L goes there.")
            return
        try:
            actors = desk.actors()
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        dialog = LogFilterDialog(pane.where, actors, desk.now(), desk.zone, self.screen.signs)
        self.screen.app.push_screen(dialog, self._narrow)

    def _narrow(self, where: LogFilter | None) -> None:
        if where is not None and self.pane is not None:
            self.screen.wide = False
            self.pane.narrow(where)

    def _only(self, where: LogFilter) -> Callable[[], None]:
        return partial(self._narrow, where)

    # from an entry

    def menu(self) -> None:
        """The ways on from the entry at the cursor."""
        from tui.dialogs.entry_menu import EntryMenuDialog, Way
        from tui.panes.cards_entry import around

        row, pane, desk = self._row(), self.pane, self.screen.desk
        if row is None or pane is None:
            self._say("There is no entry here.")
            return
        ways = [Way(f"about {one}", "only entries about the same", self._only(LogFilter(subject=one)))
                for one in row.subjects[:SUBJECTS]]  # fmt: skip
        ways.append(Way(f"by {row.who}", "only what the same did", self._only(LogFilter(actor=self._name(row)))))
        ways.append(
            Way(action_words(row.action), "only entries that did the same", self._only(LogFilter(action=row.action)))
        )
        try:
            for one in row.subjects[:SUBJECTS]:
                for told, seq in zip(("before", "after"), around(desk, row.seq, one), strict=True):
                    if seq is not None:
                        label = f"entry {seq:,}"
                        ways.append(Way(label, f"the one {told} it about {one}", partial(self._go_to, seq)))
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        if desk.at_seq is None:
            withdraw = partial(self.screen.influence.begin, "withdraw")
            ways.append(Way("w withdraw", "take what it is about out of influence", withdraw))
            for one in (one for one in row.subjects[:SUBJECTS] if one.startswith(HELD)):
                told = "its words, also where they are held back; logged"
                ways.append(Way(f"audit view of {one}", told, partial(audit_view, self.screen, one)))
        ways.append(Way("@ the desk at this entry", "every pane as it was then", self.past))
        ways.append(Way("F any filter", "what, who, about what, when, which words", self.narrow))
        dialog = EntryMenuDialog(row.seq, ways, self.screen.signs)
        self.screen.app.push_screen(dialog, lambda way: way.go() if way else None)

    def _name(self, row: LogRow) -> str:
        """Who did it as one would type it: the name, or the id where two are called so."""
        names = [name for _, name in self.screen.desk.actors()]
        return row.who if names.count(row.who) == 1 else row.actor

    def _go_to(self, seq: int) -> None:
        if self.pane is not None:
            self.pane.go_to(seq)
            self.screen.rest()

    def command(self) -> None:
        """The same on the command line: this list, this entry, those about the same, the desk at this entry."""
        from tui.dialogs.reader import ReaderDialog

        pane, row, at = self.screen.pane, self._row(), self.screen.desk.at_seq
        if pane is None:
            return
        then = () if at is None else ("--at-seq", str(at))
        listed = pane.listing.command
        told = []
        if listed[0] in ("log", "list", "search"):
            told.append(("this list", place_command((*listed, *then), pane.text)))
        if pane.table.key is not None and self.screen.place != "home":
            told.append(("this entry" if row else "this row", " ".join((show_command(str(pane.table.key)), *then))))
        if row is not None:
            for one in row.subjects[:SUBJECTS]:
                options = filter_options(LogFilter(subject=one), self.screen.desk.zone)
                told.append((f"about {one}", place_command(("log", *options, *then))))
            if at is None:
                told.append(("the desk at this entry", place_command(("list", "items", "--at-seq", str(row.seq)))))
        pieces = [(f"{name}\n  {line}", "plain") for name, line in told]
        copied = next((line for name, line in told if name.startswith("this") and name != "this list"), "")
        dialog = ReaderDialog("The same on the command line", pieces, copied or (told[0][1] if told else ""))
        self.screen.app.push_screen(dialog)

    # the view at a seq

    def past(self) -> None:
        """Show the whole desk as it was at the entry at the cursor, or at one of those about the row at the cursor."""
        from tui.dialogs.moment import MomentDialog

        row, screen = self._row(), self.screen
        if row is not None:
            self._go_back_to(row.seq, "log", 0, row.seq)
            return
        key: Any = screen.pane.table.key if screen.pane is not None else None
        entries = self._about(key)
        if screen.pane is None or not entries:
            self._say("@ shows the desk as it was at an entry: L goes to the log, or put the cursor on an item.")
            return
        place, tab = ("items", 0) if key.startswith("mem-") else (screen.place, screen.pane.tab)
        screen.app.push_screen(
            MomentDialog(key, entries, screen.desk.zone, screen.signs),
            lambda seq: None if seq is None else self._go_back_to(seq, place, tab, key),
        )

    def _about(self, key: Any) -> tuple[LogRow, ...]:
        """The entries about what bears an id; none for a row that bears none."""
        if not isinstance(key, str):
            return ()
        desk = self.screen.desk
        try:
            return desk.log_rows(desk.log_keys(LogFilter(subject=key.partition("/")[0]))[-MOMENTS:])
        except Refusal:
            return ()

    def _go_back_to(self, seq: int, place: str, tab: int, key: Any) -> None:
        from tui.panes.past_screen import PastScreen

        screen = self.screen
        try:
            past = screen.desk.at(seq)
        except Refusal as refusal:
            screen.trouble(refusal)
            return
        if isinstance(screen, PastScreen):  # from one moment to another, and from each back to now
            screen.app.switch_screen(PastScreen(screen.present, past, place, tab, key))
        else:
            screen.app.push_screen(PastScreen(screen, past, place, tab, key))
