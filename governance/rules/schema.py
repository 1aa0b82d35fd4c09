"""Whether a written record is a whole §9 record: closed words, defects, and what would mend them.

Nothing is invented: a word outside its closed set becomes no token at all, and the record waits for
a person with the defect named. Only a missing Status is filled in, as active, and only on a record
that has no defect.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from governance.rules.invisible import visible
from store.records.words import Confidence, Drift, Kind, Status

SCHEME: Final = "epistemic-status-v1"
"""The only Confidence-Scheme whose words are understood (P§9)."""
NOTHING: Final = frozenset({"", "null", "none", "nil", "~", "-", "–", "—", "n/a"})
"""What people write where a key has no value."""

_Word = TypeVar("_Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Claims:
    """What a record says about itself, in the words it was written in."""

    kind: str | None = None
    date: str | None = None
    """The record's own date, already read as a day of the calendar."""
    source: str | None = None
    subject: str | None = None
    status: str | None = None
    superseded_by: str | None = None
    confidence: str | None = None
    scheme: str | None = None
    legacy_marker: str | None = None
    pending_section: bool = False
    """Whether it stands under *Pending Cleanup*, which says the Status of what has none."""
    in_conflict: bool = False
    undecodable: bool = False
    id_taken: bool = False
    """Whether another record already bears the id it was written with."""
    successor_known: bool = False
    """Whether `superseded_by` names a record that is known."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The closed words of a record, and what keeps it from being whole."""

    kind: Kind | None
    status: Status | None
    confidence: Confidence | None
    drift: tuple[Drift, ...]


def judge(claims: Claims) -> Judgement:
    """Judge one record; a record without defects always has a Status."""
    kind = closed(Kind, claims.kind)
    status = closed(Status, claims.status)
    confidence = closed(Confidence, claims.confidence)
    successor = given(claims.superseded_by)
    scheme = given(claims.scheme)
    found = {
        Drift.KIND_MISSING: not given(claims.kind),
        Drift.KIND_UNKNOWN: bool(given(claims.kind)) and kind is None,
        Drift.SOURCE_MISSING: not given(claims.source),
        Drift.SUBJECT_MISSING: kind is Kind.STATE and not given(claims.subject),
        Drift.DATE_MISSING: not claims.date,
        Drift.STATUS_UNKNOWN: bool(given(claims.status)) and status is None,
        Drift.CONFIDENCE_UNKNOWN: bool(given(claims.confidence)) and confidence is None,
        Drift.SCHEME_MISSING: bool(given(claims.confidence)) and (scheme or "").casefold() != SCHEME,
        Drift.LEGACY_MARKER: claims.legacy_marker is not None,
        Drift.ID_TAKEN: claims.id_taken,
        Drift.SUCCESSOR_MISSING: status is Status.SUPERSEDED and not successor,
        Drift.SUCCESSOR_LOST: bool(successor) and not claims.successor_known,
        Drift.KNOWLEDGE_SUPERSEDED: kind is Kind.KNOWLEDGE and status is Status.SUPERSEDED,
        Drift.CONFLICT_MARKER: claims.in_conflict,
        Drift.UNREADABLE: claims.undecodable,
    }
    drift = tuple(code for code, holds in found.items() if holds)
    if not given(claims.status) and claims.pending_section:
        status = Status.PENDING
    elif not given(claims.status) and not drift:
        status = Status.ACTIVE
    return Judgement(kind, status, confidence, drift)


def closed(words: type[_Word], text: str | None) -> _Word | None:
    """A written word as a token of a closed set; case and blanks around it do not count."""
    folded = (given(text) or "").casefold()
    return next((word for word in words if word.value == folded), None)


def given(text: str | None) -> str | None:
    """A written value, or None where there is none, only a sign for none, or nothing that shows."""
    bare = (text or "").strip()
    return None if visible(bare).strip().casefold() in NOTHING else bare


MENDED_BY: Final = {
    Drift.KIND_MISSING: "kind",
    Drift.KIND_UNKNOWN: "kind",
    Drift.SUBJECT_MISSING: "kind",
    Drift.SOURCE_MISSING: "source",
    Drift.DATE_MISSING: "date",
    Drift.STATUS_UNKNOWN: "status",
    Drift.LEGACY_MARKER: "status",
    Drift.SUCCESSOR_MISSING: "status",
    Drift.SUCCESSOR_LOST: "status",
    Drift.KNOWLEDGE_SUPERSEDED: "status",
    Drift.CONFLICT_MARKER: "status",
    Drift.CONFIDENCE_UNKNOWN: "confidence",
    Drift.SCHEME_MISSING: "scheme",
    Drift.ID_TAKEN: "id",
}
"""Which suggested field mends which defect; bytes that cannot be read are mended by correcting alone."""


def suggest(
    drift: Iterable[Drift],
    *,
    block: str | None,
    day: str,
    date_hint: str | None = None,
    minted: str | None = None,
) -> tuple[tuple[str, str], ...]:
    """(field, value) pairs that a person can accept for these defects.

    `block` is the name of the passage the record was read from, `day` the user day it was read on,
    `minted` the id it was given here. In doubt only *pending cleanup* is ever suggested as Status.
    """
    values = {
        "kind": Kind.KNOWLEDGE.value,
        "source": block,
        "date": date_hint or day,
        "status": Status.PENDING.value,
        "confidence": Confidence.UNKNOWN.value,
        "scheme": SCHEME,
        "id": minted,
    }
    fields = {MENDED_BY[code] for code in drift if code in MENDED_BY}
    return tuple((field, value) for field, value in values.items() if field in fields and value)
