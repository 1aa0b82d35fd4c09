"""What a pass did, thing by thing: the lines of its summary, of its entry in the log, and on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tui.wording.glyphs import Glyphs
from tui.wording.noticed import likeness_words
from tui.wording.sentences import number

if TYPE_CHECKING:
    from store.records.views import PassReport, Superseded

ERASED = "(its words were erased)"
"""In the place of a value that is no more."""


class Told(NamedTuple):
    """One line: a heading (without an id), or something that can be opened."""

    lead: str
    id: str = ""
    words: str | None = None
    """What it says; None: the first words of the item."""


def told_of(report: PassReport, signs: Glyphs) -> Iterator[Told]:
    """The lines of a report, headings among them."""
    archived = report.action.startswith("archive")
    yield from _listed(report.segments, "into the archive" if archived else "distilled to its end", "segment")
    gone = gave_way(report)
    if gone:
        yield Told(f"{len(gone):,} superseded", words="state that gave way to a newer value")
        for one in gone:
            yield from _values(one, signs)
    yield from _listed(report.added, "added", words="taken into the item store")
    for name, members in report.distilled:
        yield Told("  made of", name, ", ".join(members))
    yield from _resolved(report, signs)
    yield from _listed(report.pending, "marked pending", words="another record says they are wrong: 2 shows them")
    if report.suggested:
        yield Told(f"{len(report.suggested):,} suggested", words="pairs to look at; nothing was changed: 2 shows them")
        for pair in report.suggested:
            yield Told("", pair.id, f"{likeness_words(pair.relation, pair.score)}: {pair.other}")
    yield from _listed(report.cooled, "cooled", words="untouched for long; they stay findable")
    if report.refused:
        yield Told(f"{len(report.refused):,} refused", words="what the distiller proposed and the rules forbid")
        for op in report.refused:
            yield Told(f"  {op.number}. {op.operation}"[:21], "", op.sentence)
    if report.files:
        yield Told(number(len(report.files), "watched file"))
        for path, became in report.files:
            yield Told("  file", "", f"{path}: {became}")


def gave_way(report: PassReport) -> tuple[Superseded, ...]:
    """Live state that gave way; what awaited a person and gave way is told as resolved."""
    resolved = frozenset(report.resolved)
    return tuple(one for one in report.superseded if one.id not in resolved)


def _resolved(report: PassReport, signs: Glyphs) -> Iterator[Told]:
    values = {one.id: one for one in report.superseded}
    if report.resolved:
        yield Told(f"{len(report.resolved):,} resolved", words="pending state whose successor is known now")
    for name in report.resolved:
        yield from _values(values[name], signs) if name in values else (Told("", name),)


def _values(one: Superseded, signs: Glyphs) -> Iterator[Told]:
    """Subject, prior and new date and value (P§14.2)."""
    yield Told("", one.id, f"{one.subject}: {one.id} {signs.arrow} {one.successor}")
    yield Told(f"  before {one.date or signs.dash}", one.id, one.value or ERASED)
    yield Told(f"  now    {one.successor_date or signs.dash}", one.successor, one.successor_value or ERASED)


def _listed(ids: Iterable[str], heading: str, noun: str = "", words: str = "") -> Iterator[Told]:
    names = tuple(ids)
    if names:
        lead = number(len(names), noun) if noun else f"{len(names):,} {heading}"
        yield Told(lead, words=words or heading)
        yield from (Told("", name) for name in names)
