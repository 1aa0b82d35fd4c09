"""What the effects of decisions about lanes, topics and edges of the ledger may be (M)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from governance.authority.scope import Facts, covers
from store.records.words import Action, Field, LaneState, Relation, VerbName

if TYPE_CHECKING:
    from governance.authority.facts import Grant
    from governance.authority.judge import Act

_LANES: Final = {
    VerbName.NEW_LANE: LaneState.ACTIVE, VerbName.FREEZE: LaneState.FROZEN, VerbName.THAW: LaneState.ACTIVE,
    VerbName.CLEAR: LaneState.CLEARED,
}  # fmt: skip
"""The state in which each verb about a lane leaves it."""
FOUNDS: Final = {
    VerbName.NEW_LANE: Action.LANE, VerbName.NEW_TOPIC: Action.TOPIC, VerbName.SPLIT_TOPIC: Action.TOPIC,
}  # fmt: skip
"""The verbs that make a lane or a topic, and the one effect by which they do."""
_LEDGER: Final = {
    VerbName.LINK: frozenset({Relation.CONTINUES, Relation.REFERENCES, Relation.SOLVES}),
    VerbName.CONTRADICT: frozenset({Relation.CONTRADICTS}),
    VerbName.MERGE_TOPICS: frozenset({Relation.MERGED_INTO}),
}
"""The edges that a verb about the ledger may begin."""


def organizing_fault(verb: VerbName, act: Act, targets: set[str]) -> str | None:
    """Why an effect about a lane, a topic or an edge says more than its verb does, or None."""
    effect, put = act.effect, act.effect.get("set") or {}
    state = effect.get("state") or put.get("state")
    if act.action is Action.LANE and state != _LANES.get(verb):
        return f"{verb} leaves no lane {state}"
    if act.action is Action.LANE and "state" in effect and verb is not VerbName.NEW_LANE:
        return f"{verb} makes no lane"
    if verb in _LEDGER and {link[0] for link in effect.get("links", ())} - _LEDGER[verb]:
        return f"{verb} begins no such edge"
    if verb is not VerbName.MERGE_TOPICS:
        return None
    if act.action is Action.REVIEW and "restore" not in effect and put.get("topic") not in targets:
        return f"it puts {act.subjects[0]} under {put.get('topic')}, which none of its decisions is about"
    if "restore" in effect and (effect["restore"] is not None or act.subjects[0] not in targets):
        return f"{verb} ends the topics that it is about, and nothing else"
    return None


def merging_fault(
    decisions: Sequence[Mapping[str, Any]], acts: Sequence[Act], known: Callable[[str], Facts | None]
) -> str | None:
    """Why a merge of topics moves an item that lies under none of them, or None; erased words are not asked."""
    topics = {name for d in decisions if d["verb"] == VerbName.MERGE_TOPICS for name in d["targets"]}
    for act in acts:
        if act.effect.get("verb") == VerbName.MERGE_TOPICS and "set" in act.effect:
            facts = known(act.subjects[0])
            if facts is not None and facts.get("topic") not in topics:
                return f"it moves {act.subjects[0]}, which lies under none of the topics that it merges"
    return None


def beyond(chain: Sequence[Grant], verb: VerbName, acts: Sequence[Act]) -> str | None:
    """Why a grant does not reach what a verb makes out of nothing, or the lane that it moves an item into, or None.

    A lane is reached by its project alone, a topic by no term at all. What was erased is not asked.
    """
    for act in acts:
        if act.effect.get("verb") != verb:
            continue
        put = act.effect.get("set") or {}
        for link in chain:
            scope = link.scope or ()
            if FOUNDS.get(verb) is act.action and act.payload is not None:
                if not covers(scope, {"project": act.payload.get("project")}):
                    return f"{link.id} does not reach what it would make"
            elif "lane" in put and not covers([t for t in scope if t.field is Field.LANE], {"lane": put["lane"]}):
                return f"{link.id} does not reach {put['lane'] or 'what lies in no lane'}"
    return None
