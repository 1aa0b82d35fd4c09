"""What a question may be answered with: bodies that bear its words, best first, and their rows within reach.

Scope comes before words (P§15, M): a row outside the asker's projects or lanes, or withdrawn, is never looked at.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from store import log, seal
from store.records.item import ItemRow
from store.records.words import Assurance
from store.tokens import LAST
from store.views.reader import ITEM, Reader, chunks, item_row
from store.views.search import find

_STEP = 256
"""Bodies that are handed out at once."""
_TOKENS = 256
"""Forms of one word that are looked up each by itself."""


DISTILLED = "items.place = 'store' AND coalesce(items.review, '') NOT IN ('needs-review', 'held', 'refused')"
"""What a pass took in and nobody holds back; of the rest nobody is told."""
_WORDED = "EXISTS (SELECT 1 FROM payloads WHERE payloads.seq = items.body)"
"""Whose words were not erased, be it that the passage was that it is cited from."""


class Wanted(NamedTuple):
    """A word of a question: how it begins, or what it is, and what it weighs."""

    token: str
    begins: bool
    """Whether words that only begin so count as well."""
    weight: int


class Bound(NamedTuple):
    """Rows that an audit is bounded to: those of a project, of a lane, or of both."""

    project: str | None = None
    lane: str | None = None


class Within(NamedTuple):
    """What an asker may read."""

    projects: tuple[str, ...]
    """Projects, beside what belongs to none."""
    lanes: tuple[str, ...]
    """Lanes by id, beside what lies in none."""
    every_lane: bool = False
    everywhere: bool = False
    """The audit view: whatever the project and the lane."""
    bounds: tuple[Bound, ...] = ()
    """Where the audit view is bounded: it shows what lies in one of these alone."""
    every_project: bool = False


def best_first(
    reader: Reader, wanted: Sequence[Wanted], literal: Mapping[int, int] | None = None
) -> Iterator[list[int]]:
    """The entries that bear any of these words, in parts: the heaviest first, the newest of those that weigh the same.

    Nothing is counted over all entries, so that what may not be read moves nothing. `literal` are entries with what
    they weigh beside their words.
    """
    if len(wanted) == 1 and not literal:
        yield from _newest_first(reader, wanted[0])
        return
    weights = dict(literal or {})
    for one in wanted:
        for seq in set(_having(reader, one)):
            weights[seq] = weights.get(seq, 0) + one.weight
    levels: dict[int, list[int]] = {}
    for seq, weight in weights.items():
        levels.setdefault(weight, []).append(seq)
    for weight in sorted(levels, reverse=True):
        level = sorted(levels[weight], reverse=True)
        yield from (level[start : start + _STEP] for start in range(0, len(level), _STEP))


def _forms(reader: Reader, wanted: Wanted) -> list[str] | None:
    """The tokens that stand for a word, each found by a jump to the next; None where they are too many for that."""
    if not wanted.begins:
        return [wanted.token]
    sql = "SELECT token FROM words WHERE token >= ? AND token < ? ORDER BY token LIMIT 1"
    found: list[str] = []
    at, end = wanted.token, wanted.token + LAST
    while row := reader.conn.execute(sql, (at, end)).fetchone():
        if len(found) == _TOKENS:
            return None
        found.append(row[0])
        at = row[0] + "\0"
    return found


def _having(reader: Reader, wanted: Wanted) -> Iterable[int]:
    """The entries that bear a word, some perhaps twice."""
    if wanted.begins:
        sql = "SELECT seq FROM words WHERE token >= ? AND token < ?"
        return (row[0] for row in reader.conn.execute(sql, (wanted.token, wanted.token + LAST)))
    return (row[0] for row in reader.conn.execute("SELECT seq FROM words WHERE token = ?", (wanted.token,)))


def _newest_first(reader: Reader, wanted: Wanted) -> Iterator[list[int]]:
    """The entries that bear a word, read only as far as they are asked for."""
    forms = _forms(reader, wanted)
    if forms is None:
        every = sorted(set(_having(reader, wanted)), reverse=True)
        yield from (every[start : start + _STEP] for start in range(0, len(every), _STEP))
        return
    sql = "SELECT seq FROM words WHERE token = ? ORDER BY seq DESC"
    streams = [(row[0] for row in reader.conn.execute(sql, (token,))) for token in forms]
    part: list[int] = []
    last = 0
    for seq in heapq.merge(*streams, reverse=True):
        if seq == last:
            continue
        last = seq
        part.append(seq)
        if len(part) == _STEP:
            yield part
            part = []
    if part:
        yield part


def literally(reader: Reader, term: str, within: Within, task: str | None, most: int | None) -> tuple[list[int], bool]:
    """The entries of the newest rows in reach that hold a folded term as it is, and whether these are all of them."""
    where, values = _answering(reader, within, task)
    query = f'"{term}"' if " " in term else term
    hits = find(reader, query, limit=sys.maxsize if most is None else most, where=where, values=values)
    return [row.body for row in reader.item_rows(hits.keys).values()], not (hits.more or hits.cut)


def in_reach(reader: Reader, bodies: Sequence[int], within: Within, task: str | None = None) -> list[ItemRow]:
    """The rows whose words these entries hold and that the asker may read, in the order asked for.

    Of `task` the working records too.
    """
    where, values = _answering(reader, within, task)
    found: dict[int, ItemRow] = {}
    for part in chunks(bodies):
        sql = f"SELECT {ITEM} FROM items WHERE body IN ({','.join('?' * len(part))}) AND {where}"
        for row in map(item_row, reader.conn.execute(sql, (*part, *values))):
            found[row.body] = row
    return [found[body] for body in bodies if body in found]


def of_topic(reader: Reader, topic: str, within: Within, task: str | None, many: int) -> Iterator[list[ItemRow]]:
    """The rows under a topic that the asker may read and that were not erased, in parts of so many, the newest first.

    They are read only as far as they are asked for.
    """
    where, values = _answering(reader, within, task)
    sql = f"SELECT {ITEM} FROM items WHERE topic = ? AND {where} AND {_WORDED} ORDER BY day DESC, n DESC"
    rows = reader.conn.execute(sql, (topic, *values))
    while part := rows.fetchmany(many):
        yield [item_row(row) for row in part]


def _answering(reader: Reader, within: Within, task: str | None) -> tuple[str, list[object]]:
    """The condition for a row to be asked about at all: in reach, and distilled or a working record of the task."""
    where, values = reach(reader, within)
    return f"{where} AND (({DISTILLED}) OR (items.type = 'working' AND items.task = ?))", [*values, task]


def rows_in_reach(reader: Reader, names: Sequence[str], within: Within) -> dict[str, ItemRow]:
    """Those of these items that the asker may read."""
    where, values = reach(reader, within)
    found: dict[str, ItemRow] = {}
    for part in chunks(names):
        sql = f"SELECT {ITEM} FROM items WHERE id IN ({','.join('?' * len(part))}) AND {where}"
        found |= {row.id: row for row in map(item_row, reader.conn.execute(sql, (*part, *values)))}
    return found


def reach(reader: Reader, within: Within) -> tuple[str, list[object]]:
    """The condition for a row to lie within reach: not withdrawn, of a project and a lane that may be read."""
    if within.everywhere:
        return _bounded(reader, within.bounds)
    named = () if within.every_project else within.projects
    values: list[object] = [seal.look_up(reader.key, "project", name) for name in named]
    of = _OF_PROJECT
    mine = f" OR EXISTS ({of} AND lookups.digest IN ({','.join('?' * len(values))}))" if values else ""
    project = "1" if within.every_project else f"(NOT EXISTS ({of}){mine})"
    if within.every_lane:
        return f"{reader.visible('items')} AND {project}", values
    lane = f"(items.lane IS NULL OR items.lane IN ({','.join('?' * len(within.lanes))}))"
    return f"{reader.visible('items')} AND {project} AND {lane}", [*values, *within.lanes]


_OF_PROJECT = "SELECT 1 FROM lookups WHERE lookups.seq = items.body AND lookups.kind = 'project'"


def _bounded(reader: Reader, bounds: Sequence[Bound]) -> tuple[str, list[object]]:
    """The condition for a row to lie within the audit view, and within any of its bounds where it has some."""
    ways, values = [], list[object]()
    for bound in bounds:
        terms = [reader.visible("items")]
        if bound.project is not None:
            terms.append(f"EXISTS ({_OF_PROJECT} AND lookups.digest = ?)")
            values.append(seal.look_up(reader.key, "project", bound.project))
        if bound.lane is not None:
            terms.append("items.lane = ?")
            values.append(bound.lane)
        ways.append(" AND ".join(terms))
    return f"({' OR '.join(ways)})" if ways else reader.visible("items"), values


def open_lanes(reader: Reader) -> dict[str, bool]:
    """The lanes that take part, each with whether only those may read it who have a grant for it."""
    sql = f"SELECT id, closed FROM lanes WHERE state = 'active' AND {reader.stands('lanes')} ORDER BY id"
    return {name: bool(closed) for name, closed in reader.conn.execute(sql)}


class Opener(NamedTuple):
    """Who opened a task."""

    principal: str | None
    """The principal whose token was shown; None for a system user, or a name."""
    name: str


def opener_of(reader: Reader, task: str) -> Opener | None:
    """Who opened a task that is open still, and not withdrawn; None where there is none."""
    sql = f"SELECT body FROM tasks WHERE id = ? AND state = 'open' AND {reader.stands('tasks')}"
    row = reader.conn.execute(sql, (task,)).fetchone()
    entry = log.entry(reader.conn, row[0]) if row and not reader.withdrawn([task]) else None
    if entry is None:
        return None
    name = (log.payload(reader.conn, entry.seq) or {}).get("by", "")
    shown = entry.effect.get("assurance") == Assurance.TOKEN
    return Opener(entry.actor if shown else None, name)


_TIMES = frozenset({"event_time", "valid_from", "valid_to"})
"""Fields that say when, and are nothing to find a record by."""


def texts_of(words: dict[str, object], text: str) -> str:
    """Everything of a record that a question may be matched with: its words, and the fields that route to it."""
    routing = words.get("routing")
    routed = routing if isinstance(routing, dict) else {}
    listed = [*_strings(routed.get("retrieval_terms")), *_strings(routed.get("domain_tags"))]
    listed += [*_strings(routed.get("open_loops")), str(routed.get("applies_when") or "")]
    typed = words.get("typed")
    listed += [str(value) for name, value in typed if name not in _TIMES] if isinstance(typed, list) else []
    return "\n".join(part for part in (str(words.get("subject") or ""), text, *listed) if part)


def _strings(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else []


class Origin(NamedTuple):
    """What a record was made of."""

    name: str
    relation: str
    other: str
    """An item, or the entry of a block."""


def origins(reader: Reader, names: Sequence[str]) -> list[Origin]:
    """The records and blocks that these items were made of: derived, merged, corrected or cited from."""
    found: list[Origin] = []
    for part in chunks(names):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, relation, dst FROM links WHERE src IN ({marks}) AND relation IN ('derived-from', 'source')"
            f" AND {reader.stands('links')} UNION ALL SELECT dst, relation, src FROM links WHERE dst IN ({marks})"
            f" AND relation IN ('merged-into', 'corrected-by') AND {reader.stands('links')} ORDER BY 1, 2, 3"
        )
        found += (Origin(*row) for row in reader.conn.execute(sql, (*part, *part)))
    return found


def took_place(reader: Reader, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """For each of these items that was merged into another or corrected by one, by which relation and which."""
    found: dict[str, tuple[str, str]] = {}
    for part in chunks(names):
        sql = (
            f"SELECT src, relation, dst FROM links WHERE src IN ({','.join('?' * len(part))})"
            f" AND relation IN ('merged-into', 'corrected-by') AND {reader.stands('links')} ORDER BY from_seq"
        )
        found |= {src: (relation, dst) for src, relation, dst in reader.conn.execute(sql, part)}
    return found


def has_index(reader: Reader, within: Within) -> bool:
    """Whether any topic leads to records that may answer the asker."""
    where, values = reach(reader, within)
    sql = (
        "SELECT items.id FROM topics CROSS JOIN items ON items.topic = topics.id"
        f" WHERE topics.triggered = 1 AND {reader.visible('topics')} AND {DISTILLED} AND {_WORDED} AND {where}"
    )
    rows = (reader.item_row(name) for (name,) in reader.conn.execute(sql, values))
    return any(text for row in rows if row is not None for _, text in reader.words([row]).values())
