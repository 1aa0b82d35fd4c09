"""A pattern that is compiled when it is first asked: most texts ask few of them, and one capture pays for no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

__all__ = ["Late"]


class Late:
    """A regular expression that is not compiled yet."""

    def __init__(self, words: str, flags: int = 0) -> None:
        self._words = words
        self._flags = flags

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self._words, self._flags)

    def search(self, text: str) -> re.Match[str] | None:
        """The first place where it stands."""
        return self._pattern.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """Where it stands at the beginning."""
        return self._pattern.match(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every place where it stands."""
        return self._pattern.finditer(text)

    def count(self, text: str) -> int:
        """In how many places it stands."""
        return sum(1 for _ in self._pattern.finditer(text))
