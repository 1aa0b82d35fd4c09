"""What a decision rests on that settles a conflict: evidence in the archive, or the owner whose value it is (P§15.2.1).

A fact about the world takes evidence. An owner's word is for a value or a policy; whether it is one, only the person
can say, so the entry says that it was decided as such, and by whose authority.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from governance.verb import GROUNDS, Decided, Lookup, Target, refuse
from store.records.entry import Draft
from store.records.words import Relation, SourceState, Status
from store.views.conflicts import CLAIMED, SAME

_NEXT: Final = (
    "Give evidence from the archive (archive/2026-08-27.md#1), or name the owner whose value or policy it is."
)
_AT_ODDS: Final = frozenset({SAME, *CLAIMED, Relation.AGAINST})
"""Ways to disagree; what is only like another, or spelled like it, disagrees with nothing."""


def at_odds(target: Target, look: Lookup) -> bool:
    """Whether an item disagrees with another one, and nobody settled that."""
    return any(code in _AT_ODDS for code, _ in look.against(target))


def stands(target: Target, look: Lookup) -> bool:
    """Whether an item stands, or is in a conflict: what lets it give way says which of two rows is current."""
    return target.row is not None and (target.row.status is Status.ACTIVE or at_odds(target, look))


def grounds_of(
    rows: Sequence[Target], decided: Decided, look: Lookup, unsaid: str | None
) -> tuple[Decided, list[str | int]]:
    """The decision with what it rests on in its note, and the blocks or the owner as its header names them.

    `rows` are those that it is about, and where they themselves come from shows nothing of them. `unsaid` is how it is
    refused where nothing is given; None where nothing has to be.
    """
    target = rows[0]
    evidence, owner = (decided.args.get(name, "").strip() for name in GROUNDS)
    if not evidence and not owner and unsaid is not None:
        raise refuse(target, f"{unsaid}: a choice alone proves nothing", _NEXT)
    said, grounds = [decided.note] if decided.note else [], list[str | int]()
    if evidence:
        state, blocks = look.source(evidence, target)
        blocks = tuple(block for block in blocks if look.stands(block))
        if state != SourceState.FOUND or not blocks:
            raise refuse(target, f"evidence: {evidence!r} leads to nothing in the archive", _NEXT)
        own = {block: row.id for row in rows for block in _passages(row, look)}
        if not (other := [block for block in blocks if block not in own]):
            whose = own[blocks[0]]
            raise refuse(
                target, f"evidence: {evidence!r} is where {whose} itself comes from, and shows nothing of it", _NEXT
            )
        said.append(f"Evidence: {evidence}")
        grounds += other
    if owner:
        named = look.owner(owner)
        if named is None:
            raise refuse(target, f"owner: {owner!r} owns nothing here", _NEXT)
        said.append(f"By the authority of {owner}, whose value or policy it is")
        grounds.append(named)
    return Decided(decided.reason, decided.shown, "\n".join(said) or None, decided.args), grounds


def _passages(row: Target, look: Lookup) -> set[int | None]:
    """Where a row itself comes from: by its links, and by its Source as that is looked up now."""
    named = look.source(row.words.source, row)[1] if row.words and row.words.source else ()
    return {row.block, *row.sources, *named}


def founded(draft: Draft, grounds: Sequence[str | int]) -> Draft:
    """The same, with what it rests on in its header."""
    return draft._replace(effect={**draft.effect, "grounds": list(grounds)}) if grounds else draft
