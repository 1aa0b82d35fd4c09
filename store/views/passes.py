"""What a pass looks for: captures to archive, archived text to distil, rows of one subject, rows to cool."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from store import index, log
from store.views.reader import Reader, chunks

_SHUT = "(SELECT id FROM lanes WHERE state <> 'active' AND lanes.to_seq IS NULL)"
_NOT_SHUT = f"(items.lane IS NULL OR items.lane NOT IN {_SHUT})"
_SHOWN = (
    "(items.run IS NULL OR items.run NOT IN (SELECT id FROM runs WHERE state = 'open' AND to_seq IS NULL))"
    " AND items.withdrawn = 0"
)
_OPEN = f"{_SHOWN} AND {_NOT_SHUT}"
"""Not of an import that is still open, not withdrawn, in no lane that is frozen or cleared: passes see none of them."""
_TAKEABLE = (
    "items.to_seq IS NULL AND place <> 'store' AND place IN ('inbox', 'archived') AND (place = 'archived' OR EXISTS"
    " (SELECT 1 FROM blocks WHERE blocks.seq = items.block)) AND +status = 'active' AND drift = ''"
    " AND coalesce(review, 'source-claim') IN ('source-claim', 'reviewed') AND released = 0"
    f" AND coalesce(type, '') <> 'working' AND {_SHOWN}"
)
_ELIGIBLE = f"{_TAKEABLE} AND {_NOT_SHUT}"
_UNPRESERVED = (
    "to_seq IS NULL AND place <> 'store' AND place = 'inbox' AND review IS NOT NULL AND review <> 'refused'"
    " AND (block IS NULL OR block = created)"
)
_UNARCHIVED = f"{_UNPRESERVED} AND {_NOT_SHUT}"
_WAITS = (
    "to_seq IS NULL AND place <> 'store' AND place IN ('inbox', 'archived') AND review IN ('needs-review', 'held')"
    " AND +status = 'active' AND withdrawn = 0"
)


class Standing(NamedTuple):
    """An item as a pass judges it."""

    id: str
    created: int
    kind: str | None
    status: str | None
    type: str | None
    place: str
    body: int
    date: str | None
    subject: str | None
    project: str | None
    scope: str | None
    topic: str | None
    """The topic that its writer named."""
    text: str
    source: str | None = None
    lane: str | None = None
    typed: tuple[tuple[str, str], ...] = ()
    """The fields that its type asks for, such as since when it is valid."""


_COLUMNS = "id, created, kind, status, type, place, body, block, lane"


def to_archive(conn: sqlite3.Connection, limit: int) -> list[tuple[str, int]]:
    """(item, entry that holds its bytes) of captures that no segment preserves yet, oldest first."""
    sql = f"SELECT id, created FROM items WHERE {_UNARCHIVED} ORDER BY created LIMIT ?"
    return conn.execute(sql, (limit,)).fetchall()


def count_to_archive(conn: sqlite3.Connection) -> int:
    """How many captures no segment preserves yet."""
    return int(conn.execute(f"SELECT count(*) FROM items WHERE {_UNARCHIVED}").fetchone()[0])


def left_in_lanes(conn: sqlite3.Connection, *, distilling: bool) -> dict[str, int]:
    """How many captures a pass leaves where they are, lane by lane, since that is frozen or cleared."""
    where = _TAKEABLE if distilling else _UNPRESERVED
    sql = f"SELECT items.lane, count(*) FROM items WHERE {where} AND items.lane IN {_SHUT} GROUP BY items.lane"
    return dict(conn.execute(sql).fetchall())


def own_segments(conn: sqlite3.Connection, day: str) -> list[tuple[str, bool, int]]:
    """(segment, whether a pass covered it, its blocks) of a day's own archive, in the order they were made."""
    sql = (
        "SELECT segments.id, covered, (SELECT count(*) FROM blocks WHERE segment = segments.id AND to_seq IS NULL)"
        " FROM segments WHERE segments.id GLOB ? AND holder IS NULL AND run IS NULL AND role = 'archive-day'"
        " AND segments.to_seq IS NULL ORDER BY length(segments.id), segments.id"
    )
    return [(name, bool(covered), count) for name, covered, count in conn.execute(sql, (f"seg-{day}-*",))]


def eligible(conn: sqlite3.Connection, limit: int) -> list[Standing]:
    """Archived captures that a pass may take, oldest first; those whose words were erased are none."""
    sql = f"SELECT {_COLUMNS} FROM items WHERE {_ELIGIBLE} AND created > ? ORDER BY created LIMIT ?"
    found: list[Standing] = []
    rows = conn.execute(sql, (0, limit)).fetchall()
    while rows:
        found += standings(conn, rows)
        missing = limit - len(found)
        rows = conn.execute(sql, (rows[-1][1], missing)).fetchall() if missing else []
    return found


