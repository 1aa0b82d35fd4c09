"""The records of a dropped file: Markdown, one JSON capture, a list of them, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from governance.intake.capture.lines import kept_whole, parsed, read_json
from governance.intake.inbox.records import Record, contents_of
from governance.intake.reading.lines import Lines, lines_of
from governance.rules.examining import Sent
from store.records.words import Door, Fault

ENDINGS: Final = (".md", ".markdown", ".json", ".jsonl")
SPOOLED: Final = "memdesk-spool"
"""The name under which a spooled capture says its form."""
_BAD: Final = "It holds bytes that are no text in its encoding."
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
        text = "\n".join(lines.texts)
        whole, fault = read_json(text)
        if fault is None and not lines.undecodable:
            for given in whole if isinstance(whole, list) else [whole]:
                yield kept_whole(given, Door.DROP, "The capture")._replace(file=file, line=1)
            return
        if not any(isinstance(read_json(one)[0], dict) for one in lines.texts):
            line = min(lines.undecodable) + 1 if lines.undecodable else _line_of(text)
            why = _BAD if lines.undecodable else _NO_JSON
            yield Sent(None, Door.DROP, text, None, file, line, (Fault.UNREADABLE, why))
            return
    yield from _by_line(lines, file)


def _by_line(lines: Lines, file: str) -> Iterator[Sent]:
    for number, text in enumerate(lines.texts, 1):
        if not text.strip():
            continue
        if number - 1 in lines.undecodable:
            yield Sent(None, Door.DROP, text, None, file, number, (Fault.UNREADABLE, _BAD))
        else:
            yield parsed(text, Door.DROP)._replace(file=file, line=number)


def _line_of(text: str) -> int:
    """The line on which it is no JSON any more."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        pass
    return 1
