"""The gate: whether a record may answer at all, before anything is ranked (T, P§15.2); pure.

What an asker may read was settled before (`store.views.recalling`). Here a record is judged by what it is for: one
table says which types and Statuses each use may have, and each type adds conditions of its own.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from governance.rules.carding import parts_of
from store.records.item import ItemRow
from store.records.recall import Standing, UseRole
from store.records.words import KEPT_BACK, Confidence, Kind, MemoryType, Place, SourceState, Status

VERIFIED: Final = "verified-success"
"""The one outcome that makes a procedure usable (T)."""
OLD_DAYS: Final = 365
"""So old, and uncorroborated, a record bears nothing (P§15.2.2)."""
_ANY: Final[tuple[MemoryType | None, ...]] = (
    MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL, None,
)  # fmt: skip
_CURRENT: Final = frozenset({Status.ACTIVE})
_PAST: Final = frozenset({Status.SUPERSEDED, Status.STALE, Status.PENDING})


class Use(NamedTuple):
    """What one use may be answered with."""

    types: tuple[MemoryType | None, ...]
    """None: records of no type."""
    current: frozenset[Status]
    """Statuses that it may rest on."""
    framed: frozenset[Status]
    """Statuses that are returned too, and said to be history or in doubt."""


USES: Final[Mapping[UseRole, Use]] = {
    UseRole.BACKGROUND: Use((MemoryType.WORKING, *_ANY), _CURRENT, _PAST),
    UseRole.ACTION_PREMISE: Use(
        (MemoryType.WORKING, MemoryType.SEMANTIC, MemoryType.PROCEDURAL), _CURRENT, frozenset()
    ),
    UseRole.CONSTRAINT: Use((MemoryType.SEMANTIC, MemoryType.PROCEDURAL), _CURRENT, frozenset()),
    UseRole.ANALOGY: Use(_ANY, _CURRENT, _PAST),
    UseRole.CONFLICT_SOURCE: Use(_ANY, _CURRENT, _PAST),
    UseRole.VERIFICATION_TARGET: Use(
        (MemoryType.SEMANTIC, MemoryType.PROCEDURAL, None), _CURRENT, frozenset({Status.PENDING})
    ),
}
"""The printed table: use_role × type × Status (P§23.2, T); what stands nowhere in it is never returned."""
LOOSE: Final = frozenset({UseRole.CONFLICT_SOURCE, UseRole.VERIFICATION_TARGET})
"""Uses for which a procedure that does not fit is shown all the same, as what is in doubt."""
STRICT: Final = frozenset({UseRole.ACTION_PREMISE, UseRole.CONSTRAINT})
"""Uses that something is done by: only what is current, and can be looked into, bears them."""
LATER: Final = "dated after the moment that was asked about"
"""Why not, of what may have begun only after the moment that is asked about."""
UNSEEN: Final = "waits for a person"
"""Why not, of what nobody is told about before a person looked at it."""
ORDER: Final[tuple[MemoryType | None, ...]] = (
    MemoryType.WORKING, MemoryType.PROCEDURAL, MemoryType.SEMANTIC, MemoryType.EPISODIC, None,
)  # fmt: skip
"""The order in which groups are shown; nothing is ranked across them."""


class Question(NamedTuple):
    """What somebody asks, beside the words."""

    role: UseRole = UseRole.BACKGROUND
    type: MemoryType | None = None
    """Only records of this type."""
    when: str = ""
    """The moment for which validity is asked, as YYYY-MM-DD or an ISO time."""
    zone: datetime.tzinfo = datetime.UTC
    """Where a day begins, and a time without an offset is told: the store's user day."""
    env: frozenset[str] | None = frozenset()
    """Preconditions that hold where it is asked; None: nobody is asked for them, and what needs some is shown to look
    at.
    """
    task: str | None = None
    """The open task of the asker whose working records it may read."""
    scope: str | None = None
    """Only records of this scope, as written."""
    audit: bool = False
    """History without the conditions of a use: what does not hold, or does not fit, is shown as such."""


