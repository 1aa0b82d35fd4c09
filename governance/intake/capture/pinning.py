"""Pinning a Source: the blocks of the archive that it names stay what they are, whatever their file becomes."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from governance.rules.anchors import MOST, Anchor, anchors_in, inside
from store.commit import Snapshot
from store.ids import read_block_id, read_id
from store.records.words import Origin, SourceState

_DOCUMENTS: Final = frozenset({"document", "conventions", "topic", "index"})
_SIGN = r"[^\s#()<>\[\]`\"'|,;，；、]"
_PLACE = re.compile(rf"(?<![\w/\\:.%-])(?:{_SIGN}+\.md\b(?:#{_SIGN}+)?|{_SIGN}+#{_SIGN}+)")
"""What may be a place inside a file: a path of Markdown, or anything with a part behind a number sign."""
_ENDS: Final = ".,;:。，；"


def pinned(snapshot: Snapshot, words: str | None) -> tuple[SourceState, tuple[int, ...], Origin]:
    """What a Source resolves to here: its state, the blocks (its pinned revision), and whose words that makes it."""
    bare = (words or "").strip()
    seqs: list[int] = []
    if found := read_block_id(bare):
        seqs = [at for n, (_, at) in enumerate(snapshot.blocks(found[0]), 1) if n == found[1]]
    elif (read := read_id(bare)) and read.prefix == "mem":
        row = snapshot.row("items", bare)
        if row is None:
            return SourceState.MISSING, (), Origin.AGENT
        seqs = [int(str(row["block"]))] if row["block"] is not None else []
        return SourceState.FOUND, tuple(seqs), Origin.AGENT
    else:
        named, shaped = anchors_in(bare)
        if not shaped:
            named, shaped = _documents_in(snapshot, bare)
        if not shaped:
            return SourceState.NOT_ARCHIVE, (), Origin.AGENT
        for anchor in named:
            seqs += _anchored(snapshot, anchor.path, anchor.part)
    if not seqs:
        return SourceState.MISSING, (), Origin.AGENT
    block = snapshot.row("blocks", seqs[0])
    segment = snapshot.row("segments", str(block["segment"])) if block else None
    document = segment is not None and segment["role"] in _DOCUMENTS
    return SourceState.FOUND, tuple(seqs[:MOST]), Origin.DOCUMENT if document else Origin.AGENT


def _documents_in(snapshot: Snapshot, words: str) -> tuple[tuple[Anchor, ...], bool]:
    """The topics and documents that a Source names, and whether it means a place that the store should hold.

    A topic page belongs to a memory, so one that is not there is missed. Any other path may lead to a file of anybody;
    it means a place here only where the store holds that file.
    """
    named: list[Anchor] = []
    lost = False
    for found in _PLACE.finditer(unquote(words, errors="replace")):
        path, _, part = found[0].rstrip(_ENDS).partition("#")
        path = inside(path)
        topic = bool(snapshot.find("topic", path))
        if _anchored(snapshot, path, None) or (topic and part):
            named.append(Anchor(path, part or None))
        elif path.startswith("topics/") and path.endswith(".md") and not topic:
            lost = True
    return tuple(dict.fromkeys(named)), bool(named) or lost


def _anchored(snapshot: Snapshot, path: str, part: str | None) -> list[int]:
    """The blocks of the newest segment that an anchor names."""
    for called in (path, f"{path}.md"):
        newest: str | None = None
        found = []
        for seq in snapshot.find("anchor", called if part is None else f"{called}#{part}")[:256]:
            row = snapshot.row("blocks", seq)
            if row is not None and newest in (None, row["segment"]):
                newest = str(row["segment"])
                found.append(int(str(row["same_as"] or seq)))
        if found:
            return sorted(found)
    return []
