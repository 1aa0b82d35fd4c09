"""Verbs about captures that a person looks at: hold, refuse, and telling apart what a pass found alike."""

from __future__ import annotations

from collections.abc import Sequence

from governance.verb import Decided, Lookup, Target, Verb, item_change, refuse
from store.records.entry import Draft
from store.records.words import Place, Reason, Relation, Review


def no_capture(target: Target) -> str | None:
    """Why an item is no capture that a person can still let pass or stop."""
    row = target.row
    if row is None or row.review is None:
        return "it did not come in by a door, so there is no capture to stop: stale, cool or correct it"
    if target.words is None:
        return "its words were erased"
    if row.place is Place.STORE:
        return "it was distilled already; keep, cool or stale it"
    return None


def _reviewing(name: str, label: str, help_: str, review: Review, reasons: tuple[Reason, ...], *, hint: bool) -> Verb:
    """A verb by which a person stops a capture: it moves how far the capture was looked at, and nothing else."""

    def why_not(target: Target, look: Lookup) -> str | None:
        if said := no_capture(target):
            return said
        return f"it is {review} already" if target.row and target.row.review is review else None

    def entries(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
        return [item_change(target, name, decided, {"review": review}) for target in targets]

    return Verb(
        name=name,
        label=label,
        help=help_,
        on=frozenset({"item"}),
        why_not=why_not,
        entries=entries,
        reasons=reasons,
        hint=lambda target: hint and target.row is not None and target.row.review is Review.NEEDED,
    )


def _apart_why_not(target: Target, look: Lookup) -> str | None:
    return None if target.near or look.against(target) else "nothing was found to be like it, or against it"


def _apart(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    """Of one alone, all that it was found near; of several, the pairs among them, else what a pass found each near."""
    drafts = []
    by = decided.args.get("by", "").strip()
    named = {target.id for target in targets}
    for target in targets:
        others = dict.fromkeys(other for _, other in (*target.near, *look.against(target)))
        noticed = {other for _, other in target.near}
        wanted = {by} if by else named.intersection(others) or (noticed if len(named) > 1 else set(others))
        pairs = [other for other in others if other in wanted]
        if not pairs and not by:
            raise refuse(target, "it disagrees with none of the others that are named", "Name pairs, or one alone.")
        if not pairs:
            known = ", ".join(others)
            raise refuse(target, f"by: {by} was not found to be like it, or against it", f"It was found near {known}.")
        ended = [(relation, other) for relation, other in target.near if other in wanted]
        apart = [(Relation.APART.value, other) for other in pairs]
        drafts.append(item_change(target, "apart", decided, {}, links=apart, unlink=ended))
    return drafts


HOLD = _reviewing(
    "hold",
    "Hold",
    "Keep a capture out of every pass until somebody accepts or refuses it.",
    Review.HELD,
    (Reason.IN_DOUBT, Reason.UNTRUSTED, Reason.OTHER),
    hint=False,
)
REFUSE = _reviewing(
    "refuse",
    "Refuse",
    "A capture goes nowhere; it is kept with who sent it, and leaves the inbox.",
    Review.REFUSED,
    (Reason.UNTRUSTED, Reason.NOT_MEMORY, Reason.WRONG_WORDS, Reason.OTHER),
    hint=True,
)
APART = Verb(
    name="apart",
    label="Not the same",
    help="What seems alike, or in conflict, speaks of different things; of several named, only the pairs among them.",
    on=frozenset({"item"}),
    why_not=_apart_why_not,
    entries=_apart,
    reasons=(Reason.DIFFERENT_THINGS, Reason.OTHER),
    fields=("by",),
)
