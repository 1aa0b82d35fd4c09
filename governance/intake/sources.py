"""Where an item's Source leads: from its words to the blocks of the memory it was read with.

Only what was read is ever looked at: an anchor is compared with the paths of the blocks, so a path
that climbs out of the memory finds nothing and touches nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from governance.intake.reading import Block
from governance.rules.anchors import MOST, Anchor, anchors_in, inside
from store.records.words import SourceState

_LINES = re.compile(r"L(\d{1,9})(?:-L?(\d{1,9}))?")


class Places:
    """The blocks that were read, by the path of their file, each with the seq that names it."""

    def __init__(self, elsewhere: Callable[[Anchor], Sequence[int]] = lambda _: ()) -> None:
        self._elsewhere = elsewhere
        """Asked for anchors into files that were not read this time."""
        self._files: dict[str, dict[str | None, list[tuple[Block, int]]]] = {}

    def add(self, path: str, blocks: Sequence[Block], seqs: Sequence[int]) -> None:
        """Make the blocks of a file known under every part by which they can be named."""
        parts: dict[str | None, list[tuple[Block, int]]] = defaultdict(list)
        for block, seq in zip(blocks, seqs, strict=True):
            for part in (None, *({str(block.number)} if block.number else ()), *block.slugs):
                parts[part].append((block, seq))
        self._files[inside(path)] = dict(parts)

    def seqs(self, anchor: Anchor) -> tuple[int, ...]:
        """The blocks an anchor names, those with an entry first of all; none when it leads nowhere."""
        parts = self._files.get(anchor.path) or self._files.get(f"{anchor.path}.md")
        if not parts:
            return tuple(self._elsewhere(anchor))
        named = parts.get(anchor.part) or _lines(anchor.part or "", parts)
        if not named and anchor.part:
            named = parts.get(anchor.part.casefold()) or parts.get(anchor.part.lstrip("0")) or []
        telling = [seq for block, seq in named if block.number is not None]
        return tuple(dict.fromkeys(telling or [seq for _, seq in named]))

    def look_up(self, source: str | None, corroborating: Iterable[str]) -> tuple[SourceState, tuple[int, ...]]:
        """What a Source leads to; what corroborates a Source that was found is cited beside it."""
        if not (source or "").strip():
            return SourceState.NONE, ()
        anchors, shaped = anchors_in(source)
        found = [seq for anchor in anchors for seq in self.seqs(anchor)]
        if not found:
            return (SourceState.MISSING if shaped else SourceState.NOT_ARCHIVE), ()
        for words in corroborating:
            found += [seq for anchor in anchors_in(words)[0] for seq in self.seqs(anchor)]
        return SourceState.FOUND, tuple(dict.fromkeys(found))[:MOST]


def _lines(part: str, parts: dict[str | None, list[tuple[Block, int]]]) -> list[tuple[Block, int]]:
    """The blocks that touch the lines of a part such as L3-L9."""
    lines = _LINES.fullmatch(part)
    if not lines:
        return []
    first, last = int(lines[1]), int(lines[2] or lines[1])
    return [(block, seq) for block, seq in parts[None] if block.line <= last and first <= block.last_line]
