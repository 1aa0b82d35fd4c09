"""Lines of JSON, one capture each; a line that cannot be read is kept with the reason, and stops none of the others."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from governance.rules.examining import DEEPEST, Sent
from store.records.words import Door, Fault

LONGEST_LINE: Final = 1_000_000
"""Bytes of one line; of a longer one only the beginning is looked at."""


class _Unreadable(Exception):
    """Why a line is no JSON that can be kept."""


def read_line(line: bytes, door: Door = Door.BATCH) -> Sent:
    """What a line says; the byte order mark of a first line, and any sort of line end, are no part of it."""
    line = line.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n")
    text = line[:LONGEST_LINE].decode("utf-8", "surrogateescape")
    if len(line) > LONGEST_LINE:
        sentence = f"The line has more than {LONGEST_LINE:,} bytes: send one conclusion a line."
        return Sent(None, door, text, fault=(Fault.TOO_LONG, sentence))
    try:
        line.decode()
    except UnicodeDecodeError as error:
        sentence = f"The line is not UTF-8 from its byte {error.start + 1:,} on."
        return Sent(None, door, text, fault=(Fault.UNREADABLE, sentence))
    return parsed(text, door)


def parsed(text: str, door: Door) -> Sent:
    """What a text of one line says that was decoded."""
    given, fault = read_json(text)
    if fault:
        return Sent(None, door, text, fault=(Fault.UNREADABLE, f"The line {fault}"))
    return kept_whole(given, door, "The line")


def kept_whole(given: object, door: Door, called: str) -> Sent:
    """What was read as JSON; whatever would be kept of it in part alone is refused, and spelled out in one piece."""
    fault = _fault_of(given)
    if fault is None:
        return Sent(given, door)
    spelled = json.dumps(given, ensure_ascii=False)
    return Sent(None, door, spelled, fault=(Fault.UNREADABLE, f"{called} {fault}"))


def read_json(text: str) -> tuple[Any, str | None]:
    """What a text of JSON says, or why it is none; a field that is named twice is kept with both of its values."""
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number), None
    except _Unreadable as error:
        return None, str(error)
    except json.JSONDecodeError as error:
        return None, f"is no JSON: at character {error.pos + 1:,}, {error.msg[:1].lower()}{error.msg[1:]}."
    except (ValueError, RecursionError):
        return None, "is no JSON that can be kept: a number has too many digits, or it nests too deep."


def _fault_of(given: object) -> str | None:
    """Why something that was read as JSON is no capture that could be kept whole."""
    level = [given]
    for _ in range(DEEPEST):
        for one in level:
            if isinstance(one, _Twice):
                return f"names {one.name[:60]!r} twice: say each field once."
        level = [part for one in level if isinstance(one, dict | list) for part in _parts(one)]
        if not level:
            return None
    return f"nests deeper than {DEEPEST}: a capture is an object of fields."


class _Twice(dict[str, Any]):
    """An object in which a name stands more than once; it holds every value, to be looked through for credentials."""

    name = ""


def _pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(found)
    if len(made) == len(found):
        return made
    both = _Twice()
    for name, value in found:
        if name in both:
            both.name = both.name or name
            both[name] = [both[name], value]
        else:
            both[name] = value
    return both


def _no_number(name: str) -> NoReturn:
    raise _Unreadable(f"says {name}, which is no JSON.")


def _parts(one: Any) -> Any:
    return one.values() if isinstance(one, dict) else one
