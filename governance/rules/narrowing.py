"""What is made of several records reaches no further than any of them: the narrowest scope, the weakest confidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from store.records.words import Confidence, SourceState

WIDTH: Final = ("user preference", "workflow", "environment", "project", "global")
"""The scopes of P§9, the narrowest first."""
_WEAKEST: Final = (Confidence.UNKNOWN, Confidence.INFERRED, Confidence.OBSERVED_ONCE, Confidence.CONFIRMED)
_SOURCES: Final = (SourceState.NONE, SourceState.MISSING, SourceState.NOT_ARCHIVE, SourceState.FOUND)


def narrowest(scopes: Iterable[str | None]) -> str | None:
    """The narrowest scope of the parents; one in words we do not know counts as narrower than any other."""
    known = [scope for scope in scopes if scope is not None]
    return min(known, key=lambda s: (WIDTH.index(s) if s in WIDTH else -1, s), default=None)


def weakest(found: Sequence[Confidence | None]) -> Confidence | None:
    """The weakest confidence of the parents; none where one of them gives none."""
    known = [c for c in found if c is not None]
    return min(known, key=_WEAKEST.index) if len(known) == len(found) else None


def stronger(one: Confidence, than: Confidence | None) -> bool:
    """Whether a confidence says more than another; more than none is more than nobody knows."""
    return _WEAKEST.index(one) > _WEAKEST.index(than or Confidence.UNKNOWN)


def worst(found: Sequence[SourceState]) -> SourceState:
    """The worst of what looking up the parents' sources gave."""
    return min(found, key=_SOURCES.index)
