"""What a promotion of a type may be, whoever appended it: a new record of what was decided about alone (T)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from governance.authority.cards import VERIFIED
from store.records.words import Action, Kind, MemoryType, Place, Relation

if TYPE_CHECKING:
    from governance.authority.judge import Act

_GAINED: Final = frozenset({MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL})
_LINKS: Final = frozenset(
    {Relation.DERIVED_FROM, Relation.SOURCE, Relation.REFERENCES, Relation.OF_SOURCE, Relation.CONTRADICTS}
)


def promotion_fault(act: Act, targets: set[str]) -> str | None:
    """Why an effect is no promotion, or one of other records than were decided about; None for all other effects.

    What its words say is asked as long as they stand.
    """
    if act.action is not Action.PROMOTE_TYPE:
        return None
    item, links = act.effect.get("item") or {}, act.effect.get("links") or []
    if item.get("type") not in _GAINED or item.get("kind") != Kind.KNOWLEDGE or item.get("place") != Place.STORE:
        return "a promotion makes knowledge of a type, in the store"
    parents = {str(other) for relation, other in links if relation == Relation.DERIVED_FROM}
    if not parents or parents - targets:
        return "a promotion is derived from what its decision is about, and from nothing else"
    if more := sorted({str(relation) for relation, _ in links} - _LINKS):
        return f"a promotion links nothing as {', '.join(more)}"
    words = (act.payload or {}).get("words")
    if item["type"] == MemoryType.PROCEDURAL and isinstance(words, dict) and _outcome(words) != VERIFIED:
        return f"a procedure comes of nothing but {VERIFIED}"
    return None


def _outcome(words: Mapping[str, Any]) -> object:
    """The outcome that the words of a record say; None where they say none."""
    typed = words.get("typed")
    pairs = typed if isinstance(typed, list | tuple) else ()
    said = (pair[1] for pair in pairs if isinstance(pair, list | tuple) and len(pair) == 2 and pair[0] == "outcome")
    return next(said, None)
