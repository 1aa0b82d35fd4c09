"""Keyed children of a list item: `- key: value` lines, and lists below them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from governance.intake.reading.labels import FIELDS, fold_key
from governance.intake.reading.lines import Lines
from governance.intake.reading.outline import Construct
from governance.intake.reading.passages import passage_of

_KEYED = re.compile(r"\*{0,2}([A-Za-z][\w-]*(?: [A-Za-z]+)?)\*{0,2}[ \t]*[:：]\*{0,2}(?:\s+|$)(.*)", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s{2,})#(?:\s.*|$)", re.DOTALL)
_TELLING = frozenset({"foreign_id", "kind", "source", "superseded_by", "scheme"})


@dataclass(frozen=True, slots=True)
class Keyed:
    """One child that states a key."""

    key: str
    """As written."""
    field: str | None
    """The field it fills; None when the format has no such key."""
    value: str
    parts: tuple[str, ...]
    """The values of the list below the key, or the one value on its line."""
    child: Construct


def keyed_children(lines: Lines, item: Construct, *, reference: bool) -> tuple[Keyed, ...]:
    """Read the keyed children of an item; none at all unless they show that the item is a structured one."""
    found = [keyed for child in item.children if child.kind == "bullet" and (keyed := _keyed(lines, child))]
    known = {keyed.field for keyed in found if keyed.field}
    if not known or not (reference or (len(known) > 1 and known & _TELLING)):
        return ()
    return tuple(found)


def _keyed(lines: Lines, child: Construct) -> Keyed | None:
    if not child.children or child.children[0].kind != "paragraph":
        return None
    first = child.children[0]
    words = passage_of(lines, first.start, first.end, bullet=first.start == child.start).text
    found = _KEYED.fullmatch(words)
    if not found:
        return None
    field = FIELDS.get(fold_key(found[1]))
    if field is None and " " in found[1]:
        return None
    value = _COMMENT.sub("", found[2]).strip()
    parts = ((value,) if value else ()) + tuple(_listed(lines, child.children[1:]))
    if field == "corroborating" and value.startswith("[") and value.endswith("]") and "](" not in value:
        parts = tuple(part for each in value[1:-1].split(",") if (part := each.strip())) + parts[1:]
    return Keyed(found[1], field, ", ".join(parts), parts, child)


def _listed(lines: Lines, below: Sequence[Construct]) -> list[str]:
    values = []
    for construct in below:
        listed = construct.kind in ("bullet", "number") and construct.children
        first = construct.children[0] if listed else construct
        if first.kind == "paragraph":
            words = passage_of(lines, first.start, first.end, bullet=True).text
            values.append(_COMMENT.sub("", words).strip())
    return [value for value in values if value]
