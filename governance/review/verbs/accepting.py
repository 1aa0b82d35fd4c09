"""Accept: take the suggestion that mends a drifting item, or keep an archived block as knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.authority.effects import SETTLES
from governance.review.verbs.mending import mended, without_successor
from governance.rules.schema import MENDED_BY
from governance.verb import Decided, Lookup, Target, Verb, item_change, payload_of, refuse
from store.records.entry import Draft
from store.records.item import ItemWords, Span
from store.records.words import (
    Action,
    Confidence,
    Kind,
    Place,
    Reason,
    Relation,
    Review,
    SourceState,
    Status,
    VerbName,
)


def _accept_why_not(target: Target, look: Lookup) -> str | None:
    if target.what == "block" or _waits(target):
        return None
    if target.row is None or not target.row.drift:
        return "it neither drifts nor waits for anybody: there is nothing to accept"
    if not target.suggestion:
        return "there is no suggestion for it: re-tag it, give a source, or correct it"
    return None


def _accept(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for target in targets:
        if target.what == "block":
            drafts.append(_distilled(target, decided, f"new:{new}"))
            new += 1
        elif _waits(target):
            drafts.append(_let_pass(target, decided))
        else:
            drafts.append(_accepted(target, decided))
    return drafts


def _waits(target: Target) -> bool:
    """Whether a capture waits for a person: to let it pass, or to believe it as its writer would have it."""
    row = target.row
    if row is None or row.drift or target.words is None or row.review is None:
        return False
    proposed = target.words.proposed_confidence is not None and row.confidence is None
    return row.review in (Review.NEEDED, Review.HELD) or proposed


def _let_pass(target: Target, decided: Decided) -> Draft:
    changes: dict[str, Any] = {"review": Review.REVIEWED}
    if target.row and target.words and target.words.proposed_confidence and target.row.confidence is None:
        changes["confidence"] = Confidence(target.words.proposed_confidence)
        changes |= mended(target.row, SETTLES[VerbName.ACCEPT])
    return item_change(target, "accept", decided, changes)


def _accepted(target: Target, decided: Decided) -> Draft:
    row, old = target.row, target.words
    if row is None or old is None:
        raise refuse(target, "its words were erased")
    given = dict(target.suggestion)
    left = tuple(code for code in row.drift if MENDED_BY.get(code) not in given)
    changes: dict[str, Any] = {"drift": left}
    kind = given.get("kind", row.kind)
    changes["kind"] = Kind(kind) if kind else Kind.KNOWLEDGE
    changes["status"] = Status(given.get("status") or row.status or Status.ACTIVE)
    gone = without_successor(row, changes)
    if "confidence" in given:
        changes["confidence"] = Confidence(given["confidence"])
    links: list[tuple[str, str | int]] = []
    updates: dict[str, Any] = {}
    if "source" in given:
        updates["source"] = given["source"]
        changes["source_state"] = SourceState.FOUND
        if row.block is not None:
            links.append((Relation.SOURCE.value, row.block))
    if "date" in given:
        updates["date"] = given["date"]
    words = old.model_copy(update=updates) if updates else None
    return item_change(target, "accept", decided, changes, words=words, links=links, unlink=gone)


def _distilled(target: Target, decided: Decided, made: str) -> Draft:
    """A block that a person found worth keeping, as knowledge anchored in it."""
    block, text = target.block, target.block_text
    if block is None or not text:
        raise refuse(target, "its words were erased")
    words = ItemWords(
        fact=Span(block=block, start=target.block_span[0], end=target.block_span[1]),
        date=target.id[4:14],
        source=target.anchor or target.id,
    )
    effect: dict[str, Any] = {
        "verb": "accept",
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "item": {
            "place": Place.STORE.value,
            "kind": Kind.KNOWLEDGE.value,
            "status": Status.ACTIVE.value,
            "confidence": None,
            "source_state": SourceState.FOUND.value,
            "block": block,
            "drift": [],
        },
        "links": [[Relation.SOURCE.value, block]],
    }
    payload = payload_of(decided.note, words)
    return Draft(Action.CAPTURE, (made,), effect, payload, refs=(block,))


ACCEPT = Verb(
    name="accept",
    label="Accept",
    help="Let a capture pass, take the suggestion that mends a drifting item, or keep a block as knowledge.",
    on=frozenset({"item", "block"}),
    why_not=_accept_why_not,
    entries=_accept,
    reasons=(Reason.SCHEMA_REPAIR, Reason.OTHER),
    block_reasons=(Reason.WORTH_KEEPING, Reason.OTHER),
    capture_reasons=(Reason.WORTH_KEEPING, Reason.CONFIRMED_STILL_TRUE, Reason.OTHER),
)
