"""Topic pages of the index, and what routes to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store import log, seal
from store.records.views import Row, TopicView, Why
from store.records.words import Defer
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
