"""The queues: what waits for a person, since when, and how urgent it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from store.index import fold
from store.records.views import LaneWait, QueueCount, Row, Why
from store.records.words import Queue
from store.views.ages import midnight, since_day
from store.views.archive import block_rows, block_texts, undistilled
from store.views.conflicts import apart_from
from store.views.controls import control_rows, waiting
from store.views.disputes import begun_at, conflict_rows, every_conflict
from store.views.intake import INBOX, UNTAKEN, quarantine_keys, quarantine_rows, untaken
from store.views.items import item_list, matching
from store.views.lanes import in_shut, not_shut
from store.views.reader import Reader, chunks
from store.views.search import matches
from store.views.topics import topic_rows

BUCKETS = (90, 30, 7, 1, -1)
"""Ages in days that part the five buckets of the little chart."""
_MICROS = 86_400 * 1_000_000
"""Microseconds of a day."""
_CLEAN = "items.drift = ''"
_WHERE = {
    Queue.PENDING: f"items.status = 'pending-cleanup' AND {_CLEAN}",
    Queue.DRIFT: "items.drift <> ''",
    Queue.INBOX: INBOX,
    Queue.STALE: f"items.status = 'stale' AND items.cooled = 0 AND {_CLEAN}",
}


def _waiting(reader: Reader, queue: Queue) -> str:
    """The condition for an item to wait in a queue of items; a stale one that was corrected or merged does not."""
    if queue is not Queue.STALE:
        return _WHERE[queue]
    resolved = (
        f"SELECT 1 FROM links WHERE links.src = items.id AND {reader.stands('links')}"
        " AND links.relation IN ('corrected-by', 'merged-into')"
    )
    return f"{_WHERE[queue]} AND NOT EXISTS ({resolved})"


def queue_keys(reader: Reader, queue: Queue, text: str = "") -> tuple[str, ...]:
    """The ids that wait in a queue, oldest first; `text` filters them literally."""
    if queue is Queue.UNDISTILLED:
        found = (*undistilled(reader), *untaken(reader))
    elif queue is Queue.UNTRIGGERED:
        found = _untriggered(reader)
    elif queue is Queue.ADDITIVE:
        found = tuple(same_subject(reader))
    elif queue is Queue.SUGGESTED:
        found = tuple(suggested(reader))
    elif queue is Queue.CONFLICTS:
        return tuple(one.key for one in every_conflict(reader, text))
    elif queue is Queue.QUARANTINE:
        found = quarantine_keys(reader)
    elif queue is Queue.WITHDRAWALS:
        return waiting(reader, text)
    else:
        found = _items(reader, _waiting(reader, queue))
    if not text.strip():
        return found
    if queue is Queue.UNDISTILLED:
        texts = block_texts(reader, [key for key in found if "/" in key])
        blocks = tuple(key for key, words in texts.items() if matches(text, fold(f"{key} {words}")))
        return (*blocks, *matching(reader, [key for key in found if "/" not in key], text))
    if queue is Queue.QUARANTINE:
        rows = quarantine_rows(reader, found)
        return tuple(r.id for r in rows if matches(text, fold(f"{r.id} {r.text} {r.who}")))
    if queue is Queue.UNTRIGGERED:
        return tuple(r.id for r in topic_rows(reader, found) if matches(text, fold(f"{r.id} {r.text}")))
    return matching(reader, found, text)


def _items(reader: Reader, where: str) -> tuple[str, ...]:
    awake = f"{reader.visible('items')} AND {reader.awake('items')} AND {not_shut(reader)}"
    sql = f"SELECT id FROM items WHERE {where} AND {awake} ORDER BY day, n"
    return tuple(row[0] for row in reader.conn.execute(sql))


def same_subject(reader: Reader) -> dict[str, tuple[str, ...]]:
    """Live state items of the store that share their subject with another one, each with the others, one by one.

    Captures are left out: the pass that takes them resolves what there is to resolve. So are pairs that a person
    judged to be apart.
    """
    sql = (
        "WITH many AS MATERIALIZED"
        " (SELECT digest FROM lookups WHERE kind = 'subject' GROUP BY digest HAVING count(*) > 1)"
        " SELECT lookups.digest, items.id, items.deferred, items.deferred_at FROM many"
        " CROSS JOIN lookups ON lookups.kind = 'subject' AND lookups.digest = many.digest"
        " CROSS JOIN items ON items.body = lookups.seq"
        " WHERE items.status = 'active' AND items.kind = 'state' AND items.drift = '' AND items.place = 'store'"
        f" AND {reader.visible('items')} AND {not_shut(reader)} ORDER BY items.day, items.n"
    )
    groups: dict[bytes, list[tuple[str, bool]]] = {}
    for digest, name, deferred, at in reader.conn.execute(sql):
        groups.setdefault(digest, []).append((name, reader.until(deferred, at) is not None))
    shared = [members for members in groups.values() if len(members) > 1]
    judged = apart_from(reader, [name for members in shared for name, _ in members])
    found: dict[str, tuple[str, ...]] = {}
    for members in shared:
        for name, put_off in members:
            apart = judged.get(name, frozenset())
            if not put_off and (others := tuple(o for o, _ in members if o != name and o not in apart)):
                found[name] = others
    return found


def suggested(reader: Reader, name: str | None = None) -> dict[str, tuple[Why, ...]]:
    """Items (or one) that a pass found to be like another, or against it, and on which nobody decided yet."""
    one, values = ("", ()) if name is None else (" AND links.src = ?", (name,))
    sql = (
        "SELECT links.src, links.relation, links.dst FROM links JOIN items ON items.id = links.src"
        f" AND {reader.visible('items')} JOIN items other ON other.id = links.dst AND {reader.stands('other')}"
        f" AND {'1' if reader.behind else 'other.withdrawn = 0'}"
        " WHERE links.relation IN ('possible-duplicate', 'possible-contradiction')"
        f" AND {reader.visible('links')} AND items.status = 'active' AND items.cooled = 0"
        f" AND {not_shut(reader)} AND other.status = 'active' AND other.cooled = 0{one}"
        " ORDER BY items.day, items.n, links.dst"
    )
    found: dict[str, list[Why]] = {}
    for src, relation, dst in reader.conn.execute(sql, values):
        found.setdefault(src, []).append(Why.model_construct(code=relation, ids=(dst,), detail=None))
    return {name: tuple(why) for name, why in found.items()}


def waits_stale(reader: Reader, name: str) -> bool:
    """Whether a stale item still waits for a decision: not cooled, merged or corrected since."""
    sql = f"SELECT 1 FROM items WHERE id = ? AND {_waiting(reader, Queue.STALE)} AND {reader.visible('items')}"
    return reader.conn.execute(sql, (name,)).fetchone() is not None


def left_in_lanes(reader: Reader) -> tuple[LaneWait, ...]:
    """What would wait in a queue of items, did it not lie in a lane that is frozen or cleared."""
    return in_shut(reader, " OR ".join(f"({_waiting(reader, queue)})" for queue in _WHERE) + f" OR ({UNTAKEN})")


def _untriggered(reader: Reader) -> tuple[str, ...]:
    awake = f"{reader.visible('topics')} AND {reader.awake('topics')}"
    sql = f"SELECT id FROM topics WHERE triggered = 0 AND {awake} ORDER BY id"
    return tuple(row[0] for row in reader.conn.execute(sql))


def queue_rows(reader: Reader, queue: Queue, keys: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of these ids of a queue, in the order asked for."""
    if queue is Queue.UNDISTILLED:
        return _undistilled_rows(reader, keys)
    if queue is Queue.UNTRIGGERED:
        return topic_rows(reader, keys)
    if queue is Queue.QUARANTINE:
        return quarantine_rows(reader, keys)
    if queue is Queue.WITHDRAWALS:
        return control_rows(reader, keys)
    if queue is Queue.CONFLICTS:
        return conflict_rows(reader, keys)
    rows = item_list(reader, keys)
    if queue is Queue.SUGGESTED:
        near = suggested(reader)
        return tuple(row.model_copy(update={"why": (*near.get(row.id, ()), *row.why)}) for row in rows)
    if queue is not Queue.ADDITIVE:
        return rows
    others = same_subject(reader)
    return tuple(
        row.model_copy(update={"why": (Why(code="same-subject", ids=others.get(row.id, ())), *row.why)}) for row in rows
    )


