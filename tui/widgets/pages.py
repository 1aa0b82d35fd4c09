"""A window over a long sequence of keys: rows come in pages, the oldest page is dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

PAGE = 256
"""Rows fetched at once."""
KEPT = 16
"""Pages kept."""

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")


class Pages(Generic[K, R]):
    """Rows by position; nothing is fetched before it is looked at."""

    def __init__(self, keys: Sequence[K], fetch: Callable[[Sequence[K]], Sequence[R]], page: int = PAGE) -> None:
        self.keys = keys
        self._page = page
        self._fetch = fetch
        self._pages: OrderedDict[int, Sequence[R]] = OrderedDict()
        self._first: Sequence[R] = ()

    def __len__(self) -> int:
        return len(self.keys)

    def row(self, at: int) -> R | None:
        """The row at a position; None where the fetch gave fewer rows than keys."""
        if at < len(self._first):
            return self._first[at]
        number, offset = divmod(at, self._page)
        page = self._pages.get(number)
        if page is None:
            page = self._fetch(self.keys[number * self._page : (number + 1) * self._page])
            self._pages[number] = page
            if len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        return page[offset] if offset < len(page) else None

    def grow(self, keys: Sequence[K]) -> None:
        """Take a longer sequence that begins with the present one; only the last page goes."""
        self._pages.pop(len(self.keys) // self._page, None)
        self.keys = keys

    def begin(self, keys: Sequence[K], first: Sequence[R] = ()) -> None:
        """Take another sequence, whose first rows may be there already; the others are fetched when looked at."""
        self.keys, self._first = keys, first
        self._pages.clear()

    def position(self, key: K) -> int | None:
        """Where a key stands."""
        try:
            return self.keys.index(key)
        except ValueError:
            return None
