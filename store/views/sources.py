"""Sources that were given an id: what they are called, and which records name them."""

from __future__ import annotations

import json

from store import log
from store.records.views.controls import SourceView
from store.views.controls import excluders_of, names_of
from store.views.reader import Reader, chunks
from store.views.search import hits


def source(reader: Reader, name: str) -> SourceView | None:
    """A source that was given an id."""
    called = names_of(reader, [name]).get(name)
    if called is None:
        return None
    sql = "SELECT count(*) FROM links WHERE dst = ? AND relation = 'of-source' AND to_seq IS NULL"
    count = reader.conn.execute(sql, (name,)).fetchone()[0]
    return SourceView(id=name, name=called, items=count, withdrawn_by=excluders_of(reader, name))


def source_called(reader: Reader, name: str) -> str | None:
    """The id that a source string has."""
    for seq in reader.known("source", name):
        entry = log.entry(reader.conn, seq)
        if entry is not None:
            return entry.subjects[0]
    return None


def members(reader: Reader, source: str) -> list[str]:
    """The items whose Source is exactly this string, withdrawn ones among them."""
    found: list[str] = []
    for part in chunks(hits(reader, f'"{source}"', limit=1_000_000)):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id FROM items WHERE body IN ({marks}) AND to_seq IS NULL"
        rows = reader.item_rows([row[0] for row in reader.conn.execute(sql, part)])
        told = reader.words(rows.values())
        found += [name for name, (words, _) in told.items() if words is not None and words.source == source]
        sql = f"SELECT id, body FROM quarantine WHERE body IN ({marks}) AND to_seq IS NULL"
        kept = reader.conn.execute(sql, part).fetchall()
        sent = reader.payloads(row[1] for row in kept)
        found += [name for name, body in kept if _source_of(sent.get(body, {}).get("raw")) == source]
    return sorted(found)


def _source_of(raw: object) -> str | None:
    """The Source that something refused was sent with, as far as it can be read."""
    try:
        found = json.loads(raw) if isinstance(raw, str) else None
    except ValueError:
        return None
    said = found.get("source") if isinstance(found, dict) else None
    return said if isinstance(said, str) else None


def linked_to(reader: Reader, source: str) -> set[str]:
    """The items that are linked to a source."""
    sql = "SELECT src FROM links WHERE dst = ? AND relation = 'of-source' AND to_seq IS NULL"
    return {row[0] for row in reader.conn.execute(sql, (source,))}
