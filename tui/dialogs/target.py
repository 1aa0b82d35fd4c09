"""What a decision is about."""

from __future__ import annotations

from typing import NamedTuple

from store.records.words import Shown


class Target(NamedTuple):
    """What a decision is about and how it was on the screen."""

    ids: tuple[str, ...]
    seen: tuple[str, ...]
    shown: Shown
    words: str = ""
    """The words of a single row, for the second line."""
