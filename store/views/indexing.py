"""What the index is drawn from: topics with what their items are, archived pages and who cites them, items in full."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from store.records.views.details import Move
from store.records.views.indexing import Beside
from store.records.words import Action, LaneState, Reason, SegmentRole, Status, VerbName
from store.views.archive import block_by_seq, role_of
from store.views.details import came
from store.views.lanes import lanes
from store.views.ledger import edges
from store.views.logs import history
from store.views.reader import Reader, chunks

PAGES = (SegmentRole.DOCUMENT, SegmentRole.CONVENTIONS, SegmentRole.TOPIC)
"""Archived files that are pages of static knowledge."""
CAPSULES = 20
"""Items that cite a page, as far as they are named."""
_RAISING = frozenset({Action.PROMOTE_TYPE, Action.ADD, Action.MERGE, Action.MANUAL_CORRECTION})
_LOWERING = frozenset({Action.COOL, Action.SUPERSEDE, Action.PENDING_CLEANUP})


class Counts(NamedTuple):
    """What the items of a topic are."""

    items: int = 0
    pending: int = 0
    over: int = 0
    """Superseded, stale or cooled."""


class Page(NamedTuple):
    """An archived page, and the items that cite it."""

    segment: str
    role: SegmentRole
    path: str | None
    capsules: tuple[str, ...]
    cited: int


def topic_counts(reader: Reader) -> dict[str, Counts]:
    """For each topic what its items are."""
    sql = (
        "SELECT topic, count(*), sum(status = 'pending-cleanup'),"
        " sum(cooled = 1 OR status IN ('superseded', 'stale')) FROM items"
        f" WHERE topic IS NOT NULL AND {reader.visible('items')} GROUP BY topic"
    )
    return {name: Counts(*(int(n or 0) for n in rest)) for name, *rest in reader.conn.execute(sql)}


def newest(reader: Reader, where: str, most: int) -> tuple[str, ...]:
    """The newest items of a sort; `where` is a condition of this file's callers, never anybody's words."""
    sql = f"SELECT id FROM items WHERE {where} AND {reader.visible('items')} ORDER BY day DESC, n DESC LIMIT ?"
    return tuple(row[0] for row in reader.conn.execute(sql, (most,)))


def recent(reader: Reader, most: int) -> tuple[str, ...]:
    """The newest items that stand and are whole."""
    return newest(reader, "place = 'store' AND status = 'active' AND drift = '' AND cooled = 0", most)


def pending(reader: Reader, most: int) -> tuple[tuple[str, ...], int]:
    """The newest items that wait for a person's judgement, and how many there are of all."""
    where = f"status = '{Status.PENDING.value}' AND drift = ''"
    sql = f"SELECT count(*) FROM items WHERE {where} AND {reader.visible('items')}"
    return newest(reader, where, most), int(reader.conn.execute(sql).fetchone()[0])


def every(reader: Reader, most: int, topic: str | None) -> tuple[tuple[str, ...], int]:
    """The newest items of all, or of one topic, and how many there are."""
    where, values = ("topic = ?", (topic,)) if topic else ("1", ())
    sql = f"SELECT id FROM items WHERE {where} AND {reader.visible('items')} ORDER BY day DESC, n DESC LIMIT ?"
    found = tuple(row[0] for row in reader.conn.execute(sql, (*values, most)))
    sql = f"SELECT count(*) FROM items WHERE {where} AND {reader.visible('items')}"
    return found, int(reader.conn.execute(sql, values).fetchone()[0])


def pages(reader: Reader) -> tuple[Page, ...]:
    """The archived pages of static knowledge, in the order they came, with the items that cite them."""
    marks = ",".join("?" * len(PAGES))
    sql = (
        "SELECT s.id, s.role, b.seq, coalesce(b.same_as, b.seq) FROM segments s JOIN blocks b ON b.segment = s.id"
        f" AND b.ordinal = 1 WHERE s.role IN ({marks}) AND {reader.visible('segments').replace('segments.', 's.')}"
        f" AND {reader.visible('blocks').replace('blocks.', 'b.')} ORDER BY b.seq"
    )
    rows = reader.conn.execute(sql, [role.value for role in PAGES]).fetchall()
    told = reader.payloads(seq for row in rows for seq in row[2:])
    return tuple(
        Page(segment, SegmentRole(role), (told.get(own) or told.get(at) or {}).get("path"), *_cited(reader, segment))
        for segment, role, own, at in rows
    )


