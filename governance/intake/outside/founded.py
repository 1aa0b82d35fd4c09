"""Whether a text says what its sources say: it turns none of them round, and its words are theirs; pure.

What is plainly the contrary of a source is told apart from what only departs from them: a text that says little of
what they say, that denies where they affirm, or affirms where they deny. Who cannot be sure asks a person.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from governance.rules.likeness import compare
from governance.rules.likeness_reading import Reading, read

NEAREST: Final = 20
"""With so many clauses of its sources each clause of a text is compared."""
_MOST: Final = 200
"""A text of more clauses is not looked at clause by clause; a person looks at it."""
_READ: Final = 1_000
"""The same for the clauses of its sources."""
_BREAK = re.compile(r"(?:[.;!?](?=\s|$)|[。；！？\n]|,? \b(?:and|but|while|though|und|aber|et|mais|y|pero)\b )")
_STEM: Final = 5
"""Words that begin with as many equal letters count as one word in two forms."""


def contradicted(text: str, sources: Mapping[str, str]) -> str | None:
    """The name of the first source that a text, or a clause of it, may contradict."""
    for name, said in sources.items():
        if (near := compare(text, said)) and near.kind == "contradiction":
            return name
    clauses = _clauses(text)
    found = [(name, part) for name, said in sources.items() for part in _clauses(said)]
    if len(clauses) > _MOST or len(found) > _READ:
        return None  # it departs, by that alone
    parts = [(name, part, _known(read(part))) for name, part in found]
    for clause in clauses:
        mine = _known(read(clause))
        near_by = sorted(parts, key=lambda part: (-len(part[2] & mine), len(part[2])))[:NEAREST]
        for name, part, _ in near_by:
            if (near := compare(clause, part)) and near.kind == "contradiction":
                return name
    return None


def departs(text: str, sources: Sequence[str]) -> bool:
    """Whether a text says too little of what its sources say, or turns something of it round."""
    mine, theirs = _known(read(text)), {word for said in sources for word in _known(read(said))}
    stems = {word[:_STEM] for word in theirs if len(word) >= _STEM}
    held = [word for word in mine if word in theirs or (len(word) >= _STEM and word[:_STEM] in stems)]
    if 2 * len(held) < len(mine) or not held:
        return True
    denied = [read(said).negations > 0 for said in sources]
    if read(text).negations and not any(denied):
        return True
    if not read(text).negations and all(denied):
        return True
    clauses = _clauses(text)
    parts = [(said, *_clauses(said)) for said in sources]
    if len(clauses) > _MOST or sum(map(len, parts)) > _READ + len(parts):
        return True
    readings = [(found := read(part), _known(found)) for said in parts for part in dict.fromkeys(said)]
    return any(_turned(read(clause), readings) for clause in clauses)


def _turned(clause: Reading, parts: Sequence[tuple[Reading, frozenset[str]]]) -> bool:
    """Whether a clause is turned otherwise than what stands nearest to it."""
    mine = _known(clause)
    shared = [(len(mine & known) / (len(mine | known) or 1), part, known) for part, known in parts]
    nearest = max((near for near, _, _ in shared), default=0.0)
    alike = [part for near, part, known in shared if near == nearest and 3 * len(mine & known) >= len(mine)]
    return nearest > 0 and any(_sides_differ(clause, part) for part in alike)


def _sides_differ(one: Reading, other: Reading) -> bool:
    """Whether one of two clauses is turned round against the other, by a negation or by a contrary they share."""
    pairs = {pair for pair in {**one.sides, **other.sides} if pair in one.words and pair in other.words}
    turns = sum(abs(one.sides.get(pair, 0) - other.sides.get(pair, 0)) for pair in pairs)
    return (one.negations - other.negations + turns) % 2 == 1


def _clauses(text: str) -> list[str]:
    return [part.strip() for part in _BREAK.split(text) if part.strip()]


def _known(found: Reading) -> frozenset[str]:
    """What carries meaning: words, names and values."""
    return frozenset((*found.words, *found.names, *(value.key for value in found.values)))
