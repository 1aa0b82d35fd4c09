"""The archive: segments, their blocks, and a passage with what stands around it."""

from __future__ import annotations

import datetime
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from store import index, log, seal
from store.ids import block_id, read_block_id
from store.records.entry import Payload
from store.records.views import BlockView, Passage, Row, SegmentView, Why
from store.records.words import SegmentRole
from store.views.intake import UNTAKEN
from store.views.reader import Reader, chunks
from store.views.sources import of_withdrawn

_BLOCK = "seq, segment, ordinal, same_as, entry, sanitized, skipped, run, deferred, deferred_at, from_seq"


class Block:
    """A block's row; `bytes_at` is the entry whose payload holds its bytes."""

    def __init__(self, row: Sequence[Any]) -> None:
        (
            self.seq, self.segment, self.ordinal, self.same_as, self.entry, self.sanitized,
            self.skipped, self.run, self.deferred, self.deferred_at, self.from_seq,
        ) = row  # fmt: skip
        self.bytes_at: int = self.same_as or self.seq
        self.id = block_id(self.segment, self.ordinal)

    def seen(self, cited_by: Sequence[str]) -> str:
        """The digest of the block as shown, with the items that came from it."""
        return seal.seen_digest({"id": self.id, "moved": self.from_seq, "cited": sorted(cited_by)})


def block_by_id(reader: Reader, name: str) -> Block | None:
    """The block named ``seg-…/n``."""
    found = read_block_id(name)
    if found is None:
        return None
    sql = f"SELECT {_BLOCK} FROM blocks WHERE segment = ? AND ordinal = ? AND {reader.visible('blocks')}"
    row = reader.conn.execute(sql, found).fetchone()
    return Block(row) if row else None


def block_by_seq(reader: Reader, seq: int) -> Block | None:
    """The block that an entry made, or (of a capture, which holds its bytes itself) the one it was archived as."""
    for column in ("seq", "same_as"):
        sql = f"SELECT {_BLOCK} FROM blocks WHERE {column} = ? AND {reader.visible('blocks')} ORDER BY seq LIMIT 1"
        if row := reader.conn.execute(sql, (seq,)).fetchone():
            return Block(row)
    return None


def anchor_of(conn: sqlite3.Connection, capture: int) -> str | None:
    """How a Source names the block that a capture was archived as, such as ``archive/2026-06-01.md#3``."""
    row = conn.execute("SELECT seq FROM blocks WHERE same_as = ? ORDER BY seq LIMIT 1", (capture,)).fetchone()
    told = log.payload(conn, row[0]) if row else None
    return f"{told['path']}#{told['number']}" if told and told.get("path") and told.get("number") else None


def block_names(reader: Reader, seqs: Sequence[int]) -> dict[int, str]:
    """How the blocks that these entries made are named to people."""
    found: dict[int, str] = {}
    for part in chunks(seqs):
        marks = ",".join("?" * len(part))
        sql = f"SELECT seq, segment, ordinal FROM blocks WHERE seq IN ({marks}) AND {reader.visible('blocks')}"
        found |= {seq: block_id(segment, ordinal) for seq, segment, ordinal in reader.conn.execute(sql, part)}
    return found


def blocks_of(reader: Reader, segment: str) -> list[Block]:
    """The blocks of a segment, in order."""
    sql = f"SELECT {_BLOCK} FROM blocks WHERE segment = ? AND {reader.visible('blocks')} ORDER BY ordinal"
    return [Block(row) for row in reader.conn.execute(sql, (segment,))]


def described(block: Block, payloads: Mapping[int, Payload]) -> Payload:
    """What is told of a block (path, number, line): by its own entry, else by the one that holds its bytes."""
    return payloads.get(block.seq) or payloads.get(block.bytes_at) or {}


def _payloads(reader: Reader, blocks: Iterable[Block]) -> dict[int, Payload]:
    return reader.payloads(seq for block in blocks for seq in (block.seq, block.bytes_at))


def text_of(payload: Payload | None) -> str:
    """The text of a block's payload; empty when it was erased."""
    if payload is None:
        return ""
    raw = seal.raw_bytes(payload["bytes"])
    return raw.decode(payload.get("encoding", "utf-8"), "replace").removeprefix("\ufeff")


def role_of(reader: Reader, segment: str) -> SegmentRole | None:
    """What a segment was when it was taken in."""
    sql = f"SELECT role FROM segments WHERE id = ? AND {reader.visible('segments')}"
    row = reader.conn.execute(sql, (segment,)).fetchone()
    return SegmentRole(row[0]) if row else None


