"""Promote type: a record that claims more is written anew out of others, and never tagged into being (T).

1. Only by the ways of `WAYS`, by a person, with at least one reference that can be looked at as evidence.
2. The new record bears what the contract card of its type asks for; the old ones are left as they were.
3. No procedure comes of an episode whose outcome is unknown, or anything but verified success.
4. Scope and lane are those of the narrowest parent, the project is their own, confidence is no stronger than they bear.
   What a person has yet to look at is no parent, so that permitted use cannot widen either.
5. What disagrees with a parent contradicts the new record as well; of parents at odds none gives it its words.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

from governance.authority.cards import FIELDS, UNKNOWN, VERIFIED
from governance.promotion.evidence import Evidence, evidence_for
from governance.rules.carding import card_faults, one_of, time_of
from governance.rules.cautioning import disputed
from governance.rules.making import fresh, new_item
from governance.rules.meta import typed_of
from governance.rules.narrowing import WIDTH, narrowest, stronger, weakest, worst
from governance.rules.odds import other_claims, refuse_picking
from governance.rules.request import LONGEST, clean
from governance.rules.schema import closed
from governance.verb import Decided, Lookup, Target, Verb, refuse
from store.records.entry import Draft
from store.records.item import ItemWords
from store.records.words import KEPT_BACK, Action, Confidence, Kind, MemoryType, Reason, Relation, Status
from store.views.conflicts import CLAIMED, SAME

WAYS: Final[Mapping[MemoryType | None, tuple[MemoryType, ...]]] = {
    MemoryType.WORKING: (MemoryType.EPISODIC, MemoryType.SEMANTIC),
    MemoryType.EPISODIC: (MemoryType.SEMANTIC, MemoryType.PROCEDURAL),
    None: (MemoryType.EPISODIC, MemoryType.SEMANTIC),
}
"""From which type a record can be promoted to which; what has no type is held to the same."""
_OWN: Final = (*FIELDS, "scope", "confidence")
_MANY: Final = frozenset({"participants", "provenance", "preconditions", "expected_effects", "validation_evidence"})
"""Fields that may be given more than once; what is said of them is taken together."""
_HINT: Final = "It is a field: --field NAME=VALUE, on the screen the line of that name; `memdesk policy` lists them."


def _why_not(target: Target, look: Lookup) -> str | None:
    row = target.row
    if row is None or target.words is None:
        return "its words were erased: nothing can be made of it"
    if row.drift:
        return f"it drifts from the schema ({', '.join(row.drift)}): accept or mend that first"
    if row.status is Status.SUPERSEDED:
        return f"it is history, superseded by {row.superseded_by}"
    if row.status is not Status.ACTIVE:
        return f"it is {row.status}: settle that first"
    if row.review in KEPT_BACK:
        return "it waits for a person, or was refused: accept it first"
    if row.type not in WAYS:
        return f"{one_of(row.type)} record claims as much as it can" if row.type else None
    return None


def _entries(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    kind, given = _kind(targets, decided), _fields(targets, decided)
    if kind is MemoryType.PROCEDURAL:
        _refuse_unproved(targets)
    typed = {name: given[name] for name in FIELDS if name in given}
    scope, project = _scope(targets, given), _project(targets)
    more = {name: value for name, value in (("scope", scope), ("confidence", given.get("confidence"))) if value}
    evidence = evidence_for(kind, targets, decided.args.get("evidence", ""), look)
    if kind is MemoryType.SEMANTIC:
        typed.setdefault("provenance", "; ".join(evidence.refs))
    if faults := list(card_faults(kind, typed, more, look.policy)):
        raise refuse(targets[0], "; ".join(f"{name}: {said}" for name, said in faults), _HINT)
    _refuse_times(targets, typed, look.today)
    if kind is MemoryType.PROCEDURAL and typed.get("outcome") != VERIFIED:
        raise refuse(targets[0], f"outcome: A procedure is made only once its validation ended in {VERIFIED}.", _HINT)
    words = _words(targets, decided, evidence, look).model_copy(
        update={
            "scope": scope,
            "project": project,
            "typed": tuple((name, typed[name]) for name in FIELDS if name in typed),
        }
    )
    rows = [t.row for t in targets if t.row]
    topics = {row.topic for row in rows}
    item = fresh(
        kind=Kind.KNOWLEDGE,
        confidence=_confidence(targets, given, look),
        source_state=worst([row.source_state for row in rows]),
        topic=topics.pop() if len(topics) == 1 else None,
        type=kind,
    )
    if lane := _lane(targets):
        item["lane"] = lane
    sources = sorted({seq for t in targets for seq in t.sources} | set(evidence.blocks))
    ids = {t.id for t in targets}
    links = [(Relation.DERIVED_FROM.value, t.id) for t in targets]
    links += [link for link in evidence.links if link[1] not in ids]
    links += dict.fromkeys(claim for t in targets for claim in other_claims(t, look, ids, (SAME, *CLAIMED)))
    return [new_item(Action.PROMOTE_TYPE, f"new:{new}", "promote-type", decided, item, words, sources, links)]


def _kind(targets: Sequence[Target], decided: Decided) -> MemoryType:
    written = decided.args.get("type", "")
    kind = closed(MemoryType, written)
    if kind is None:
        raise refuse(targets[0], f"there is no type {written!r}", f"Types: {', '.join(MemoryType)}.")
    for target in targets:
        own = target.row.type if target.row else None
        if kind not in WAYS.get(own, ()):
            ways = ", ".join(WAYS.get(own, ())) or "nothing"
            told = one_of(own) if own else "an untyped"
            raise refuse(target, f"{told} record is promoted to {ways}, not to {kind}")
    return kind


def _fields(targets: Sequence[Target], decided: Decided) -> dict[str, str]:
    """The fields that were given, a line `NAME=VALUE` each."""
    found: dict[str, str] = {}
    for line in decided.args.get("field", "").split("\n"):
        if not line.strip():
            continue
        name, parted, value = (part.strip() for part in line.partition("="))
        if not parted or name not in _OWN:
            raise refuse(targets[0], f"{line.strip()!r} is no field of a type", f"NAME=VALUE, of {', '.join(_OWN)}.")
        if len(value := clean(value)) > LONGEST:
            raise refuse(targets[0], f"{name}: It has {len(value):,} characters; {LONGEST} are the most.", _HINT)
        if name in found and name not in _MANY:
            raise refuse(targets[0], f"{name}: It is named twice: say each field once.", _HINT)
        if value:
            found[name] = f"{found[name]}; {value}" if name in found else value
    return found


def _scope(targets: Sequence[Target], given: Mapping[str, str]) -> str | None:
    """The scope of the new record: that of the narrowest parent, or one within it."""
    scopes = {t.words.scope for t in targets if t.words and t.words.scope}
    own = sorted(scope for scope in scopes if scope not in WIDTH)
    if len(own) > 1:
        raise refuse(
            targets[0], f"scope: They hold for different things ({', '.join(own)}): promote each lot alone.", _HINT
        )
    bound, wanted = narrowest(scopes), given.get("scope")
    if wanted is None:
        return bound
    if bound is None:
        if wanted == WIDTH[-1]:
            raise refuse(targets[0], f"scope: Nothing that it comes from is {wanted}: say for what it holds.", _HINT)
        return wanted
    if wanted != bound and (bound not in WIDTH or narrowest((bound, wanted)) != wanted):
        raise refuse(targets[0], f"scope: {wanted!r} is wider than {bound!r}, of what it comes from.", _HINT)
    return wanted


def _project(targets: Sequence[Target]) -> str | None:
    projects = sorted({t.words.project for t in targets if t.words and t.words.project})
    if len(projects) > 1:
        raise refuse(targets[0], f"they belong to different projects ({', '.join(projects)})")
    return projects[0] if projects else None


def _lane(targets: Sequence[Target]) -> str | None:
    lanes = sorted({t.row.lane for t in targets if t.row and t.row.lane})
    if len(lanes) > 1:
        raise refuse(targets[0], f"they belong to different lanes ({', '.join(lanes)})")
    return lanes[0] if lanes else None


def _refuse_times(targets: Sequence[Target], typed: Mapping[str, str], today: str) -> None:
    """Refuse a validity that is over, or that ends before it begins."""
    begins, ends = (_moment(typed.get(name)) for name in ("valid_from", "valid_to"))
    if begins and ends and ends <= begins:
        raise refuse(targets[0], "valid_to: It ends before it begins.", _HINT)
    if ends and ends <= datetime.datetime.fromisoformat(today).replace(tzinfo=datetime.UTC):
        raise refuse(targets[0], "valid_to: Its validity is over: what held once is an episode.", _HINT)


def _moment(text: str | None) -> datetime.datetime | None:
    found = time_of(text) if text else None
    return found if found is None or found.tzinfo else found.replace(tzinfo=datetime.UTC)


def _refuse_unproved(targets: Sequence[Target]) -> None:
    """Refuse a procedure out of what is not known to have worked."""
    outcomes = [(t, typed_of(t.words, "outcome")) for t in targets]
    unknown = [t.id for t, said in outcomes if not said or said.casefold() == UNKNOWN]
    if unknown:
        raise refuse(
            targets[0],
            f"the outcome of {', '.join(unknown)} is unknown, and an unknown outcome teaches no procedure",
            "Correct the episode once it is known how it ended.",
        )
    if failed := [f"{t.id} ({said})" for t, said in outcomes if said != VERIFIED]:
        raise refuse(
            targets[0],
            f"only {VERIFIED} makes a procedure, and this ended otherwise: {', '.join(failed)}",
            "It stays as history; promote those that succeeded.",
        )


def _confidence(targets: Sequence[Target], given: Mapping[str, str], look: Lookup) -> Confidence | None:
    """What it is believed as: as much as its weakest parent, inferred at most of what says nothing, or repeated."""
    bound = weakest([t.row.confidence for t in targets if t.row])
    if "confidence" not in given:
        return bound
    wanted = closed(Confidence, given["confidence"])
    if wanted is None:
        raise refuse(targets[0], f"confidence: {given['confidence']!r} is none of {', '.join(Confidence)}.", _HINT)
    repeated = len(targets) >= look.policy.promotion_records and not stronger(Confidence.OBSERVED_ONCE, bound)
    if stronger(wanted, bound) and wanted is not Confidence.INFERRED and not repeated:
        raise refuse(
            targets[0],
            f"confidence: {wanted} is more than what it comes from bears; inferred is what a promotion is by itself.",
            f"{look.policy.promotion_records} records that were each observed confirm one another.",
        )
    return wanted


def _words(targets: Sequence[Target], decided: Decided, evidence: Evidence, look: Lookup) -> ItemWords:
    """The words of the new record, as old as the newest of its parents."""
    text = decided.args.get("text", "").strip()
    if not text and len(targets) > 1:
        raise refuse(targets[0], "text: Several records are promoted in words of their own.", "Give them with --text.")
    refuse_picking(targets, text, look)
    newest = max(targets, key=lambda t: (t.words.date or "" if t.words else "", t.id))
    told = [t.words for t in targets if t.words]
    return ItemWords(
        fact=text or newest.text,
        date=max((w.date for w in told if w.date), default=None),
        source="; ".join(dict.fromkeys(w.source for w in told if w.source)) or None,
        corroborating=tuple(dict.fromkeys((*(ref for w in told for ref in w.corroborating), *evidence.refs))),
        topic=newest.words.topic if newest.words else None,
        routing=newest.words.routing if newest.words else None,
    )


def _cautions(targets: Sequence[Target], decided: Decided, look: Lookup) -> tuple[str, ...]:
    """What a person should know before they sign, although it hinders nothing."""
    least, told = look.policy.promotion_records, disputed(targets, look)
    if closed(MemoryType, decided.args.get("type", "")) is MemoryType.EPISODIC or len(targets) >= least:
        return told
    few = "one record" if len(targets) == 1 else f"{len(targets)} records"
    return (f"it rests on {few}; the policy would see {least}", *told)


PROMOTE_TYPE = Verb(
    name="promote-type",
    label="Promote type",
    help="Write a record of a type that claims more, out of these; they stay as they are, and are named by it.",
    on=frozenset({"item"}),
    why_not=_why_not,
    entries=_entries,
    reasons=(Reason.GENERALIZED, Reason.CONFIRMED_STILL_TRUE, Reason.OTHER),
    fields=("type", "evidence", "text", "field"),
    needs=("type", "evidence"),
    together=True,
    cautions=_cautions,
)
VERBS: Final[dict[str, Verb]] = {PROMOTE_TYPE.name: PROMOTE_TYPE}
