"""Verbs that settle a conflict: current, both hold, needs evidence, contradict (P§15.2.1).

Which row is current is a claim about the world or a value that somebody owns. So it takes evidence that is in the
archive, or the owner by whose authority it holds; that a person chose it proves nothing, and no Confidence moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.review.verbs.founding import founded, grounds_of
from governance.review.verbs.mending import refuse_succession
from governance.review.verbs.standing import ITEM, no_longer, whole
from governance.rules.cautioning import disputed
from governance.rules.making import fresh, new_item
from governance.rules.odds import other_claims
from governance.verb import Decided, Lookup, Target, Verb, item_change, payload_of, refuse
from store.records.entry import Draft
from store.records.words import Action, Kind, Reason, Relation, Status
from store.views.conflicts import SAME

_NAMED = 3
"""Rows that a refusal names."""


def _live(target: Target) -> str | None:
    """Why an item is no live row that can be current, or be re-keyed."""
    if said := whole(target):
        return said
    row = target.row
    if row and row.kind is not Kind.STATE:
        return "only state has a current row; of knowledge none is picked: merge it, judge one stale, or tell it apart"
    if row and row.status is not Status.ACTIVE:
        return f"it is {row.status}, no live row: keep it first"
    return None


def _current_why_not(target: Target, look: Lookup) -> str | None:
    if said := _live(target):
        return said
    return None if _rivals(target, look) else "no other live row has its subject"


def _rivals(target: Target, look: Lookup) -> tuple[str, ...]:
    """The live rows that stand for its very subject, told apart by nobody; captures wait for the pass."""
    return tuple(other for code, other in look.against(target) if code == SAME)


def _current(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    chosen, *others = targets
    if unnamed := [name for name in _rivals(chosen, look) if name not in {t.id for t in others}]:
        left = ", ".join(unnamed[:_NAMED]) + (f" and {len(unnamed) - _NAMED:,} more" if len(unnamed) > _NAMED else "")
        raise refuse(
            chosen,
            f"every live row of its subject is decided in one: {left} {'is' if len(unnamed) == 1 else 'are'} not named",
            "Name all of them; the first one named is current. Where only one gives way: resolve, with `by`.",
        )
    for other in others:
        refuse_succession(other, chosen)
    told, grounds = grounds_of(targets, decided, look, "what makes it current is not said")
    drafts = [founded(item_change(chosen, "current", told, {}), grounds)]
    for other in others:
        changes = {"status": Status.SUPERSEDED, "superseded_by": chosen.id, "deferred": None}
        link, gone = [(Relation.SUPERSEDED_BY.value, chosen.id)], no_longer(other.row, chosen.id) if other.row else []
        draft = item_change(other, "current", told, changes, action=Action.SUPERSEDE, links=link, unlink=gone)
        drafts.append(founded(draft, grounds))
    return drafts


def _both_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    if target.row and target.row.kind is Kind.KNOWLEDGE:
        return "knowledge has no subject to re-key: where both hold, tell them apart"
    if said := _live(target):
        return said
    return None if look.against(target) else "it is in no conflict"


def _both(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts: list[Draft] = []
    for number, target in enumerate(targets, new):
        claims = other_claims(target, look, {one.id for one in targets})
        drafts += _rekeyed(target, decided, look, f"new:{number}", claims)
    return drafts


def _rekeyed(
    target: Target, decided: Decided, look: Lookup, made: str, claims: Sequence[tuple[str, str]]
) -> list[Draft]:
    """A new item that says the same under another subject; the old one stays as history, unwritten.

    `claims` are about the words, whatever their subject is, so they go on with the new item.
    """
    row, old, subject = target.row, target.words, decided.args.get("subject", "").strip()
    if row is None or old is None:
        raise refuse(target, "there are no words to re-key")
    if subject == old.subject:
        raise refuse(target, "subject: it has that one already", "Name what it is the value of beside the other row.")
    if taken := look.living(subject):
        raise refuse(
            target,
            f"subject: {', '.join(taken)} has {subject!r} already, so both would disagree again",
            "Name a subject that no live row has.",
        )
    if target.id in look.alike(subject):
        raise refuse(
            target,
            f"subject: {subject!r} is only another spelling of its own, {old.subject!r}, so both would disagree again",
            "Name a subject that differs in more than its spelling.",
        )
    words = old.model_copy(
        update={"fact": target.text, "subject": subject, "written_id": None, "as_written": (), "date_hint": None}
    )
    item = fresh(kind=row.kind, confidence=row.confidence, source_state=row.source_state, topic=row.topic)
    item |= {name: str(value) for name, value in (("type", row.type), ("lane", row.lane)) if value}
    link = [(Relation.CORRECTED_BY.value, made)]
    changes: dict[str, Any] = {"status": Status.STALE, "superseded_by": None, "cooled": True, "deferred": None}
    return [
        new_item(Action.MANUAL_CORRECTION, made, "both", decided, item, words, target.sources, claims),
        item_change(target, "both", decided, changes, links=link, unlink=no_longer(row)),
    ]


def _evidence_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    return None if look.against(target) else "it is in no conflict"


def _evidence(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    missing = decided.args.get("missing", "").strip()
    note = "\n".join(said for said in (missing, decided.note) if said)
    told = Decided(decided.reason, decided.shown, note, decided.args)
    return [item_change(target, "evidence", told, {}) for target in targets]


def _contradict_why_not(target: Target, look: Lookup) -> str | None:
    return whole(target)


def _contradict(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    """A link for each pair that is not marked already; that they were once told apart holds no more."""
    drafts: list[Draft] = []
    marked = {
        frozenset((target.id, other))
        for target in targets
        for code, other in look.against(target)
        if code == Relation.CONTRADICTS
    }
    for at, target in enumerate(targets):
        later = [other.id for other in targets[at + 1 :]]
        links = [[Relation.CONTRADICTS.value, o] for o in later if frozenset((target.id, o)) not in marked]
        others = {other.id for other in targets if other is not target}
        unlink = [[r, other] for r, other in sorted(look.links(target.id)) if r == Relation.APART and other in others]
        if links or unlink:
            effect: dict[str, Any] = {
                "verb": "contradict",
                "reason": decided.reason.value,
                "shown": decided.shown.value,
            }
            effect |= {"links": links} if links else {}
            effect |= {"unlink": unlink} if unlink else {}
            drafts.append(Draft(Action.LINK, (target.id,), effect, payload_of(decided.note, None)))
    if not drafts:
        raise refuse(targets[0], "they are marked as contradicting each other already")
    return drafts


CURRENT = Verb(
    name="current",
    label="Is current",
    help="The first one named is current, on evidence or an owner's word; the other live rows of its subject give way.",
    on=ITEM,
    why_not=_current_why_not,
    entries=_current,
    reasons=(Reason.CURRENT_VALUE, Reason.NEWER_VALUE, Reason.OTHER),
    fields=("evidence", "owner"),
    together=True,
    least=2,
    cautions=lambda targets, decided, look: disputed(targets[:1], look, {target.id for target in targets}),
)
BOTH = Verb(
    name="both",
    label="Both hold",
    help="It holds under another subject: a new item says so, and this one stays as history.",
    on=ITEM,
    why_not=_both_why_not,
    entries=_both,
    reasons=(Reason.BOTH_HOLD, Reason.DIFFERENT_THINGS, Reason.OTHER),
    fields=("subject",),
    needs=("subject",),
)
EVIDENCE = Verb(
    name="evidence",
    label="Needs evidence",
    help="Nobody can settle it yet: it stays in conflict, with what is missing.",
    on=ITEM,
    why_not=_evidence_why_not,
    entries=_evidence,
    reasons=(Reason.NEEDS_EVIDENCE, Reason.IN_DOUBT, Reason.OTHER),
    fields=("missing",),
    needs=("missing",),
)
CONTRADICT = Verb(
    name="contradict",
    label="Contradict",
    help="They cannot all hold: they stand in Conflicts until somebody settles it.",
    on=ITEM,
    why_not=_contradict_why_not,
    entries=_contradict,
    reasons=(Reason.IN_CONFLICT, Reason.OTHER),
    together=True,
    least=2,
)
