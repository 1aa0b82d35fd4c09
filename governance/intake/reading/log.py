"""Walks an operations log line by line, because logs grow long."""

import re
from dataclasses import dataclass, field

from governance.intake.reading.headings import Headings, heading_text, headings_of
from governance.intake.reading.lines import Lines, shown
from governance.intake.reading.log_shapes import archive_days, entries_in
from governance.intake.reading.types import Finding, LogEvent

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)", re.DOTALL)
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_LONGEST = 4_000
"""How many characters below an entry are taken as its words."""


@dataclass(frozen=True, slots=True)
class ReadLog:
    """A log's events, the lines each of its entries takes, and its headings."""

    events: tuple[LogEvent, ...]
    entries: tuple[tuple[int, int], ...]
    headings: Headings
    findings: tuple[Finding, ...]


def log_of(lines: Lines, hidden: frozenset[int]) -> ReadLog:
    """Read a log; what stands in fences and comments is no entry."""
    walk = _Walk()
    for line, text in enumerate(lines.texts):
        if line not in hidden and not walk.passes_over(line, text):
            walk.take(line, text)
    walk.close()
    if walk.fence:
        words = "A code fence opens here and is never closed; what stands after it was read as code."
        walk.findings.append(Finding("unclosed-fence", walk.fence_line + 1, words))
    return ReadLog(tuple(walk.events), tuple(walk.entries), headings_of(walk.titles), tuple(walk.findings))


@dataclass(slots=True)
class _Walk:
    events: list[LogEvent] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    titles: list[tuple[int, int, int, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    fence: str = ""
    fence_line: int = 0
    comment: bool = False
    pieces: list[tuple[str, str, str]] = field(default_factory=list)
    """The entries of the line last read that is one."""
    below: list[str] = field(default_factory=list)
    """Lines that go on with the last of them."""
    goes_on: bool = False
    titled: bool = False
    room: int = 0

    def passes_over(self, line: int, text: str) -> bool:
        """Say whether a line is part of a fence or a comment."""
        mark = _FENCE.match(text)
        if self.fence:
            if mark and mark[1].startswith(self.fence) and not mark[2].strip():
                self.fence = ""
            return True
        if self.comment or text.startswith("<!--"):
            self.comment = "-->" not in text
            return True
        if mark and "`" not in mark[2]:
            self.fence, self.fence_line, self.goes_on = mark[1], line, False
            return True
        return False

    def take(self, line: int, text: str) -> None:
        """Read a line: an entry, a heading, or more words of the entry above."""
        head = _HEADING.match(text)
        if head:
            self.titles.append((line, line + 1, len(head[1]), heading_text(text)))
        if pieces := list(entries_in(text)):
            self.close()
            self.pieces, self.goes_on, self.titled, self.room = pieces, True, bool(head), _LONGEST
            self.entries.append((line, line + 1))
            if len(pieces) > 1:
                words = f"{len(pieces)} entries stand in this line with no line end between them; they were read apart."
                self.findings.append(Finding("glued-entries", line + 1, words))
        elif head:
            self.goes_on = False
        elif not text.strip():
            self.goes_on = self.goes_on and self.titled
        elif self.goes_on:
            if self.room > 0:
                self.below.append(text.strip()[: self.room])
                self.room -= len(text)
            self.entries[-1] = (self.entries[-1][0], line + 1)

    def close(self) -> None:
        """Make events of the last entries read."""
        for number, (at, name, words) in enumerate(self.pieces, 1):
            whole = shown(" ".join([words, *self.below] if number == len(self.pieces) else [words]).strip())
            line = self.entries[-1][0] + 1
            self.events.append(LogEvent(line, at, shown(name), whole, archive_days(at, name, whole)))
        self.pieces, self.below = [], []
