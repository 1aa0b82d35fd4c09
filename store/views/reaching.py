"""What a scope reaches, counted by what it is; and what a withdrawal cannot reach (P§12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from store import exclusion, reach
from store.records.controls import Selectors
from store.records.views.controls import Reach, Regained
from store.records.words import HolderRole
from store.views.reader import Reader, chunks

EVENT = (
    "coalesce(scopes.control, (SELECT id FROM controls WHERE controls.scope = scopes.id AND controls.to_seq IS NULL"
    " AND controls.state IN ('decided', 'carried') ORDER BY body DESC LIMIT 1))"
)
"""The event by which a scope excludes: the latest, or of a broken chain the newest."""


def would_reach(reader: Reader, selectors: Selectors) -> Reach:
    """What a scope reaches, or would."""
    return reach_of(reader, reach.reached(reader.conn, exclusion.named(reader.conn, selectors), set()))


def reach_of(reader: Reader, names: set[str]) -> Reach:
    """These names, counted by what they are."""
    items = sorted(name for name in names if name.startswith("mem-"))
    derived = sorted(name for name in items if _made_of(reader, name, names))
    segments = [name for name in names if name.startswith("seg-")]
    holders = _holders(reader, [*segments, *_segments_of(reader, names)])
    return Reach(
        items=len(items) - len(derived),
        derived=tuple(derived),
        held=_held(reader, items),
        segments=len(segments),
        blocks=_blocks(reader, names, items),
        topics=sum(1 for name in names if name.startswith("top-")),
        files=tuple(
            dict.fromkeys((*(p for p, role in holders if role != HolderRole.DISTILLER), *_sent(reader, items)))
        ),
        given=_distillers(reader),
        tasks=_tasks(reader, items),
    )


def _blocks(reader: Reader, names: set[str], items: Sequence[str]) -> int:
    """How many blocks are among these."""
    return len({name[1:] for name in names if name[0] in "#="} - _captures(reader, items))


def _captures(reader: Reader, items: Sequence[str]) -> set[str]:
    """The entries of captures among these: they hold their bytes themselves, and are no blocks."""
    found: set[str] = set()
    for part in chunks(items):
        marks = ",".join("?" * len(part))
        sql = f"SELECT DISTINCT created FROM items WHERE id IN ({marks}) AND block = created"
        found.update(str(row[0]) for row in reader.conn.execute(sql, part))
    return found


def regained(reader: Reader, scope: str) -> Regained:
    """What giving a scope back would let go of, with the standing that it has."""
    free, by, stays = exclusion.names_of(reader.conn, scope), set[str](), 0
    for part in chunks(sorted(free)):
        sql = (
            f"SELECT DISTINCT excluded.name, {EVENT} FROM excluded JOIN scopes"
            " ON scopes.id = excluded.scope AND scopes.to_seq IS NULL WHERE excluded.to_seq IS NULL"
            f" AND excluded.scope <> ? AND excluded.name IN ({','.join('?' * len(part))})"
        )
        kept = reader.conn.execute(sql, (scope, *part)).fetchall()
        by |= {control for _, control in kept}
        stays += len({name for name, _ in kept})
        free -= {name for name, _ in kept}
    items = sorted(name for name in free if name.startswith("mem-"))
    told: dict[tuple[str | None, str | None], int] = {}
    for part in chunks(items):
        sql = (
            "SELECT status, confidence, count(*) FROM items WHERE to_seq IS NULL"
            f" AND id IN ({','.join('?' * len(part))}) GROUP BY 1, 2"
        )
        for status, confidence, count in reader.conn.execute(sql, part):
            told[status, confidence] = told.get((status, confidence), 0) + count
    ordered = sorted(told.items(), key=lambda one: (-one[1], str(one[0])))
    return Regained(
        standings=tuple((status, confidence, count) for (status, confidence), count in ordered),
        items=len(items),
        others=sum(1 for name in free if name.startswith(("seg-", "top-"))) + _blocks(reader, free, items),
        stays=stays,
        by=tuple(sorted(by)),
    )


def excluded_by(reader: Reader, scope: str, limit: int) -> tuple[str, ...]:
    """The ids of the items and blocks that a scope keeps out, the first of them."""
    sql = (
        "SELECT DISTINCT CASE WHEN name < 'a' THEN (SELECT segment || '/' || ordinal FROM blocks WHERE seq ="
        " CAST(substr(name, 2) AS INTEGER) AND to_seq IS NULL) ELSE name END FROM excluded"
        " WHERE scope = ? AND to_seq IS NULL AND (name LIKE 'mem-%' OR name < 'a') ORDER BY 1 LIMIT ?"
    )
    return tuple(row[0] for row in reader.conn.execute(sql, (scope, limit)) if row[0])


def _made_of(reader: Reader, name: str, names: set[str]) -> bool:
    """Whether an item is reached for what it was made of, and for nothing that it belongs to."""
    above = reach.parents_of(reader.conn, name) & names
    return bool(above) and all(one.startswith("mem-") for one in above)


def _inputs(holders: Sequence[tuple[str, str]]) -> list[str]:
    """The paths of those holders that are files which were read."""
    return [path for path, role in holders if role != HolderRole.DISTILLER]


def _sent(reader: Reader, items: Sequence[str]) -> list[str]:
    """The watched files that captures among these were read from, as far as their words stand."""
    found: list[str] = []
    for part in chunks(items):
        marks = ",".join("?" * len(part))
        sql = f"SELECT created FROM items WHERE id IN ({marks}) AND block = created AND to_seq IS NULL"
        bodies = reader.payloads(row[0] for row in reader.conn.execute(sql, part).fetchall())
        found += [str(words["file"]) for body in bodies.values() if "file" in (words := body.get("words") or {})]
    return found


def _held(reader: Reader, items: Sequence[str]) -> int:
    found = 0
    for part in chunks(items):
        marks = ",".join("?" * len(part))
        sql = f"SELECT count(*) FROM items WHERE id IN ({marks}) AND place = 'inbox' AND to_seq IS NULL"
        found += reader.conn.execute(sql, part).fetchone()[0]
    return found


def _segments_of(reader: Reader, names: set[str]) -> list[str]:
    found: set[str] = set()
    for part in chunks(sorted({int(name[1:]) for name in names if name[0] in "#="})):
        sql = f"SELECT DISTINCT segment FROM blocks WHERE seq IN ({','.join('?' * len(part))}) AND to_seq IS NULL"
        found.update(row[0] for row in reader.conn.execute(sql, part))
    return sorted(found)


def _holders(reader: Reader, segments: Sequence[str]) -> list[tuple[str, str]]:
    """(path, role) of the files that segments were read from."""
    found: dict[str, str] = {}
    for part in chunks(sorted(set(segments))):
        sql = (
            "SELECT DISTINCT holders.body, holders.role FROM segments JOIN holders ON holders.id = segments.holder"
            f" AND holders.to_seq IS NULL WHERE segments.id IN ({','.join('?' * len(part))})"
            " AND segments.to_seq IS NULL ORDER BY holders.body"
        )
        rows = reader.conn.execute(sql, part).fetchall()
        bodies = reader.payloads(row[0] for row in rows)
        found |= {str(bodies[body]["path"]): role for body, role in rows if "path" in bodies.get(body, {})}
    return list(found.items())


def _distillers(reader: Reader) -> tuple[str, ...]:
    sql = "SELECT body FROM holders WHERE role = 'distiller' AND to_seq IS NULL ORDER BY body"
    bodies = [row[0] for row in reader.conn.execute(sql)]
    words = reader.payloads(bodies)
    return tuple(str(words[body]["path"]) for body in bodies if "path" in words.get(body, {}))


def _tasks(reader: Reader, items: Sequence[str]) -> tuple[str, ...]:
    found: set[str] = set()
    for part in chunks(items):
        sql = (
            "SELECT DISTINCT tasks.id FROM items JOIN tasks ON tasks.id = items.task AND tasks.to_seq IS NULL"
            f" AND tasks.state = 'open' WHERE items.to_seq IS NULL AND items.id IN ({','.join('?' * len(part))})"
        )
        found.update(row[0] for row in reader.conn.execute(sql, part))
    return tuple(sorted(found))
