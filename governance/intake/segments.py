"""A file's blocks into the archive: a segment for a file, an entry for a block, each text once.

A file that is an existing segment, block for block, adds nothing. A file that changed makes a new
segment in which the blocks that stayed refer to the entries that hold their bytes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from governance.intake.loading import Loaded
from governance.intake.reading.dates import day_in, day_in_name
from governance.intake.session import Session, Steps
from store.ids import day_number
from store.records.entry import Draft, Payload
from store.records.words import Action

_SPLIT_DAY = re.compile(r"(\d{4})/(\d{2})[-/](\d{2})")


def day_of_path(path: str) -> str | None:
    """The archive day that a path names, as YYYY-MM-DD."""
    if day := day_in_name(path):
        return day
    found = _SPLIT_DAY.search(path)
    return day_in("-".join(found.groups())) if found else None


def archive(session: Session, file: Loaded) -> Steps[int]:
    """Preserve a file's blocks; returns how many entries of this run hold them."""
    texts = file.kept()
    file.seqs, file.segments = [0] * len(texts), set()
    if not any(texts):
        return 0
    found = [stored(session, file, text) for text in texts]
    earlier = _segments(session, found)
    segment, done = _existing(session, file, texts, earlier)
    if segment is None or len(done) < len(texts):
        run = yield from session.opened()
        holder = yield from session.holder(file)
        segment = segment or session.snapshot.mint("seg", _segment_day(session, file))
        ours = {seq for seq, _ in done}
        before = [[seq for seq in seqs if seq not in ours] for seqs in found]
        yield from _append(session, file, _Making(segment, holder, run, texts, before, done))
        count = len(texts)
    else:
        count = len(texts) if _is_ours(session, segment) else 0
        file.seqs = [at for _, at in done]
    session.segments += bool(count)
    session.blocks += count
    session.done += len(texts)
    file.segments = {segment, *_same_holder(session, file, earlier)}
    return count


class _Making(NamedTuple):
    """A segment while its blocks are appended."""

    segment: str
    holder: str
    run: str
    texts: list[str]
    before: list[list[int]]
    """For each block, the entries of earlier segments that hold its bytes."""
    done: list[tuple[int, int]]


def _append(session: Session, file: Loaded, making: _Making) -> Steps[None]:
    """Append the blocks that are not there yet; a segment holds at least one block's bytes itself."""
    first = len(making.done)
    same = [_same_as(session, file, index, seqs) for index, seqs in enumerate(making.before)]
    if not first and all(same):
        same[0] = None
    file.seqs[:first] = [at for _, at in making.done]
    entries = _entries(file)
    for index in range(first, len(making.texts)):
        stands = same[index]
        effect = {
            "ordinal": index + 1,
            "role": file.read.role,
            "encoding": file.codec,
            "holder": making.holder,
            "run": making.run,
            "same_as": stands,
            "entry": index in entries and not making.before[index],
            "sanitized": file.sanitized(index),
        }
        payload = None if stands else _payload(file, index, making.texts[index])
        if (repeats := _repeated(session, file, index, making.texts[index], anew=stands is None)) is not None:
            effect["repeats"] = repeats
        refs = (stands,) if stands else ()
        entry = yield Draft(Action.ARCHIVE, (making.segment,), effect, payload, refs)
        file.seqs[index] = stands or entry.seq


def _repeated(session: Session, file: Loaded, index: int, text: str, *, anew: bool) -> int | None:
    """The entry of the block whose words a block repeats: one that is withdrawn, or one that was read before it."""
    withheld = session.withheld.entry_of(session.snapshot, text)
    other, block = file.echoes.get(index, (None, 0))
    echoed = other.seqs[block] if other is not None and block < len(other.seqs) else 0
    item = session.snapshot.row("items", file.told.get(index, "")) if anew else None
    return withheld or echoed or (int(str(item["block"])) if item and item["block"] is not None else None)


def _segment_day(session: Session, file: Loaded) -> int:
    day = day_of_path(file.path) if file.read.role == "archive-day" else None
    return day_number(day) if day else session.day


def stored(session: Session, file: Loaded, text: str) -> list[int]:
    """The entries that hold these bytes for a file of this path, newest first."""
    seqs = session.snapshot.find("block", text) if text else []
    return [seq for seq in seqs if _holds(session.snapshot.payload_of(seq), file.path, text)]


def _segments(session: Session, found: list[list[int]]) -> tuple[str, ...]:
    """The segments in which these entries stand."""
    rows = (session.snapshot.row("blocks", seq) for seqs in found for seq in seqs)
    return tuple(dict.fromkeys(str(row["segment"]) for row in rows if row))


def _existing(
    session: Session, file: Loaded, texts: list[str], earlier: tuple[str, ...]
) -> tuple[str | None, list[tuple[int, int]]]:
    """The segment that is this file, or the one this run began for it, and its blocks so far."""
    snapshot = session.snapshot
    begun: tuple[str | None, list[tuple[int, int]]] = (None, [])
    for name in earlier:
        blocks = snapshot.blocks(name)
        if len(blocks) > len(texts) or not all(
            _holds(snapshot.payload_of(at), file.path, text) for (_, at), text in zip(blocks, texts, strict=False)
        ):
            continue
        if len(blocks) == len(texts):
            return name, blocks
        if _is_ours(session, name) and len(blocks) > len(begun[1]):
            begun = name, blocks
    return begun


def _holds(payload: Payload | None, path: str, text: str) -> bool:
    return payload is not None and payload["bytes"] == text and payload.get("path") == path


def _is_ours(session: Session, segment: str) -> bool:
    """Whether this run made the segment."""
    row = session.snapshot.row("segments", segment)
    return row is not None and session.run is not None and row["run"] == session.run


def _same_as(session: Session, file: Loaded, index: int, before: list[int]) -> int | None:
    """The entry whose bytes a block repeats; days of the archive keep their own numbering."""
    block = file.read.blocks[index]
    for seq in before:
        payload = session.snapshot.payload_of(seq) or {}
        numbered = payload.get("number") == block.number
        if file.read.role != "archive-day" or (numbered and list(payload.get("slugs", ())) == file.slugs(index)):
            return seq
    return None


def _entries(file: Loaded) -> set[int]:
    """The blocks that hold something which nobody may have distilled yet.

    Every entry of an archive day does. In a document only what can be an item does: its task boxes,
    tables, fences and lists of links are kept, and never wait for anybody.
    """
    found: set[int] = set()
    if file.read.role == "archive-day":
        found = {index for index, block in enumerate(file.read.blocks) if block.number is not None}
    elif file.read.role == "document":
        found = {item.block for item in file.read.items}
    return found - file.quiet - file.withheld


def _payload(file: Loaded, index: int, text: str) -> Payload:
    block = file.read.blocks[index]
    payload: Payload = {
        "v": 1,
        "bytes": text,
        "path": file.path,
        "number": block.number,
        "slugs": file.slugs(index),
        "line": file.line(block.line),
        "last_line": file.line(block.last_line),
    }
    return payload if file.codec == "utf-8" else payload | {"encoding": file.codec}


def _same_holder(session: Session, file: Loaded, segments: tuple[str, ...]) -> set[str]:
    """Those segments that were read from the very file."""
    holder = session.known_holder(file)
    rows = {name: session.snapshot.row("segments", name) for name in segments}
    return {name for name, row in rows.items() if row and holder and row["holder"] == holder}
