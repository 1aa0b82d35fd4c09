"""What a search found."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.found import Found
from store.records.views.rows import Row


class Hits(Fact):
    """The items that a search found, and whether these are all."""

    keys: tuple[str, ...]
    """Ids, newest first."""
    more: bool = False
    """Whether there are more than were asked for."""
    cut: bool = False
    """Whether the search was broken off before everything was looked at."""


class Hit(Row):
    """One row of a search: where its words stand, and the words around the first of them."""

    found: tuple[Found, ...] = ()
    excerpt: str = ""
    """Stored words in one line: of the fact, or of what `found` names first."""
    marks: tuple[tuple[int, int], ...] = ()
    """(start, end) of each place in the excerpt where a term stands, in order."""
