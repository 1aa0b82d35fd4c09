"""What two decisions of one plan may not do beside each other: nobody could say which of them came first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from governance.errors import Refusal, RefusalKind
from governance.rules.shut import written
from store.records.words import Relation, VerbName

if TYPE_CHECKING:
    from store.records.entry import Draft
    from store.records.views import LaneView

_ENDING: Final = (VerbName.FREEZE, VerbName.CLEAR, VerbName.MERGE_TOPICS)
"""Verbs after which nothing is put into the lane or topic any more."""
_REWRITTEN: Final = frozenset({Relation.CORRECTED_BY, Relation.MERGED_INTO})
"""Links by which an item says that other words stand for it."""
_HINT: Final = "Apply one first, then decide the other."


def refuse_shutting(
    drafts: Sequence[Draft],
    of: Sequence[frozenset[str]],
    taken: Mapping[str, str],
    lying: Callable[[Iterable[str]], Mapping[str, LaneView]],
) -> None:
    """Refuse to write where another decision of the plan shuts the door.

    `of` are each draft's own targets, `taken` the verb of every target, `lying` says in which lane items lie.
    """
    if not set(taken.values()) & set(_ENDING):
        return
    for name, lane in lying(written(drafts)).items():
        if taken.get(lane.id) in _ENDING:
            raise _refused(f"{name} lies in {lane.id}", lane.id, taken)
    for draft, own in zip(drafts, of, strict=True):
        put = {**draft.effect.get("item", {}), **draft.effect.get("set", {})}
        for name in (str(put.get("lane")), str(put.get("topic"))):
            if taken.get(name) in _ENDING and name not in own:
                raise _refused(f"{draft.subjects[0]} is to lie in {name}", name, taken)


def _refused(said: str, where: str, taken: Mapping[str, str]) -> Refusal:
    sentence = f"{said}, which is itself decided ({taken[where]}) in this plan."
    return Refusal(RefusalKind.RULE, sentence, _HINT, (where,))


def refuse_succeeding(drafts: Sequence[Draft], taken: Mapping[str, str]) -> None:
    """Refuse that something gives way to what another decision of the plan is about; `current` decides all in one."""
    for draft in drafts:
        by = draft.effect.get("set", {}).get("superseded_by")
        if by in taken and draft.effect["verb"] != VerbName.CURRENT:
            sentence = f"{by} is to succeed {draft.subjects[0]} and is itself decided ({taken[by]}) in this plan."
            raise Refusal(RefusalKind.RULE, sentence, _HINT, (by,))


def refuse_rewriting(drafts: Sequence[Draft], taken: Mapping[str, str]) -> None:
    """Refuse that new words contradict an item that another decision of the plan writes anew: they would lose it."""
    anew = {
        draft.subjects[0]
        for draft in drafts
        if "set" in draft.effect and any(how in _REWRITTEN for how, _ in draft.effect.get("links", ()))
    }
    for draft in drafts:
        for how, other in draft.effect.get("links", ()):
            if how == Relation.CONTRADICTS and other in anew:
                raise _refused(f"What is made of the one side is to contradict {other}", str(other), taken)
