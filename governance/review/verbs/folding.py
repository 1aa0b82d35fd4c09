"""Verbs that make a new item of old ones: merge and correct (manual correction)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.review.verbs.standing import ITEM, no_longer, whole
from governance.rules.making import fresh, new_item
from governance.rules.narrowing import narrowest, weakest, worst
from governance.rules.odds import other_claims, refuse_leaving, refuse_overtaking, refuse_picking
from governance.verb import Decided, Lookup, Target, Verb, item_change, refuse
from store.records.entry import Draft
from store.records.item import ItemWords
from store.records.words import Action, Drift, Kind, MemoryType, Reason, Relation, Status

_ONE_BY_ONE = "Merge those that belong together, each lot by itself."


def _merge_why_not(target: Target, look: Lookup) -> str | None:
    if said := whole(target):
        return said
    if target.row and target.row.kind is not Kind.KNOWLEDGE:
        return "only knowledge merges; state rows are resolved, never folded"
    if target.row and target.row.type is MemoryType.WORKING:
        return "working memory belongs to its task and is folded into nothing"
    return None


def _merge(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    if len(targets) < 2:
        raise refuse(targets[0], "a merge needs at least two items", "Mark the others with space.")
    newest = max(targets, key=lambda t: (t.words.date or "" if t.words else "", t.id))
    words = [t.words for t in targets if t.words]
    scopes, projects = {w.scope for w in words}, {w.project for w in words if w.project}
    types = {t.row.type for t in targets if t.row}
    if len(projects) > 1:
        raise refuse(newest, f"they belong to different projects ({', '.join(sorted(projects))})", _ONE_BY_ONE)
    if len(types) > 1:
        raise refuse(newest, "they are of different types: changing a type is a promotion", _ONE_BY_ONE)
    lanes = sorted({t.row.lane for t in targets if t.row and t.row.lane})
    if len(lanes) > 1:
        raise refuse(newest, f"they lie in different lanes ({', '.join(lanes)})", _ONE_BY_ONE)
    text = decided.args.get("text", "").strip()
    refuse_picking(targets, text, look)
    own = newest.words or words[0]
    folded = ItemWords(
        fact=text or newest.text,
        date=max((w.date for w in words if w.date), default=None),
        source="; ".join(dict.fromkeys(w.source for w in words if w.source)),
        scope=narrowest(scopes),
        corroborating=tuple(dict.fromkeys(ref for w in words for ref in w.corroborating)),
        project=next(iter(projects), None),
        topic=own.topic,
        typed=own.typed,
        routing=own.routing,
    )
    rows = [t.row for t in targets if t.row]
    topics = {row.topic for row in rows}
    item = fresh(
        kind=Kind.KNOWLEDGE,
        confidence=weakest([row.confidence for row in rows]),
        source_state=worst([row.source_state for row in rows]),
        topic=topics.pop() if len(topics) == 1 else None,
        **({"type": kind} if (kind := types.pop()) else {}),
        **({"lane": lanes[0]} if lanes else {}),
    )
    made = f"new:{new}"
    sources = sorted({block for t in targets for block in t.sources})
    ids = {target.id for target in targets}
    claims = dict.fromkeys(claim for target in targets for claim in other_claims(target, look, ids))
    drafts = [new_item(Action.MERGE, made, "merge", decided, item, folded, sources, tuple(claims))]
    for target in targets:
        doubtful = target.row and target.row.status is Status.PENDING
        changes: dict[str, Any] = {"cooled": True, "deferred": None}
        if doubtful:
            changes["status"] = Status.STALE
        link = [(Relation.MERGED_INTO.value, made)]
        drafts.append(item_change(target, "merge", decided, changes, action=Action.COOL, links=link))
    return drafts


def _correct_why_not(target: Target, look: Lookup) -> str | None:
    row = target.row
    if row is None or target.words is None:
        return "there are no words to correct"
    if row.status is Status.SUPERSEDED:
        return f"it was superseded by {row.superseded_by}: correct that one"
    if row.kind is None:
        return "it has no kind yet: accept the suggestion or re-tag it first"
    if row.type is MemoryType.WORKING:
        return "working memory is its task's: what is captured for it next takes its place"
    return None


def _correct(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts: list[Draft] = []
    made: dict[str, str] = {}
    values: dict[str, tuple[Target, ...]] = {}
    later = {target.id for target in targets}
    for number, target in enumerate(targets, new):
        later.remove(target.id)
        if subject := _subject_of(target, decided):
            if subject not in values:
                values[subject] = look.values(subject)
            refuse_overtaking(target, values[subject], later)
        claims = [(how, made.get(other, other)) for how, other in other_claims(target, look, later)]
        made[target.id] = f"new:{number}"
        drafts += _correction(target, decided, look, made[target.id], claims)
    return drafts


def _subject_of(target: Target, decided: Decided) -> str:
    """What a corrected state row is the value of; empty for knowledge."""
    if target.row is None or target.words is None or target.row.kind is not Kind.STATE:
        return ""
    return decided.args["subject"].strip() if "subject" in decided.args else target.words.subject or ""


def _correction(
    target: Target, decided: Decided, look: Lookup, made: str, claims: Sequence[tuple[str, str]]
) -> list[Draft]:
    """A new item of other words; `claims` are about what it says, so they go on with it.

    It says the same fact better, which did not happen today: it keeps the date, or the lack of one.
    """
    row, old, args = target.row, target.words, decided.args
    if row is None or old is None:
        raise refuse(target, "there are no words to correct")
    text = (args.get("text") or "").strip()
    subject = (args["subject"].strip() or None) if "subject" in args else old.subject
    if row.kind is not Kind.STATE:
        subject = old.subject
    other_source = args.get("source", "").strip() not in ("", old.source)
    if text in ("", target.text) and not other_source and subject == old.subject:
        raise refuse(target, "a correction needs other words", "Give the corrected text.")
    if row.kind is Kind.STATE and not subject:
        raise refuse(target, "a state item needs a subject")
    if subject != old.subject:
        refuse_leaving(target, look)
    source, state, blocks = old.source, str(row.source_state), target.sources
    if args.get("source"):
        source = args["source"]
        state, blocks = look.source(source, target)
    undated = Drift.DATE_MISSING in row.drift and not old.date
    words = ItemWords(
        fact=text or target.text,
        date=old.date,
        source=source,
        subject=subject if row.kind is Kind.STATE else None,
        scope=old.scope,
        corroborating=old.corroborating,
        extra=old.extra,
        date_hint=(old.date_hint or target.id[4:14]) if undated else None,
        project=old.project,
        topic=old.topic,
        typed=old.typed,
        routing=old.routing,
    )
    item = fresh(kind=row.kind, confidence=row.confidence, source_state=state, topic=row.topic)
    item |= {"drift": [Drift.DATE_MISSING.value]} if undated else {}
    item |= {"type": row.type.value} if row.type else {}
    item |= {"lane": row.lane} if row.lane else {}
    drafts = [new_item(Action.MANUAL_CORRECTION, made, "correct", decided, item, words, blocks, claims)]
    link = [(Relation.CORRECTED_BY.value, made)]
    gone: list[tuple[str, str | int]] = []
    if row.kind is Kind.STATE and subject == old.subject and not row.drift:
        changes: dict[str, Any] = {"status": Status.SUPERSEDED, "superseded_by": made}
        action = Action.SUPERSEDE
        gone = no_longer(row)
    else:
        changes = {"status": Status.STALE, "superseded_by": None, "cooled": True, "drift": ()}
        action = Action.REVIEW
        gone = no_longer(row)
    changes["deferred"] = None
    drafts.append(item_change(target, "correct", decided, changes, action=action, links=link, unlink=gone))
    return drafts


MERGE = Verb(
    name="merge",
    label="Merge",
    help="Fold several pieces of knowledge into one new item; the old ones are cooled and stay.",
    on=ITEM,
    why_not=_merge_why_not,
    entries=_merge,
    reasons=(Reason.DUPLICATE, Reason.OTHER),
    fields=("text",),
    hint=lambda target: any(relation == Relation.LIKE for relation, _ in target.near),
    together=True,
    least=2,
)
CORRECT = Verb(
    name="correct",
    label="Correct",
    help="Write it right: a new item of the same date takes its place and names it; the old one stays as history.",
    on=ITEM,
    why_not=_correct_why_not,
    entries=_correct,
    reasons=(Reason.WRONG_WORDS, Reason.NO_LONGER_TRUE, Reason.OTHER),
    fields=("text", "subject", "source"),
)
