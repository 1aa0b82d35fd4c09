"""Headings of a file, the anchors they give, and which of them enclose a line."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from governance.intake.reading.lines import Lines, shown
from governance.intake.reading.outline import Construct

_OPENING = re.compile(r"[ \t]*#{1,6}(?=[ \t]|$)[ \t]*")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading with the place it takes in the file."""

    start: int
    end: int
    level: int
    text: str
    slug: str


@dataclass(frozen=True, slots=True)
class Headings:
    """All headings of a file, able to tell which enclose a line."""

    all: tuple[Heading, ...]
    starts: tuple[int, ...]
    stacks: tuple[tuple[Heading, ...], ...]
    """For each heading, it and the headings it stands under, outermost first."""

    def above(self, line: int) -> tuple[Heading, ...]:
        """Return the headings that enclose a line, outermost first; a heading encloses its own line."""
        number = bisect_right(self.starts, line)
        return self.stacks[number - 1] if number else ()


def headings_of(found: Iterable[tuple[int, int, int, str]]) -> Headings:
    """Build the headings from (first line, end, level, text) in order."""
    made: list[Heading] = []
    stacks: list[tuple[Heading, ...]] = []
    taken: dict[str, int] = {}
    for start, end, level, text in found:
        heading = Heading(start, end, level, text, _fresh(slug_of(text), taken))
        outer = stacks[-1] if stacks else ()
        made.append(heading)
        stacks.append((*(other for other in outer if other.level < level), heading))
    return Headings(tuple(made), tuple(heading.start for heading in made), tuple(stacks))


def markdown_headings(lines: Lines, constructs: Iterable[Construct]) -> Headings:
    """Return the top-level headings among a file's constructs."""
    return headings_of(
        (construct.start, construct.end, construct.level, _text(lines, construct))
        for construct in constructs
        if construct.kind == "heading"
    )


def heading_text(line: str) -> str:
    """Return the words of a heading line without its number signs."""
    words = line[_opening_end(line) :].strip(" \t")
    bare = words.rstrip("#")
    return shown(bare.rstrip(" \t") if bare[-1:] in ("", " ", "\t") else words)


def slug_of(text: str) -> str:
    """Return the anchor a heading is given on code hosting sites."""
    words = _LINK.sub(r"\1", text).strip().lower()
    return "".join("-" if sign == " " else sign for sign in words if sign in " -_" or _counts(sign))


def _counts(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign)[0] in "LMN"


def _fresh(slug: str, taken: dict[str, int]) -> str:
    fresh = slug
    while fresh in taken:
        taken[slug] += 1
        fresh = f"{slug}-{taken[slug]}"
    taken[fresh] = 0
    return fresh


def _opening_end(line: str) -> int:
    found = _OPENING.match(line)
    return found.end() if found else 0


def _text(lines: Lines, construct: Construct) -> str:
    first = lines.texts[construct.start]
    if construct.end - construct.start == 1 or _OPENING.match(first):
        return heading_text(first)
    words = (lines.texts[line].strip(" \t") for line in range(construct.start, construct.end - 1))
    return shown(" ".join(words))
