"""One item in full: words, neighbours, the passage it came from, and what happened to it."""

from __future__ import annotations

from collections.abc import Sequence

from store import log
from store.ids import read_id
from store.index import fold
from store.records.item import ItemRow, ItemWords
from store.records.views import ItemDetail, Linked, Move, Passage, Why
from store.records.views.details import Came
from store.records.words import (
    Action,
    Assurance,
    Door,
    Origin,
    PermittedUse,
    Place,
    Queue,
    Relation,
    Status,
    VerbName,
)
from store.views.archive import block_by_seq, passage
from store.views.conflicts import apart_from
from store.views.intake import in_inbox, untaken
from store.views.items import neighbours, strip_of, why_of
from store.views.lanes import lane, shut_lanes
from store.views.ledger import WORDS, links_from
from store.views.logs import history
from store.views.queues import suggested, waits_stale
from store.views.reader import Reader, seen_of
from store.views.relied import relied_on
from store.views.sides import why_in_conflict
from store.views.topics import merged_into

_MAX_LINKS = 40


def item_detail(reader: Reader, name: str) -> ItemDetail | None:
    """Everything a person needs to doubt an item; None when there is no such item."""
    name = resolve(reader, name) or name
    row = reader.item_row(name)
    current = row is not None
    if row is None and (row := reader.last_row(name)) is None:
        return None
    if row.run in reader.open_runs or (row.withdrawn and not reader.behind):
        return None
    words, text = reader.words([row])[row.id]
    erased = log.erased_by(reader.conn, [seq for seq in (row.body, row.block) if seq])
    beside = neighbours(reader, [row])
    queues, others = _queues(reader, row, beside.rivals.get(row.id, ())) if current else ((), ())
    why = why_of(row, words, beside.contradicting.get(row.id, ()))
    moves = history(reader, row.id)
    if went := _went_on(reader, row, moves):
        why = tuple(went if one.code == "judged-stale" else one for one in why)
    if current and (disputed := why_in_conflict(reader, row.id)):
        queues = (*queues, Queue.CONFLICTS)
        known = {"same-subject"} if others else set()
        why = (*(one for one in disputed if one.code not in known | {told.code for told in why}), *why)
    if Queue.UNDISTILLED in queues:
        why = (Why(code="undistilled"), *why)
    if others:
        why = (Why(code="same-subject", ids=others), *why)
    if not current:
        why = (Why(code="undone"), *why)
    until = reader.until(row.deferred, row.deferred_at)
    if until:
        why = (*why, Why(code="deferred", detail=until))
    twins = _same_text(reader, row, text)
    if twins:
        why = (*why, Why(code="same-text", ids=twins))
    return ItemDetail(
        row=row,
        words=words,
        text=text,
        strip=strip_of(reader, row, words, next(iter(erased.values()), None)),
        why=why,
        queues=queues,
        topic_title=_topic(reader, row.topic),
        origin=f"{words.file}:{words.line}" if words and words.file else None,
        aliases=(words.written_id,) if words and words.written_id not in (None, row.id) else (),
        source_passage=_source(reader, row),
        own_passage=_passage(reader, row.block),
        linked=_linked(reader, row),
        history=moves,
        suggestion=(),
        seen=seen_of(row, beside.shown(row)),
        current=current and reader.at_seq is None,
        deferred_until=until,
        came=came(reader, row.created),
        lane=lane(reader, row.lane) if row.lane else None,
        relied=relied_on(reader, row.id),
    )


def _went_on(reader: Reader, row: ItemRow, moves: Sequence[Move]) -> Why | None:
    """Where a row goes on that nobody judged stale: it was re-keyed, and the item that says the same now names it."""
    last = next((move for move in reversed(moves) if dict(move.after).get("status")), None)
    if row.status is not Status.STALE or last is None or last.verb != VerbName.BOTH:
        return None
    name = next(
        (other for relation, other in sorted(links_from(reader, row.id)) if relation == Relation.CORRECTED_BY), None
    )
    if name is None:
        return None
    fresh = reader.item_rows([name])
    words = reader.words(fresh.values())[name][0] if fresh else None
    if words is None or words.subject is None:
        return Why(code="goes-on-elsewhere", ids=(name,))
    return Why(code="goes-on", ids=(name,), detail=words.subject)


def came(reader: Reader, created: int) -> Came | None:
    """How an item came in by a door, from the entry that made it; None for what no door took in."""
    entry = log.entry(reader.conn, created)
    if entry is None or "door" not in entry.effect or "item" not in entry.effect:
        return None
    effect, payload = entry.effect, reader.payloads([created]).get(created)
    mended = entry.action is Action.CAPTURE and effect.get("verb") == VerbName.RESUBMIT
    told = (payload or {}).get("capture") or {}
    return Came(
        at=entry.at,
        by=str(told.get("by", "")),
        assurance=Assurance(effect["assurance"]) if "assurance" in effect else None,
        door=Door(effect["door"]),
        origin=Origin(effect["origin"]) if "origin" in effect else None,
        permitted_use=PermittedUse(effect["permitted_use"]) if "permitted_use" in effect else None,
        client_ref=told.get("client_ref"),
        dated=bool(told.get("dated")),
        offset=told.get("offset"),
        stripped=tuple((str(name), str(value)) for name, value in told.get("stripped", ())),
        mended_from=next((str(ref) for ref in entry.refs if str(ref).startswith("quar-")), None) if mended else None,
    )


