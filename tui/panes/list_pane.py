"""A pane: the list of one place, with tabs, lists inside lists, filter and signs of change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input
from textual.worker import get_current_worker

from governance.errors import Refusal
from tui.panes.listing import Listing
from tui.safe import safe
from tui.widgets.filter import FilterInput
from tui.widgets.note import NoteLine
from tui.widgets.table import WindowedTable
from tui.widgets.text import STYLES, StoredText, said, stored
from tui.widgets.titled import Titled
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number

HEAVY = 5_000
"""From this many rows on, keys are fetched in a worker."""


class Tab(NamedTuple):
    """One tab of a place."""

    title: str
    make: Callable[[], Listing]


class ListPane(Titled):
    """The list of one place; remembers its tab, filter and cursor while one is elsewhere."""

    DEFAULT_CSS = """
    ListPane { border: round $border-blurred; border-title-color: $dim; }
    ListPane:focus-within { border: round $border; border-title-color: $foreground; }
    ListPane > #tabs { height: 1; padding: 0 1; display: none; }
    ListPane.-tabbed > #tabs { display: block; }
    """

    class Reloaded(Message):
        """The rows were fetched again."""

    class Failed(Message):
        """The rows could not be fetched."""

        def __init__(self, refusal: Refusal) -> None:
            super().__init__()
            self.refusal = refusal

    def __init__(self, place: str, tabs: Sequence[Tab], signs: Glyphs, *, tall: bool = False) -> None:
        super().__init__(id=f"pane-{place}")
        self.place = place
        self.signs = signs
        self.tab = 0
        self.sized = 0
        self.last_filter = ""
        self._tabs = tabs
        self._stack: list[Listing] = [tabs[0].make()]
        self.table = WindowedTable(signs=signs, id="table")
        self.filter = FilterInput(id="filter")
        self._tall = tall
        self._typing: Timer | None = None
        self._titled: Content | None = None

    def compose(self) -> ComposeResult:
        """Tabs, filter, list."""
        yield StoredText(id="tabs")
        yield NoteLine(id="note")
        yield self.filter
        yield self.table

    def on_mount(self) -> None:
        """Show tabs where there are several."""
        self.set_class(len(self._tabs) > 1, "-tabbed")

    # what is shown

    @property
    def listing(self) -> Listing:
        """The listing on top."""
        return self._stack[-1]

    @property
    def text(self) -> str:
        """The filter that stands."""
        return self.filter.value

    def show_tab(self, tab: int) -> None:
        """Go to a tab."""
        self.tab = tab % len(self._tabs)
        self._stack = [self._tabs[self.tab].make()]
        self._begin()

    def take_keys(self) -> None:
        """Take the keys when one comes here."""
        self.table.focus()

    def next_tab(self) -> None:
        """Go to the next tab, round and round; from a list inside, back to the first."""
        self.show_tab(self.tab + 1 if len(self._stack) == 1 else self.tab)

    def enter(self, listing: Listing) -> None:
        """Show a list inside this one."""
        self._stack.append(listing)
        self._begin()

    def leave(self) -> bool:
        """Go back one list; False when this is the outermost."""
        if len(self._stack) == 1:
            return False
        self._stack.pop()
        self._begin()
        return True

    def _begin(self) -> None:
        self._set_filter("")
        listing, tall = self.listing, self._tall and bool(self.listing.tall_columns)
        columns = listing.tall_columns if tall else listing.columns
        self.table.configure(columns, listing.rows, self._line, tall=tall, page=listing.page)
        self.table.follows = listing.appends
        listing.take(self.table.marks)
        self.table.cursor = 0
        self.load()

    def _line(self, row: Any) -> Any:
        return self.listing.line(row, self.table.tall)

    # fetching

    def load(self, *, quietly: bool = False) -> None:
        """Fetch the rows as they are now; quietly: keep what is shown and mark what changed."""
        if not self.is_mounted:
            return
        listing, text = self.listing, self.text
        quietly = quietly and listing.marked
        listing.needle = text
        if max(self.sized, listing.weight) >= HEAVY and not listing.appends:
            if not self.table.keys:
                self.table.empty = said(f"one moment {self.signs.more}", "dim")
            self._fetch_apart(listing, text, quietly)
            return
        try:
            keys = listing.keys(text)
        except Refusal as refusal:
            self.post_message(self.Failed(refusal))
            return
        self._arrived(listing, text, keys, quietly)

    @work(thread=True, exclusive=True, group="keys")
    def _fetch_apart(self, listing: Listing, text: str, quietly: bool) -> None:
        worker = get_current_worker()
        try:
            keys = listing.keys(text)
        except Refusal as refusal:
            if not worker.is_cancelled:
                self.post_message(self.Failed(refusal))
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._arrived, listing, text, keys, quietly)

    def _arrived(
        self, listing: Listing, text: str, keys: Sequence[Any], quietly: bool, first: Sequence[Any] = ()
    ) -> None:
        if listing is not self.listing or text != self.text:
            return
        table = self.table
        hold = table.cursor > 0 or len(table.marks) > 0 or table.marks.anchor is not None
        if quietly and listing.appends:
            table.grow(keys)
        elif quietly and hold and table.keys:
            self._mark_changes(keys)
        else:
            before = self._in_view() if quietly else {}
            old = frozenset(table.keys) if quietly else None
            table.show(keys, first)
            self._mark_moved(before)
            table.marks.new |= set() if old is None else {k for k in keys if k not in old}
            if not text:
                table.marks.forget_gone(keys)
        listing.placed(table.keys)
        note = f"\n\nNo row has {text!r}: Esc shows all." if text else ""
        table.empty = said(note.strip() or listing.empty, "dim") if not keys else Content("")
        table.repaint()
        self._head()
        self.post_message(self.Reloaded())

    def _in_view(self) -> dict[Any, tuple[str, ...]]:
        table, listing = self.table, self.listing
        return {
            table.keys[at]: listing.seen(table.keys[at], row) if hasattr(row, "seen") else ()
            for at in table.in_view
            if (row := table.row_at(at)) is not None
        }

    def _mark_changes(self, keys: Sequence[Any]) -> None:
        """Nothing moves: new rows come after the others, rows that left stay and are marked."""
        table = self.table
        shown, now = frozenset(table.keys), frozenset(keys)
        fresh = [key for key in keys if key not in shown]
        table.marks.new |= set(fresh)
        table.marks.changed |= shown - now
        there = self._in_view()
        for key, row in zip(there, self.listing.rows(tuple(there)), strict=False):
            if row is not None and hasattr(row, "seen") and (row.seen,) != there[key]:
                table.marks.changed.add(key)
        if fresh:
            table.grow((*table.keys, *fresh))

    def _mark_moved(self, before: dict[Any, tuple[str, ...]]) -> None:
        for key, seen in self._in_view().items():
            if before.get(key, seen) != seen:
                self.table.marks.changed.add(key)

    def refresh_rows(self) -> None:
        """Show rows and order as they are now."""
        self.table.marks.new.clear()
        self.table.marks.changed.clear()
        self.load()

    def _head(self) -> None:
        table, dot = self.table, self.signs.dot
        self.query_one(NoteLine).tell(self.listing.note())
        title = stored(self.listing.title, "strong") + said(f"  {self._counted()}", "dim")
        if self.text:
            title += stored(f"   /{self.text}", "accent")
        elif len(table.marks):
            title += said(f"   {len(table.marks):,} marked", "accent")
        if table.marks.new or table.marks.changed:
            counted = ((self.signs.new, len(table.marks.new)), (self.signs.changed, len(table.marks.changed)))
            signs = " ".join(f"{sign}{count:,}" for sign, count in counted if count)
            title += said(f"   {signs} {dot} r", "warn")
        if table.following:
            title += said(f"   following {dot} k stops", "good")
        if self._titled is None or not title.is_same(self._titled):
            self._titled = title
            self.entitle(title)
        pieces: list[Content] = []
        for at, tab in enumerate(self._tabs):
            style = STYLES["strong"] + " underline" if at == self.tab else STYLES["dim"]
            pieces.append(Content.styled(tab.title, style))
        gap = " " * (3 if sum(len(p) + 3 for p in pieces) <= self.size.width else 2)
        self.query_one("#tabs", StoredText).show(Content(gap).join(pieces), same_size=True)

    def _counted(self) -> str:
        count, noun = len(self.table.keys), self.listing.noun
        return number(count, noun) if noun else f"{count:,}"

    def retitle(self) -> None:
        """Draw the title again: marks changed."""
        if self.is_mounted:
            self._head()

    # the filter

    def ask_filter(self) -> None:
        """Let the person type a filter: the line takes the keys at once, lest some do something else."""
        self.filter.add_class("-open")
        self.screen.set_focus(self.filter)

    def _set_filter(self, text: str) -> None:
        with self.prevent(Input.Changed):
            self.filter.value = text
        self.filter.set_class(bool(text), "-open")

    def clear_filter(self) -> bool:
        """Show all rows again; False when there was no filter."""
        had = bool(self.text) or self.filter.has_class("-open")
        if had:
            self._set_filter("")
            self.table.focus()
            self.load()
        return had

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list while typing, a little behind the keys."""
        event.stop()
        self.last_filter = event.value or self.last_filter
        if self._typing is not None:
            self._typing.stop()
        self._typing = self.set_timer(0.08, self.load)

    def on_filter_input_done(self, event: FilterInput.Done) -> None:
        """The list takes the keys."""
        event.stop()
        self.filter.set_class(bool(self.text), "-open")
        self.table.focus()
        self.load()

    def on_filter_input_cleared(self, event: FilterInput.Cleared) -> None:
        """All rows again."""
        event.stop()
        self.clear_filter()

    def on_windowed_table_followed(self) -> None:
        """Say so in the title."""
        self._head()

    def next_match(self) -> str:
        """Go to the next row that has the last filter; what to say when there is none."""
        if not self.last_filter:
            return "No filter yet: / asks for one."
        table, found = self.table, frozenset(self.listing.keys(self.last_filter))
        count = len(table.keys)
        for step in range(1, count + 1):
            at = (table.cursor + step) % count
            if table.keys[at] in found:
                table.move_to(at)
                return ""
        return f"No row here has {safe(self.last_filter)!r}."
