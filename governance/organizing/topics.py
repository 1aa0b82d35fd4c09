"""Verbs about topics: make one, give it another title, split one, merge several (M); items stay what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.organizing.titles import taken, title_of
from governance.rules.titling import LONGEST, each_once, triggers_of
from governance.verb import Decided, Lookup, Target, Verb, item_change, refuse
from store.records.entry import Draft
from store.records.words import Action, Reason, Relation, VerbName


def _own_title(decided: Decided, look: Lookup, topic: str | None = None) -> str:
    """The title that was given, which no other topic bears."""
    title = title_of(decided, "topic")
    if there := [one for one in look.topics_titled(title) if one.id != topic]:
        raise taken(title, there[0].id, (there[0].title, there[0].file), "topic")
    return title


def _made(verb: VerbName, decided: Decided, look: Lookup, new: int, layer: str | None) -> Draft:
    triggers = triggers_of(decided.args.get("triggers", ""))
    if any(len(word) > LONGEST for word in triggers):
        raise refuse("triggers", f"one is longer than {LONGEST} characters")
    effect = _effect(verb, decided, layer, None, triggered=bool(triggers))
    payload = {"v": 1, "file": "", "title": _own_title(decided, look), "triggers": triggers}
    return Draft(Action.TOPIC, (f"new:{new}",), effect, payload | _note(decided))


def _effect(verb: VerbName, decided: Decided, layer: Any, run: Any, *, triggered: bool) -> dict[str, Any]:
    return {
        "verb": verb.value,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "layer": layer,
        "run": run,
        "triggered": triggered,
    }


def _note(decided: Decided) -> dict[str, str]:
    return {"note": decided.note} if decided.note else {}


def _under(targets: Sequence[Target], verb: VerbName, decided: Decided, topic: str) -> list[Draft]:
    return [item_change(target, verb.value, decided, {"topic": topic}) for target in targets]


def _new_topic(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = [_made(VerbName.NEW_TOPIC, decided, look, new, None)]
    return drafts + _under(targets, VerbName.NEW_TOPIC, decided, f"new:{new}")


def _split_why_not(target: Target, look: Lookup) -> str | None:
    return None if target.row and target.row.topic else "it lies under no topic: new-topic makes one of it"


def _split(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    topics = {target.row.topic for target in targets if target.row}
    if len(topics) > 1:
        raise refuse(targets[0], f"they lie under several topics ({', '.join(sorted(map(str, topics)))})")
    [topic] = topics
    if len(look.members(str(topic))) <= len(targets):
        raise refuse(str(topic), "nothing would be left under it: retitle it instead")
    drafts = [_made(VerbName.SPLIT_TOPIC, decided, look, new, look.layer(str(topic)))]
    return drafts + _under(targets, VerbName.SPLIT_TOPIC, decided, f"new:{new}")


def _said_anew(verb: VerbName, target: Target, decided: Decided, **words: Any) -> Draft:
    """A topic that stands, with some of its words changed."""
    payload = {name: value for name, value in (target.topic or {}).items() if name != "note"}
    layer, run = payload.pop("layer", None), payload.pop("run", None)
    payload |= {"v": 1, **words}
    effect = _effect(verb, decided, layer, run, triggered=bool(payload.get("triggers")))
    return Draft(Action.TOPIC, (target.id,), effect, payload | _note(decided))


def _retitle(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    if len(targets) > 1:
        raise refuse(targets[1], "one title is for one topic: retitle them one by one")
    [target] = targets
    title = _own_title(decided, look, target.id)
    if title == (target.topic or {}).get("title"):
        raise refuse(target, "that is its title already")
    return [_said_anew(VerbName.RETITLE, target, decided, title=title)]


def _merge(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    asked = decided.args.get("to", "").strip() or targets[0].id
    wanted = look.topic(asked)
    into = next((target for target in targets if target.id == wanted), None)
    if into is None:
        raise refuse("to", f"{asked!r} is none of the topics that are merged", "Name the one that stays.")
    gone = [target for target in targets if target is not into]
    triggers = list((into.topic or {}).get("triggers", ()))
    for target in gone:
        triggers += (target.topic or {}).get("triggers", ())
    triggers = each_once(triggers)
    drafts = []
    if triggers != list((into.topic or {}).get("triggers", ())):
        drafts.append(_said_anew(VerbName.MERGE_TOPICS, into, decided, triggers=triggers))
    for target in gone:
        drafts += _under(look.members(target.id), VerbName.MERGE_TOPICS, decided, into.id)
        effect: dict[str, Any] = {
            "verb": VerbName.MERGE_TOPICS.value,
            "reason": decided.reason.value,
            "shown": decided.shown.value,
            "restore": None,
            "links": [[Relation.MERGED_INTO.value, into.id]],
        }
        note = {"v": 1} | _note(decided) if decided.note else None
        drafts.append(Draft(Action.REVIEW, (target.id,), effect, note, refs=(into.id,)))
    return drafts


NEW_TOPIC = Verb(
    name="new-topic",
    label="New topic",
    help="Make a topic, empty or of what is marked, with the words that lead to it.",
    on=frozenset({"item"}),
    why_not=lambda target, look: None,
    entries=_new_topic,
    reasons=(Reason.ORGANIZED, Reason.ROUTING, Reason.OTHER),
    fields=("title", "triggers"),
    needs=("title",),
    least=0,
)
RETITLE = Verb(
    name="retitle",
    label="Retitle",
    help="Give a topic another title; its page, triggers and items stay.",
    on=frozenset({"topic"}),
    why_not=lambda target, look: None,
    entries=_retitle,
    reasons=(Reason.ROUTING, Reason.ORGANIZED, Reason.OTHER),
    fields=("title",),
    needs=("title",),
)
SPLIT_TOPIC = Verb(
    name="split-topic",
    label="Split topic",
    help="Make a topic of its own of some items of one; the others stay where they are.",
    on=frozenset({"item"}),
    why_not=_split_why_not,
    entries=_split,
    reasons=(Reason.ORGANIZED, Reason.ROUTING, Reason.OTHER),
    fields=("title", "triggers"),
    needs=("title",),
    together=True,
)
MERGE_TOPICS = Verb(
    name="merge-topics",
    label="Merge topics",
    help="All items of several topics go to one of them, the first or the one named; the others end, and are logged.",
    on=frozenset({"topic"}),
    why_not=lambda target, look: None,
    entries=_merge,
    reasons=(Reason.DUPLICATE, Reason.ORGANIZED, Reason.OTHER),
    fields=("to",),
    together=True,
    least=2,
)
