"""Where a search found its words, and how many items it found."""

from __future__ import annotations

from collections.abc import Sequence

from store.records.found import Found

_PLACES = {
    Found.WORDS: "words",
    Found.SUBJECT: "subject",
    Found.SOURCE: "source",
    Found.ID: "id",
    Found.WRITTEN_ID: "old id",
    Found.EVIDENCE: "evidence",
    Found.FIELD: "a field",
    Found.ROUTING: "routing",
    Found.NOTE: "note",
}


def found_words(places: Sequence[Found]) -> str:
    """Where the words stand, the nearest to the fact first."""
    return ", ".join(_PLACES[place] for place in places)


def count_words(count: int, *, more: bool, cut: bool) -> str:
    """How many were found, and whether these are all."""
    if more:
        return f"more than {count:,} found"
    return f"{count:,} found so far: this takes too long" if cut else f"{count:,} found"
