"""Cuts a file into the blocks that are every byte of it: one for each entry, and others for what stands apart."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from governance.intake.reading.headings import Headings
from governance.intake.reading.lines import Lines
from governance.intake.reading.types import Block

LARGEST = 64 * 1024
"""No block grows beyond this unless an item, which must stay whole, or a single line does."""

Extent = tuple[int, int]
"""First line and end of an entry, by index."""


def blocks_of(lines: Lines, entries: Sequence[Extent], headings: Headings, *, whole: bool) -> tuple[Block, ...]:
    """Cut the file; entries come in order, and are never split when they are to stay whole.

    Headings directly before an entry belong to its block, and what follows it up to the next heading does too. What is
    left stands apart in blocks without a number.
    """
    cuts: list[tuple[int, int | None]] = []
    reach = 0
    for number, (start, end) in enumerate(entries, 1):
        apart, front = _gap(lines, headings, reach, start, follows=number > 1)
        cuts += [(cut, None) for cut in apart]
        cuts.append((front, number))
        reach = end
    count = len(lines.texts)
    if entries:
        at = bisect_left(headings.starts, reach)
        cuts += [(start, None) for start in headings.starts[at : at + 1]]
    else:
        cuts.append((0, None))
    blocks: list[Block] = []
    for (start, owner), end in zip(cuts, [*(start for start, _ in cuts[1:]), count], strict=True):
        entry = entries[owner - 1] if owner else (start, start)
        slugs = tuple(heading.slug for heading in headings.above(entry[0] if owner else end - 1))
        for first, last in _pieces(lines, start, end, entry if whole else (start, start)):
            offsets = lines.bounds[first], lines.bounds[last]
            blocks.append(Block(*offsets, first + 1, max(first + 1, last), owner, slugs))
    return tuple(blocks)


def _gap(lines: Lines, headings: Headings, reach: int, start: int, *, follows: bool) -> tuple[list[int], int]:
    """Say where blocks standing apart begin between two entries, and where the next entry's block begins."""
    at, beyond = bisect_left(headings.starts, reach), bisect_left(headings.starts, start)
    inside = headings.all[at:beyond]
    apart: list[int] = []
    front = inside[0].start if inside else start
    if not follows:
        if any(_filled(lines, line) for line in range(reach, front)):
            apart.append(reach)
        else:
            front = reach
    titles = {line for heading in inside for line in range(heading.start, heading.end)}
    texts = [line for line in range(front, start) if line not in titles and _filled(lines, line)]
    if texts:
        apart.append(front)
        front = next((heading.start for heading in inside if heading.start > texts[-1]), start)
    return apart, front


def _filled(lines: Lines, line: int) -> bool:
    return bool(lines.texts[line].strip(" \t"))


def _pieces(lines: Lines, start: int, end: int, kept: Extent) -> Iterator[Extent]:
    """Split a block that is too large at line boundaries, though never inside the kept lines."""
    first = start
    for line in range(start + 1, end):
        fits = lines.bounds[line + 1] - lines.bounds[first] <= LARGEST
        if not fits and not kept[0] < line < kept[1]:
            yield first, line
            first = line
    yield first, end
