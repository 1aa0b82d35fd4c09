"""Topic pages of the index, and what routes to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sqlite3 import Connection
from typing import Any

from store import log, seal
from store.ids import read_id
from store.records.views import Gone, Row, TopicView, Why
from store.records.words import Defer
from store.tokens import spelling
from store.views.reader import Reader


def topics(reader: Reader) -> tuple[TopicView, ...]:
    """Every topic, in the order they came."""
    rows = reader.conn.execute(
        f"SELECT id, layer, body, from_seq FROM topics WHERE {reader.visible('topics')} ORDER BY id"
    ).fetchall()
    bodies = reader.payloads(row[2] for row in rows)
    counts = dict(
        reader.conn.execute(
            f"SELECT topic, count(*) FROM items WHERE topic IS NOT NULL AND {reader.visible('items')} GROUP BY topic"
        ).fetchall()
    )
    return tuple(
        TopicView(
            id=name,
            file=bodies.get(body, {}).get("file", ""),
            title=bodies.get(body, {}).get("title") or bodies.get(body, {}).get("file", name),
            layer=layer,
            triggers=tuple(bodies.get(body, {}).get("triggers", ())),
            items=counts.get(name, 0),
            seen=topic_seen(name, moved),
        )
        for name, layer, body, moved in rows
    )


def topics_called(every: Sequence[TopicView], name: str) -> tuple[TopicView, ...]:
    """Those that bear this id, title or page; where none does, those whose title or page is spelled alike."""
    exact = tuple(one for one in every if name in _names(one.id, one.title, one.file))
    return exact or topics_alike(every, name)


def topics_alike(every: Sequence[TopicView], name: str) -> tuple[TopicView, ...]:
    """Those whose title or page is spelled like this, whatever the case, width, blanks or form of its signs."""
    return tuple(one for one in every if spelling(name) in set(map(spelling, _names(one.title, one.file))))


def _names(*told: str) -> list[str]:
    return [name for name in (*told, told[-1].rsplit("/", 1)[-1]) if name]


def gone_topic(reader: Reader, name: str) -> Gone | None:
    """What became of a topic of this id, title or page that stands no more; of several the last that ended."""
    until = "1" if reader.at_seq is None else f"topics.from_seq <= {int(reader.at_seq)}"
    sql = (
        f"SELECT id, body, max(to_seq), run FROM topics WHERE {until}"
        f" AND NOT EXISTS (SELECT 1 FROM topics AS now WHERE now.id = topics.id AND {reader.stands('now')})"
        " GROUP BY id ORDER BY 3 DESC"
    )
    rows = [row for row in reader.conn.execute(sql).fetchall() if name == row[0] or read_id(name) is None]
    hidden = reader.withdrawn(row[0] for row in rows)
    rows = [row for row in rows if row[0] not in hidden and row[3] not in reader.open_runs]
    bodies, ends = reader.payloads(row[1] for row in rows), reader.times(row[2] for row in rows)
    for topic, body, end, _ in rows:
        told = bodies.get(body, {})
        title, file = told.get("title") or told.get("file") or topic, told.get("file") or ""
        if name != topic and spelling(name) not in set(map(spelling, _names(title, file))):
            continue
        into = merged_into(reader.conn, topic, reader.stands)
        stands = next((one for one in topics(reader) if one.id == into), None)
        return Gone(
            id=topic,
            title=title,
            at=ends[end],
            into=into,
            into_title=stands.title if stands is not None else None,
        )
    return None


def members(reader: Reader, topic: str) -> tuple[str, ...]:
    """All items that lie under a topic, whether they are shown or not, the oldest first."""
    sql = f"SELECT id FROM items WHERE topic = ? AND {reader.stands('items')} ORDER BY created"
    return tuple(row[0] for row in reader.conn.execute(sql, (topic,)))


def merged_into(conn: Connection, topic: str, stands: Callable[[str], str] = "{}.to_seq IS NULL".format) -> str | None:
    """The topic that stands in the place of one which people merged with others; None for one that stands itself."""
    met = [topic]
    while conn.execute(f"SELECT 1 FROM topics WHERE id = ? AND {stands('topics')}", (met[-1],)).fetchone() is None:
        sql = f"SELECT dst FROM links WHERE src = ? AND relation = 'merged-into' AND {stands('links')}"
        found = conn.execute(sql, (met[-1],)).fetchone()
        if found is None or found[0] in met:
            return None
        met.append(str(found[0]))
    return met[-1] if len(met) > 1 else None


def topic_seen(name: str, moved: int) -> str:
    """The digest of a topic as shown."""
    return seal.seen_digest({"id": name, "moved": moved})


def topic_payload(reader: Reader, name: str) -> tuple[int, dict[str, Any]] | None:
    """The entry that last moved a topic, and its payload with `layer`, `run` and `deferred` beside."""
    row = reader.conn.execute(
        f"SELECT body, from_seq, layer, run, deferred FROM topics WHERE id = ? AND {reader.visible('topics')}",
        (name,),
    ).fetchone()
    if row is None:
        return None
    payload = log.payload(reader.conn, row[0]) or {"v": 1, "file": name, "triggers": []}
    deferred = Defer(row[4]) if row[4] else None
    return row[1], {**payload, "layer": row[2], "run": row[3], "deferred": deferred}


def topic_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """Topics as lists show them."""
    views = {view.id: view for view in topics(reader)}
    moved = {
        row[0]: (row[1], row[2], row[3])
        for row in reader.conn.execute(
            f"SELECT id, from_seq, deferred, deferred_at FROM topics WHERE {reader.visible('topics')}"
        )
    }
    since = reader.times(moved[key][0] for key in keys if key in moved)
    return tuple(
        Row(
            id=key,
            text=f"{views[key].title} ({views[key].file}, {views[key].items} items)",
            strip=None,
            why=() if views[key].triggers else (Why(code="no-trigger"),),
            since=since[moved[key][0]],
            seq=moved[key][0],
            seen=views[key].seen,
            deferred_until=reader.until(moved[key][1], moved[key][2]),
        )
        for key in keys
        if key in views
    )
