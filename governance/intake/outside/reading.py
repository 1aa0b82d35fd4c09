"""Reading what a distiller said: operations out of JSON, whatever talk stands around it; a wrong one is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from governance.errors import Refusal, RefusalKind
from store.ids import read_id
from store.records.views.intake import RefusedOp

MOST: Final = 2_000
"""How many operations are looked at."""
_TRIES: Final = 10_000
"""How many places are tried at which JSON might begin."""
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
    "promote": "Only people promote.",
}


class Operation(NamedTuple):
    """One thing a distiller proposes, in form."""

    number: int
    op: str
    said: dict[str, Any]

    def refuse(self, sentence: str) -> RefusedOp:
        """That it was refused, and why."""
        return RefusedOp(number=self.number, operation=self.op, sentence=sentence)


def read_operations(said: str) -> tuple[list[Operation], list[RefusedOp]]:
    """The operations of an answer, and what in it is none."""
    found: list[Operation] = []
    refused: list[RefusedOp] = []
    for number, one in enumerate(_listed(said), 1):
        if number > MOST:
            refused.append(RefusedOp(number=number, operation="…", sentence=f"More than {MOST:,} are not looked at."))
            break
        fault = _fault(one)
        name = str(one.get("op", "?"))[:40] if isinstance(one, dict) else "?"
        if fault or not isinstance(one, dict):
            refused.append(RefusedOp(number=number, operation=name, sentence=fault or ""))
        else:
            found.append(Operation(number, name, one))
    return found, refused


def _fault(one: object) -> str | None:
    if not isinstance(one, dict):
        return "It is no object."
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
    if name in ("duplicate", "contradiction") and len(set(one["items"])) != 2:
        return "It takes two items."
    if name == "distil" and not 1 <= len(one["from"]) == len(set(one["from"])) <= 50:
        return "It takes between one and fifty captures, each once."
    return None


def _named(one: dict[str, Any]) -> Iterator[object]:
    for field in ("capture", "item", "old", "new"):
        if field in one:
            yield one[field]
    for field in ("from", "items"):
        yield from one.get(field, ())


def _listed(said: str) -> list[object]:
    """The list of operations: of one JSON object wherever it stands, or of objects line by line."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    lines: list[object] = []
    at = tried = 0
    while (at := said.find("{", at)) >= 0 and tried < _TRIES:
        try:
            found, end = decoder.raw_decode(said, at)
        except (ValueError, RecursionError):
            at, tried = at + 1, tried + 1
            continue
        if isinstance(found, dict) and isinstance(found.get("operations"), list):
            return list(found["operations"])
        if isinstance(found, dict) and "op" in found:
            lines.append(found)
        at = end
    if not lines:
        raise Refusal(
            RefusalKind.RULE,
            'The distiller answered no {"operations": [...]} that can be read; nothing was taken from it.',
            "Let it print JSON only.",
        )
    return lines


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is given twice")
    return found
