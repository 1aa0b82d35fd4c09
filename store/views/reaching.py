"""What a scope reaches, counted by what it is; and what a withdrawal cannot reach (P§12.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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


def would_reach(reader: Reader, selectors: Selectors, items: Collection[str] = ()) -> Reach:
    """What a scope reaches, or would; `items` name a source of it that is not linked to them yet."""
    seeds = exclusion.named(reader.conn, selectors) | set(items)
    return reach_of(reader, reach.reached(reader.conn, seeds, set()), set(items))


def reach_of(reader: Reader, names: set[str], own: Collection[str] = ()) -> Reach:
    """These names, counted by what they are; `own` belong to what the scope names, whatever they were made of.

    Of the past all of it is as it was, but for which of them count as made of others: that is as known by now.
    """
    items = sorted(name for name in names if name.startswith("mem-"))
    derived = sorted(name for name in items if name not in own and _made_of(reader, name, names))
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


def reached_by(reader: Reader, scope: str) -> set[str]:
    """The names that a scope reaches, or reached where the reader stands."""
    sql = f"SELECT name FROM excluded WHERE scope = ? AND {reader.stands('excluded')}"
    return {row[0] for row in reader.conn.execute(sql, (scope,))}


def regained(reader: Reader, scopes: Sequence[str]) -> Regained:
    """What giving these scopes back together would let go of, with the standing that it has."""
    free, by, stays = {n for one in scopes for n in exclusion.names_of(reader.conn, one)}, set[str](), 0
    given = set(scopes)
    for part in chunks(sorted(free)):
        sql = (
            f"SELECT DISTINCT excluded.name, {EVENT}, excluded.scope FROM excluded JOIN scopes"
            " ON scopes.id = excluded.scope AND scopes.to_seq IS NULL WHERE excluded.to_seq IS NULL"
            f" AND excluded.name IN ({','.join('?' * len(part))})"
        )
        kept = [(name, control) for name, control, scope in reader.conn.execute(sql, part) if scope not in given]
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
        sql = f"SELECT created FROM items WHERE id IN ({marks}) AND block = created AND {reader.stands('items')}"
        bodies = reader.payloads(row[0] for row in reader.conn.execute(sql, part).fetchall())
        found += [str(words["file"]) for body in bodies.values() if "file" in (words := body.get("words") or {})]
    return found


def _held(reader: Reader, items: Sequence[str]) -> int:
    found = 0
    for part in chunks(items):
        marks = ",".join("?" * len(part))
        sql = f"SELECT count(*) FROM items WHERE id IN ({marks}) AND place = 'inbox' AND {reader.stands('items')}"
        found += reader.conn.execute(sql, part).fetchone()[0]
    return found


def _segments_of(reader: Reader, names: set[str]) -> list[str]:
    found: set[str] = set()
    for part in chunks(sorted({int(name[1:]) for name in names if name[0] in "#="})):
        marks = ",".join("?" * len(part))
        sql = f"SELECT DISTINCT segment FROM blocks WHERE seq IN ({marks}) AND {reader.stands('blocks')}"
        found.update(row[0] for row in reader.conn.execute(sql, part))
    return sorted(found)


def _holders(reader: Reader, segments: Sequence[str]) -> list[tuple[str, str]]:
    """(path, role) of the files that segments were read from."""
    found: dict[str, str] = {}
    for part in chunks(sorted(set(segments))):
        marks = ",".join("?" * len(part))
        sql = (
            "SELECT holders.body, holders.role FROM segments JOIN holders ON holders.id = segments.holder"
            f" AND {reader.stands('holders')} WHERE segments.id IN ({marks}) AND {reader.stands('segments')}"
            " UNION SELECT holders.body, holders.role FROM links JOIN holders ON holders.id = links.src"
            f" AND {reader.stands('holders')} WHERE links.relation = 'holds' AND links.dst IN ({marks})"
            f" AND {reader.stands('links')} ORDER BY 1"
        )
        rows = reader.conn.execute(sql, (*part, *part)).fetchall()
        bodies = reader.payloads(row[0] for row in rows)
        found |= {str(bodies[body]["path"]): role for body, role in rows if "path" in bodies.get(body, {})}
    return list(found.items())


def _distillers(reader: Reader) -> tuple[str, ...]:
    sql = f"SELECT body FROM holders WHERE role = 'distiller' AND {reader.stands('holders')} ORDER BY body"
    bodies = [row[0] for row in reader.conn.execute(sql)]
    words = reader.payloads(bodies)
    return tuple(str(words[body]["path"]) for body in bodies if "path" in words.get(body, {}))


def _tasks(reader: Reader, items: Sequence[str]) -> tuple[str, ...]:
    found: set[str] = set()
    for part in chunks(items):
        sql = (
            f"SELECT DISTINCT tasks.id FROM items JOIN tasks ON tasks.id = items.task AND {reader.stands('tasks')}"
            f" AND tasks.state = 'open' WHERE {reader.stands('items')} AND items.id IN ({','.join('?' * len(part))})"
        )
        found.update(row[0] for row in reader.conn.execute(sql, part))
    return tuple(sorted(found))
