"""Sources that were given an id: what they are called, and which records name them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from store import index, log, seal
from store.records.controls import SOURCE_NAMED
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


def source_by_words(reader: Reader, words: str) -> SourceView:
    """A source by its words, whether it has an id or not; one that nothing names has no items."""
    known = source_called(reader, words)
    found = source(reader, known) if known is not None else None
    name = f"{SOURCE_NAMED}{words}"
    return found or SourceView(id=name, name=words, items=len(members(reader, words)), withdrawn_by=())


def source_called(reader: Reader, name: str) -> str | None:
    """The id that a source string has."""
    for seq in reader.known("source", name):
        entry = log.entry(reader.conn, seq)
        if entry is not None:
            return entry.subjects[0]
    return None


def called(reader: Reader, source: str) -> str:
    """The words of a source that has an id; nothing where they were erased."""
    return names_of(reader, [source]).get(source, "")


def unlinked(reader: Reader, source: str) -> tuple[str, ...]:
    """The items that name a source and are not linked to its id yet."""
    name = called(reader, source)
    linked = linked_to(reader, source) if name else set()
    return tuple(item for item in members(reader, name) if item not in linked) if name else ()


def members(reader: Reader, source: str) -> list[str]:
    """The items whose Source is exactly this string, withdrawn ones among them."""
    reader = Reader(reader.conn, now=reader.now, day_of=reader.day_of, behind=True)
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


_SOURCE = r"(?im)(?<![\w-])source\s*:\s*"
"""How a record says where it comes from, in a line of its own or among its words."""


def of_withdrawn(reader: Reader, seqs: Sequence[int]) -> set[int]:
    """Those of these entries whose bytes are records of withdrawn sources: what came of them would be held back too."""
    sql = "SELECT DISTINCT name FROM excluded WHERE name >= 'src-' AND name < 'src.' AND to_seq IS NULL"
    ids = [] if reader.behind else [row[0] for row in reader.conn.execute(sql)]
    names = [name for name in names_of(reader, ids).values() if name.strip()]
    said = [re.compile(rf"{_SOURCE}[`'\"]?{re.escape(name)}[`'\"]?\s*(?:$|[.;](?=\s|$))") for name in names]
    begins = [json.dumps(name.split()[0])[1:-1] for name in names]  # as it stands in a payload, however it is wrapped
    maybe = " OR ".join("instr(body, CAST(? AS BLOB))" for _ in begins)
    found: set[int] = set()
    for part in chunks(seqs) if names else ():
        sql = f"SELECT seq FROM payloads WHERE seq IN ({','.join('?' * len(part))}) AND ({maybe})"
        near = [row[0] for row in reader.conn.execute(sql, (*part, *begins))]
        for seq, payload in reader.payloads(near).items():
            raw = seal.raw_bytes(payload["bytes"]) if "bytes" in payload else b""
            text = raw.decode(payload.get("encoding", "utf-8"), "replace")
            if any(_says_only(one, said) for one in (text, index.unfold(text))):
                found.add(seq)
    return found


def _says_only(text: str, said: list[re.Pattern[str]]) -> bool:
    """Whether a text names sources, and these alone."""
    left = text
    for one in said:
        left = one.sub("", left)
    return left != text and not re.search(_SOURCE, left)
