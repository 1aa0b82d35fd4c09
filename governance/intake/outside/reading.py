"""Reading what a distiller answered: a closed set of operations, each in its form; the rest is refused one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from governance.errors import Refusal, RefusalKind
from store.ids import read_id
from store.records.views.intake import RefusedOp

MOST: Final = 2_000
"""How many operations are looked at."""
_TRIES: Final = 10_000
"""How many places are tried at which JSON might begin."""
_WORK: Final = 32_000_000
"""How many characters are read in vain, all tries together."""
_SHAPES: Final[dict[str, tuple[dict[str, type], dict[str, type]]]] = {
    "add": ({"capture": str}, {"topic": str}),
    "distil": ({"from": list, "text": str}, {"topic": str, "kind": str}),
    "refute": ({"capture": str, "item": str}, {}),
    "duplicate": ({"items": list}, {}),
    "contradiction": ({"items": list}, {}),
    "cool": ({"item": str}, {}),
    "supersede": ({"old": str, "new": str}, {}),
}
"""What each operation must and may say."""
_NEVER: Final = {
    "delete": "Nothing is deleted: state gives way, knowledge adds up.",
    "remove": "Nothing is deleted: state gives way, knowledge adds up.",
    "update": "Nothing is rewritten where it stands.",
    "write": "A distiller writes no file.",
    "clear": "Only people clear what is pending.",
    "stale": "Only people judge something stale.",
    "withdraw": "Only people withdraw.",
    "grant": "Only people grant.",
    "promote": "Only people promote.",
}
_OPENS = re.compile(r'\{\s*"operations"\s*:')


class Operation(NamedTuple):
    """One thing a distiller proposes, in form."""

    number: int
    op: str
    said: dict[str, Any]

    def refuse(self, sentence: str) -> RefusedOp:
        """That it was refused, and why."""
        return RefusedOp(number=self.number, operation=self.op, sentence=sentence)


def read_operations(said: str) -> tuple[list[Operation], list[RefusedOp]]:
    """The operations of an answer, and what in it is none.

    Captures are folded together last, so that what is said about each of them is heard first.
    """
    found: list[Operation] = []
    refused: list[RefusedOp] = []
    listed, broken = _listed(said)
    for number, one in enumerate(listed, 1):
        if number > MOST:
            refused.append(RefusedOp(number=number, operation="…", sentence=f"More than {MOST:,} are not looked at."))
            break
        fault = _fault(one)
        name = one.get("op") if isinstance(one, dict) else None
        if fault or not isinstance(one, dict):
            operation = name[:40] if isinstance(name, str) else "?"
            refused.append(RefusedOp(number=number, operation=operation, sentence=fault or ""))
        else:
            found.append(Operation(number, str(name), one))
    if broken and len(listed) <= MOST:
        sentence = "The answer breaks off, or is no JSON in between; the rest of it was not read."
        refused.append(RefusedOp(number=len(listed) + 1, operation="…", sentence=sentence))
    return sorted(found, key=lambda one: one.op == "distil"), refused


def _fault(one: object) -> str | None:
    if not isinstance(one, dict):
        return "It is no object."
    if isinstance(one, _Twice):
        return "It names a field twice."
    name = one.get("op")
    if not isinstance(name, str) or name not in _SHAPES:
        known = _NEVER.get(name) if isinstance(name, str) else None
        return known or f"There is no such operation; there are {', '.join(_SHAPES)}."
    must, may = _SHAPES[name]
    for field, sort in must.items():
        if not isinstance(one.get(field), sort):
            return f"It says no {field}, or not as it has to be said."
    for field, value in one.items():
        if field != "op" and field not in must and field not in may:
            return f"It says {field[:40]}, which is none of its to say."
        if field in may and not isinstance(value, may[field]):
            return f"Its {field} is not as it has to be said."
    for name in _named(one):
        read = read_id(name) if isinstance(name, str) else None
        if read is None or read.prefix != "mem":
            return "It names something that is no id of an item."
    if "items" in one and not len(one["items"]) == len(set(one["items"])) == 2:
        return "It takes two items."
    if "from" in one and not 1 <= len(one["from"]) == len(set(one["from"])) <= 50:
        return "It takes between one and fifty captures, each once."
    return None


def _named(one: dict[str, Any]) -> Iterator[object]:
    for field in ("capture", "item", "old", "new"):
        if field in one:
            yield one[field]
    for field in ("from", "items"):
        yield from one.get(field, ())


class _Twice(dict[str, Any]):
    """An object that names a field twice: which of the two is meant, nobody knows."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Twice(found)


def _no_number(_: str) -> None:
    """No operation says a number; one without end or bound is not even made."""


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_no_number, parse_float=_no_number, parse_constant=_no_number
)


def _listed(said: str) -> tuple[list[object], bool]:
    """Every operation of an answer, in lists or line by line, wherever it stands; whether a list could not be read."""
    found: list[object] = []
    at = tried = work = 0
    answered = broken = False
    while (at := said.find("{", at)) >= 0 and tried < _TRIES and work < _WORK and len(found) <= MOST:
        try:
            one, end = _DECODER.raw_decode(said, at)
        except json.JSONDecodeError as error:
            work += (len(said) if error.msg.startswith("Unterminated") else error.pos) - at
        except RecursionError:
            work += len(said) - at
        else:
            listed = isinstance(one.get("operations"), list)
            if listed and isinstance(one, _Twice):
                broken = True
            elif listed or "op" in one:
                answered = True
                found += one["operations"] if listed else [one]
            at = end
            continue
        broken = broken or _OPENS.match(said, at) is not None
        at, tried = at + 1, tried + 1
    if not answered:
        raise Refusal(
            RefusalKind.RULE,
            'The distiller answered no {"operations": [...]} that can be read; nothing was taken from it.',
            "Let it print JSON only.",
        )
    return found, broken
