"""What can be done with the rows a person stands on, and what a drift group has in common."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from governance.review.facts import Facts
from governance.rules.shut import out_of_reach
from governance.verb import GROUNDS, Target, Verb
from governance.verbs import VERBS
from store.records.views import Group, Offer
from store.records.words import Drift, Queue, Reason
from store.views.queues import queue_keys

_KINDS = {
    "item": "an item",
    "block": "a block of the archive",
    "topic": "a topic",
    "lane": "a lane",
    "quarantine": "something that was refused",
    "control": "a control",
    "segment": "a segment",
    "run": "a run",
    "task": "a task",
    "source": "a source",
}
"""What a target is, in words."""
NAMED = 4
"""So many of those that are refused for one reason are named."""


def offers(facts: Facts, names: Sequence[str], verbs: Collection[str] | None = None) -> tuple[Offer, ...]:
    """Every verb, those that fit first, the others with the reason why not; of nothing, those that make something.

    `verbs` are the only ones that are judged.
    """
    targets = facts.targets(names)
    judged = [verb for name, verb in VERBS.items() if verbs is None or name in verbs]
    if not targets:
        return tuple(_offer(verb, targets, facts) for verb in judged if not verb.least)
    found = [_offer(verb, targets, facts) for verb in judged]
    return tuple(sorted(found, key=lambda offer: not offer.fits))


def why_not(verb: Verb, targets: Sequence[Target], facts: Facts) -> str | None:
    """Why a verb does not fit these targets, or None when it does."""
    for target in targets:
        if target.what not in verb.on:
            kinds = " or ".join(_KINDS[kind] for kind in sorted(verb.on))
            return f"{target.id} is {_KINDS[target.what]}; {verb.name} is for {kinds}"
        if said := _said(verb, target, facts):
            same = [one.id for one in targets if one.what in verb.on and _said(verb, one, facts) == said]
            return f"{_named(same)}: {said}"
    if len(targets) < verb.least:
        return (
            "it takes at least two; mark the others with space" if verb.least > 1 else "it needs something to be about"
        )
    return None


def _said(verb: Verb, target: Target, facts: Facts) -> str | None:
    return out_of_reach(verb, target) or verb.why_not(target, facts)


def _named(ids: Sequence[str]) -> str:
    """The first of several that are refused for one reason, and how many more there are."""
    more = f" and {len(ids) - NAMED:,} more" if len(ids) > NAMED else ""
    return f"{', '.join(ids[:NAMED])}{more}"


def _offer(verb: Verb, targets: Sequence[Target], facts: Facts) -> Offer:
    said = why_not(verb, targets, facts)
    return Offer(
        name=verb.name,
        label=verb.label,
        help=verb.help,
        fits=said is None,
        why_not=said,
        fields=_fields(verb, targets, facts),
        needs=verb.needs,
        reasons=_reasons(verb, targets[0]) if targets else verb.reasons,
        hint=said is None and bool(targets) and all(verb.hint(t) for t in targets),
        foreign=any(target.what not in verb.on for target in targets),
    )


def _fields(verb: Verb, targets: Sequence[Target], facts: Facts) -> tuple[str, ...]:
    """What it takes of these targets: grounds only where it asks for some."""
    asked = not targets or any(target.what in verb.on and verb.founded(target, facts) for target in targets)
    return verb.fields if asked else tuple(name for name in verb.fields if name not in GROUNDS)


def _reasons(verb: Verb, target: Target) -> tuple[Reason, ...]:
    """The sensible reasons for a thing of this kind, the most likely first."""
    captured = target.row is not None and target.row.review is not None and not target.row.drift
    own = verb.block_reasons if target.what == "block" else verb.capture_reasons if captured else None
    return own or verb.reasons


def groups(facts: Facts) -> tuple[Group, ...]:
    """Drifting items with the same defects, the largest group first."""
    rows = facts.reader.item_rows(queue_keys(facts.reader, Queue.DRIFT))
    words = {name: told for name, (told, _) in facts.reader.words(rows.values()).items()}
    suggestions = facts.suggestions(list(rows.values()), words)
    members: dict[tuple[Drift, ...], list[str]] = {}
    for name, row in rows.items():
        members.setdefault(row.drift, []).append(name)
    found = []
    for drift, names in members.items():
        suggested = [dict(suggestions.get(name, ())) for name in names]
        fields = dict.fromkeys(field for one in suggested for field in one)
        found.append(
            Group(
                key=" ".join(drift),
                drift=drift,
                count=len(names),
                ids=tuple(sorted(names)),
                suggestion=tuple((field, _common(field, suggested)) for field in fields),
            )
        )
    return tuple(sorted(found, key=lambda group: (-group.count, group.key)))


def _common(field: str, told: Sequence[dict[str, str]]) -> str:
    values = {one[field] for one in told if field in one}
    return values.pop() if len(values) == 1 else "each its own"
