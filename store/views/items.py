"""Items as lists show them: one row with its calibration strip and why it is here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from store import index, log
from store.records.item import ItemRow, ItemWords
from store.records.views import ItemFilter, Row, Strip, Why
from store.records.words import Drift, Kind, Relation, Review, SourceState, Status
from store.views.intake import told
from store.views.reader import Reader, chunks, seen_of
from store.views.search import find, matches, pieces

FIRST_WORDS = 400
SCAN = 5000
"""Up to so many items a filter looks at every text; above, the full-text table is asked first."""
_FILTERED = 20_000
"""So many items a filter of that many leaves at most, the newest."""


def strip_of(reader: Reader, row: ItemRow, words: ItemWords | None, erased: str | None) -> Strip:
    """The calibration strip of an item."""
    date = words.date if words else None
    return Strip.model_construct(
        kind=row.kind,
        status=row.status,
        source_state=row.source_state,
        source=words.source if words else None,
        date=date,
        age_days=reader.age(date),
        confidence=row.confidence,
        subject=words.subject if words else None,
        superseded_by=row.superseded_by,
        cooled=row.cooled,
        erased_by=erased,
        drift=tuple(row.drift),
        type=row.type,
        review=row.review,
        released=row.released,
        withdrawn=row.withdrawn,
        lane=row.lane,
        lane_state=reader.lane_states.get(row.lane) if row.lane else None,
    )


def item_list(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """The rows of these items, in the order asked for; items that no longer stand are left out."""
    rows = reader.item_rows(keys)
    words = reader.words(rows.values())
    erased = log.erased_by(reader.conn, [row.body for row in rows.values() if words[row.id][0] is None])
    since = reader.times(row.from_seq for row in rows.values())
    beside = neighbours(reader, rows.values())
    came = told(reader, [row.created for row in rows.values() if row.review is not None])
    found = []
    for key in keys:
        if (row := rows.get(key)) is None:
            continue
        own, text = words[key]
        by = came.get(row.created)
        found.append(
            Row.model_construct(
                id=key,
                text=text[:FIRST_WORDS],
                strip=strip_of(reader, row, own, erased.get(row.body)),
                why=why_of(row, own, beside.contradicting.get(key, ())),
                since=since[row.from_seq],
                seq=row.from_seq,
                seen=seen_of(row, beside.shown(row)),
                group=" ".join(row.drift) or None,
                deferred_until=reader.until(row.deferred, row.deferred_at),
                who=by.by if by else None,
                assurance=by.assurance if by else None,
                door=by.door if by else None,
                findings=row.findings,
            )
        )
    return tuple(found)


class Neighbours:
    """The items that stand beside others on the screen: successors, contradicting ones and rivals."""

    def __init__(self) -> None:
        self.contradicting: dict[str, tuple[str, ...]] = {}
        self.rivals: dict[str, tuple[str, ...]] = {}
        """Live state items of the same subject, oldest first."""
        self.moved: dict[str, int] = {}

    def shown(self, row: ItemRow) -> list[tuple[str, int]]:
        """(id, entry that last moved it) for each neighbour of an item."""
        names = [*self.contradicting.get(row.id, ()), *self.rivals.get(row.id, ())]
        if row.superseded_by:
            names.append(row.superseded_by)
        return [(name, self.moved[name]) for name in dict.fromkeys(names) if name in self.moved]


def neighbours(reader: Reader, rows: Iterable[ItemRow]) -> Neighbours:
    """Successors, contradicting items and rivals of these rows."""
    rows = list(rows)
    found = Neighbours()
    against: dict[str, list[str]] = {}
    for part in chunks([row.id for row in rows]):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, dst FROM links WHERE src IN ({marks}) AND relation = ?"
            f" AND {reader.stands('links')} ORDER BY dst"
        )
        for src, dst in reader.conn.execute(sql, (*part, Relation.CONTRADICTED_BY.value)):
            against.setdefault(src, []).append(dst)
    found.contradicting = {src: tuple(dsts) for src, dsts in against.items()}
    names = {row.superseded_by for row in rows if row.superseded_by}
    names |= {dst for dsts in against.values() for dst in dsts}
    others = reader.item_rows(sorted(names))
    found.moved = {name: row.from_seq for name, row in others.items()}
    for name, other, moved in _rivals(reader, rows):
        found.rivals[name] = (*found.rivals.get(name, ()), other)
        found.moved[other] = moved
    return found


def _rivals(reader: Reader, rows: Sequence[ItemRow]) -> Iterable[tuple[str, str, int]]:
    """(item, live state item with exactly its subject, entry that last moved that one)."""
    mine = {
        row.body: row.id
        for row in rows
        if row.kind is Kind.STATE and row.status is not Status.SUPERSEDED and not row.drift
    }
    for part in chunks(sorted(mine)):
        marks = ",".join("?" * len(part))
        sql = (
            "SELECT mine.seq, items.id, items.from_seq FROM lookups mine"
            " CROSS JOIN lookups theirs ON theirs.kind = 'subject' AND theirs.digest = mine.digest"
            f" CROSS JOIN items ON items.body = theirs.seq WHERE mine.kind = 'subject' AND mine.seq IN ({marks})"
            " AND items.status = 'active' AND items.kind = 'state' AND items.drift = ''"
            f" AND {reader.visible('items')} ORDER BY items.day, items.n"
        )
        for body, other, moved in reader.conn.execute(sql, part):
            if other != mine[body]:
                yield mine[body], other, moved


def source_links(reader: Reader, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The blocks that each item's Source resolves to."""
    found: dict[str, list[int]] = {}
    for part in chunks(names):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, CAST(dst AS INTEGER) FROM links WHERE src IN ({marks}) AND relation = ?"
            f" AND {reader.stands('links')} ORDER BY 2"
        )
        for src, seq in reader.conn.execute(sql, (*part, Relation.SOURCE.value)):
            found.setdefault(src, []).append(seq)
    return {src: tuple(seqs) for src, seqs in found.items()}