class Verdict(NamedTuple):
    """Whether a record may answer."""

    standing: Standing | None
    """None: it may not."""
    why: str = ""
    """Why not, in a closed word."""
    cautions: tuple[str, ...] = ()


def judge(row: ItemRow, words: Mapping[str, Any], question: Question, *, age: int | None) -> Verdict:
    """Judge one record that the asker may read; `age` in days."""
    use = USES[question.role]
    if said := _out(row, words, question, use):
        return Verdict(None, said)
    if row.status not in use.current | use.framed:
        return Verdict(None, row.status.value if row.status else "no status")
    unmet = list(_unmet(row, words, question))
    if said := next((one.why for one in unmet if not one.shown), None):
        return Verdict(None, said)
    after = later(words, question)
    if after and question.role in STRICT:
        return Verdict(None, LATER)
    cautions = [one.caution for one in unmet]
    if row.type is MemoryType.EPISODIC:
        cautions.append(f"It is what happened once (outcome: {typed_of(words).get('outcome', 'unknown')}), no advice.")
    standing = _standing(row, words, use, age, cautions)
    if after:
        cautions.append(f"It is {LATER}, and does not tell what held then.")
    if standing is Standing.CURRENT and (after or not all(one.holds for one in unmet)):
        standing = Standing.NOT_LOAD_BEARING
    if question.role in STRICT and standing is not Standing.CURRENT:
        return Verdict(None, "not load-bearing")
    return Verdict(standing, "", tuple(cautions))


class _Unmet(NamedTuple):
    """A condition of its type that a record does not meet."""

    why: str
    shown: bool
    """Whether the record is shown all the same."""
    caution: str
    holds: bool
    """Whether it may hold elsewhere as it is."""


def _unmet(row: ItemRow, words: Mapping[str, Any], question: Question) -> Iterator[_Unmet]:
    if row.type not in (MemoryType.SEMANTIC, MemoryType.PROCEDURAL):
        return
    typed, loose = typed_of(words), question.audit or question.role in LOOSE
    if said := over(typed, question):
        yield _Unmet(said, question.audit, f"It does not hold when it is asked for: {said}.", False)
    if row.type is MemoryType.SEMANTIC:
        return
    if said := _failed(typed):
        yield _Unmet(said, loose, f"As a procedure it may not be used here: {said}.", False)
    elif said := _lacking(typed, question.env or frozenset()):
        shown = loose or question.env is None
        yield _Unmet(said, shown, f"As a procedure it may not be used here: {said}.", True)


def _out(row: ItemRow, words: Mapping[str, Any], question: Question, use: Use) -> str | None:
    """Why a record is none for this use, whatever its Status is."""
    if row.review in KEPT_BACK:
        return UNSEEN
    if question.type is not None and row.type is not question.type:
        return "of another type"
    if row.type not in use.types:
        return "untyped" if row.type is None else "of no type for this use"
    if row.type is MemoryType.WORKING:
        return None if not row.released and row.task is not None and row.task == question.task else "of another task"
    if row.place is not Place.STORE:
        return "not distilled"
    if question.scope is not None and words.get("scope") != question.scope:
        return "of another scope"
    if row.kind is None or (row.drift and question.role in STRICT):
        return "not a whole record"
    return _opaque(row, words, question) if question.role in STRICT else None


_INSPECTED: Final = {
    MemoryType.SEMANTIC: ("provenance", "valid_from"),
    MemoryType.PROCEDURAL: ("name", "version"),
}
"""What of a type must be there to be looked into, before anything is done by it."""


