"""Search: the items that hold what is typed, as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import work
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input
from textual.worker import get_current_worker

from governance.errors import Refusal
from store.records.found import Found
from store.records.views import Hit, Hits
from tui.panes.list_pane import ListPane
from tui.panes.rows import RowList
from tui.widgets.columns import Column, Line
from tui.widgets.filter import FilterInput
from tui.widgets.text import one_line, said, stored
from tui.wording.found import count_words, found_words
from tui.wording.strip import lane_mark

MOST = 2_000
"""So many items are shown at most, the newest."""
PAGE = 64
"""Rows that are fetched at once."""
SLOW = 0.25
"""Seconds after which a search says that it goes on."""
NOTHING = Hits(keys=())


class SearchList(RowList):
    """Items that hold every term, newest first."""

    waiting = False
    page = PAGE
    title = "Search"
    empty = 'Type words of an item, or a phrase in "quotes". Every sign is taken as it is. Esc goes back.'
    explain = (
        "Every item that holds all the words typed above, newest first; the last word may be unfinished. "
        "`in` says where they stand: in the words themselves, the subject, the source, the id."
    )
    columns = (
        Column("status", 12, 7),
        Column("in", 8, 5),
        Column("age", 6, 8, right=True),
        Column("kind", 9, 4),
        Column("confidence", 13, 2),
        Column("words", 0),
    )
    tall_columns = (
        Column("status", 12, 7),
        Column("in", 8, 5),
        Column("age", 6, 8, right=True),
        Column("kind", 9, 6),
        Column("confidence", 13, 2),
        Column("id", 20, 3),
    )

    @property
    def command(self) -> tuple[str, ...]:  # type: ignore[override]
        """The command line that shows the same."""
        return ("search",) if self.needle.strip() else ("list", "items")

    def hits(self, text: str, most: int, stop: Callable[[], bool] | None = None) -> Hits:
        """What is found, so many at most; `stop` is asked now and then."""
        return self.desk.find(text, most, stop)

    def keys(self, text: str) -> Sequence[str]:
        """Ids, newest first."""
        return self.hits(text, MOST).keys

    def rows(self, keys: Sequence[str]) -> Sequence[Hit]:
        """Rows with where the words stand."""
        return self.found(self.needle, keys)

    def found(self, text: str, keys: Sequence[str]) -> Sequence[Hit]:
        """Rows with where the words of a search stand."""
        return self.desk.hit_rows(text, keys)

    def line(self, row: Hit, tall: bool) -> Line:  # type: ignore[override]
        """One row: status, where the words stand, age, kind, confidence, and the words, the found ones marked."""
        status, old, kind, sure, name = super().line(row, True).cells
        where, words = said(found_words(row.found[:1]), "dim"), marked(row)
        if row.found and row.found[0] is not Found.WORDS:
            words += said(f" {self.signs.dot} ", "dim") + stored(one_line(row.text))
        if row.deferred_until:
            words = said(f"not before {row.deferred_until}  ", "dim") + words
        if row.strip and (mark := lane_mark(row.strip, self.signs)):
            words = said(*mark) + said("  ") + words
        return Line((status, where, old, kind, sure, name if tall else words), words)


def marked(row: Hit) -> Content:
    """The excerpt with the words that were looked for standing out; each piece is made harmless on its own."""
    pieces, at = [], 0
    for start, end in row.marks:
        pieces += [stored(row.excerpt[at:start]), stored(row.excerpt[start:end], "match")]
        at = end
    return Content("").join([*pieces, stored(row.excerpt[at:])])


class SearchInput(FilterInput):
    """The line of the search; Esc clears it, and in an empty one goes back."""

    explain = "Items with all these words, as they are typed: nothing in them has a special meaning but double quotes."

    class Left(Message):
        """Esc was pressed with nothing typed."""

    def action_clear(self) -> None:
        """Drop what is typed; nothing there: go back."""
        if self.value:
            self.value = ""
        else:
            self.post_message(self.Left())


class SearchPane(ListPane):
    """The list of what was found, below the line that says what is looked for; the search never holds up the keys."""

    DEFAULT_CSS = """
    SearchPane > SearchInput { display: block; }
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filter = SearchInput(id="filter")
        self._shown = ""
        """What the rows on the screen were found for."""
        self._hits = NOTHING
        self._late: Timer | None = None

    def take_keys(self) -> None:
        """The line takes the keys at once, lest some get lost; the list does where there are rows to look at."""
        self.screen.set_focus(self.table if self.table.keys else self.filter)

    def next_tab(self) -> None:
        """The key of the place again: type on."""
        self.screen.set_focus(self.filter)

    def ask_filter(self) -> None:
        """Type a further word."""
        self.screen.set_focus(self.filter)
        if self.text.strip():
            self.filter.value = f"{self.text.rstrip()} "
            self.filter.action_end()

    def _counted(self) -> str:
        if not self._shown.strip():
            return ""
        return count_words(len(self._hits.keys), more=self._hits.more, cut=self._hits.cut)

    # searching

    def load(self, *, quietly: bool = False) -> None:
        """Look for what is typed, beside the screen; quietly: keep what is shown and mark what changed."""
        listing, text = self.listing, self.text
        if not self.is_mounted or not isinstance(listing, SearchList):
            return
        self._wait(False)
        if not text.strip():
            self.workers.cancel_group(self, "keys")
            self._take(listing, text, NOTHING, (), False)
            return
        self._late = self.set_timer(SLOW, lambda: self._wait(True))
        again = text == self._shown
        self._look_apart(listing, text, quietly and again, self.table.room, MOST if again else self.table.room)

    def _wait(self, goes_on: bool) -> None:
        """Say that a search goes on, or no longer."""
        if self._late is not None:
            self._late.stop()
        if goes_on or self.border_subtitle:
            self.border_subtitle = said(f"searching {self.signs.more}", "warn") if goes_on else ""

    @work(thread=True, exclusive=True, group="keys")
    def _look_apart(self, listing: SearchList, text: str, quietly: bool, room: int, most: int) -> None:
        """What the window has room for is fetched with its rows, so that it is drawn at once."""
        worker = get_current_worker()
        if worker.is_cancelled:
            return
        try:
            hits = listing.hits(text, min(most, MOST), lambda: worker.is_cancelled)
            first = listing.found(text, hits.keys[:room])
            if not worker.is_cancelled:
                self.app.call_from_thread(self._take, listing, text, hits, first, quietly)
        except Refusal as refusal:
            if not worker.is_cancelled:
                self.post_message(self.Failed(refusal))

    def _look_on(self, listing: SearchList, text: str) -> None:
        """The first rows are drawn: look for the others, unless something else is wanted by now."""
        if listing is self.listing and text == self.text:
            self._look_further(listing, text)

    @work(thread=True, exclusive=True, group="keys")
    def _look_further(self, listing: SearchList, text: str) -> None:
        worker = get_current_worker()
        try:
            hits = listing.hits(text, MOST, lambda: worker.is_cancelled)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._take_all, listing, text, hits)
        except Refusal as refusal:
            if not worker.is_cancelled:
                self.post_message(self.Failed(refusal))

    def _take_all(self, listing: SearchList, text: str, hits: Hits) -> None:
        """Show what is behind the first rows, which stand already."""
        if listing is not self.listing or text != self.text:
            return
        if hits.keys[: len(self.table.keys)] == tuple(self.table.keys):
            self._hits = hits
            self.table.grow(hits.keys)
            self._head()
        else:
            self._take(listing, text, hits, (), False)

    def _take(self, listing: SearchList, text: str, hits: Hits, first: Sequence[Hit], quietly: bool) -> None:
        """Show what was found, unless something else is wanted by now."""
        if listing is not self.listing or text != self.text:
            return
        self._wait(False)
        if text != self._shown:
            self.table.start_over()  # the newest comes first again
        self._shown, self._hits = text, hits
        listing.needle = text
        self._arrived(listing, text, hits.keys, quietly, first)
        if text.strip() and not hits.keys:
            self.table.empty = said("No item holds words that begin so. Esc clears them, and Esc again leaves.", "dim")
        elif not text.strip():
            self.table.empty = said(listing.empty, "dim")
        self.table.repaint()
        if hits.more and len(hits.keys) < MOST:
            self.call_after_refresh(self._look_on, listing, text)

    # the line

    def _set_filter(self, text: str) -> None:
        super()._set_filter(text)
        self.filter.add_class("-open")

    def clear_filter(self) -> bool:
        """Nothing is looked for any more; False when nothing was."""
        had = bool(self.text)
        if had:
            self._set_filter("")
            self.screen.set_focus(self.filter)
            self.load()
        return had

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look at once: what was looked for before is broken off."""
        event.stop().prevent_default()
        self.last_filter = event.value or self.last_filter
        self.load()

    def on_filter_input_done(self, event: FilterInput.Done) -> None:
        """The list takes the keys."""
        event.stop().prevent_default()
        self.table.focus()

    async def on_search_input_left(self, event: SearchInput.Left) -> None:
        """Nothing is typed: back to where one came from."""
        event.stop()
        self.screen.set_focus(self.table)
        await self.app.run_action("screen.back", self.screen)
