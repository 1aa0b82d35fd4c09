"""Verbs about what was refused: discard ends its visibility, resubmit sends it again, mended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from governance.errors import Refusal, RefusalKind
from governance.rules.examining import WAITS, Sent, examine
from governance.verb import Decided, Lookup, Target, Verb, payload_of
from store.records.entry import Draft
from store.records.words import (
    Action,
    Door,
    Fault,
    Flag,
    Hold,
    Origin,
    PermittedUse,
    Place,
    Reason,
    Review,
    SourceState,
    Status,
)

MENDED = ("text", "kind", "subject", "source", "date", "project", "topic")


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
    mended = {name: decided.args[name] for name in MENDED if decided.args.get(name)}
    given = {**given_in(target), **mended}
    given.pop("client_ref", None)
    found = examine(Sent(given, Door.DESK), look.policy, lambda _: look.today)
    request = found.request
    if found.fault is not None:
        said = "; ".join(f"{name}: {sentence}" if name else sentence for name, sentence in found.faults)
        kind = RefusalKind.RULE if found.fault is Fault.SECRET else RefusalKind.BAD_INPUT
        raise Refusal(kind, f"{target.id} cannot be sent again so: {said}", "Mend what is named.", (target.id,))
    flags = [flag for flag in found.flags if flag is not Flag.FIELD_UNKNOWN]
    review = Review.NEEDED if set(flags) & WAITS else Review.REVIEWED
    date = request.date or look.today
    source = request.fields["source"]
    state, blocks = look.source(source, target)
    tail = f" Subject: {request.fields['subject']}." if "subject" in request.fields else ""
    body = request.text.replace("\n", "\n  ")
    words: dict[str, Any] = {
        "v": 1,
        "fact": request.text,
        "date": date,
        "source": source,
        **{name: request.fields[name] for name in ("subject", "project", "topic", "scope") if name in request.fields},
    }
    item: dict[str, Any] = {
        "place": Place.INBOX.value,
        "kind": request.kind.value,
        "status": Status.ACTIVE.value,
        "confidence": request.confidence.value if request.confidence else None,
        "source_state": SourceState(state).value,
        "review": review.value,
    }
    item |= {"findings": [flag.value for flag in flags]} if flags else {}
    effect: dict[str, Any] = {
        "verb": "resubmit",
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "item": item,
        "origin": Origin.PERSON.value,
        "permitted_use": (PermittedUse.NONE if review is Review.NEEDED else PermittedUse.TESTIMONY).value,
        "door": Door.DESK.value,
    }
    if blocks:
        effect["links"] = [["source", seq] for seq in blocks]
    line = f"- [{date}] ({request.kind.value}) {body}{tail} Source: {source}.\n"
    told = {"by": target.held.by if target.held else "", "dated": request.date is not None}
    payload = {"v": 1, "bytes": line, "words": words, "capture": told}
    return [
        Draft(Action.CAPTURE, (made,), effect, payload, refs=(target.id,)),
        _settled(target, "resubmit", decided, Hold.RESUBMITTED),
    ]


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
