"""Versions of one procedure that all stand: the highest comes first; where nothing tells which it is, all say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from governance.influence.gate import VERIFIED, typed_of
from governance.influence.pool import Member
from governance.influence.sides import few
from store.index import fold
from store.records.recall import Standing
from store.records.words import MemoryType

Scored = tuple[Member, int | None]
"""A record that may answer, with its score where one was given."""
_NUMBERED: Final = re.compile(r"v?(\d{1,9}(?:\.\d{1,9})*)", re.ASCII | re.IGNORECASE)


def by_version(found: Sequence[Scored]) -> list[Scored]:
    """Records, best first, where of the versions of one procedure the highest stands before the others."""
    groups: dict[tuple[object, ...], list[Scored]] = {}
    for one in found:
        if (name := _named(one[0])) is not None:
            groups.setdefault(name, []).append(one)
    told = {name: iter(_told(group)) for name, group in groups.items()}
    names = [_named(member) for member, _ in found]
    return [one if name is None else next(told[name]) for name, one in zip(names, found, strict=True)]


def _named(member: Member) -> tuple[object, ...] | None:
    """What the versions of one verified procedure have in common; None of anything else."""
    typed, words = typed_of(member.words), member.words
    name = fold(typed.get("name", "")).strip()
    stands = member.row.type is MemoryType.PROCEDURAL and member.standing is Standing.CURRENT
    if not stands or not name or typed.get("outcome") != VERIFIED:
        return None
    return name, words.get("scope"), words.get("project"), member.row.lane


def _told(group: Sequence[Scored]) -> list[Scored]:
    """Versions of one procedure, the highest first, each of the others with a caution that names it."""
    if len(group) == 1:
        return list(group)
    numbers = [_number(member) for member, _ in group]
    highest = max(number or () for number in numbers)
    if None in numbers or numbers.count(highest) > 1:
        ids = [member.row.id for member, _ in group]
        return [
            _warned(one, f"{few(_but(one, ids))} is of the same procedure, and no version says which to take.")
            for one in group
        ]
    best = group[numbers.index(highest)]
    said = f"{best[0].row.id} is a higher version of it: prefer that one."
    return [best, *(_warned(one, said) for one in group if one is not best)]


def _but(one: Scored, ids: Sequence[str]) -> list[str]:
    return [name for name in ids if name != one[0].row.id]


def _warned(one: Scored, said: str) -> Scored:
    member, score = one
    return member._replace(cautions=(*member.cautions, said)), score


def _number(member: Member) -> tuple[int, ...] | None:
    """A version such as 2, v2 or 1.10 as numbers, without what only repeats it (1.0 is 1); None where it is none."""
    read = _NUMBERED.fullmatch(typed_of(member.words).get("version", "").strip())
    if read is None:
        return None
    parts = [int(part) for part in read[1].split(".")]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts)
