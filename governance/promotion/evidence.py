"""Evidence for a promotion: which references count; what is withdrawn, erased or a guess counts for nothing (P§17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from governance.authority.cards import VERIFIED
from governance.rules.meta import typed_of
from governance.verb import Lookup, Target, refuse
from store.records.words import KEPT_BACK, Flag, MemoryType, Relation, SourceState, Status

_PARTS: Final = re.compile(r"[;\n]+")


class Evidence(NamedTuple):
    """What bears a promotion, as far as it counts."""

    refs: tuple[str, ...]
    """The references, as they are kept."""
    links: tuple[tuple[str, str], ...]
    """(relation, record) for each that is a record."""
    blocks: tuple[int, ...]
    """The passages of the archive."""


def evidence_for(kind: MemoryType, targets: Sequence[Target], given: str, look: Lookup) -> Evidence:
    """The evidence that was named; refused by name where one counts for nothing."""
    refs, links, blocks = dict[str, None](), dict[str, None](), dict[int, None]()
    for ref in (part.strip() for part in _PARTS.split(given)):
        if not ref:
            continue
        item = look.item(ref)
        if item is not None:
            if said := _nothing(kind, item, targets):
                raise refuse(targets[0], f"evidence: {item.id} counts for nothing as evidence: {said}", "Name another.")
            refs[item.id] = links[item.id] = None
            continue
        state, found = look.source(ref, targets[0])
        standing = [seq for seq in found if look.stands(seq)]
        if state != SourceState.FOUND or not standing:
            raise refuse(
                targets[0],
                f"evidence: {ref} counts for nothing as evidence: no record and no passage of it can be looked at",
                "What is withdrawn, erased or a hypothesis counts for nothing. Name an id, or archive/2026-06-01.md#2.",
            )
        refs[ref] = None
        blocks |= dict.fromkeys(standing)
    if not refs:
        raise refuse(
            targets[0], "evidence: a promotion needs evidence that can be looked at", "Name a record or a passage."
        )
    return Evidence(tuple(refs), tuple((Relation.REFERENCES.value, name) for name in links), tuple(blocks))


def _nothing(kind: MemoryType, item: Target, targets: Sequence[Target]) -> str | None:
    """Why a record is no evidence, or None."""
    row = item.row
    if item.id in {target.id for target in targets}:
        return "it is what is to be promoted"
    if row is None or item.words is None:
        return "its words were erased"
    if row.type is MemoryType.WORKING or Flag.SPECULATION in row.findings:
        return "it is a hypothesis"
    if row.drift or row.status is not Status.ACTIVE or row.review in KEPT_BACK:
        return "it is in doubt itself, or history"
    if kind is MemoryType.PROCEDURAL and row.type is MemoryType.EPISODIC:
        outcome = typed_of(item.words, "outcome")
        return None if outcome == VERIFIED else f"its outcome is {outcome or 'unknown'}, and no procedure rests on that"
    return None