def _cited(reader: Reader, segment: str) -> tuple[tuple[str, ...], int]:
    cites = (
        "FROM blocks b JOIN items ON items.block = coalesce(b.same_as, b.seq)"
        f" WHERE b.segment = ? AND b.to_seq IS NULL AND {reader.visible('items')}"
    )
    sql = f"SELECT DISTINCT items.id {cites} ORDER BY items.day DESC, items.n DESC LIMIT ?"
    found = tuple(row[0] for row in reader.conn.execute(sql, (segment, CAPSULES)))
    sql = f"SELECT count(DISTINCT items.id) {cites}"
    return found, int(reader.conn.execute(sql, (segment,)).fetchone()[0])


def besides(reader: Reader, names: Sequence[str], conflicted: Collection[str]) -> tuple[Beside, ...]:
    """These items in the order asked for, each with all that its row of the category index is derived from.

    `conflicted` are those that are in conflict.
    """
    rows = reader.item_rows(names)
    words = reader.words(rows.values())
    times = reader.times(seq for row in rows.values() for seq in (row.created, row.from_seq))
    lying = {lane.id: lane for lane in lanes(reader)} if any(row.lane for row in rows.values()) else {}
    found = []
    for name in names:
        if (row := rows.get(name)) is None:
            continue
        moves = history(reader, name)
        decided = [move for move in moves if move.plan is not None and move.verb is not None]
        cited = _segments(reader, row.block)
        lane = lying.get(row.lane or "")
        found.append(
            Beside(
                row=row,
                words=words[name][0],
                text=words[name][1],
                came=came(reader, row.created),
                edges=tuple((e.relation, e.outgoing, e.word, e.other) for e in edges(reader, [name])),
                conflicted=name in conflicted,
                role=role_of(reader, cited) if cited else None,
                segments=(cited,) if cited else (),
                lane_title=lane.title if lane else None,
                lane_state=lane.state if lane else LaneState.ACTIVE,
                created_at=times[row.created],
                updated_at=times[row.from_seq],
                decisions=len(decided),
                last_verb=decided[-1].verb if decided else None,
                last_at=decided[-1].at if decided else None,
                raised=_reason(moves, _raises),
                lowered=_reason(moves, _lowers),
            )
        )
    return tuple(found)


def _segments(reader: Reader, block: int | None) -> str | None:
    found = block_by_seq(reader, block) if block is not None else None
    return found.segment if found else None


def _reason(moves: Sequence[Move], fits: Any) -> Reason | str | None:
    """Why the last move of a sort happened: as its person said, else what it was."""
    last = next((move for move in reversed(moves) if fits(move)), None)
    return None if last is None else last.reason or last.action.value


def _raises(move: Move) -> bool:
    return move.action in _RAISING or move.verb in (VerbName.ACCEPT, VerbName.KEEP)


def _lowers(move: Move) -> bool:
    return move.action in _LOWERING or move.verb == VerbName.STALE


def dates_of(reader: Reader, topics: Sequence[str]) -> Mapping[str, tuple[str | None, tuple[str, ...]]]:
    """For each topic when its page says it was updated, and the dates of its sources (P§11)."""
    found: dict[str, tuple[str | None, tuple[str, ...]]] = {}
    for part in chunks(list(topics)):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, body FROM topics WHERE id IN ({marks}) AND {reader.visible('topics')}"
        rows = reader.conn.execute(sql, part).fetchall()
        bodies = reader.payloads(body for _, body in rows)
        for name, body in rows:
            told = bodies.get(body, {})
            found[name] = (told.get("last_updated"), tuple(map(str, told.get("source_dates") or ())))
    return found
