"""The places in the archive that a Source names, read from its words alone.

A path that climbs out of the memory, or is absolute, is archive-shaped and names nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

MOST: Final = 64
"""How many blocks one item is linked to at most."""

_ANCHOR = re.compile(
    r"(?<![\w/\\:.%-])(?:\./)*(?:memory/)?archive/[^\s#()<>\[\]`\"'|,;，；、]+"
    r"(?:#[^\s#()<>\[\]`\"'|,;，；、]+)?"
)
_OUTSIDE = re.compile(r"[/\\](?:[^/\\]+[/\\]|[^/\\]*\.\w)|[A-Za-z]:[/\\]|file:|~/")
_CLIMBS = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)")
_ARCHIVED = re.compile(r"(?:^|[/\\])archive[/\\]")
_MARKS = " \t`\"'<>[]()"
_ENDS = ".,;:。，；"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the archive, as a Source names it."""

    path: str
    part: str | None
    """What stands behind the number sign."""


def anchors_in(words: str | None) -> tuple[tuple[Anchor, ...], bool]:
    """The anchors that a Source names, and whether it means a place in the archive at all."""
    bare = unquote((words or "").strip(_MARKS), errors="replace").strip(_MARKS)
    if not bare:
        return (), False
    if " " not in bare and (_CLIMBS.search(bare.split("#")[0]) or _OUTSIDE.match(bare)):
        return (), True
    if _CLIMBS.search(bare) and _ARCHIVED.search(bare):
        return (), True
    found = [_anchor(match[0].rstrip(_ENDS)) for match in _ANCHOR.finditer(bare)]
    whole = _anchor(bare.rstrip(_ENDS))
    if len(found) == 1 and re.fullmatch(r"archive/.+\.md", whole.path) and " " not in (whole.part or ""):
        found = [whole]
    return tuple(dict.fromkeys(found)), bool(found)


def _anchor(words: str) -> Anchor:
    path, sign, part = words.partition("#")
    return Anchor(inside(path), part.strip() if sign and part.strip() else None)


def inside(path: str) -> str:
    """A path without what may stand before it inside a memory."""
    path = path.strip()
    while path.startswith("./"):
        path = path[2:]
    return path.removeprefix("memory/")
