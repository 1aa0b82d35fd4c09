"""What may stand in a header (law 18): minted ids, seqs, words of closed sets, yes and no."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Final

from store.ids import is_minted
from store.records import words
from store.records.words import Action

WORDS: Final = frozenset(
    member.value
    for found in vars(words).values()
    if isinstance(found, type) and issubclass(found, StrEnum)
    for member in found
)
"""Every word of every closed set."""
KEYS: Final = frozenset(
    {
        "assurance", "before", "block", "block_seq", "confidence", "cooled", "covers", "deferred",
        "drift", "encoding", "entry", "format", "holder", "item", "key", "kind", "layer", "links",
        "ordinal", "outcome", "payloads", "place", "reason", "restore", "role", "run", "same_as",
        "sanitized", "set", "shown", "skipped", "source_state", "status", "superseded_by", "topic",
        "triggered", "undoes", "unlink", "verb", "words",
    }
)  # fmt: skip
"""Every name an effect may use."""
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}", re.ASCII)
"""The form of a time zone's name in the closed list of zones."""
SEQS: Final = frozenset({"block", "block_seq", "links", "restore", "same_as", "undoes", "unlink"})
"""Names under which a number is a seq."""
NUMBERS: Final = frozenset({"format", "ordinal"})
"""Names under which a number is a version or an ordinal."""


def stray_in(action: Action, effect: dict[str, Any]) -> str | None:
    """What in an entry's effect does not belong in a header; only genesis names the zone of the user day."""
    zone = effect.get("zone")
    if zone is None:
        return stray(effect)
    if action is not Action.BOOTSTRAP or not isinstance(zone, str) or not _ZONE.fullmatch(zone):
        return "a word that is in no closed set (as zone)"
    return stray({name: value for name, value in effect.items() if name != "zone"})


def stray(value: Any, name: str = "") -> str | None:
    """What in a part of an effect does not belong in a header, or None."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        return None if name in SEQS or name in NUMBERS else f"the number {value}"
    if isinstance(value, str):
        if value in WORDS or is_minted(value):
            return None
        return f"a word that is in no closed set (as {name})"
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in KEYS:
                return "a name that is in no closed set"
            if said := stray(part, key):
                return said
        return None
    if isinstance(value, list | tuple):
        return next((said for part in value if (said := stray(part, name))), None)
    return "a value of another kind"
