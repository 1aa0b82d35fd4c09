"""What belongs to what, and what was made of what: one step down, one step up, and all the way (law 8).

Names are ids; a block is ``#seq``, and ``=seq`` where no more is meant than the bytes it shows. A run holds its
segments, items and topics; a segment its blocks; a task and a source their captures. Of a block come the items that
cite it and the copies of its bytes, and the capture that it archives. Of an item come the bytes it was read from, what
cites the capture it is, what a pass derived of it, and what a person merged or corrected.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

_GONE = "NOT EXISTS (SELECT 1 FROM items WHERE items.id = links.{made} AND items.to_seq IS NULL)"
"""What was made of something and then undone shows its words in the log still: its link counts on."""
_MADE = f"(links.to_seq IS NULL OR {_GONE.format(made='src')})"
_FOLDED = f"(links.to_seq IS NULL OR {_GONE.format(made='dst')})"
_ITEMS = (
    f"SELECT src FROM links WHERE relation = 'derived-from' AND dst IN ({{marks}}) AND {_MADE}",
    "SELECT src FROM links WHERE relation = 'repeats' AND dst IN ({marks}) AND to_seq IS NULL",
    f"SELECT dst FROM links WHERE src IN ({{marks}}) AND relation IN ('merged-into', 'corrected-by') AND {_FOLDED}",
    "SELECT '=' || block FROM items WHERE id IN ({marks}) AND block IS NOT NULL AND to_seq IS NULL",
    (
        "SELECT l.src FROM items i JOIN links l ON l.dst = CAST(i.created AS TEXT) AND l.relation = 'source'"
        " AND l.to_seq IS NULL WHERE i.id IN ({marks}) AND i.to_seq IS NULL"
    ),
)
_BLOCKS = (
    "SELECT i.id FROM items i WHERE i.block IN ({marks}) AND i.to_seq IS NULL",
    (
        "SELECT i.id FROM blocks b JOIN items i ON i.block = b.same_as AND i.created = b.same_as AND i.to_seq IS NULL"
        " WHERE b.seq IN ({marks}) AND b.to_seq IS NULL"
    ),
    "SELECT '#' || seq FROM blocks WHERE same_as IN ({marks}) AND to_seq IS NULL",
)
_BYTES = (
    "SELECT '=' || seq FROM blocks WHERE same_as IN ({marks}) AND to_seq IS NULL",
    "SELECT '=' || seq FROM blocks WHERE repeats IN ({marks}) AND to_seq IS NULL",
)
_CITED = "SELECT src FROM links WHERE relation = 'source' AND dst IN ({marks}) AND to_seq IS NULL"
_SEGMENTS = ("SELECT '#' || seq FROM blocks WHERE segment IN ({marks}) AND to_seq IS NULL",)
_RUNS = (
    "SELECT id FROM items WHERE run IN ({marks}) AND to_seq IS NULL",
    "SELECT id FROM segments WHERE run IN ({marks}) AND to_seq IS NULL",
    "SELECT '#' || seq FROM blocks WHERE run IN ({marks}) AND to_seq IS NULL",
    "SELECT id FROM topics WHERE run IN ({marks})",
)
_TASKS = ("SELECT id FROM items WHERE task IN ({marks}) AND to_seq IS NULL",)
_SOURCES = ("SELECT src FROM links WHERE relation = 'of-source' AND dst IN ({marks}) AND to_seq IS NULL",)
_STEPS = {"mem": _ITEMS, "seg": _SEGMENTS, "run": _RUNS, "task": _TASKS, "src": _SOURCES}


def _chunks(values: Sequence[str], size: int = 400) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def children_of(conn: sqlite3.Connection, names: Iterable[str]) -> set[str]:
    """One step down from these names."""
    found: set[str] = set()
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(name[0] if name[0] in "#=" else name.partition("-")[0], []).append(name)
    for prefix, group in groups.items():
        for part in _chunks(sorted(group)):
            marks = ",".join("?" * len(part))
            if prefix in "#=":
                seqs = [int(name[1:]) for name in part]
                for sql in (*_BLOCKS, _BYTES[1]) if prefix == "#" else _BYTES:
                    found.update(row[0] for row in conn.execute(sql.format(marks=marks), seqs))
            if prefix == "#":
                sql = _CITED.format(marks=marks)
                found.update(row[0] for row in conn.execute(sql, [name[1:] for name in part]))
            for sql in _STEPS.get(prefix, ()):
                found.update(row[0] for row in conn.execute(sql.format(marks=marks), part))
    return found


def reached(conn: sqlite3.Connection, seeds: set[str], known: set[str]) -> set[str]:
    """Everything down from some names, they among it, as far as it is not known already."""
    found, step = set(seeds), set(seeds)
    while step:
        step = children_of(conn, step) - found - known
        found |= step
    return found


def parents_of(conn: sqlite3.Connection, name: str) -> set[str]:
    """One step up: what a name belongs to, or was made of."""
    prefix = name[0] if name[0] in "#=" else name.partition("-")[0]
    if prefix == "=":
        sql = "SELECT same_as, repeats FROM blocks WHERE seq = ? AND to_seq IS NULL"
        row = conn.execute(sql, (int(name[1:]),)).fetchone() or (None, None)
        found = {f"={seq}" for seq in row if seq}
        return found | {f"#{row[1]}"} if row[1] else found
    if prefix == "mem":
        return _above_item(conn, name)
    if prefix == "quar":
        sql = "SELECT dst FROM links WHERE src = ? AND relation IN ('repeats', 'of-source') AND to_seq IS NULL"
        return {row[0] for row in conn.execute(sql, (name,))}
    if prefix == "#":
        return _above_block(conn, int(name[1:]))
    if prefix in ("seg", "top"):
        sql = (
            "SELECT run FROM segments WHERE id = ? AND to_seq IS NULL"
            if prefix == "seg"
            else "SELECT run FROM topics WHERE id = ?"
        )
        return {row[0] for row in conn.execute(sql, (name,)) if row[0]}
    return set()


def _above_item(conn: sqlite3.Connection, name: str) -> set[str]:
    sql = "SELECT run, task, block, created FROM items WHERE id = ? AND to_seq IS NULL"
    row = conn.execute(sql, (name,)).fetchone()
    if row is None:
        return set()
    run, task, block, created = row
    found = {one for one in (run, task) if one}
    cited = [] if block is None else [int(block)]
    for relation, dst in conn.execute("SELECT relation, dst FROM links WHERE src = ? AND to_seq IS NULL", (name,)):
        if relation == "source":
            cited.append(int(dst))
        elif relation in ("derived-from", "of-source", "repeats"):
            found.add(dst)
    sql = f"SELECT src FROM links WHERE dst = ? AND relation IN ('merged-into', 'corrected-by') AND {_FOLDED}"
    found.update(row[0] for row in conn.execute(sql, (name,)))
    for seq in cited:
        found.add(f"#{seq}")
        if seq != created:
            sql = "SELECT id FROM items WHERE block = ?1 AND created = ?1 AND to_seq IS NULL"
            found.update(row[0] for row in conn.execute(sql, (seq,)))
    sql = "SELECT seq FROM blocks WHERE same_as = ? AND to_seq IS NULL"
    found.update(f"#{row[0]}" for row in conn.execute(sql, (created,)))
    return found


def _above_block(conn: sqlite3.Connection, seq: int) -> set[str]:
    sql = "SELECT segment, run, same_as FROM blocks WHERE seq = ? AND to_seq IS NULL"
    row = conn.execute(sql, (seq,)).fetchone()
    if row is None:
        return set()
    segment, run, same_as = row
    found = {one for one in (segment, run) if one}
    return found | {f"#{same_as}"} if same_as is not None else found
