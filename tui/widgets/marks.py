"""What stands in the gutter of a table: marks of the person, signs of change, staged verbs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from textual.content import Content

from tui.widgets.text import STYLES
from tui.wording.glyphs import Glyphs


class Marks:
    """Marked keys, a range being drawn, keys that are new or changed, keys that are staged."""

    def __init__(self) -> None:
        self.marked: dict[Any, None] = {}
        self.new: set[Any] = set()
        self.changed: set[Any] = set()
        self.staged: Mapping[Any, str] = {}
        self.anchor: int | None = None
        self.able = True
        """Whether anything takes marked rows; else none is marked."""

    def __len__(self) -> int:
        return len(self.marked)

    def clear(self) -> None:
        """Forget marks and signs; what is staged stays."""
        self.marked.clear()
        self.new.clear()
        self.changed.clear()
        self.anchor = None

    def keep_only(self, keys: Sequence[Any]) -> None:
        """Drop marks of rows that are not shown any more."""
        if self.marked:
            there = keys if isinstance(keys, range) else frozenset(keys)
            self.marked = {key: None for key in self.marked if key in there}
        self.anchor = None

    def forget_gone(self, keys: Sequence[Any]) -> None:
        """Drop signs of change of rows that are gone: nobody can look at them any more."""
        if self.new or self.changed:
            there = keys if isinstance(keys, range) else frozenset(keys)
            self.new = {key for key in self.new if key in there}
            self.changed = {key for key in self.changed if key in there}

    def toggle(self, key: Hashable) -> None:
        """Mark or unmark one key."""
        if key in self.marked:
            del self.marked[key]
        else:
            self.marked[key] = None

    def range(self, at: int, keys: Sequence[Any]) -> None:
        """Begin a range, or mark all from its beginning to here."""
        if not self.able:
            return
        if self.anchor is None:
            self.anchor = at if keys else None
            return
        low, high = sorted((self.anchor, at))
        self.marked.update(dict.fromkeys(keys[low : high + 1]))
        self.anchor = None

    def all(self, keys: Sequence[Any]) -> None:
        """Mark all, or none if all are marked."""
        if len(self.marked) == len(keys) or not self.able:
            self.marked.clear()
        else:
            self.marked = dict.fromkeys(keys)

    def gutter(self, key: Hashable, at: int, cursor: int, signs: Glyphs) -> Content:
        """Three cells, the last one empty: mark or staged verb, and new or changed; a mark moves the verb on."""
        drawn = self.anchor is not None and min(self.anchor, cursor) <= at <= max(self.anchor, cursor)
        mark = signs.marked if key in self.marked or drawn else " "
        live = signs.changed if key in self.changed else signs.new if key in self.new else " "
        staged = self.staged.get(key, " ")[:1]
        pieces = [(mark, STYLES["accent"]), (live, STYLES["warn"]), (" ", STYLES["good"])]
        if staged != " " and (free := next((at for at in (0, 1) if pieces[at][0] == " "), None)) is not None:
            pieces[free] = (staged, STYLES["good"])
        return Content.assemble(*pieces)