def segment_bytes(reader: Reader, segment: str) -> bytes | None:
    """The bytes of a segment, as they were taken in; None when a part was erased."""
    blocks = blocks_of(reader, segment)
    payloads = reader.payloads(block.bytes_at for block in blocks)
    if len(payloads) < len({block.bytes_at for block in blocks}):
        return None
    return b"".join(seal.raw_bytes(payloads[block.bytes_at]["bytes"]) for block in blocks)


def undistilled(reader: Reader) -> tuple[str, ...]:
    """Blocks of the archive that no item came from and no pass covered, oldest first."""
    sql = (
        "SELECT blocks.segment, blocks.ordinal, coalesce(blocks.same_as, blocks.seq) FROM blocks"
        " JOIN segments ON segments.id = blocks.segment WHERE blocks.entry = 1 AND blocks.skipped = 0"
        f" AND segments.covered = 0 AND {reader.visible('blocks')} AND {reader.stands('segments')}"
        " AND segments.role IN ('archive-day', 'document') AND NOT EXISTS (SELECT 1 FROM links WHERE"
        " links.dst = CAST(coalesce(blocks.same_as, blocks.seq) AS TEXT) AND links.relation = 'source'"
        f" AND {reader.stands('links')}) AND NOT EXISTS (SELECT 1 FROM items WHERE"
        f" items.block = coalesce(blocks.same_as, blocks.seq) AND {reader.stands('items')})"
        f" AND {reader.awake('blocks')} ORDER BY blocks.segment, blocks.ordinal"
    )
    rows = reader.conn.execute(sql).fetchall()
    gone = of_withdrawn(reader, [row[2] for row in rows])
    return tuple(block_id(segment, ordinal) for segment, ordinal, at in rows if at not in gone)


def _untaken(reader: Reader, segment: str | None = None) -> list[tuple[str, int]]:
    """(segment, ordinal) of the blocks (of one segment) whose capture waits for a pass to distil it."""
    one, values = ("", ()) if segment is None else (" AND blocks.segment = ?", (segment,))
    sql = (
        "SELECT blocks.segment, blocks.ordinal FROM items JOIN blocks ON blocks.same_as = items.block"
        f" WHERE {UNTAKEN} AND {reader.visible('items')} AND {reader.visible('blocks')}{one}"
    )
    return reader.conn.execute(sql, values).fetchall()


def block_texts(reader: Reader, keys: Sequence[str]) -> dict[str, str]:
    """The whole text of each of these blocks."""
    blocks = [block for key in keys if (block := block_by_id(reader, key))]
    payloads = reader.payloads(block.bytes_at for block in blocks)
    return {block.id: index.unfold(text_of(payloads.get(block.bytes_at)).strip()) for block in blocks}


def block_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """Blocks as lists show them."""
    blocks = [block for key in keys if (block := block_by_id(reader, key))]
    payloads = _payloads(reader, blocks)
    cited = _cited(reader, [block.bytes_at for block in blocks])
    since = reader.times(block.from_seq for block in blocks)
    return tuple(
        Row.model_construct(
            id=block.id,
            text=index.unfold(text_of(payloads.get(block.bytes_at)).strip())[:400],
            strip=None,
            why=(Why(code="undistilled", detail=described(block, payloads).get("path")),),
            since=_day(block.segment) or since[block.from_seq],
            seq=block.from_seq,
            seen=block.seen(cited.get(block.bytes_at, ())),
            group=block.segment,
            deferred_until=reader.until(block.deferred, block.deferred_at),
        )
        for block in blocks
    )


def _day(segment: str) -> int | None:
    """Midnight (UTC microseconds) of the day in a segment's id: since then its words wait."""
    try:
        day = datetime.datetime.fromisoformat(segment[4:14]).replace(tzinfo=datetime.UTC)
    except ValueError:
        return None
    return int(day.timestamp()) * 1_000_000


