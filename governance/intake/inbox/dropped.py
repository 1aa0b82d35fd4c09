"""The records of a dropped file: Markdown, one JSON capture, a list of them, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from governance.intake.inbox.records import Record, contents_of
from governance.intake.reading.lines import Lines, lines_of
from governance.rules.examining import Sent
from store.records.words import Door, Fault

ENDINGS: Final = (".md", ".markdown", ".json", ".jsonl")
SPOOLED: Final = "memdesk-spool"
"""The name under which a spooled capture says its form."""
_NO_JSON: Final = "It is no JSON: send one object, a list of them, or one on each line."


def sent_of(record: Record, door: Door, file: str) -> Sent:
    """A record of a file as something that was sent; of a credential nothing but its place."""
    if record.fault and record.fault[0] is Fault.SECRET:
        return Sent(None, door, file=file, line=record.line, fault=record.fault)
    return Sent(record.given, door, record.bytes, record.fact, file, record.line, record.fault)


def dropped(name: str, raw: bytes, file: str) -> Iterator[Sent]:
    """Everything that was dropped in one file; raises Unreadable where it is no text."""
    if not name.lower().endswith((".json", ".jsonl")):
        for record in contents_of(file, raw).records:
            yield sent_of(record, Door.DROP, file)
        return
    lines, _ = lines_of(file, raw)
    if name.lower().endswith(".json"):
        whole = _parsed("\n".join(lines.texts))
        if not isinstance(whole, _Broken):
            yield from (_one(given, file, 1) for given in (whole if isinstance(whole, list) else [whole]))
            return
        if not any(isinstance(_parsed(text), dict) for text in lines.texts):
            yield Sent(None, Door.DROP, "\n".join(lines.texts), None, file, whole.line, (Fault.UNREADABLE, _NO_JSON))
            return
    yield from _by_line(lines, file)


def _by_line(lines: Lines, file: str) -> Iterator[Sent]:
    for number, text in enumerate(lines.texts, 1):
        if not text.strip():
            continue
        given = _parsed(text)
        if isinstance(given, _Broken):
            yield Sent(None, Door.DROP, text, None, file, number, (Fault.UNREADABLE, "The line is no JSON object."))
        else:
            yield _one(given, file, number)


def _one(given: Any, file: str, line: int) -> Sent:
    return Sent(given, Door.DROP, file=file, line=line)


class _Broken:
    """What could not be parsed."""

    def __init__(self, line: int) -> None:
        self.line = line


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return _Broken(error.lineno)
    except (ValueError, RecursionError):
        return _Broken(1)
