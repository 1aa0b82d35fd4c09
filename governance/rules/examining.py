"""Examining: every rule about what was sent that needs no store; credentials first, before anything is kept of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from governance.authority.policy import Policy
from governance.rules.bulk import bulk_fault
from governance.rules.instructing import text_findings
from governance.rules.request import Request, clean, read_request
from governance.rules.secrets import find_secrets
from store.records.words import WAITS, Door, Fault, Flag

LARGEST: Final = 200_000
"""Characters of all that is sent for one capture; more is not even kept in quarantine."""
PARTS: Final = 10_000
"""Values that one capture is made of; more are not kept either."""
DEEPEST: Final = 60
"""How deep what is sent may nest."""
KEPT: Final = 20_000
"""Characters that quarantine keeps of what was sent."""


class Sent(NamedTuple):
    """What a writer gave, and the door it came by."""

    given: object
    door: Door
    bytes: str | None = None
    """The record as it stood in a file, byte for byte (undecodable bytes as surrogates)."""
    fact: tuple[int, int] | None = None
    """Where its text stands in those bytes, if it does."""
    file: str | None = None
    line: int | None = None
    fault: tuple[Fault, str] | None = None
    """Why it could not be read at all."""


@dataclass(slots=True)
class Examined:
    """What was sent, after the rules."""

    sent: Sent
    request: Request
    flags: tuple[Flag, ...] = ()
    fault: Fault | None = None
    faults: tuple[tuple[str, str], ...] = ()
    rule: str | None = None
    place: str | None = None
    raw: str | None = None
    """What is kept of it in quarantine."""


def examine(sent: Sent, policy: Policy, day_of: Callable[[int], str]) -> Examined:
    """Judge one thing that was sent; nothing is written, and a credential goes no further than this."""
    try:
        texts = _texts(sent)
    except _TooMuch as fault:
        told = sent.fault if sent.fault and sent.fault[0] is Fault.TOO_LONG else (Fault.TOO_LONG, str(fault))
        kept = sent._replace(given="", bytes=None, fact=None, fault=told)
        return Examined(kept, Request(), fault=told[0], faults=(("", told[1]),), raw="")
    if not find_secrets("\n\n".join(text for _, text in texts)):
        texts = []  # most hold none, and are looked through at once
    for place, text in texts:
        if spans := find_secrets(text):
            line = text.count("\n", 0, spans[0].start) + 1
            name = "a field's name" if find_secrets(place) else clean(place)[:60]
            sentence = f"It holds what looks like a credential ({spans[0].rule}); nothing of it was kept."
            return Examined(
                sent._replace(given=None, bytes=None),
                Request(),
                fault=Fault.SECRET,
                faults=((name, sentence),),
                rule=spans[0].rule,
                place=f"{name}, line {line}" if line > 1 else name,
            )
    if sent.fault is not None:
        return Examined(sent, Request(), fault=sent.fault[0], faults=(("", sent.fault[1]),), raw=kept_of(sent))
    request = read_request(sent.given, policy, day_of)
    if bulk := bulk_fault(request.text, characters=policy.capture_characters):
        code, sentence = bulk
        if not any(name == "text" for name, _ in request.faults):
            faults = (("text", sentence), *request.faults)
            return Examined(sent, request, fault=Fault(code), faults=faults, raw=kept_of(sent))
    if request.faults:
        return Examined(sent, request, fault=Fault.SCHEMA, faults=tuple(request.faults), raw=kept_of(sent))
    flags = set(request.flags)
    for text in _read_by_agents(request):
        if not _NAME(text):
            flags.update(text_findings(text))
    return Examined(sent, request, flags=tuple(flag for flag in Flag if flag in flags))


_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.:/#-]{0,22}", re.ASCII).fullmatch
"""A short name of one piece, such as `gate:port` or `archive/2026-06-01#3`: it tells nobody to do anything."""


def _read_by_agents(request: Request) -> Iterator[str]:
    """Every text of a request that an agent may read later."""
    yield request.text
    for values in (request.fields.values(), *request.lists.values(), (text for _, text in request.typed)):
        yield from values


class _TooMuch(Exception):
    """What was sent is more than is looked through, and none of it is kept."""


_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_ADVICE = "nothing of it was kept. Send one conclusion per capture, and link what is long as its Source."


def _texts(sent: Sent) -> list[tuple[str, str]]:
    """(place, text) of everything that was sent, names of fields included; a bound that it breaks is raised."""
    found = [] if sent.bytes is None else [("text", sent.bytes)]
    if sent.fault and sent.bytes and "\\u" in sent.bytes:  # JSON that could not be read
        found.append(("text", _ESCAPE.sub(lambda sign: chr(int(sign[1], 16)), sent.bytes)))
    size = parts = 0
    stack: list[tuple[object, str, int]] = [(sent.given, "", 0)]
    while stack:
        value, name, depth = stack.pop()
        if isinstance(value, Mapping | list | tuple):
            parts += len(value)
            if depth > DEEPEST:
                raise _TooMuch(f"It nests deeper than {DEEPEST}; {_ADVICE}")
            if parts > PARTS:
                raise _TooMuch(f"It is made of more than {PARTS:,} values; {_ADVICE}")
            if isinstance(value, Mapping):
                for key, part in reversed(list(value.items())):
                    stack.append((part, str(key), depth + 1))
                    size += len(str(key))
            else:
                stack.extend((part, name, depth + 1) for part in reversed(value))
            if name:
                found.append((name, name))
        elif value is not None:
            text = value if isinstance(value, str) else _spelt(value)
            size += len(text)
            if len(text) >= 4_000 or not name:
                found += [(name, name), (name or "text", text)] if name else [("text", text)]
            else:
                found.append((name, f"{name}: {text}"))
        elif name:
            found.append((name, name))
    if max(size, len(sent.bytes or "")) > LARGEST:
        raise _TooMuch(f"It has more than {LARGEST:,} characters in all; {_ADVICE}")
    return found


def _spelt(value: object) -> str:
    """Something that is no text, as it would be kept."""
    try:
        return str(value)
    except ValueError as error:  # a number of thousands of digits
        raise _TooMuch(f"It holds a number that has too many digits; {_ADVICE}") from error


def kept_of(sent: Sent) -> str:
    """What quarantine keeps of what was sent: text, cut at a bound."""
    given: Any = sent.bytes if sent.bytes is not None else sent.given
    if not isinstance(given, str):
        given = json.dumps(given, ensure_ascii=False, default=str)
    return clean(given)[:KEPT].replace("\0", "␀")


__all__ = ["DEEPEST", "KEPT", "LARGEST", "PARTS", "WAITS", "Examined", "Sent", "examine", "kept_of"]
