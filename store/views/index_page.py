"""The index (P§10): recent activity, topics with their triggers, what is pending; navigation and no content dump."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from store.records.item import ItemRow, ItemWords
from store.records.words import Status
from store.views.reader import Reader
from store.views.topics import topics

RECENT = 10
_FIRST = 100
"""Characters of an item's words that the index shows."""


def index_page(reader: Reader, most: int, projects: Sequence[str] | None) -> tuple[str, ...]:
    """The lines of the index, `most` at most; `projects` None is everything, else theirs and what has none."""
    head = ["# Memory Index", "", "## Recent Activity", ""]
    middle = ["", "## Topic Map", ""]
    routes = [
        f"- {topic.file.removeprefix('topics/')} — {'; '.join(topic.triggers) or 'no trigger'}"
        for topic in topics(reader)
    ]
    end = ["", "## Pending Cleanup", ""]
    room = most - len(head) - len(middle) - len(end)
    recent = _recent(reader, projects, room - 2)
    room -= len(recent)
    pending, total = _pending(reader, projects, room)
    routes = _within(routes, len(routes), max(1, room - min(total, max(1, room // 3))))
    pending = _within(pending, total, max(1, room - len(routes)))
    return (*head, *recent, *middle, *routes, *end, *pending)


def _within(lines: list[str], total: int, most: int) -> list[str]:
    """The first of all lines, cut at a bound, which says how many more there are."""
    return lines if total <= most else [*lines[: most - 1], f"- … and {total - most + 1:,} more"]


def _line(row: ItemRow, words: ItemWords | None, text: str) -> str:
    said = " ".join(text[: 4 * _FIRST].split())
    short = said if len(said) <= _FIRST else f"{said[:_FIRST]}…"
    status = "" if row.status == Status.ACTIVE else f" [{row.status}]"
    return f"- [{(words.date if words else None) or '-'}] [{row.id}] ({row.kind}){status} {short}"


def _recent(reader: Reader, projects: Sequence[str] | None, most: int) -> list[str]:
    where = "place = 'store' AND status = 'active' AND drift = '' AND cooled = 0"
    return list(islice(_lines(reader, where, projects), min(RECENT, most)))


def _pending(reader: Reader, projects: Sequence[str] | None, most: int) -> tuple[list[str], int]:
    """The first lines of what waits, and how many there are of all."""
    where = "status = 'pending-cleanup' AND drift = ''"
    every = _lines(reader, where, projects)
    lines = list(islice(every, most))
    if projects is None:
        sql = f"SELECT count(*) FROM items WHERE {where} AND {reader.visible('items')}"
        return lines, int(reader.conn.execute(sql).fetchone()[0])
    return lines, len(lines) + sum(1 for _ in every)


def _lines(reader: Reader, where: str, projects: Sequence[str] | None) -> Iterator[str]:
    """The items of a sort that may be seen, each in a line, newest first."""
    sql = f"SELECT id FROM items WHERE {where} AND {reader.visible('items')} ORDER BY day DESC, n DESC"
    cursor = reader.conn.execute(sql)
    while names := [name for (name,) in cursor.fetchmany(50)]:
        rows = reader.item_rows(names)
        kept = reader.words(rows.values())
        for name in names:
            words, text = kept[name]
            if projects is None or words is None or words.project in (None, *projects):
                yield _line(rows[name], words, text)
