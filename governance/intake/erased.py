"""Which blocks of a file hold what was erased here before, told by where they stand.

An erasure leaves nothing by which its words could be known again, so a retry is recognised by the id
an item bears (which the survey sees), by its run, and by its place:

- a block that stands, word for word, and from which an item was made whose words were erased;
- a file whose every other block is what an earlier segment of the same path has, block for block:
  what stands in the place of an erased block is taken for that block;
- a file to which lines were added or from which lines went since it was last taken in: between blocks
  that stayed, what may stand in the place of an erased block is taken for it. At the end of a file
  lines are thought to have been added behind it, at its beginning before it.

Taken for it wrongly, an item is let in under an id of its own or from another place of its file. What
is not recognised, without an id: the same words in another file, unless they also stand where they
were erased; in another place among other neighbours; in a file of which nothing else is left; where a
line went and another came right beside them. They come in again, as they do wherever no fingerprint
is kept of what was erased.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from governance.intake.loading import WITHHELD, Loaded
from governance.intake.segments import stored
from governance.intake.session import Session
from store.views.erased import Erased


class _Old(NamedTuple):
    """A block of an earlier segment."""

    text: str | None
    """Its words, where those can be compared."""
    gone: bool
    """Whether what stood here was erased."""


def suspects(session: Session, erased: Erased, file: Loaded) -> set[int]:
    """The indexes of a file's blocks that hold what was erased, as far as their place tells."""
    texts = file.texts()
    standing = [stored(session, file, text) for text in texts]
    found = {index for index, seqs in enumerate(standing) if not erased.cited.isdisjoint(seqs)}
    placed: set[int] = set()
    holder = session.known_holder(file)
    near = {name for seqs in standing for seq in seqs if (name := _segment_of(session, seq)) in erased.hollow}
    for name, owner in erased.hollow.items():
        if holder is not None and owner == holder:
            old = _blocks(session, erased, name)
            placed |= _exact(old, texts)
            if name in erased.begun or erased.newest.get(holder) == name:
                placed |= _aligned(old, texts)
        elif name in near:
            placed |= _exact(_blocks(session, erased, name), texts)
    return found | {index for index in placed if texts[index] and not standing[index]}


def _segment_of(session: Session, seq: int) -> str | None:
    row = session.snapshot.row("blocks", seq)
    return str(row["segment"]) if row else None


def _blocks(session: Session, erased: Erased, segment: str) -> list[_Old]:
    snapshot, found = session.snapshot, []
    for seq, at in snapshot.blocks(segment):
        text = (snapshot.payload_of(at) or {}).get("bytes")
        left_out = text in WITHHELD.values() and bool((snapshot.row("blocks", seq) or {}).get("sanitized"))
        found.append(_Old(None if left_out else text, left_out or at in erased.blocks or at in erased.cited))
    return found


def _exact(old: Sequence[_Old], texts: Sequence[str]) -> set[int]:
    """Where the erased stands in a file that is otherwise what it was."""
    if len(old) != len(texts) or any(not one.gone and one.text != text for one, text in zip(old, texts, strict=True)):
        return set()
    return {index for index, (one, text) in enumerate(zip(old, texts, strict=True)) if one.gone and one.text != text}


def _aligned(old: Sequence[_Old], texts: Sequence[str]) -> set[int]:
    """Where the erased may stand in a file that went on since."""
    found: set[int] = set()
    for (start, end), (first, last) in _gaps(old, texts):
        gone = [n for n in range(end - start) if old[start + n].gone]
        places = range(last - first)
        more = len(places) - (end - start)
        if end == len(old) and more >= 0:
            low, high = 0, 0
        elif start == 0 and more > 0:
            low, high = more, more
        else:
            low, high = min(more, 0), max(more, 0)
        found.update(first + n for n in places if any(low <= n - was <= high for was in gone))
    return found


def _gaps(old: Sequence[_Old], texts: Sequence[str]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """What lies between the blocks that stayed: the stretch it was, and the stretch it is now."""
    mine: list[str | int] = [index if one.text is None else one.text for index, one in enumerate(old)]
    front, most = 0, min(len(mine), len(texts))
    while front < most and mine[front] == texts[front]:
        front += 1
    back = 0
    while back < most - front and mine[-1 - back] == texts[-1 - back]:
        back += 1
    ends = len(mine) - back, len(texts) - back
    matcher = SequenceMatcher(None, mine[front : ends[0]], list(texts[front : ends[1]]), autojunk=False)
    at = front, front
    for match in matcher.get_matching_blocks():
        yield (at[0], front + match.a), (at[1], front + match.b)
        at = front + match.a + match.size, front + match.b + match.size