def why_of(row: ItemRow, words: ItemWords | None, against: Sequence[str]) -> tuple[Why, ...]:
    """Why an item needs somebody, most telling first."""
    found = [_why(f"drift:{code}", detail=_as_written(words, code)) for code in row.drift]
    if against:
        found.append(_why("contradicted-by", tuple(against)))
    if row.status is Status.PENDING:
        if row.kind is Kind.STATE:
            known = row.superseded_by is not None
            found.append(_why("successor-known", (str(row.superseded_by),)) if known else _why("successor-unknown"))
        found.append(_why("marked-pending"))
    if row.status is Status.STALE:
        found.append(_why("judged-stale"))
    found += [_why(f"finding:{code}") for code in row.findings]
    if row.review is Review.HELD:
        found.append(_why("held"))
    if row.source_state is SourceState.MISSING:
        found.append(_why("source-missing", detail=words.source if words else None))
    elif row.source_state is SourceState.NOT_ARCHIVE:
        found.append(_why("source-not-archive", detail=words.source if words else None))
    elif row.source_state is SourceState.NONE and Drift.SOURCE_MISSING not in row.drift:
        found.append(_why("no-source"))
    return tuple(found)


_WRITTEN = {
    Drift.KIND_UNKNOWN: "kind",
    Drift.STATUS_UNKNOWN: "status",
    Drift.CONFIDENCE_UNKNOWN: "confidence",
    Drift.SUCCESSOR_LOST: "superseded_by",
}


def _as_written(words: ItemWords | None, code: Drift) -> str | None:
    field = _WRITTEN.get(code)
    return dict(words.as_written).get(field) if words and field else None


def _why(code: str, ids: tuple[str, ...] = (), detail: str | None = None) -> Why:
    return Why.model_construct(code=code, ids=ids, detail=detail)


def item_keys(reader: Reader, where: ItemFilter) -> tuple[str, ...]:
    """The ids of the items a filter leaves, newest first."""
    clauses, values = [reader.visible("items")], []
    for column, value in (("status", where.status), ("kind", where.kind), ("topic", where.topic), ("lane", where.lane)):
        if value is not None:
            clauses.append(f"items.{column} = ?")
            values.append(str(value))
    if where.live:
        clauses.append("items.status = 'active' AND items.drift = ''")
    narrowed, text = " AND ".join(clauses), where.text.strip()
    if text and _more_than(reader, SCAN, narrowed, values):
        return find(reader, text, limit=_FILTERED, where=narrowed, values=values).keys
    sql = f"SELECT id FROM items WHERE {narrowed} ORDER BY day DESC, n DESC"
    keys = tuple(row[0] for row in reader.conn.execute(sql, values))
    return matching(reader, keys, text) if text else keys


def _more_than(reader: Reader, count: int, where: str, values: Sequence[str]) -> bool:
    sql = f"SELECT 1 FROM items WHERE {where} LIMIT 1 OFFSET ?"
    return reader.conn.execute(sql, (*values, count)).fetchone() is not None


def matching(reader: Reader, keys: Sequence[str], text: str) -> tuple[str, ...]:
    """Those of these items whose id, standing or words contain every term of the text, literally."""
    found: list[str] = []
    for part in chunks(keys):
        rows = reader.item_rows(part)
        told = pieces(reader, [row.body for row in rows.values()])
        for key in part:
            if (row := rows.get(key)) is None:
                continue
            said = (key, row.status or "", row.kind or "", *(piece for _, piece in told.get(row.body, ())))
            if matches(text, index.fold("\n".join(said))):
                found.append(key)
    return tuple(found)
