"""Examining: every rule about what was sent that needs no store; credentials first, before anything is kept of it."""

from __future__ import annotations

import json
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
    texts = list(_texts(sent))
    if not find_secrets("\n\n".join(text for _, text in texts)):
        texts = []  # most hold none, and are looked through at once
    for place, text in texts:
        if spans := find_secrets(text):
            line = text.count("\n", 0, spans[0].start) + 1
            at = f"{place}, line {line}" if line > 1 else place
            sentence = f"It holds what looks like a credential ({spans[0].rule}); nothing of it was kept."
            return Examined(
                sent._replace(given=None, bytes=None),
                Request(),
                fault=Fault.SECRET,
                faults=((place, sentence),),
                rule=spans[0].rule,
                place=at,
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
        flags.update(text_findings(text))
    return Examined(sent, request, flags=tuple(flag for flag in Flag if flag in flags))


def _read_by_agents(request: Request) -> Iterator[str]:
    """Every text of a request that an agent may read later."""
    yield request.text
    for values in (request.fields.values(), *request.lists.values(), (text for _, text in request.typed)):
        yield from (text for text in values if len(text) > 24 or not text.isascii())


def _texts(sent: Sent) -> Iterator[tuple[str, str]]:
    """(place, text) of everything that was sent, names of fields included."""
    if sent.bytes is not None:
        yield "text", sent.bytes
    yield from _strings(sent.given, "text" if isinstance(sent.given, str) else "")


def _strings(value: object, place: str) -> Iterator[tuple[str, str]]:
    stack = [(value, place)]
    seen = 0
    while stack and seen < 10_000:
        seen += 1
        value, place = stack.pop()
        if isinstance(value, str):
            yield place or "text", value
        elif isinstance(value, Mapping):
            for name, part in reversed(list(value.items())):
                called = clean(str(name))[:60]
                stack.append((part, called))
                if isinstance(part, str) and len(str(part)) < 4_000:
                    stack.append((f"{name}: {part}", called))
                elif isinstance(name, str):
                    stack.append((name, "a field's name"))
        elif isinstance(value, list | tuple):
            stack.extend((part, place) for part in reversed(value))


def kept_of(sent: Sent) -> str:
    """What quarantine keeps of what was sent: text, cut at a bound."""
    given: Any = sent.bytes if sent.bytes is not None else sent.given
    if not isinstance(given, str):
        given = json.dumps(given, ensure_ascii=False, default=str)
    return clean(given)[:KEPT].replace("\0", "␀")


__all__ = ["KEPT", "LARGEST", "WAITS", "Examined", "Sent", "examine", "kept_of"]
