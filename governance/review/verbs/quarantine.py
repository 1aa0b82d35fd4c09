"""Verbs about what was refused: discard ends its visibility, resubmit sends it again, mended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from governance.errors import Refusal, RefusalKind
from governance.rules.examining import Examined, Sent, examine
from governance.rules.request import Request, clean
from governance.verb import Decided, Lookup, Target, Verb, payload_of, refuse
from store.records.entry import Draft
from store.records.item import Routing
from store.records.words import (
    WAITS,
    Action,
    Door,
    Fault,
    Flag,
    Hold,
    LaneState,
    MemoryType,
    Origin,
    PermittedUse,
    Place,
    Reason,
    Relation,
    Review,
    SourceState,
    Status,
)

MENDED = ("text", "kind", "subject", "source", "date", "project", "topic", "lane")


def _why_not(target: Target, look: Lookup) -> str | None:
    if target.held is None:
        return "it is not in quarantine"
    if target.held.hold is not Hold.KEPT:
        return f"it was {target.held.hold} already"
    return None


def _settled(target: Target, verb: str, decided: Decided, hold: Hold) -> Draft:
    effect: dict[str, Any] = {
        "verb": verb,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "before": {"hold": Hold.KEPT.value},
        "set": {"hold": hold.value},
    }
    return Draft(Action.REVIEW, (target.id,), effect, payload_of(decided.note, None))


def _discard(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [_settled(target, "discard", decided, Hold.DISCARDED) for target in targets]


def given_in(target: Target) -> dict[str, Any]:
    """What was sent, as fields that can be mended; empty where nothing of it was kept."""
    raw = target.held.raw if target.held else None
    if not raw:
        return {}
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"text": raw}


def _resubmit(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for number, target in enumerate(targets, new):
        drafts += _sent_again(target, decided, look, f"new:{number}")
    return drafts


def _sent_again(target: Target, decided: Decided, look: Lookup, made: str) -> list[Draft]:
    found = _examined(target, decided, look)
    request, fields = found.request, found.request.fields
    date, source = request.date or look.today, fields["source"]
    state, blocks = look.source(source, target)
    flags = set(found.flags)
    flags |= {Flag.SOURCE_LOST} if state == SourceState.MISSING else set()
    flags |= {Flag.DATE_AHEAD} if date > look.today else set()
    links: list[list[str | int]] = [[Relation.SOURCE.value, seq] for seq in blocks]
    for other in request.lists.get("refutes", ()):
        if (there := look.item(other)) is not None:
            links.append([Relation.REFUTES.value, there.id])
        else:
            flags.add(Flag.TARGET_LOST)
    if before := fields.get("continues"):
        if (there := look.item(before)) is not None:
            links.append([Relation.CONTINUES.value, there.id])
        else:
            flags.add(Flag.TARGET_LOST)
    review = Review.NEEDED if flags & WAITS else Review.REVIEWED
    item: dict[str, Any] = {
        "place": Place.INBOX.value,
        "kind": request.kind.value,
        "status": Status.ACTIVE.value,
        "confidence": request.confidence.value if request.confidence else None,
        "source_state": SourceState(state).value,
        "review": review.value,
    }
    item |= {"findings": [flag.value for flag in Flag if flag in flags]} if flags else {}
    item |= {"type": request.type.value} if request.type else {}
    item |= {"lane": lane} if (lane := _lane(target, request, look)) else {}
    effect: dict[str, Any] = {
        "verb": "resubmit",
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "item": item,
        "origin": _origin(target, request, look).value,
        "permitted_use": (PermittedUse.NONE if review is Review.NEEDED else PermittedUse.TESTIMONY).value,
        "door": Door.DESK.value,
    }
    effect |= {"links": links} if links else {}
    payload = {"v": 1, "bytes": _line(request, date), "words": _words(request, date), "capture": _told(target, request)}
    return [
        Draft(Action.CAPTURE, (made,), effect, payload, refs=(target.id,)),
        _settled(target, "resubmit", decided, Hold.RESUBMITTED),
    ]


def _lane(target: Target, request: Request, look: Lookup) -> str | None:
    """The lane that it goes into: one for its project, into which something is written; `none` for no lane at all."""
    named = request.fields.get("lane", "none")
    if named.casefold() == "none":
        return None
    lane = look.lane(named, request.fields.get("project"))
    if lane is None or lane.project not in (None, request.fields.get("project")):
        raise refuse(target, f"lane: There is no lane {named!r} for it", "Name another, or none.")
    if lane.state is not LaneState.ACTIVE:
        raise refuse(target, f"lane: {lane.id} takes nothing, being {lane.state.said}", "Name another, or none.")
    return lane.id


def _examined(target: Target, decided: Decided, look: Lookup) -> Examined:
    """What was sent, mended, as admission judges it; refused with every field that still fails."""
    given = given_in(target)
    project = target.held.project if target.held else None
    given |= {"project": project} if project else {}
    given |= {name: decided.args[name] for name in MENDED if decided.args.get(name)}
    given.pop("client_ref", None)
    if project and given["project"] != project:
        raise refuse(target, f"it was sent for {project}, and mending it does not take it elsewhere")
    found = examine(Sent(given, Door.DESK), look.policy, lambda _: look.today)
    faults = found.faults
    if found.fault is None and found.request.type is MemoryType.WORKING:
        faults = (("type", "Working memory belongs to an open task: its writer sends it there."),)
    if faults:
        said = "; ".join(f"{name}: {sentence}" if name else sentence for name, sentence in faults)
        kind = RefusalKind.RULE if found.fault is Fault.SECRET else RefusalKind.BAD_INPUT
        raise Refusal(kind, f"{target.id} cannot be sent again so: {said}", "Mend what is named.", (target.id,))
    return found


def _origin(target: Target, request: Request, look: Lookup) -> Origin:
    """Whose words it is: as when it was first sent; a person's where a person changed them."""
    given = given_in(target)
    text, source = given.get("text"), given.get("source")
    if not isinstance(text, str) or clean(text) != request.text:
        return Origin.PERSON
    blocks = look.source(source, target)[1] if isinstance(source, str) else ()
    return Origin.DOCUMENT if blocks and look.of_document(blocks[0]) else Origin.AGENT