def _opaque(row: ItemRow, words: Mapping[str, Any], question: Question) -> str | None:
    """What of a record cannot be looked into, so that it bears no action."""
    typed = typed_of(words)
    times = [typed[name] for name in ("valid_from", "valid_to") if name in typed]
    if any(moment(time, question.zone) is None for time in times):
        return "its validity cannot be read"
    missing = [name for name in _INSPECTED.get(row.type, ()) if not typed.get(name, "").strip()] if row.type else []
    if row.type is MemoryType.SEMANTIC and not words.get("scope"):
        missing.append("scope")
    return f"it names no {', '.join(missing)}" if missing else None


def _standing(row: ItemRow, words: Mapping[str, Any], use: Use, age: int | None, cautions: list[str]) -> Standing:
    """How much it bears, and what there is to say about it."""
    if row.cooled:
        cautions.append("It was moved off the hot path.")
    if row.status is Status.PENDING:
        cautions.append("It is in doubt and waits for a person: no current basis.")
        return Standing.NEEDS_REVIEW
    if row.status not in use.current:
        cautions.append(f"It is {row.status}: history, no current basis.")
        return Standing.HISTORICAL
    if row.drift:
        cautions.append(f"The record is not whole ({', '.join(row.drift)}).")
        return Standing.NOT_LOAD_BEARING
    if row.source_state in (SourceState.NONE, SourceState.MISSING):
        cautions.append("Its source is lost.")
        return Standing.NOT_LOAD_BEARING
    alone = row.confidence is not Confidence.CONFIRMED and not words.get("corroborating")
    if age is not None and age > OLD_DAYS and alone:
        cautions.append(f"It is {age:,} days old and nothing corroborates it.")
        return Standing.NOT_LOAD_BEARING
    if row.kind is Kind.STATE:
        cautions.append("It is the last known value: check it live before acting on it.")
    return Standing.CURRENT


def typed_of(words: Mapping[str, Any]) -> dict[str, str]:
    """The fields that a record's type asks for."""
    return {str(name): str(value) for name, value in words.get("typed") or ()}


def over(typed: Mapping[str, str], question: Question) -> str | None:
    """Why a claim is not valid at a moment."""
    asked = moment(question.when, question.zone)
    begins, ends = (moment(typed.get(name, ""), question.zone) for name in ("valid_from", "valid_to"))
    if asked is None:
        return None
    if begins is not None and asked < begins:
        return "not valid yet"
    return "its validity is over" if ends is not None and asked >= ends else None


def later(words: Mapping[str, Any], question: Question) -> bool:
    """Whether a record begins only after the moment asked about: by its validity or event, else by its date."""
    asked, typed = moment(question.when, question.zone), typed_of(words)
    times = (typed.get("valid_from"), typed.get("event_time"), words.get("date"))
    begins = next((found for time in times if (found := moment(str(time or ""), question.zone)) is not None), None)
    return asked is not None and begins is not None and asked < begins


def _failed(typed: Mapping[str, str]) -> str | None:
    """Why a procedure is none to go by, wherever it is asked for."""
    outcome = typed.get("outcome", "unknown")
    if outcome == VERIFIED:
        return None
    return f"its outcome is {outcome}" if outcome in ("deprecated", "unknown") else "its outcome is no success"


def _lacking(typed: Mapping[str, str], env: frozenset[str]) -> str | None:
    """Why a procedure does not fit where these preconditions hold."""
    wanted = parts_of(typed.get("preconditions", ""))
    if not wanted:
        return "its preconditions cannot be looked into"
    missing = [one for one in wanted if one not in env]
    return f"preconditions not given: {', '.join(missing)}" if missing else None


def moment(text: str, zone: datetime.tzinfo = datetime.UTC) -> datetime.datetime | None:
    """A day (its beginning) or a time as a moment; None where it is none."""
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=zone)


def table() -> list[tuple[str, str, str, str]]:
    """The printed table: (use_role, types, Statuses it may rest on, Statuses that are framed)."""

    def names(values: Sequence[object]) -> str:
        return ", ".join("untyped" if value is None else str(value) for value in values) or "none"

    return [
        (role.value, names(use.types), names(sorted(use.current)), names(sorted(use.framed)))
        for role, use in USES.items()
    ]