def segments(reader: Reader) -> tuple[SegmentView, ...]:
    """Every segment, archive days first, newest first."""
    waiting = Counter(key.split("/")[0] for key in undistilled(reader))
    waiting.update(segment for segment, _ in _untaken(reader))
    sql = (
        "SELECT segments.id, segments.role, segments.run, segments.from_seq, count(*),"
        " sum(blocks.entry), max(blocks.sanitized), min(coalesce(blocks.same_as, blocks.seq)),"
        " min(blocks.seq) FROM segments JOIN blocks ON blocks.segment = segments.id"
        f" WHERE {reader.visible('segments')} AND {reader.visible('blocks')} GROUP BY segments.id"
    )
    rows = reader.conn.execute(sql).fetchall()
    paths = reader.payloads(seq for row in rows for seq in (row[7], row[8]))
    times = reader.times(row[8] for row in rows)
    found = [
        SegmentView(
            id=row[0],
            role=SegmentRole(row[1]),
            path=(paths.get(row[8]) or paths.get(row[7]) or {}).get("path"),
            run=row[2],
            blocks=row[4],
            entries=row[5],
            undistilled=waiting.get(row[0], 0),
            sanitized=bool(row[6]),
            at=times[row[8]],
        )
        for row in rows
    ]
    found.sort(key=lambda s: s.id, reverse=True)
    found.sort(key=lambda s: s.role is not SegmentRole.ARCHIVE_DAY)
    return tuple(found)


def blocks_at(reader: Reader, path: str, part: str | None) -> list[Block]:
    """The blocks that a place in the archive names: by heading or number, else the whole file."""
    for written in (path, f"{path}.md"):
        if seqs := reader.known("anchor", written if part is None else f"{written}#{part}"):
            found = (block_by_seq(reader, seq) for seq in seqs)
            return [block for block in found if block is not None]
    return []


def block_views(reader: Reader, segment: str) -> tuple[BlockView, ...]:
    """The blocks of a segment with who cites them."""
    return tuple(_views(reader, blocks_of(reader, segment)))


def block_view(reader: Reader, name: str) -> BlockView | None:
    """One block with who cites it."""
    block = block_by_id(reader, name)
    return _views(reader, [block])[0] if block else None


def _views(reader: Reader, blocks: list[Block]) -> list[BlockView]:
    payloads = _payloads(reader, blocks)
    erased = log.erased_by(reader.conn, [block.bytes_at for block in blocks])
    cited = _cited(reader, [block.bytes_at for block in blocks])
    covered = {
        row[0]
        for row in reader.conn.execute(f"SELECT id FROM segments WHERE covered = 1 AND {reader.stands('segments')}")
    }
    waiting = {place for segment in {block.segment for block in blocks} for place in _untaken(reader, segment)}
    return [
        BlockView(
            id=block.id,
            seq=block.seq,
            ordinal=block.ordinal,
            number=described(block, payloads).get("number"),
            line=described(block, payloads).get("line"),
            text=text_of(payloads.get(block.bytes_at)),
            distilled=(block.segment, block.ordinal) not in waiting
            and bool(block.skipped or block.segment in covered or cited.get(block.bytes_at)),
            entry=bool(block.entry),
            cited_by=tuple(cited.get(block.bytes_at, ())),
            sanitized=bool(block.sanitized),
            erased_by=erased.get(block.bytes_at),
            seen=block.seen(cited.get(block.bytes_at, ())),
        )
        for block in blocks
    ]


def _cited(reader: Reader, seqs: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for part in chunks(seqs):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT block, id FROM items WHERE block IN ({marks}) AND {reader.visible('items')}"
            " UNION SELECT CAST(dst AS INTEGER), src FROM links WHERE relation = 'source' AND dst IN"
            f" ({marks}) AND {reader.visible('links')} ORDER BY 2"
        )
        for seq, name in reader.conn.execute(sql, (*part, *map(str, part))):
            found.setdefault(int(seq), []).append(name)
    return found


def passage(reader: Reader, block: Block) -> Passage:
    """A block with the one before and the one behind it."""
    sql = f"SELECT {_BLOCK} FROM blocks WHERE segment = ? AND ordinal BETWEEN ? AND ? AND {reader.visible('blocks')}"
    rows = reader.conn.execute(sql, (block.segment, block.ordinal - 1, block.ordinal + 1))
    near = {b.ordinal: b for b in map(Block, rows.fetchall())}
    payloads = _payloads(reader, near.values())

    def text(ordinal: int) -> str:
        return text_of(payloads.get(near[ordinal].bytes_at)) if ordinal in near else ""

    own = described(block, payloads)
    erased = log.erased_by(reader.conn, [block.bytes_at])
    return Passage(
        segment=block.segment,
        ordinal=block.ordinal,
        seq=block.seq,
        path=own.get("path"),
        line=own.get("line"),
        before=text(block.ordinal - 1),
        text=text(block.ordinal),
        after=text(block.ordinal + 1),
        sanitized=bool(block.sanitized),
        erased_by=erased.get(block.bytes_at),
    )
