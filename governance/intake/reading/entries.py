"""What counts as an entry of a file, which depends on its role."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from governance.intake.reading.conflicts import Conflicts
from governance.intake.reading.lines import Lines
from governance.intake.reading.openings import opening_of
from governance.intake.reading.outline import Construct, Kind, is_comment, is_reference
from governance.intake.reading.passages import passage_of
from governance.intake.reading.types import Role

LISTED: tuple[Kind, ...] = ("bullet", "number")
_STATING: dict[Role, tuple[Kind, ...]] = {
    "archive-day": ("bullet", "number", "paragraph", "fence", "code", "quote", "table", "html"),
    "document": ("bullet", "number", "paragraph"),
}


@dataclass(slots=True)
class Entry:
    """One construct that counts, with the paragraphs that go on with it."""

    construct: Construct
    joined: list[Construct] = field(default_factory=list)

    @property
    def start(self) -> int:
        """The first line, by index."""
        return self.construct.start

    @property
    def end(self) -> int:
        """The line after the last one."""
        return self.joined[-1].end if self.joined else self.construct.end


def entries_of(lines: Lines, constructs: Sequence[Construct], conflicts: Conflicts, role: Role) -> list[Entry]:
    """Pick the entries among a file's constructs.

    A paragraph straight after an inbox line, or after a dated one in any document, goes on with it even when a blank
    line parts the two: that is how long notes are kept.
    """
    kinds = _STATING.get(role, LISTED)
    entries: list[Entry] = []
    current: Entry | None = None
    for construct in constructs:
        if is_comment(lines, construct) or is_reference(lines, construct):
            current = None
        elif current and construct.kind == "paragraph" and _goes_on(lines, current, construct, conflicts, role):
            current.joined.append(construct)
        elif construct.kind in kinds:
            current = Entry(construct)
            entries.append(current)
        else:
            current = None
    return entries


def _goes_on(lines: Lines, entry: Entry, paragraph: Construct, conflicts: Conflicts, role: Role) -> bool:
    """Say whether a paragraph belongs to the entry it follows."""
    item = entry.construct
    if item.kind not in LISTED or role not in ("inbox", "document") or not item.children:
        return False
    if any(line in conflicts.markers for line in range(entry.end, paragraph.start)):
        return False
    if entry.joined or role == "inbox":
        return True
    first = item.children[0]
    if first.kind != "paragraph":
        return False
    text = passage_of(lines, first.start, first.start + 1, bullet=True).text
    return opening_of(text, reference=False).date is not None
