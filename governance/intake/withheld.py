"""Withdrawn passages that an import reads again, whatever stands around them now (law 14).

A passage is compared without its heading, bullet and line breaks: as a whole block, and line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from store import exclusion, seal
from store.commit import Snapshot

_HEADING = re.compile(r"\s*#{1,6}(?:\s|$)")
_BULLET = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+")
_LEAST = 12
"""A line of fewer characters says nothing by itself."""


class Withheld:
    """The passages that are withdrawn, each with the entry that holds its bytes; kept while nothing moves them."""

    def __init__(self) -> None:
        self._moved = -1
        self._found: dict[str, int] = {}

    def entry_of(self, snapshot: Snapshot, text: str) -> int | None:
        """The entry of a withdrawn block that a block repeats, as a whole or in one of its lines."""
        moved = exclusion.moved(snapshot.conn)
        if moved != self._moved:
            self._moved, self._found = moved, dict(_passages(snapshot)) if moved else {}
        if not self._found:
            return None
        return next((self._found[part] for part in parts_of(text) if part in self._found), None)


def _passages(snapshot: Snapshot) -> Iterator[tuple[str, int]]:
    for seq in exclusion.hidden_blocks(snapshot.conn):
        payload = snapshot.payload_of(seq)
        if payload is not None and isinstance(payload.get("bytes"), str):
            raw = seal.raw_bytes(payload["bytes"])
            for part in parts_of(raw.decode(payload.get("encoding", "utf-8"), "replace")):
                yield part, seq


def parts_of(text: str) -> Iterator[str]:
    """A block without headings and marks, as a whole and line by line."""
    lines = [_BULLET.sub("", line, count=1) for line in text.splitlines() if not _HEADING.match(line)]
    said = [" ".join(line.split()) for line in lines]
    if whole := " ".join(line for line in said if line):
        yield whole
    yield from (line for line in said if len(line) >= _LEAST)
