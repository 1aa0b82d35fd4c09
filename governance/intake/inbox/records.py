"""The records of an inbox file: its items in both forms of the protocol, and all else that is content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from governance.intake.reading.conflicts import Conflicts, conflicts_in
from governance.intake.reading.entries import Entry, entries_of
from governance.intake.reading.frontmatter import head_of
from governance.intake.reading.items import Surroundings, item_of
from governance.intake.reading.labels import fold_key
from governance.intake.reading.lines import Lines, lines_of
from governance.intake.reading.outline import Construct, constructs_of, findings_in, is_comment
from governance.intake.reading.types import ReadItem, Unreadable
from governance.rules.request import LISTS, clean
from governance.rules.secrets import redact_bytes
from store import index
from store.records.words import Fault

SCHEME: Final = "epistemic-status-v1"
_CONFLICT: Final = "It stands in an unresolved merge conflict: both sides are kept here for you to choose."
_NO_ITEM: Final = "It is no memory item: a task, a link, a pointer, a form to be filled in, or code."
_NUMBERED: Final = "It is a numbered line without a date: an item begins with a dash and [YYYY-MM-DD]."
_NO_TEXT: Final = "Its line {} holds {}: it would be kept with something else in its place."
_SECRET: Final = "It is part of what looks like a credential; nothing of it was kept."
_SPELLS_NOTHING = re.compile("[\0\ud800-\udfff]")
_LOOSE: Final = {
    "paragraph": "These words belong to no item: an item begins with a dash.",
    "quote": "It is a quotation or a callout, and no item.",
    "fence": "It is a block of code, and no item.",
    "code": "It is an indented block, and no item.",
    "table": "It is a table, and no item.",
    "html": "It is HTML, and no item.",
    "heading": "A line of dashes makes a heading of these words, and no item.",
}


def is_text(text: str) -> bool:
    """Whether every byte of something that stands in a file spells a character."""
    return _SPELLS_NOTHING.search(text) is None


class Record(NamedTuple):
    """One thing that stands in a file."""

    line: int
    bytes: str
    """As it stands there, its line end included; bytes that are no text are lone surrogates."""
    given: dict[str, Any] | None = None
    """What it says, as a writer would send it."""
    fact: tuple[int, int] | None = None
    """Where its words stand in the bytes, if they stand there in one piece."""
    fault: tuple[Fault, str] | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that stands in a file."""

    records: tuple[Record, ...]
    head: bytes = b""
    """A byte order mark and frontmatter, which stay when it is rewritten blank."""
    codec: str = "utf-8"
    newline: str = "\n"
    ended: bool = True
    """Whether its last line has an end."""


def contents_of(name: str, raw: bytes) -> Contents:
    """Read an inbox file; raises Unreadable where it is no text."""
    lines, _ = lines_of(name, raw)
    conflicts = conflicts_in(lines.texts)
    head = head_of(lines.texts)
    try:
        constructs = constructs_of(lines, head.hidden | conflicts.markers)
        found = list(_records(lines, constructs, conflicts))
    except RecursionError as fault:
        hint = "Write it anew, with less depth."
        raise Unreadable(name, 1, "Its lists are nested too deeply to be read.", hint) from fault
    records = [_record(raw, lines, start, end, item, fault) for start, end, item, fault in found]
    top = max(head.hidden, default=-1) + 1
    begins = lines.starts[0] if lines.starts else len(raw)
    first = raw[: lines.bounds[1]].decode(lines.encoding, "replace") if lines.texts else ""
    return Contents(
        tuple(_without_credentials(raw, lines, records)),
        raw[: max(begins, lines.bounds[top])],
        lines.encoding,
        "\r\n" if first.endswith("\r\n") else "\n",
        not lines.texts or _ends(raw[lines.bounds[-2] :].decode(lines.encoding, "replace")),
    )


_Found = tuple[int, int, ReadItem | None, str]
"""First line, end, the item, and why it is none."""


def _records(lines: Lines, constructs: tuple[Construct, ...], conflicts: Conflicts) -> Iterator[_Found]:
    """Everything that is content, in order."""
    unclosed = {one.line - 1 for one in findings_in(lines, constructs) if one.code == "unclosed-comment"}
    entries = {id(one.construct): one for one in entries_of(lines, constructs, conflicts, "inbox")}
    joined = {id(part) for one in entries.values() for part in one.joined}
    for construct in constructs:
        if id(construct) in joined:
            continue
        if entry := entries.get(id(construct)):
            if found := _entry(lines, entry, conflicts):
                yield found
        elif reason := _reason(lines, construct, unclosed):
            yield construct.start, construct.end, None, reason


