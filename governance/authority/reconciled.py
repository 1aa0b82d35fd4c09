"""What the effects of decisions that settle a conflict may be: within what was decided, and on grounds (P§15.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from store.records.words import Action, Relation, VerbName

if TYPE_CHECKING:
    from governance.authority.judge import Act

_MADE: Final = frozenset({Relation.SOURCE, Relation.OF_SOURCE, Relation.CONTRADICTS})
"""The links that an item made out of others by re-keying, folding or writing anew may begin with."""


def reconciling_fault(verb: VerbName, act: Act, targets: set[str]) -> str | None:
    """Why an effect settles more than was decided, or on nothing, or None."""
    if verb is VerbName.CONTRADICT:
        beyond = {str(other) for part in ("links", "unlink") for _, other in act.effect.get(part, ())} - targets
        return f"it marks {', '.join(sorted(beyond))}, which none of its decisions is about" if beyond else None
    if verb in (VerbName.BOTH, VerbName.MERGE, VerbName.CORRECT) and "item" in act.effect:
        more = {str(link[0]) for link in act.effect.get("links", ())} - _MADE
        return f"{verb} begins no such edge ({', '.join(sorted(more))})" if more else None
    if verb is not VerbName.CURRENT:
        return None
    by = (act.effect.get("set") or {}).get("superseded_by")
    if act.action is Action.SUPERSEDE and by not in targets:
        return f"it lets {act.subjects[0]} give way to {by}, which none of its decisions is about"
    if not act.effect.get("grounds"):
        return f"it makes a row current on no evidence, and by nobody's authority ({act.subjects[0]})"
    return None
