"""Lines of JSON, one capture each; a line that cannot be read is kept with the reason, and stops none of the others."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from governance.rules.examining import Sent
from store.records.words import Door, Fault

LONGEST_LINE: Final = 1_000_000
"""Bytes of one line; of a longer one only the beginning is looked at."""
_DEEPEST: Final = 60
"""How deep a line may nest."""


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
    twice: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, value in found:
            if name in made:
                twice.append(name)
                value = [made[name], value]  # noqa: PLW2901 - both are looked through for credentials
            made[name] = value
        return made

    try:
        given = json.loads(text, object_pairs_hook=pairs, parse_constant=_no_number)
    except _Unreadable as error:
        return Sent(None, door, text, fault=(Fault.UNREADABLE, str(error)))
    except json.JSONDecodeError as error:
        sentence = f"The line is no JSON: at character {error.pos + 1:,}, {error.msg[:1].lower()}{error.msg[1:]}."
        return Sent(None, door, text, fault=(Fault.UNREADABLE, sentence))
    except (ValueError, RecursionError):
        sentence = "The line is no JSON that can be kept: a number has too many digits, or it nests too deep."
        return Sent(None, door, text, fault=(Fault.UNREADABLE, sentence))
    if twice:
        sentence = f"The line names {twice[0][:60]!r} twice: say each field once."
        return Sent(given, door, text, fault=(Fault.UNREADABLE, sentence))
    if _deep(given):
        sentence = f"The line nests deeper than {_DEEPEST}: a capture is an object of fields."
        return Sent(None, door, text, fault=(Fault.UNREADABLE, sentence))
    return Sent(given, door)


def _no_number(name: str) -> NoReturn:
    raise _Unreadable(f"The line says {name}, which is no JSON.")


def _deep(value: object) -> bool:
    """Whether a value nests deeper than anybody means."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [part for one in level if isinstance(one, dict | list) for part in _parts(one)]
        if not level:
            return False
    return True


def _parts(one: Any) -> Any:
    return one.values() if isinstance(one, dict) else one
