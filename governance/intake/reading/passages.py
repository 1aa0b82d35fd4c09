"""Runs of lines as one readable string that still knows where each of its characters stands in the file."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from governance.intake.reading.lines import Lines, shown

_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)[ \t]*")
_TICKS = re.compile(r"`+")
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]")


@dataclass(frozen=True, slots=True)
class Passage:
    """One paragraph read as a single string."""

    text: str
    at: tuple[int, ...]
    """Index in the text at which the words of each line begin."""
    places: tuple[tuple[int, int], ...]
    """Line and column of each of those beginnings."""

    def place(self, index: int) -> tuple[int, int]:
        """Return the line and column of a character."""
        part = bisect_right(self.at, index) - 1
        line, column = self.places[part]
        return line, column + index - self.at[part]

    def offset(self, lines: Lines, index: int) -> int:
        """Return the byte offset at which a character begins."""
        return lines.offset(*self.place(index))

    def offset_after(self, lines: Lines, index: int) -> int:
        """Return the byte offset just after the character before an index."""
        if index <= 0:
            return self.offset(lines, 0)
        line, column = self.place(index - 1)
        return lines.offset(line, column + 1)


def content_column(text: str) -> int:
    """Return the column after the list marker of a line, or after its indentation when it has none."""
    found = _MARKER.match(text)
    return found.end() if found else len(text) - len(text.lstrip(" \t"))


def passage_of(lines: Lines, start: int, end: int, *, bullet: bool) -> Passage:
    """Fold the lines of a paragraph into one string; a bullet's first line begins after its marker."""
    if end - start == 1:
        whole = lines.texts[start]
        column = content_column(whole) if bullet else len(whole) - len(whole.lstrip(" \t"))
        return Passage(shown(whole[column:].rstrip(" \t")), (0,), ((start, column),))
    at: list[int] = []
    places: list[tuple[int, int]] = []
    pieces: list[str] = []
    length = 0
    broken_before = False
    for line in range(start, end):
        whole = lines.texts[line]
        column = content_column(whole) if bullet and line == start else len(whole) - len(whole.lstrip(" \t"))
        words = whole[column:].rstrip(" \t")
        broken = whole.endswith("  ") or words.endswith("\\")
        joint = ("\n" if broken_before else _joint(pieces[-1], words)) if pieces else ""
        if joint:
            pieces.append(joint)
            length += len(joint)
        at.append(length)
        places.append((line, column))
        pieces.append(words)
        length += len(words)
        broken_before = broken
    return Passage(shown("".join(pieces)), tuple(at), tuple(places))


def _joint(before: str, after: str) -> str:
    wide = before and after and _WIDE.match(before[-1]) and _WIDE.match(after[0])
    return "" if wide else " "


def dedented(lines: Lines, start: int, end: int, skip: frozenset[int] = frozenset()) -> str:
    """Return lines as they stand, less the indentation they share."""
    texts = [lines.texts[line].rstrip(" \t") for line in range(start, end) if line not in skip]
    shared = min((len(text) - len(text.lstrip(" \t")) for text in texts if text), default=0)
    return shown("\n".join(text[shared:] for text in texts).strip("\n"))


def without_code(text: str) -> str:
    """Return a text of the same length in which the content of inline code is blotted out."""
    if text.count("`") < 2:
        return text
    runs = list(_TICKS.finditer(text))
    partner: list[int | None] = [None] * len(runs)
    seen: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        width = len(runs[number][0])
        partner[number] = seen.get(width)
        seen[width] = number
    pieces: list[str] = []
    done = number = 0
    while number < len(runs):
        closing = partner[number]
        if closing is None:
            number += 1
            continue
        pieces += [text[done : runs[number].end()], "x" * (runs[closing].start() - runs[number].end())]
        done = runs[closing].start()
        number = closing + 1
    return "".join([*pieces, text[done:]])


def is_code_only(text: str) -> bool:
    """Say whether a text is one span of inline code and nothing else."""
    blotted = without_code(text).strip()
    return bool(re.fullmatch(r"(`+)x+\1[.,;:]?", blotted))