def eligible_among(conn: sqlite3.Connection, names: Iterable[str]) -> dict[str, Standing]:
    """Those of these captures that a pass may take."""
    found: dict[str, Standing] = {}
    for part in chunks(sorted(set(names))):
        sql = f"SELECT {_COLUMNS} FROM items WHERE {_ELIGIBLE} AND id IN ({','.join('?' * len(part))})"
        found |= {one.id: one for one in standings(conn, conn.execute(sql, part).fetchall())}
    return found


def count_eligible(conn: sqlite3.Connection) -> int:
    """How many captures a pass may take."""
    return int(conn.execute(f"SELECT count(*) FROM items WHERE {_ELIGIBLE}").fetchone()[0])


def count_waiting(conn: sqlite3.Connection) -> int:
    """How many captures a person has to look at first."""
    return int(conn.execute(f"SELECT count(*) FROM items WHERE {_WAITS}").fetchone()[0])


def standings(conn: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> list[Standing]:
    """Rows with the words that a pass judges them by."""
    bodies = log.payloads(conn, sorted({int(str(row[6])) for row in rows}))
    blocks = log.payloads(conn, sorted({int(str(row[7])) for row in rows if row[7] is not None} - bodies.keys()))
    found = []
    for row in rows:
        words = bodies.get(int(str(row[6])), {}).get("words")
        text = index.text_of(words, lambda seq: bodies.get(seq) or blocks.get(seq)) if words else None
        if words is not None and text is not None:
            name, created, kind, status, type_, place, body = row[:7]
            found.append(
                Standing(
                    str(name), int(str(created)), _word(kind), _word(status), _word(type_), str(place), int(str(body)),
                    words.get("date"), words.get("subject"), words.get("project"), words.get("scope"),
                    words.get("topic"), text, words.get("source"), _word(row[8]),
                    tuple((str(name), str(value)) for name, value in words.get("typed") or ()),
                )
            )  # fmt: skip
    return found


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def named(conn: sqlite3.Connection, names: Iterable[str]) -> dict[str, Standing]:
    """The items of these ids that stand, with their words."""
    found: dict[str, Standing] = {}
    for part in chunks(sorted(set(names))):
        sql = f"SELECT {_COLUMNS} FROM items WHERE to_seq IS NULL AND {_OPEN} AND id IN ({','.join('?' * len(part))})"
        found |= {one.id: one for one in standings(conn, conn.execute(sql, part).fetchall())}
    return found


def of_subject(conn: sqlite3.Connection, seqs: Sequence[int]) -> list[Standing]:
    """The live state rows of the store (active, or pending) whose words are at these entries."""
    found: list[Standing] = []
    for part in chunks(list(seqs)):
        sql = (
            f"SELECT {_COLUMNS} FROM items WHERE to_seq IS NULL AND kind = 'state' AND place = 'store' AND drift = ''"
            f" AND +status IN ('active', 'pending-cleanup') AND body IN ({','.join('?' * len(part))}) AND {_OPEN}"
        )
        found += standings(conn, conn.execute(sql, part).fetchall())
    return found


def of_subjects(reader: Reader, items: Iterable[Standing]) -> list[Standing]:
    """The live state rows of the store that share a subject with one of these."""
    subjects = sorted({item.subject for item in items if item.subject and item.kind == "state"})
    return [row for subject in subjects for row in of_subject(reader.conn, reader.known("subject", subject))]


def refuting(conn: sqlite3.Connection, name: str) -> list[str]:
    """The distilled, active items that say that an item is wrong."""
    sql = (
        "SELECT links.src FROM links JOIN items ON items.id = links.src AND items.to_seq IS NULL"
        " WHERE links.dst = ? AND links.relation = 'refutes' AND links.to_seq IS NULL"
        f" AND items.place = 'store' AND items.status = 'active' AND {_OPEN} ORDER BY links.src"
    )
    return [row[0] for row in conn.execute(sql, (name,))]


def refuted(conn: sqlite3.Connection, name: str) -> list[str]:
    """The items that an item says are wrong."""
    sql = (
        "SELECT dst FROM links WHERE src = ? AND relation = 'refutes' AND to_seq IS NULL"
        " AND dst NOT IN (SELECT name FROM excluded WHERE to_seq IS NULL) ORDER BY dst"
    )
    return [row[0] for row in conn.execute(sql, (name,))]


def linked(conn: sqlite3.Connection, names: Iterable[str]) -> set[frozenset[str]]:
    """Pairs between which a likeness, a contradiction, or a person's judgement about them stands or ever stood."""
    found: set[frozenset[str]] = set()
    for part in chunks(sorted(set(names))):
        marks = ",".join("?" * len(part))
        sql = (
            "SELECT src, dst FROM links WHERE relation IN ('possible-duplicate', 'possible-contradiction', 'apart',"
            f" 'contradicted-by', 'merged-into') AND (src IN ({marks}) OR dst IN ({marks}))"
        )
        found |= {frozenset(pair) for pair in conn.execute(sql, (*part, *part))}
    return found


def to_compare(conn: sqlite3.Connection, name: str) -> bool:
    """Whether a likeness or a contradiction of an item waits for a person."""
    sql = (
        "SELECT 1 FROM links WHERE relation IN ('possible-duplicate', 'possible-contradiction') AND to_seq IS NULL"
        " AND (src = ? OR dst = ?) LIMIT 1"
    )
    return conn.execute(sql, (name, name)).fetchone() is not None


def knowledge(conn: sqlite3.Connection) -> list[Standing]:
    """Every live knowledge item of the store that is not cooled."""
    sql = (
        f"SELECT {_COLUMNS} FROM items WHERE to_seq IS NULL AND kind = 'knowledge' AND place = 'store' AND drift = ''"
        f" AND status = 'active' AND cooled = 0 AND {_OPEN} ORDER BY created"
    )
    return standings(conn, conn.execute(sql).fetchall())


def untouched(conn: sqlite3.Connection, before: int, limit: int) -> list[str]:
    """Knowledge of the store whose row has not moved since a time (UTC microseconds), the longest first."""
    sql = (
        "SELECT items.id FROM items JOIN log ON log.seq = items.from_seq WHERE items.to_seq IS NULL"
        " AND items.kind = 'knowledge' AND items.status = 'active' AND items.place = 'store' AND items.cooled = 0"
        f" AND items.drift = '' AND log.at < ? AND {_OPEN} ORDER BY items.from_seq LIMIT ?"
    )
    return [row[0] for row in conn.execute(sql, (before, limit))]


def unfinished(conn: sqlite3.Connection) -> list[str]:
    """The items that passes took in since the last one that came to its end."""
    sql = (
        "SELECT seq FROM log WHERE action = 'add' AND seq >"
        " (SELECT coalesce(max(seq), 0) FROM log WHERE action IN ('autodream', 'autodream-skip'))"
    )
    seqs = [row[0] for row in conn.execute(sql)]
    return [entry.subjects[0] for entry in log.some(conn, seqs).values()]


def resolvable(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """(pending state item, its known successor), where that is live state of the store, of the very same subject."""
    sql = (
        "SELECT items.id, other.id FROM items JOIN items other ON other.id = items.superseded_by"
        " AND other.to_seq IS NULL AND other.kind = 'state' AND other.status = 'active' AND other.drift = ''"
        " AND other.place = 'store' AND other.withdrawn = 0"
        " JOIN lookups mine ON mine.kind = 'subject' AND mine.seq = items.body"
        " JOIN lookups theirs ON theirs.kind = 'subject' AND theirs.seq = other.body AND theirs.digest = mine.digest"
        " WHERE items.to_seq IS NULL AND items.kind = 'state' AND items.status = 'pending-cleanup'"
        " AND items.drift = '' AND items.withdrawn = 0 ORDER BY items.day, items.n"
    )
    return [(row[0], row[1]) for row in conn.execute(sql)]


def finished(conn: sqlite3.Connection) -> list[str]:
    """Segments of captures in which nothing is left that a pass or a person has to take."""
    cited = (
        "SELECT 1 FROM blocks JOIN items ON items.block = coalesce(blocks.same_as, blocks.seq)"
        " AND items.to_seq IS NULL WHERE blocks.segment = segments.id AND items.place"
    )
    left = (
        "coalesce(items.review, '') <> 'refused' AND coalesce(items.type, '') <> 'working'"
        " AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.seq IN (items.body, items.block))"
    )
    sql = (
        "SELECT segments.id FROM segments WHERE to_seq IS NULL AND covered = 0 AND withdrawn = 0 AND (role = 'inbox' OR"
        " (holder IS NULL AND run IS NULL AND role = 'archive-day'))"
        f" AND EXISTS ({cited} = 'store') AND NOT EXISTS ({cited} <> 'store' AND {left}) ORDER BY segments.id"
    )
    return [row[0] for row in conn.execute(sql)]
