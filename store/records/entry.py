"""An entry of the log: its header as facts, and the draft it is made from."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from store.records.words import Action

Effect: TypeAlias = dict[str, Any]
"""What replay needs when the payload is gone: minted ids, seqs, enums, booleans."""
Payload: TypeAlias = dict[str, Any]
"""The words of an entry: canonical JSON with an integer `v`."""


class Entry(NamedTuple):
    """One header of the log, read back; times are UTC microseconds."""

    seq: int
    at: int
    actor: str
    action: Action
    subjects: tuple[str, ...]
    refs: tuple[str | int, ...]
    effect: Effect
    commitment: str | None
    prev: str
    hash: str


class Draft(NamedTuple):
    """What a use case wants appended; seq, chain and commitment are added under the lock."""

    action: Action
    subjects: tuple[str, ...]
    effect: Effect
    payload: Payload | None = None
    refs: tuple[str | int, ...] = ()
    salt: bytes | None = None
    """Given where the payload was committed to before the lock (a decided effect)."""
    actor: str | None = None
    """Whose entry it is, where that is only known under the lock (a person enrolled by it)."""
