"""One item that was read: its words, what it says about itself, and what it is to the store."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from governance.intake.loading import Loaded
from governance.intake.reading import ReadItem
from governance.intake.reading.dates import day_in
from governance.rules.schema import Claims, given
from store.ids import MAX_FOREIGN, read_id
from store.records.words import Drift

_PENDING = frozenset({"pending cleanup", "pending-cleanup"})


class Fate(Enum):
    """What becomes of an item."""

    FRESH = "fresh"
    """Nobody has it yet."""
    KNOWN = "known"
    """The store, or an earlier line of this import, has it."""
    OWN = "own"
    """This run took it in before it was cut off."""
    ERASED = "erased"
    """Its words were erased from this store and stay out."""


@dataclass(slots=True, eq=False)
class Candidate:
    """One item that was read, and what it is to the store."""

    file: Loaded
    item: ReadItem
    words: dict[str, Any]
    """Its words as they would be kept, without the fact."""
    form: str
    """What makes it the same as another."""
    fate: Fate = Fate.FRESH
    id: str | None = None
    """Its id here, as soon as it has one."""
    drift: tuple[Drift, ...] = ()
    links: int = 0
    """How many links it came in with."""
    placed: bool = False
    """Whether it is known as erased by nothing but its place."""
    held: tuple[str, str | None] | None = None
    """The run that holds it and was cut off, so that it is not visible yet, and the root of that run."""
    twin: Candidate | None = None
    """The candidate whose words it repeats."""
    rival: Candidate | str | None = None
    """The record that bears the id it was written with, although its words are others."""

    @property
    def written(self) -> str | None:
        """The id it was written with, when that could be an id here."""
        name = self.item.foreign_id
        found = read_id(name) if name else None
        return name if found and found.prefix == "mem" and found.n <= MAX_FOREIGN else None

    @property
    def settled(self) -> str | None:
        """The id by which others can name it, if it has one already."""
        return self.id or (self.twin.settled if self.twin else None)

    @property
    def pending_section(self) -> bool:
        """Whether it stands under a heading *Pending Cleanup*."""
        return any(text.strip(" *_:：").casefold() in _PENDING for text in self.item.headings)


def words_of(file: Loaded, item: ReadItem) -> dict[str, Any]:
    """An item's words as they are kept, its fact left out; empty fields are left out too."""
    date = day_in(item.date) if item.date else None
    hint = day_in(item.date_hint) if item.date_hint else None
    written = {
        "kind": item.kind,
        "status": item.status,
        "confidence": item.confidence,
        "scheme": item.scheme,
        "superseded_by": item.superseded_by,
        "date": item.date if item.date != date else None,
    }
    words = {
        "date": date,
        "source": given(item.source),
        "subject": given(item.subject),
        "scope": item.scope,
        "inspired_by": item.inspired_by,
        "corroborating": list(item.corroborating),
        "written_id": item.foreign_id,
        "extra": [list(pair) for pair in item.extra],
        "as_written": [[name, word] for name, word in written.items() if word is not None],
        "headings": list(item.headings),
        "date_hint": hint,
        "file": file.path,
        "line": file.line(item.line),
    }
    return {name: value for name, value in words.items() if value}


def claims_of(candidate: Candidate) -> Claims:
    """What an item says about itself, in the words of the rules."""
    item, words = candidate.item, candidate.words
    return Claims(
        kind=item.kind,
        date=words.get("date"),
        source=item.source,
        subject=item.subject,
        status=item.status,
        superseded_by=item.superseded_by,
        confidence=item.confidence,
        scheme=item.scheme,
        legacy_marker=item.legacy_marker,
        pending_section=candidate.pending_section,
        in_conflict=item.in_conflict,
        undecodable=item.undecodable,
    )
