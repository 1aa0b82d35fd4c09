"""What may stand in a header (law 18): minted ids, seqs, words of closed sets, yes and no."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Final

from store.ids import is_minted, read_block_id
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
        "action", "archive_refs", "assurance", "before", "block", "block_seq", "bounded", "closed", "confidence",
        "constitutional", "control", "cooled", "covers", "deferred", "door", "drift", "encoding", "entry", "fault",
        "findings", "format", "grantee", "grounds", "hold", "holder", "item", "key", "kind", "lane", "layer", "links",
        "memory_item_ids", "moves", "ordinal", "origin", "outcome", "parent", "payloads", "permitted_use", "place",
        "principal", "reason", "recovery", "released", "repeats", "replaces", "restore", "review", "role", "run",
        "same_as", "sanitized", "scope", "scoped", "set", "settles", "shown", "since", "skipped",
        "source_or_run_refs", "source_state", "state", "status", "superseded_by", "supersedes", "task", "topic",
        "triggered", "type", "undoes", "unlink", "verb", "verbs", "words",
    }
)  # fmt: skip
"""Every name an effect may use."""
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}", re.ASCII)
"""The form of a time zone's name in the closed list of zones."""
SEQS: Final = frozenset(
    {"block", "block_seq", "grounds", "links", "repeats", "restore", "same_as", "since", "undoes", "unlink"}
)
"""Names under which a number is a seq."""
NUMBERS: Final = frozenset({"format", "ordinal"})
"""Names under which a number is a version or an ordinal."""


_PRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}", re.ASCII)
"""The form of a key's fingerprint."""
_OF_GENESIS: Final = {"zone": _ZONE, "key_print": _PRINT, "recovery_print": _PRINT}
"""What only genesis names: the zone of the user day, and the keys of the owner by their fingerprints."""


def stray_in(action: Action, effect: dict[str, Any]) -> str | None:
    """What in an entry's effect does not belong in a header."""
    if action is Action.BOOTSTRAP:
        for name, form in _OF_GENESIS.items():
            value = effect.get(name)
            if value is not None and not (isinstance(value, str) and form.fullmatch(value)):
                return f"a word that is in no closed set (as {name})"
        effect = {name: value for name, value in effect.items() if name not in _OF_GENESIS}
    elif "zone" in effect:
        return "a word that is in no closed set (as zone)"
    return stray(effect)


def stray(value: Any, name: str = "") -> str | None:
    """What in a part of an effect does not belong in a header, or None."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        return None if name in SEQS or name in NUMBERS else f"the number {value}"
    if isinstance(value, str):
        if value in WORDS or is_minted(value) or (name == "archive_refs" and read_block_id(value)):
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
