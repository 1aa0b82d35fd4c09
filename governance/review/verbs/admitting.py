"""Verbs about captures that a person looks at: hold, refuse, and telling apart what a pass found alike."""

from __future__ import annotations

from collections.abc import Sequence

from governance.verb import Decided, Lookup, Target, Verb, item_change, refuse
from store.records.entry import Draft
from store.records.words import Place, Reason, Relation, Review

SUGGESTED = (Relation.LIKE.value, Relation.AGAINST.value)


def no_capture(target: Target) -> str | None:
    """Why an item is no capture that a person can still let pass or stop."""
    row = target.row
    if row is None or row.review is None:
        return "it did not come in by a door"
    if target.words is None:
        return "its words were erased"
    if row.place is Place.STORE:
        return "it was distilled already; keep, cool or stale it"
    return None


def _hold_why_not(target: Target, look: Lookup) -> str | None:
    if said := no_capture(target):
        return said
    return "it is held already" if target.row and target.row.review is Review.HELD else None


def _hold(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [item_change(target, "hold", decided, {"review": Review.HELD}) for target in targets]


def _refuse_why_not(target: Target, look: Lookup) -> str | None:
    if said := no_capture(target):
        return said
    return "it is refused already" if target.row and target.row.review is Review.REFUSED else None


def _refuse(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [item_change(target, "refuse", decided, {"review": Review.REFUSED}) for target in targets]


def _apart_why_not(target: Target, look: Lookup) -> str | None:
    return None if target.near else "no pass found it like another, or against one"


def _apart(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for target in targets:
        by = decided.args.get("by")
        pairs = [(relation, other) for relation, other in target.near if by in (None, "", other)]
        if not pairs:
            others = ", ".join(other for _, other in target.near)
            raise refuse(target, f"no pass found it like {by}, or against it", f"It was found near {others}.")
        apart = [(Relation.APART.value, other) for other in dict.fromkeys(other for _, other in pairs)]
        drafts.append(item_change(target, "apart", decided, {}, links=apart, unlink=pairs))
    return drafts


HOLD = Verb(
    name="hold",
    label="Hold",
    help="Keep a capture out of every pass until somebody accepts or refuses it.",
    on=frozenset({"item"}),
    why_not=_hold_why_not,
    entries=_hold,
    reasons=(Reason.IN_DOUBT, Reason.UNTRUSTED, Reason.OTHER),
)
REFUSE = Verb(
    name="refuse",
    label="Refuse",
    help="A capture goes nowhere; it is kept with who sent it, and leaves the inbox.",
    on=frozenset({"item"}),
    why_not=_refuse_why_not,
    entries=_refuse,
    reasons=(Reason.UNTRUSTED, Reason.NOT_MEMORY, Reason.WRONG_WORDS, Reason.OTHER),
    hint=lambda target: target.row is not None and target.row.review is Review.NEEDED,
)
APART = Verb(
    name="apart",
    label="Not the same",
    help="What a pass found alike, or against each other, speaks of different things; it is not suggested again.",
    on=frozenset({"item"}),
    why_not=_apart_why_not,
    entries=_apart,
    reasons=(Reason.DIFFERENT_THINGS, Reason.OTHER),
    fields=("by",),
)
