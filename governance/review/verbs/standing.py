"""Verbs that only move an item's standing: keep, stale, cool, defer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.review.verbs.founding import at_odds, founded, grounds_of
from governance.verb import Decided, Lookup, Target, Verb, item_change, payload_of, refuse
from store.records.entry import Draft
from store.records.item import ItemRow
from store.records.words import Action, Defer, Kind, Reason, Relation, Status

ITEM = frozenset({"item"})


def whole(target: Target) -> str | None:
    """Why an item cannot be judged yet or any more."""
    row = target.row
    if row is None:
        return "only items can be judged so"
    if target.words is None:
        return "its words were erased"
    if row.drift:
        return f"it drifts from the schema ({', '.join(row.drift)}): accept or mend that first"
    if row.status is Status.SUPERSEDED:
        return f"it was superseded by {row.superseded_by}; undo that decision to bring it back"
    return None


def no_longer(row: ItemRow, successor: str | None = None) -> list[tuple[str, str | int]]:
    """The link to the successor an item had until now, unless that is still its successor."""
    if row.superseded_by in (None, successor):
        return []
    return [(Relation.SUPERSEDED_BY.value, str(row.superseded_by))]


def _keep_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    if target.row and target.row.status is Status.ACTIVE:
        return "it is active already"
    return None


def _keep(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    changes = {"status": Status.ACTIVE, "superseded_by": None, "deferred": None}
    return [item_change(t, "keep", decided, changes, unlink=no_longer(t.row) if t.row else ()) for t in targets]


def _stale_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    if target.row and target.row.status is Status.STALE:
        return "it is judged stale already"
    return None


def _stale(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [_outdated(target, decided, look) for target in targets]


def _outdated(target: Target, decided: Decided, look: Lookup) -> Draft:
    """A row that leaves a conflict so confirms no other row: grounds may be given, and none have to be."""
    told, grounds = grounds_of((target,), decided, look, None)
    changes = {"status": Status.STALE, "superseded_by": None, "deferred": None}
    unlink = no_longer(target.row) if target.row else ()
    return founded(item_change(target, "stale", told, changes, unlink=unlink), grounds)


def _cool_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    row = target.row
    if row and row.kind is not Kind.KNOWLEDGE:
        return "only knowledge cools; a state item gives way to its successor (resolve)"
    if row and row.cooled and row.status is not Status.PENDING:
        return "it is cooled already"
    return None


def _cool(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for target in targets:
        changes: dict[str, object] = {"cooled": True, "deferred": None}
        if target.row and target.row.status is Status.PENDING:
            changes["status"] = Status.ACTIVE
        drafts.append(item_change(target, "cool", decided, changes, action=Action.COOL))
    return drafts


def _defer(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    until = decided.args.get("until", Defer.WEEK.value)
    if until not in set(Defer):
        raise refuse(targets[0], f"{until!r} is no time to put off to", f"Use {', '.join(Defer)}.")
    return [_put_off(target, Defer(until), decided) for target in targets]


def _put_off(target: Target, until: Defer, decided: Decided) -> Draft:
    if target.row is not None:
        return item_change(target, "defer", decided, {"deferred": until})
    effect: dict[str, Any] = {
        "verb": "defer",
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "before": {"deferred": target.deferred},
        "set": {"deferred": until.value},
    }
    if target.block_seq is None:
        return Draft(Action.REVIEW, (target.id,), effect, payload_of(decided.note, None))
    effect["block_seq"] = target.block_seq
    segment = target.id.split("/")[0]
    return Draft(Action.REVIEW, (segment,), effect, payload_of(decided.note, None))


KEEP = Verb(
    name="keep",
    label="Keep",
    help="It still holds: pending or stale becomes active, and a noted successor is cleared.",
    on=ITEM,
    why_not=_keep_why_not,
    entries=_keep,
    reasons=(Reason.CONFIRMED_STILL_TRUE, Reason.MISTAKE, Reason.OTHER),
)
STALE = Verb(
    name="stale",
    label="Stale",
    help="It no longer applies, and what to do about it is not decided yet; nothing else is confirmed by it.",
    on=ITEM,
    why_not=_stale_why_not,
    entries=_stale,
    reasons=(Reason.NO_LONGER_TRUE, Reason.IN_DOUBT, Reason.OTHER),
    fields=("evidence", "owner"),
    founded=at_odds,
)
COOL = Verb(
    name="cool",
    label="Cool",
    help="In doubt: keep it, but away from the hot path. Nothing is deleted.",
    on=ITEM,
    why_not=_cool_why_not,
    entries=_cool,
    reasons=(Reason.IN_DOUBT, Reason.NOT_LOAD_BEARING, Reason.OTHER),
)
DEFER = Verb(
    name="defer",
    label="Not now",
    help="Put it off: it comes back after 1, 7, 30 or 90 days.",
    on=frozenset({"item", "block", "topic"}),
    why_not=lambda target, look: None,
    entries=_defer,
    reasons=(Reason.LATER, Reason.OTHER),
    fields=("until",),
)
