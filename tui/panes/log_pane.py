"""The pane of the log: a filter that is more than words, found beside the screen where the log is long."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from textual import work
from textual.worker import get_current_worker

from governance.errors import Refusal
from store.records.views import LogFilter
from tui.panes.list_pane import HEAVY, ListPane
from tui.panes.listing import Listing
from tui.panes.log import LogList
from tui.widgets.text import said


class LogPane(ListPane):
    """The list of the log; a narrowed one grows by what came since and is never searched twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._shown: tuple[Listing, str, int] | None = None
        """What the present keys were found for, and up to which entry."""
        self._wanted: tuple[Listing, str] | None = None
        """What is being looked for beside the screen."""

    # the filter

    @property
    def where(self) -> LogFilter:
        """The whole filter, words included."""
        listing = self.listing
        narrowed = listing.where if isinstance(listing, LogList) else LogFilter()
        return narrowed.model_copy(update={"text": self.text})

    def narrow(self, where: LogFilter) -> None:
        """Show what this filter leaves; the cursor stays with its entry, or comes to the next one."""
        listing = self.listing
        self._stack[-1] = LogList(listing.desk, listing.signs, where)
        self._set_filter(where.text)
        self.last_filter = where.text or self.last_filter
        self.table.focus()
        self.load()

    def clear_filter(self) -> bool:
        """Show all entries again; False when there was no filter."""
        if not isinstance(self.listing, LogList) or not self.listing.narrowed:
            return super().clear_filter()
        self.narrow(LogFilter())
        return True

    def go_to(self, seq: int) -> None:
        """Put the cursor on an entry, out of the filter if that hides it."""
        if seq not in self.table.keys:
            self.clear_filter()
        self.table.move_to(bisect_left(self.table.keys, seq))

    # fetching

    def load(self, *, quietly: bool = False) -> None:
        """Find the entries of the filter; in a worker where many have to be looked at."""
        listing, text = self.listing, self.text
        if not isinstance(listing, LogList) or not self.is_mounted:
            super().load(quietly=quietly)
            return
        if quietly and self._wanted == (listing, text):
            return  # it looks again by itself when it has arrived
        listing.needle = text
        so_far: Sequence[int] = ()
        after = 0
        narrowed = bool(text.strip()) or listing.narrowed
        if quietly and narrowed and self._shown is not None and self._shown[:2] == (listing, text):
            so_far, after = self.table.keys, self._shown[2]
        try:
            head = listing.head()
            if narrowed and head - after >= HEAVY:
                self._wanted = (listing, text)
                self.border_subtitle = said(f"looking through the log {self.signs.more}", "warn")
                self._look_apart(listing, text, so_far, after, head, quietly)
                return
            found = listing.between(text, after, head)
        except Refusal as refusal:
            self.post_message(self.Failed(refusal))
            return
        self._take(listing, text, [*so_far, *found] if after else found, head, quietly)

    @work(thread=True, exclusive=True, group="keys")
    def _look_apart(
        self, listing: LogList, text: str, so_far: Sequence[int], after: int, head: int, quietly: bool
    ) -> None:
        worker = get_current_worker()
        try:
            found = listing.between(text, after, head)
        except Refusal as refusal:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._missed, refusal)
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take, listing, text, [*so_far, *found], head, quietly)

    def _missed(self, refusal: Refusal) -> None:
        self._wanted, self.border_subtitle = None, ""
        self.post_message(self.Failed(refusal))

    def _take(self, listing: LogList, text: str, keys: Sequence[int], head: int, quietly: bool) -> None:
        """Show what was found, unless something else is wanted by now; then look at what came meanwhile."""
        if listing is not self.listing or text != self.text:
            return
        self._wanted, self.border_subtitle = None, ""
        self._shown = (listing, text, head)
        table, before = self.table, self.table.key
        self._arrived(listing, text, keys, quietly)
        if table.following:
            table.move_to(len(keys) - 1)
        elif before is not None and table.key != before:
            table.move_to(bisect_left(keys, before))
        with suppress(Refusal):
            if listing.head() > head:
                self.load(quietly=True)