def _undistilled_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """Blocks that nothing came from, and captures that no pass has taken yet."""
    rows = {row.id: row for row in block_rows(reader, [key for key in keys if "/" in key])}
    for row in item_list(reader, [key for key in keys if "/" not in key]):
        rows[row.id] = row.model_copy(update={"why": (Why(code="undistilled"), *row.why)})
    return tuple(rows[key] for key in keys if key in rows)


def queue_counts(reader: Reader) -> tuple[QueueCount, ...]:
    """Every queue with how much waits in it and the date of the oldest."""
    return tuple(_count(reader, queue) for queue in Queue)


def _count(reader: Reader, queue: Queue) -> QueueCount:
    since = _since_in_items(reader, queue) if queue in _WHERE else _since_of_keys(reader, queue)
    buckets = [0] * len(BUCKETS)
    for at, count in since.items():
        if at is not None:
            days = (reader.now - at) // _MICROS
            buckets[next((n for n, over in enumerate(BUCKETS) if days > over), len(BUCKETS) - 1)] += count
    return QueueCount.model_construct(
        queue=queue,
        count=since.total(),
        oldest_at=min((at for at in since if at is not None), default=None),
        by_age=tuple(buckets),
    )


Since = Counter[int | None]
"""How many wait since each time (UTC microseconds); None where nobody can say since when."""


