"""The index (P§10): recent activity, topics with their triggers, what is pending; navigation and no content dump."""

from __future__ import annotations

from collections.abc import Sequence

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
    recent = _recent(reader, projects)
    middle = ["", "## Topic Map", ""]
    routes = [
        f"- {topic.file.removeprefix('topics/')} — {'; '.join(topic.triggers) or 'no trigger'}"
        for topic in topics(reader)
    ]
    end = ["", "## Pending Cleanup", ""]
    pending = _pending(reader, projects)
    room = most - len(head) - len(recent) - len(middle) - len(end)
    routes = _within(routes, max(1, room - min(len(pending), room // 3)))
    pending = _within(pending, max(1, room - len(routes)))
    return tuple([*head, *recent, *middle, *routes, *end, *pending][:most])


def _within(lines: list[str], most: int) -> list[str]:
    """Lines cut at a bound, which says how many more there are."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"- … and {len(lines) - most + 1:,} more"]


def _line(row: ItemRow, words: ItemWords | None, text: str) -> str:
    said = " ".join(text[: 4 * _FIRST].split())
    short = said if len(said) <= _FIRST else f"{said[:_FIRST]}…"
    status = "" if row.status == Status.ACTIVE else f" [{row.status}]"
    return f"- [{(words.date if words else None) or '-'}] [{row.id}] ({row.kind}){status} {short}"


def _recent(reader: Reader, projects: Sequence[str] | None) -> list[str]:
    where = "place = 'store' AND status = 'active' AND drift = '' AND cooled = 0"
    return _lines(reader, where, projects, RECENT)


def _pending(reader: Reader, projects: Sequence[str] | None) -> list[str]:
    return _lines(reader, "status = 'pending-cleanup' AND drift = ''", projects, 1_000)


def _lines(reader: Reader, where: str, projects: Sequence[str] | None, most: int) -> list[str]:
    """The newest items of a sort that may be seen, each in a line."""
    sql = f"SELECT id FROM items WHERE {where} AND {reader.visible('items')} ORDER BY day DESC, n DESC"
    found: list[str] = []
    cursor = reader.conn.execute(sql)
    while len(found) < most and (names := [name for (name,) in cursor.fetchmany(200 if projects else min(most, 200))]):
        rows = reader.item_rows(names)
        kept = reader.words(rows.values())
        for name in names:
            words, text = kept[name]
            if projects is None or words is None or words.project in (None, *projects):
                found.append(_line(rows[name], words, text))
    return found[:most]
