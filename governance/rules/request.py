"""A request: what a writer sent, read field by field; what no writer may set is taken off, and what fails is named."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from governance.authority.cards import CARDS, FIELDS
from governance.authority.policy import Policy
from governance.rules.carding import card_faults, one_of, time_of
from governance.rules.invisible import visible
from governance.rules.schema import closed, given
from store.records.words import Confidence, Flag, Kind, MemoryType

FORBIDDEN: Final = frozenset(
    {
        "action_authority", "actor", "allowed_actions", "approved", "approved_at", "approved_by", "assurance",
        "authority", "authorized_by", "cooled", "decided_by", "findings", "grant", "grants", "origin", "permissions",
        "permitted_use", "place", "review", "review_state", "reviewed_by", "reviewer", "revoked", "role", "scopes",
        "signature", "signed_by", "status", "superseded_by", "trusted", "verified", "verified_by", "withdrawn",
    }
)  # fmt: skip
"""Fields by which a writer would decide about its own record; admission sets what of them there is (R)."""
_FOLDED: Final = frozenset(name.replace("_", "") for name in FORBIDDEN)
_BETWEEN = re.compile(r"[\W_]+")
WORDS: Final = (
    "source", "subject", "project", "topic", "date", "id", "scope", "confidence", "inspired_by", "client_ref", "kind",
    "type", "task", "applies_when", "does_not_apply_when", "category", "content_language", "lane", "continues",
)  # fmt: skip
"""Fields of a few words."""
LISTS: Final = ("corroborating", "refutes", "retrieval_terms", "domain_tags", "open_loops")
LONGEST: Final = 400
"""Characters of a field of a few words."""
MOST: Final = 32
"""Values of a list."""
STRIPPED: Final = 32
"""Fields that are kept of those that were taken off; of more only their number is told."""
_SURROGATES = re.compile("[\ud800-\udfff]")
_TWICE: Final = "It is named twice: say each field once."
_NUL: Final = "It holds a NUL byte, which is no text."
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(slots=True)
class Request:
    """What was sent, read."""

    text: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    """The fields of a few words that were given."""
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kind: Kind = Kind.KNOWLEDGE
    type: MemoryType | None = None
    confidence: Confidence | None = None
    date: str | None = None
    """The day it was given for; None for today."""
    offset: str | None = None
    """The time as it was written, where that was more than a day."""
    typed: tuple[tuple[str, str], ...] = ()
    stripped: list[tuple[str, str]] = field(default_factory=list)
    """Fields that were taken off, with what they said."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    flags: set[Flag] = field(default_factory=set)
    proposed: str | None = None
    """The confidence that its writer would have, for a person to accept."""


def read_request(sent: object, policy: Policy, day_of: Callable[[int], str]) -> Request:
    """Read what was sent; `day_of` gives the user day of a time."""
    found = Request()
    if not isinstance(sent, Mapping):
        found.faults.append(("", f"This is {_named(sent)}; a capture is an object with text, source and kind."))
        return found
    taken: set[str] = set()
    for name, value in sent.items():
        _take(found, str(name).strip(), value, taken)
    _bound(found)
    _kind(found)
    _type(found, policy)
    _confidence(found)
    _date(found, day_of)
    if "source" not in found.fields and not any(name == "source" for name, _ in found.faults):
        found.faults.append(("source", "It has no Source: say where it comes from."))
    return found


def _take(found: Request, name: str, value: object, taken: set[str]) -> None:
    known = name == "text" or name in WORDS or name in FIELDS or name in LISTS
    if known and name in taken:
        if not any(said == (name, _TWICE) for said in found.faults):
            found.faults.append((name, _TWICE))
        return
    taken.add(name)
    if not known:
        flag = Flag.FIELD_STRIPPED if forbidden(name) else Flag.FIELD_UNKNOWN
        if value is not None or flag is Flag.FIELD_STRIPPED:
            found.flags.add(flag)
            found.stripped.append((clean(name)[:LONGEST], _spelt(value)))
    elif value is None:
        return
    elif name == "text":
        if isinstance(value, str):
            found.text = clean(value)
        else:
            found.faults.append((name, f"It is {_named(value)}, not text."))
    elif name in LISTS:
        _list(found, name, value)
    else:
        _short(found, name, value)


def forbidden(name: str) -> bool:
    """Whether a name means a field that no writer may set, however it is spelled: `Status`, `approvedBy`."""
    if name in FORBIDDEN:
        return True
    plain = unicodedata.normalize("NFKC", visible(name)).casefold().removesuffix(" (again)")
    return _BETWEEN.sub("", plain) in _FOLDED