def _since_in_items(reader: Reader, queue: Queue) -> Since:
    """Since when the items of a queue wait, counted where they are.

    A capture waits since it came; any other row is as old as the day of its id, or as its entry where that is no older.
    """
    awake = (
        f"{_waiting(reader, queue)} AND {reader.visible('items')} AND {reader.awake('items')} AND {not_shut(reader)}"
    )
    found: Since = Counter()
    if queue is Queue.INBOX:
        sql = f"SELECT log.at FROM items JOIN log ON log.seq = items.created WHERE {awake}"
        found.update(at for (at,) in reader.conn.execute(sql))
        return found
    sql = (
        "SELECT items.day, count(*), min(log.at) FROM items JOIN log ON log.seq = items.created"
        f" WHERE {awake} GROUP BY items.day"
    )
    for day, count, at in reader.conn.execute(sql):
        found[since_day(reader, _day(day), at)] += count
    return found


def _since_of_keys(reader: Reader, queue: Queue) -> Since:
    """The same of what waits by its id."""
    if queue is Queue.CONFLICTS:
        return Counter(at for at, _ in begun_at(reader, every_conflict(reader)).values())
    keys = queue_keys(reader, queue)
    if queue in (Queue.QUARANTINE, Queue.WITHDRAWALS):
        table = "quarantine" if queue is Queue.QUARANTINE else "controls"
        return Counter(_times(reader, table, "body", keys).values())
    came = _times(reader, "items", "created", [key for key in keys if key.startswith("mem-")])
    if queue is Queue.UNDISTILLED:
        return Counter(came[key] if key in came else midnight(reader, key[4:14]) for key in keys)
    days: dict[str, list[str]] = {}
    for key in keys:
        days.setdefault(key[4:14], []).append(key)
    found: Since = Counter()
    for day, same in days.items():
        found[since_day(reader, day, min((came[key] for key in same if key in came), default=None))] += len(same)
    return found


def _times(reader: Reader, table: str, column: str, keys: Iterable[str]) -> dict[str, int]:
    """When the entry that brought each of these was appended."""
    found: dict[str, int] = {}
    for part in chunks(list(keys)):
        sql = (
            f"SELECT {table}.id, log.at FROM {table} JOIN log ON log.seq = {table}.{column}"
            f" WHERE {table}.id IN ({','.join('?' * len(part))}) AND {reader.stands(table)}"
        )
        found.update(reader.conn.execute(sql, part))
    return found


def _day(number: int) -> str:
    """The day of an id as it is written."""
    text = f"{number:08d}"
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"