def _words(request: Request, date: str) -> dict[str, Any]:
    fields, lists = request.fields, request.lists
    routing: dict[str, Any] = {name: fields[name] for name in Routing.model_fields if name in fields}
    routing |= {name: list(lists[name]) for name in Routing.model_fields if name in lists}
    words: dict[str, Any] = {
        "fact": request.text,
        "date": date,
        **{name: fields.get(name) for name in ("source", "subject", "scope", "inspired_by", "project", "topic")},
        "corroborating": list(lists.get("corroborating", ())),
        "typed": [list(pair) for pair in request.typed],
        "routing": routing,
        "proposed_confidence": request.proposed,
    }
    return {"v": 1} | {name: value for name, value in words.items() if value}


def _line(request: Request, date: str) -> str:
    """The bytes that the archive keeps; the id is minted later, and stands in the entry."""
    subject = f" Subject: {request.fields['subject']}." if "subject" in request.fields else ""
    body = request.text.replace("\n", "\n  ")
    return f"- [{date}] ({request.kind.value}) {body}{subject} Source: {request.fields['source']}.\n"


def _told(target: Target, request: Request) -> dict[str, Any]:
    """Who sent it first, and what was taken off."""
    told = {
        "by": target.held.by if target.held else "",
        "dated": request.date is not None,
        "stripped": [list(pair) for pair in request.stripped],
    }
    return {name: value for name, value in told.items() if value}


DISCARD = Verb(
    name="discard",
    label="Discard",
    help="It is not shown any more; its bytes stay until they are erased.",
    on=frozenset({"quarantine"}),
    why_not=_why_not,
    entries=_discard,
    reasons=(Reason.NOT_MEMORY, Reason.UNTRUSTED, Reason.DUPLICATE, Reason.OTHER),
)
RESUBMIT = Verb(
    name="resubmit",
    label="Resubmit",
    help="Send it again, mended; it is examined like any capture.",
    on=frozenset({"quarantine"}),
    why_not=_why_not,
    entries=_resubmit,
    reasons=(Reason.SCHEMA_REPAIR, Reason.WORTH_KEEPING, Reason.OTHER),
    fields=MENDED,
)
