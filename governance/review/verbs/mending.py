"""Verbs that mend a record: re-tag, attach a source, resolve, trigger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.authority.effects import SETTLES
from governance.review.verbs.founding import founded, grounds_of, stands
from governance.review.verbs.standing import ITEM, no_longer, whole
from governance.rules.odds import refuse_leaving
from governance.rules.titling import triggers_of
from governance.verb import Decided, Lookup, Target, Verb, item_change, payload_of, refuse
from store.records.entry import Draft
from store.records.item import ItemRow
from store.records.words import (
    KEPT_BACK,
    Action,
    Drift,
    Flag,
    Kind,
    Reason,
    Relation,
    SourceState,
    Status,
    VerbName,
)

_KIND_DRIFT = {Drift.KIND_MISSING, Drift.KIND_UNKNOWN, Drift.SUBJECT_MISSING}


def _open(target: Target, look: Lookup) -> str | None:
    row = target.row
    if row is None or target.words is None:
        return "its words were erased"
    if row.status is Status.SUPERSEDED and not row.drift:
        return f"it was superseded by {row.superseded_by} and is history"
    return None


def _settled(row_drift: Sequence[Drift], gone: set[Drift], status: Status | None) -> dict[str, Any]:
    """The drift that is left, and a status for an item that has none left and none yet."""
    left = tuple(code for code in row_drift if code not in gone)
    if left:
        return {"drift": left}
    return {"drift": (), "status": status or Status.ACTIVE}


def _retag(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [_retagged(target, decided, look) for target in targets]


def _retagged(target: Target, decided: Decided, look: Lookup) -> Draft:
    row, old, args = target.row, target.words, decided.args
    if row is None or old is None:
        raise refuse(target, "there is nothing to tag")
    wanted = args.get("kind") or (row.kind.value if row.kind else "")
    if wanted not in set(Kind):
        raise refuse(target, f"{wanted or 'nothing'!r} is no kind", "A kind is state or knowledge.")
    kind = Kind(wanted)
    subject = (args["subject"].strip() or None) if "subject" in args else old.subject
    if kind is Kind.STATE and subject is None:
        raise refuse(target, "a state item needs a subject", "Name what this is the value of, or tag it knowledge.")
    topic = row.topic
    if args.get("topic"):
        topic = look.topic(args["topic"])
    if (kind, subject, topic) == (row.kind, old.subject, row.topic):
        raise refuse(target, "that is how it is tagged already")
    if (kind, subject) != (row.kind, old.subject):
        refuse_leaving(target, look)
    changes: dict[str, Any] = {"kind": kind, "topic": topic}
    if row.drift:
        changes |= _settled(row.drift, _KIND_DRIFT, row.status)
    changes |= mended(row, SETTLES[VerbName.RETAG])
    gone = without_successor(row, changes)
    words = old.model_copy(update={"subject": subject}) if subject != old.subject else None
    return item_change(target, "retag", decided, changes, words=words, unlink=gone)


def mended(row: ItemRow, settled: frozenset[Flag]) -> dict[str, Any]:
    """What is left of the findings of a capture once some of them hold no more; nothing where none does."""
    left = tuple(flag for flag in row.findings if flag not in settled)
    return {"findings": left} if left != row.findings else {}


def without_successor(row: ItemRow, changes: dict[str, Any]) -> list[tuple[str, str | int]]:
    """Law 6: what is not state has no successor, and waits to be judged if it had; the links to end."""
    if changes["kind"] is Kind.KNOWLEDGE and changes.get("status", row.status) is Status.SUPERSEDED:
        changes["status"] = Status.PENDING
    status = changes.get("status", row.status)
    if row.superseded_by is None or (changes["kind"] is Kind.STATE and status in (Status.SUPERSEDED, Status.PENDING)):
        return []
    changes["superseded_by"] = None
    return no_longer(row)


def _source(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for target in targets:
        row, old, given = target.row, target.words, decided.args.get("source", "").strip()
        if row is None or old is None or not given:
            raise refuse(target, "a Source is needed", "Name an anchor such as archive/2026-06-01.md#3.")
        state, blocks = look.source(given, target)
        changes: dict[str, Any] = {"source_state": state}
        if row.drift:
            changes |= _settled(row.drift, {Drift.SOURCE_MISSING}, row.status)
        if state != SourceState.MISSING:
            changes |= mended(row, SETTLES[VerbName.SOURCE])
        words = old.model_copy(update={"source": given})
        links = [(Relation.SOURCE.value, seq) for seq in blocks if seq not in target.sources]
        unlink = [(Relation.SOURCE.value, seq) for seq in target.sources if seq not in blocks]
        drafts.append(item_change(target, "source", decided, changes, words=words, links=links, unlink=unlink))
    return drafts


def _resolve_why_not(target: Target, look: Lookup) -> str | None:
    if target.what == "block":
        return "it was judged to hold nothing already" if target.skipped else None
    if said := whole(target):
        return said
    row = target.row
    if row and row.kind is not Kind.STATE:
        return "knowledge is never superseded; keep, cool, merge or correct it"
    if row and row.superseded_by is None and not target.rivals:
        return "no other live row of its subject is known to give way to"
    return None


def _resolve(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [_skip(t, decided) if t.what == "block" else _superseded(t, decided, look) for t in targets]


def _skip(target: Target, decided: Decided) -> Draft:
    effect = {
        "verb": "resolve",
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "block_seq": target.block_seq,
        "before": {"skipped": target.skipped},
        "set": {"skipped": True},
    }
    segment = target.id.split("/")[0]
    return Draft(Action.AUTODREAM_SKIP, (segment,), effect, payload_of(decided.note, None))


def _superseded(target: Target, decided: Decided, look: Lookup) -> Draft:
    row, old = target.row, target.words
    if row is None or old is None:
        raise refuse(target, "there is nothing to resolve")
    by = decided.args.get("by") or row.superseded_by or _only(target)
    successor = look.item(by) if by else None
    if successor is None or successor.row is None or successor.words is None:
        raise refuse(target, f"its successor {by or ''} is not there", "Name one with `by`.")
    refuse_succession(target, successor)
    unsaid = f"what makes {successor.id} current is not said" if stands(target, look) else None
    told, grounds = grounds_of((target, successor), decided, look, unsaid)
    changes = {"status": Status.SUPERSEDED, "superseded_by": successor.id, "deferred": None}
    link, gone = [(Relation.SUPERSEDED_BY.value, successor.id)], no_longer(row, successor.id)
    draft = item_change(target, "resolve", told, changes, action=Action.SUPERSEDE, links=link, unlink=gone)
    return founded(draft, grounds)


def refuse_succession(target: Target, successor: Target) -> None:
    """Refuse what law 6 does not allow: a row gives way to a live state row with exactly its subject alone."""
    row, old, new = target.row, target.words, successor.words
    if row is None or old is None or successor.row is None or new is None:
        raise refuse(target, "there is nothing to resolve")
    if successor.id == target.id:
        raise refuse(target, "an item cannot succeed itself")
    if successor.row.kind is not Kind.STATE or row.kind is not Kind.STATE:
        raise refuse(target, "only state supersedes state (same kind on both rows)")
    if new.subject != old.subject or not old.subject:
        raise refuse(
            target,
            f"its subject {old.subject!r} is not {new.subject!r}",
            "Subjects must be equal as strings; re-tag one if they mean the same.",
        )
    if not successor.row.live:
        raise refuse(target, f"its successor {successor.id} is not active")
    if successor.row.review in KEPT_BACK:
        raise refuse(target, f"its successor {successor.id} waits for a person, or was refused", "Accept that first.")
    if new.project != old.project:
        raise refuse(target, f"its successor {successor.id} belongs to another project")
    if successor.row.lane != row.lane:
        raise refuse(target, f"its successor {successor.id} lies in another lane")


def _only(target: Target) -> str | None:
    if len(target.rivals) > 1:
        raise refuse(
            target,
            f"more than one live row shares its subject: {', '.join(target.rivals)}",
            "Name the current one with `by`.",
        )
    return target.rivals[0] if target.rivals else None


def _trigger(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for target in targets:
        topic = dict(target.topic or {})
        topic.pop("note", None)
        triggers = triggers_of(decided.args.get("triggers", ""))
        if not triggers:
            raise refuse(target, "a trigger needs words", "Say when the topic should be read.")
        effect = {
            "verb": "trigger",
            "reason": decided.reason.value,
            "shown": decided.shown.value,
            "layer": topic.pop("layer", None),
            "run": topic.pop("run", None),
            "triggered": True,
        }
        payload = {**topic, "v": 1, "triggers": triggers}
        if decided.note:
            payload["note"] = decided.note
        drafts.append(Draft(Action.TOPIC, (target.id,), effect, payload))
    return drafts


RETAG = Verb(
    name="retag",
    label="Re-tag",
    help="Change its kind, subject or topic. In doubt it is knowledge.",
    on=ITEM,
    why_not=_open,
    entries=_retag,
    reasons=(Reason.WRONG_KIND, Reason.SCHEMA_REPAIR, Reason.ROUTING, Reason.OTHER),
    fields=("kind", "subject", "topic"),
)
SOURCE = Verb(
    name="source",
    label="Source",
    help="Say where it came from; an archive anchor is looked up at once.",
    on=ITEM,
    why_not=_open,
    entries=_source,
    reasons=(Reason.SOURCE_FOUND, Reason.SCHEMA_REPAIR, Reason.OTHER),
    fields=("source",),
    needs=("source",),
)
RESOLVE = Verb(
    name="resolve",
    label="Resolve",
    help="A state row gives way to the live row of its subject, if live on grounds; a block holds nothing to distil.",
    on=frozenset({"item", "block"}),
    why_not=_resolve_why_not,
    entries=_resolve,
    reasons=(Reason.NEWER_VALUE, Reason.OTHER),
    block_reasons=(Reason.NOTHING_TO_DISTIL, Reason.OTHER),
    fields=("evidence", "owner", "by"),
    founded=stands,
    hint=lambda t: t.row is not None and t.row.superseded_by is not None,
)
TRIGGER = Verb(
    name="trigger",
    label="Trigger",
    help="Say when a topic should be read, so that it is found.",
    on=frozenset({"topic"}),
    why_not=lambda target, look: None,
    entries=_trigger,
    reasons=(Reason.ROUTING, Reason.OTHER),
    fields=("triggers",),
    needs=("triggers",),
)