def _entry(lines: Lines, entry: Entry, conflicts: Conflicts) -> _Found | None:
    """An item of a list, read; None for a mark with nothing behind it."""
    in_conflict = conflicts.hold(entry.start, entry.end)
    around = Surroundings(
        lines=lines,
        block=0,
        reference=True,
        links=False,
        headings=(),
        date_hint=None,
        in_conflict=in_conflict,
        markers=conflicts.markers,
    )
    item = item_of(entry.construct, entry.joined, around)
    reason = _NO_ITEM
    if in_conflict:
        item, reason = None, _CONFLICT
    elif item is not None and entry.construct.kind == "number" and not item.date:
        item, reason = None, _NUMBERED
    if item is None and not "".join(lines.texts[entry.start : entry.end]).strip(" \t\r-*+"):
        return None
    return entry.start, entry.end, item, reason


def _reason(lines: Lines, construct: Construct, unclosed: set[int]) -> str | None:
    """Why something that stands beside the items is none; None where it says nothing of its own."""
    if is_comment(lines, construct):
        if construct.start in unclosed:
            return "A comment opens here and is never closed; nothing behind it was read."
        behind = lines.texts[construct.end - 1].rpartition("-->")[2].strip()
        return "Words stand on the line on which a comment ends." if behind else None
    if construct.kind == "heading" and lines.texts[construct.start].lstrip().startswith("#"):
        return None
    return _LOOSE.get(construct.kind)


def _record(raw: bytes, lines: Lines, start: int, end: int, item: ReadItem | None, reason: str) -> Record:
    begins, stops = lines.starts[start], lines.bounds[end]
    text = _text(raw[begins:stops], lines)
    kept = text if _ends(text) else text + "\n"
    if bad := _SPELLS_NOTHING.search(text):
        what = "a NUL byte" if bad[0] == "\0" else "bytes that are no text in its encoding"
        line = start + 1 + text.count("\n", 0, bad.start())
        return Record(start + 1, kept, fault=(Fault.UNREADABLE, _NO_TEXT.format(line, what)))
    if item is None:
        return Record(start + 1, kept, fault=(Fault.UNREADABLE, reason))
    fact = None
    if begins <= item.fact.start < item.fact.end <= stops:
        at = len(_bytes(_text(raw[begins : item.fact.start], lines)))
        words = _bytes(_text(raw[item.fact.start : item.fact.end], lines))
        if index.unfold(words.decode("utf-8", "replace")) == clean(item.text):
            fact = at, at + len(words)
    return Record(start + 1, kept, _given(item), fact)


def _text(raw: bytes, lines: Lines) -> str:
    errors = "surrogateescape" if lines.encoding == "utf-8" else "surrogatepass"
    return raw.decode(lines.encoding, errors)


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _ends(text: str) -> bool:
    return text.endswith("\n")


def _given(item: ReadItem) -> dict[str, Any]:
    """An item as a writer would send it; what it says of its own standing goes along, for admission to take off."""
    scheme = None if item.scheme == SCHEME else item.scheme
    status = None if (item.status or "").strip().casefold() == "active" else item.status
    stated = {
        "text": item.text,
        "date": item.date,
        "id": item.foreign_id,
        "kind": item.kind,
        "subject": item.subject,
        "scope": item.scope,
        "source": item.source,
        "inspired_by": item.inspired_by,
        "confidence": item.confidence,
        "confidence_scheme": scheme,
        "corroborating": list(item.corroborating) or None,
        "status": status,
        "superseded_by": item.superseded_by,
    }
    given: dict[str, Any] = {name: value for name, value in stated.items() if value is not None}
    for key, value in item.extra:
        name = fold_key(key)
        name = name if name not in given else f"{key} (again)"
        given[name] = [part.strip() for part in value.split(",") if part.strip()] if name in LISTS else value
    return given


def _without_credentials(raw: bytes, lines: Lines, records: list[Record]) -> Iterator[Record]:
    """The records; one that holds a part of a credential that began or ends elsewhere says no more than that."""
    _, spans = redact_bytes(raw, lines.encoding)
    if not spans:
        yield from records
        return
    for record in records:
        begins = lines.bounds[record.line - 1]
        ends = lines.bounds[min(record.line - 1 + record.bytes.count("\n"), len(lines.texts))]
        if any(span.start < begins < span.end or span.start < ends < span.end for span in spans):
            yield Record(record.line, record.bytes, fault=(Fault.SECRET, _SECRET))
        else:
            yield record