def _bound(found: Request) -> None:
    """Keep a few of the fields that were taken off, those first by which its writer would decide."""
    if len(found.stripped) > STRIPPED:
        first = sorted(found.stripped, key=lambda pair: not forbidden(pair[0]))
        more = f"{len(first) - STRIPPED:,} more fields were taken off; what they said is not kept."
        found.stripped = [*first[:STRIPPED], ("…", more)]


def clean(text: str) -> str:
    """Text as it is kept: one sort of line end, nothing that spells no character, no blanks around."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = _SURROGATES.sub("\ufffd", text).removeprefix("\ufeff")
    return text.strip()


def _short(found: Request, name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        if name in FIELDS and isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = "; ".join(value)
        else:
            found.faults.append((name, f"It is {_named(value)}, not a few words."))
            return
    text = clean(str(value)).replace("\n", " ")
    if "\0" in text:
        found.faults.append((name, _NUL))
    elif len(text) > LONGEST:
        found.faults.append((name, f"It has {len(text):,} characters; {LONGEST} are the most."))
    elif given(text):
        found.fields[name] = text


def _list(found: Request, name: str, value: object) -> None:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list | tuple) or not all(isinstance(one, str) for one in values):
        found.faults.append((name, f"It is {_named(value)}, not a list of words."))
        return
    cleaned = (clean(one).replace("\n", " ") for one in values)
    kept = tuple(dict.fromkeys(text for text in cleaned if visible(text).strip()))
    if any("\0" in one for one in kept):
        found.faults.append((name, _NUL))
    elif len(kept) > MOST or any(len(one) > LONGEST for one in kept):
        found.faults.append((name, f"A list holds at most {MOST} values of {LONGEST} characters."))
    elif kept:
        found.lists[name] = kept


def _kind(found: Request) -> None:
    written = found.fields.pop("kind", None)
    kind = closed(Kind, written)
    if kind is None:
        found.flags.add(Flag.KIND_ASSUMED)
        if written:
            found.stripped.append(("kind", written))
    elif kind is Kind.STATE and "subject" not in found.fields:
        found.flags.add(Flag.SUBJECT_MISSING)
    else:
        found.kind = kind


def _type(found: Request, policy: Policy) -> None:
    written = found.fields.pop("type", None)
    named = [name for name in FIELDS if name in found.fields]
    values = {name: found.fields.pop(name) for name in named}
    if written is None:
        for name in named:
            found.faults.append((name, "Only a record of a type bears it: say which (type)."))
        return
    kind = closed(MemoryType, written)
    if kind is None:
        found.faults.append(("type", f"There is no type {written!r}: {', '.join(MemoryType)}."))
        return
    card = CARDS[kind]
    found.type = kind
    if found.kind not in card.kinds:
        found.faults.append(("type", f"{one_of(kind).capitalize()} record is knowledge: it is never superseded."))
    found.faults += card_faults(kind, values, found.fields, policy)
    if kind in (MemoryType.SEMANTIC, MemoryType.PROCEDURAL):
        found.flags.add(Flag.TYPE_CLAIM)
    found.typed = tuple(values.items())


def _confidence(found: Request) -> None:
    written = found.fields.pop("confidence", None)
    if written is None:
        return
    level = closed(Confidence, written)
    if level is None:
        found.faults.append(("confidence", f"{written!r} is none of {', '.join(Confidence)}."))
    elif level is Confidence.CONFIRMED:
        found.flags.add(Flag.CONFIDENCE_PROPOSED)
        found.proposed = level.value
    else:
        found.confidence = level


def _date(found: Request, day_of: Callable[[int], str]) -> None:
    written = found.fields.pop("date", None)
    if written is None:
        return
    time = time_of(written)
    if time is None:
        found.faults.append(("date", f"{written!r} is no date: write 2026-08-28, or a time with its offset."))
    elif _DAY.fullmatch(written) or time.tzinfo is None:
        found.date = time.date().isoformat()
    else:
        found.date = day_of(int(time.timestamp() * 1_000_000))
    if time is not None and not _DAY.fullmatch(written):
        found.offset = written


def _spelt(value: object) -> str:
    """What a field said that was taken off, as text."""
    if isinstance(value, str):
        return clean(value)[:LONGEST]
    return clean(json.dumps(value, ensure_ascii=False, default=str))[:LONGEST]


def _named(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    names = {str: "text", int: "a number", float: "a number", list: "a list", type(None): "nothing"}
    return names.get(type(value), "an object")
