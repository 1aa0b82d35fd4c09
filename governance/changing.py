"""What drafts would change, told for a person to see before it happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from governance.verb import Target
from store.records.controls import SOURCE_NAMED
from store.records.entry import Draft
from store.records.views import Change
from store.records.words import Action, Relation, VerbName


def changes_of(drafts: Sequence[Draft], targets: Mapping[str, Target]) -> tuple[Change, ...]:
    """What these drafts would change, for a person to see before it happens."""
    found: list[Change] = []
    blocks = {t.block_seq: t.id for t in targets.values()}
    sources = {d.subjects[0]: f"{SOURCE_NAMED}{d.payload['name']}" for d in drafts if _names_source(d) and d.payload}
    for draft in drafts:
        effect = draft.effect
        name = blocks[effect["block_seq"]] if "block_seq" in effect else draft.subjects[0]
        if "item" in effect:
            words = (draft.payload or {}).get("words", {})
            found.append(Change(id=name, field="new item", before=None, after=_text(words, targets)))
            told = {c: effect["item"].get(c) for c in ("kind", "status", "confidence")}
            told |= {c: words.get(c) for c in ("subject", "source", "date")}
            found += [_change(name, c, None, value) for c, value in told.items() if value]
            if draft.action is Action.PROMOTE_TYPE:
                found += _promoted(name, draft, words)
        for column, after in effect.get("set", {}).items():
            before = effect.get("before", {}).get(column)
            if before != after:
                found.append(_change(name, column, before, after))
        if "control" in effect:
            found += _control_changed(effect["control"], sources)
        elif effect.get("verb") == VerbName.EVIDENCE:
            found.append(_change(name, "missing", None, (draft.payload or {}).get("note")))
        elif effect.get("grounds") and not effect.get("set"):
            found.append(_change(name, "current", None, (draft.payload or {}).get("note")))
        elif not effect.get("set") and "item" not in effect:
            found += links_changed(name, effect)
        if effect.get("restore", 0) is None:
            found.append(_change(name, "in use", True, False))
        if effect.get("words"):
            found += _words_changed(name, targets.get(name), (draft.payload or {}).get("words", {}))
        if draft.action in (Action.TOPIC, Action.LANE) and "set" not in effect:
            found += _told_of(name, draft, targets.get(name))
    return tuple(found)


def minded(targets: Sequence[Target], cautions: Sequence[str]) -> tuple[Change, ...]:
    """What whoever signs should know, although it hinders nothing, beside what would change."""
    return tuple(Change(id=targets[0].id, field="caution", before=None, after=said) for said in cautions)


def _told_of(name: str, draft: Draft, target: Target | None) -> list[Change]:
    """What a topic or a lane says of itself from now on."""
    words, before = draft.payload or {}, (target.topic if target else None) or {}
    told: list[Change] = []
    if draft.action is Action.LANE:
        told.append(_change(name, "new lane", None, words.get("title")))
        told += [_change(name, c, None, words[c]) for c in ("project", "purpose") if words.get(c)]
        return [*told, _change(name, "read by", None, "grant" if draft.effect["closed"] else "all")]
    if target is None:
        told.append(_change(name, "new topic", None, words.get("title")))
    elif words.get("title") != before.get("title"):
        told.append(_change(name, "title", before.get("title"), words.get("title")))
    old, new = (list(one.get("triggers", ())) for one in (before, words))
    if old != new or not told:
        told.append(_change(name, "triggers", "; ".join(old) or None, "; ".join(new) or None))
    return told


def _promoted(name: str, draft: Draft, words: Mapping[str, Any]) -> list[Change]:
    """What a promoted record claims, and what it is made of and rests on."""
    told = [("type", draft.effect["item"]["type"]), ("scope", words.get("scope")), *words.get("typed", ())]
    for relation, label in ((Relation.DERIVED_FROM, "made of"), (Relation.REFERENCES, "rests on")):
        others = [str(other) for kind, other in draft.effect["links"] if kind == relation]
        told.append((label, ", ".join(others)))
    return [_change(name, field, None, value) for field, value in told if value]


def _names_source(draft: Draft) -> bool:
    """Whether a draft gives a source its id."""
    return draft.action is Action.SOURCE and draft.subjects[0].startswith("new:")


def _control_changed(control: Mapping[str, Any], sources: Mapping[str, str]) -> list[Change]:
    """What a control event changes: of every id that it names, whether it may influence anything."""
    withdraws = control["action"] == "withdraw"
    before, after = ("eligible", "withdrawn") if withdraws else ("withdrawn", "eligible again")
    before = "withdrawn, its chain broken" if control.get("settles") else before
    terms = [term for part in control["scope"].values() for term in part]
    return [_change(sources.get(term, term), "influence", before, after) for term in terms]


def links_changed(name: str, effect: Mapping[str, Any]) -> list[Change]:
    """What an effect changes that touches nothing but links."""
    gone = [_change(name, relation, other, None) for relation, other in effect.get("unlink", ())]
    return gone + [_change(name, relation, None, other) for relation, other in effect.get("links", ())]


def _change(name: str, column: str, before: Any, after: Any) -> Change:
    return Change(id=name, field=column, before=_word(before), after=_word(after))


def _word(value: Any) -> str | None:
    if value is None or value == []:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _text(words: Mapping[str, Any], targets: Mapping[str, Target]) -> str:
    fact = words.get("fact")
    if isinstance(fact, str):
        return fact
    near = next((t for t in targets.values() if fact and t.block == fact["block"]), None)
    return near.block_text if near else ""


def _words_changed(name: str, target: Target | None, words: Mapping[str, Any]) -> list[Change]:
    old = target.words.model_dump(mode="json", exclude_defaults=True) if target and target.words else {}
    return [
        _change(name, column, old.get(column), words.get(column))
        for column in ("subject", "source", "date", "scope")
        if old.get(column) != words.get(column)
    ]
