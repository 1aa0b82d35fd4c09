"""Reads one memory file: bytes in, facts out."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from governance.intake.reading.blocks import blocks_of
from governance.intake.reading.conflicts import Conflicts, conflicts_in
from governance.intake.reading.dates import day_in, day_in_name
from governance.intake.reading.entries import LISTED, Entry, entries_of
from governance.intake.reading.frontmatter import head_of
from governance.intake.reading.headings import Heading, Headings, markdown_headings
from governance.intake.reading.items import Surroundings, item_of
from governance.intake.reading.lines import Lines, lines_of
from governance.intake.reading.log import log_of
from governance.intake.reading.outline import Construct, constructs_of, findings_in
from governance.intake.reading.topic_map import topic_rows
from governance.intake.reading.types import Block, LogEvent, ReadFile, ReadItem, Role, TopicMapRow

_REFERENCE_ROLES = ("inbox", "topic", "index")
_ITEM_ROLES = (*_REFERENCE_ROLES, "document")
_SUMMARY = frozenset({"summary", "摘要", "概要"})
_PENDING = frozenset({"pending cleanup", "pending-cleanup"})
_MAP = frozenset({"topic map", "topic-map"})


def read_file(path: str, raw: bytes, role: Role) -> ReadFile:
    """Read a file in its role; raises Unreadable when its bytes are no text, and nothing else."""
    lines, findings = lines_of(path, raw)
    conflicts = conflicts_in(lines.texts)
    head = head_of(lines.texts)
    hidden = head.hidden | conflicts.markers
    events: tuple[LogEvent, ...] = ()
    rows: list[TopicMapRow] = []
    items: list[ReadItem] = []
    if role == "log":
        log = log_of(lines, hidden)
        events, seen = log.events, log.findings
        blocks = blocks_of(lines, log.entries, log.headings, whole=False)
    else:
        constructs = constructs_of(lines, hidden)
        seen = findings_in(lines, constructs)
        headings = markdown_headings(lines, constructs)
        entries = entries_of(lines, constructs, conflicts, role)
        extents = [(entry.start, entry.end) for entry in entries]
        blocks = blocks_of(lines, extents, headings, whole=role in _ITEM_ROLES)
        if role in _ITEM_ROLES:
            items = list(_items(path, role, lines, entries, headings, conflicts, blocks))
        if role == "index":
            rows = topic_rows(lines, _mapped(constructs, headings))
    found = [*findings, *head.findings, *conflicts.findings, *seen]
    return ReadFile(
        path=path,
        role=role,
        encoding=lines.encoding,
        blocks=blocks,
        items=tuple(items),
        findings=tuple(sorted(found, key=lambda finding: finding.line)),
        frontmatter=head.frontmatter,
        topic_map=tuple(rows),
        events=events,
        lines=len(lines.texts),
    )


def _items(
    path: str,
    role: Role,
    lines: Lines,
    entries: Sequence[Entry],
    headings: Headings,
    conflicts: Conflicts,
    blocks: Sequence[Block],
) -> Iterator[ReadItem]:
    reference = role in _REFERENCE_ROLES
    links = path.rsplit("/", 1)[-1].lower() == "memory.md" and not reference
    from_name = day_in_name(path)
    first_lines = [block.line for block in blocks]
    above: tuple[Heading, ...] | None = None
    wanted, hint = False, from_name
    titles: tuple[str, ...] = ()
    for entry in entries:
        enclosing = headings.above(entry.start)
        if enclosing is not above:
            above = enclosing
            wanted = _holds_items(role, above)
            titles = tuple(heading.text for heading in above)
            hint = _nearest_day(above) or from_name
        if not wanted:
            continue
        around = Surroundings(
            lines=lines,
            block=bisect_right(first_lines, entry.start + 1) - 1,
            reference=reference,
            links=links,
            headings=titles,
            date_hint=hint,
            in_conflict=conflicts.hold(entry.start, entry.end),
            markers=conflicts.markers,
        )
        item = item_of(entry.construct, entry.joined, around)
        if item and (item.date or entry.construct.kind != "number" or not reference):
            yield item


def _holds_items(role: Role, above: Sequence[Heading]) -> bool:
    if role == "topic":
        return not _names(above) & _SUMMARY
    return role != "index" or bool(_names(above) & _PENDING)


def _mapped(constructs: Sequence[Construct], headings: Headings) -> list[Construct]:
    """Return the list items that stand under the topic map's heading."""
    listed = (construct for construct in constructs if construct.kind in LISTED)
    return [construct for construct in listed if _names(headings.above(construct.start)) & _MAP]


def _names(above: Sequence[Heading]) -> set[str]:
    return {heading.text.strip(" *_:：").casefold() for heading in above}


def _nearest_day(above: Sequence[Heading]) -> str | None:
    return next((day for heading in reversed(above) if (day := day_in(heading.text))), None)