def resolve(reader: Reader, name: str) -> str | None:
    """An item's id from its id or from the id it was written with elsewhere."""
    if read_id(name) is not None and reader.last_row(name) is not None:
        return name
    for seq in reader.known("alias", name):
        entry = log.entry(reader.conn, seq)
        if entry is not None and "item" in entry.effect:
            return entry.subjects[0]
    return None


def _queues(reader: Reader, row: ItemRow, rivals: tuple[str, ...]) -> tuple[tuple[Queue, ...], tuple[str, ...]]:
    """The queues an item waits in, and the others of its subject where that is why; none in a lane that is shut."""
    if row.lane in shut_lanes(reader):
        return (), ()
    inbox = (Queue.INBOX,) if in_inbox(row) else ()
    if row.drift:
        return (Queue.DRIFT,), ()
    if row.status is Status.PENDING:
        return (*inbox, Queue.PENDING), ()
    if row.status is Status.STALE:
        return (*inbox, *((Queue.STALE,) if waits_stale(reader, row.id) else ())), ()
    judged = apart_from(reader, [row.id]).get(row.id, frozenset()) if rivals else frozenset()
    stored = _stored(reader, rivals) if row.live and row.place is Place.STORE else ()
    others = tuple(name for name in stored if name not in judged)
    near = (Queue.SUGGESTED,) if suggested(reader, row.id) else ()
    left = (Queue.UNDISTILLED,) if row.place is Place.ARCHIVED and untaken(reader, row.id) else ()
    return (*inbox, *((Queue.ADDITIVE,) if others else ()), *left, *near), others


def _stored(reader: Reader, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these items that a pass took into the store, or an import brought there."""
    rows = reader.item_rows(names)
    return tuple(name for name in names if name in rows and rows[name].place is Place.STORE)


def _same_text(reader: Reader, row: ItemRow, text: str) -> tuple[str, ...]:
    if not text:
        return ()
    found = []
    for seq in reader.known("text", fold(text))[:_MAX_LINKS]:
        entry = log.entry(reader.conn, seq)
        if entry and "item" in entry.effect and entry.subjects[0] != row.id:
            found.append(entry.subjects[0])
    return tuple(name for name in dict.fromkeys(found) if reader.item_row(name))


def _topic(reader: Reader, name: str | None) -> str | None:
    if name is None:
        return None
    sql = f"SELECT body FROM topics WHERE id = ? AND {reader.visible('topics')}"
    row = reader.conn.execute(sql, (name,)).fetchone()
    if row is None and (into := merged_into(reader.conn, name)) is not None:
        return _topic(reader, into)
    payload = log.payload(reader.conn, row[0]) if row else None
    return (payload.get("title") or payload.get("file")) if payload else None


def _source(reader: Reader, row: ItemRow) -> Passage | None:
    found = reader.conn.execute(
        "SELECT dst FROM links WHERE src = ? AND relation = ?"
        f" AND {reader.stands('links')} ORDER BY CAST(dst AS INTEGER) LIMIT 1",
        (row.id, Relation.SOURCE.value),
    ).fetchone()
    return _passage(reader, int(found[0])) if found else None


def _passage(reader: Reader, seq: int | None) -> Passage | None:
    block = block_by_seq(reader, seq) if seq is not None else None
    return passage(reader, block) if block else None


def _linked(reader: Reader, row: ItemRow) -> tuple[Linked, ...]:
    sql = (
        f"SELECT relation, dst, 1 FROM links WHERE src = ? AND {reader.stands('links')} UNION ALL"
        f" SELECT relation, src, 0 FROM links WHERE dst = ? AND {reader.stands('links')} LIMIT ?"
    )
    edges = [
        (Relation(relation), other, bool(outgoing))
        for relation, other, outgoing in reader.conn.execute(sql, (row.id, row.id, _MAX_LINKS))
        if relation != Relation.SOURCE.value
    ]
    if row.superseded_by and all(other != row.superseded_by for _, other, _ in edges):
        edges.insert(0, (Relation.SUPERSEDED_BY, row.superseded_by, True))
    rows = reader.item_rows(sorted({other for _, other, _ in edges}))
    words: dict[str, tuple[ItemWords | None, str]] = reader.words(rows.values())
    return tuple(
        Linked(
            relation=relation,
            outgoing=outgoing,
            id=other,
            text=words[other][1] if other in words else None,
            strip=strip_of(reader, rows[other], words[other][0], None) if other in rows else None,
            word=WORDS[relation][0 if outgoing else 1],
        )
        for relation, other, outgoing in edges
    )
