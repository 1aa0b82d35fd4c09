"""The calibration strip as parts: kind, status, source, date, confidence, subject."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from store.records.words import LaneState, Review
from tui.safe import safe
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import review_part
from tui.wording.sentences import number
from tui.wording.times import age

if TYPE_CHECKING:
    from store.records.views import Strip

Part: TypeAlias = tuple[str, str]
"""A text and the name of its style: plain, dim, good, warn, bad, accent, second."""

_STATUS = {
    "active": ("active", "active", "good"),
    "pending-cleanup": ("pending", "pending", "warn"),
    "stale": ("stale", "stale", "dim"),
    "superseded": ("superseded", "superseded", "dim"),
}
_LANE = {
    LaneState.ACTIVE: ("active", "in use", "good"),
    LaneState.FROZEN: ("frozen", "frozen", "accent"),
    LaneState.CLEARED: ("cleared", "cleared", "dim"),
}
_SOURCE = {
    "found": ("found", "good", "found"),
    "missing": ("lost", "bad", "lost"),
    "not-archive": ("elsewhere", "warn", "not in the archive"),
}


def plain(parts: Iterable[Part]) -> str:
    """The same without styles."""
    return "".join(text for text, _ in parts)


def status_part(status: str | None, signs: Glyphs, review: Review | None = None) -> Part:
    """Glyph and word of a status; of a capture that a person refused, just that: its status counts for nothing."""
    if review is Review.REFUSED:
        return review_part(review, signs)
    if status is None:
        return f"{signs.dash} no status", "warn"
    field, word, style = _STATUS.get(status, ("", safe(status), "warn"))
    glyph = getattr(signs, field) if field else "?"
    return f"{glyph} {word}", style


def lane_part(state: LaneState, signs: Glyphs) -> Part:
    """Glyph and word of a lane's state."""
    field, word, style = _LANE[state]
    return f"{getattr(signs, field)} {word}", style


def lane_mark(strip: Strip, signs: Glyphs) -> Part | None:
    """That it lies in a lane of which recall uses nothing; None where it does not."""
    shut = strip.lane_state not in (None, LaneState.ACTIVE)
    return lane_part(strip.lane_state, signs) if strip.lane_state and shut else None


def kind_part(kind: str | None, signs: Glyphs, *, short: bool = False) -> Part:
    """Glyph and word of an epistemic kind."""
    if kind == "state":
        return f"{signs.state} state", "accent"
    if kind == "knowledge":
        return f"{signs.knowledge} {'knowl.' if short else 'knowledge'}", "second"
    return f"{signs.dash} no kind", "warn"


def source_part(strip: Strip, signs: Glyphs) -> Part:
    """Whether the source was found, and the source as written."""
    if strip.source_state not in _SOURCE:
        return f"{signs.dash} no source", "warn"
    field, style, word = _SOURCE[strip.source_state]
    return f"{getattr(signs, field)} {safe(strip.source) if strip.source else word}", style


def strip_parts(strip: Strip, signs: Glyphs, *, short: bool = False) -> list[Part]:
    """The whole strip; `short` is for lists: without source and subject, and with the mark of a lane that is shut."""
    pieces: list[list[Part]] = [[kind_part(strip.kind, signs, short=short)]]
    if strip.type:
        pieces.append([(strip.type, "second")])
    status = [status_part(strip.status, signs, strip.review)]
    if strip.superseded_by:
        status.append((f" {signs.arrow} {safe(strip.superseded_by)}", "dim"))
    pieces.append(status)
    if short and (mark := lane_mark(strip, signs)):
        pieces.append([mark])
    if strip.withdrawn:
        pieces.append([(f"{signs.withdrawn} withdrawn", "warn")])
    if strip.erased_by:
        pieces.append([(f"{signs.erased} erased under {safe(strip.erased_by)}", "bad")])
    if strip.cooled:
        pieces.append([("cooled", "dim")])
    if strip.released:
        pieces.append([("released", "dim")])
    if not short:
        pieces.append([source_part(strip, signs)])
    pieces.append([_date(strip, signs)])
    pieces.append([(safe(strip.confidence) if strip.confidence else signs.dash, "plain")])
    if strip.subject and not short:
        pieces.append([(safe(strip.subject), "accent")])
    if strip.drift:
        pieces.append([(f"{signs.drift} {number(len(strip.drift), 'defect')}", "warn")])
    if strip.review in (Review.NEEDED, Review.HELD):
        pieces.append([review_part(strip.review, signs)])
    parts: list[Part] = []
    for piece in pieces:
        if parts:
            parts.append((f" {signs.dot} ", "dim"))
        parts.extend(piece)
    return parts


def _date(strip: Strip, signs: Glyphs) -> Part:
    if strip.date is None:
        return f"{signs.dash} no date", "warn"
    days = "" if strip.age_days is None else f" ({age(strip.age_days)})"
    return f"{safe(strip.date)}{days}", "plain"
