"""The index (P§10): recent activity, topics with their triggers, what is pending; navigation and no content dump."""

from __future__ import annotations

from collections.abc import Sequence

from store.views.items import item_list
from store.views.reader import Reader
from store.views.topics import topics

RECENT = 10
_FIRST = 100
"""Characters of an item's words that the index shows."""


def index_page(reader: Reader, most: int, projects: Sequence[str] | None) -> tuple[str, ...]:
    """The lines of the index, `most` at most; `projects` None is everything, else theirs and what has none."""
    head = ["# Memory Index", "", "## Recent Activity", ""]
    recent = [_line(row) for row in _recent(reader, projects)]
    middle = ["", "## Topic Map", ""]
    routes = [
        f"- {topic.file.removeprefix('topics/')} — {'; '.join(topic.triggers) or 'no trigger'}"
        for topic in topics(reader)
    ]
    end = ["", "## Pending Cleanup", ""]
    pending = [_line(row) for row in _pending(reader, projects)]
    room = most - len(head) - len(recent) - len(middle) - len(end)
    routes = _within(routes, max(1, room - min(len(pending), room // 3)))
    pending = _within(pending, max(1, room - len(routes)))
    return tuple([*head, *recent, *middle, *routes, *end, *pending][:most])


def _within(lines: list[str], most: int) -> list[str]:
    """Lines cut at a bound, which says how many more there are."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"- … and {len(lines) - most + 1:,} more"]


def _line(row: object) -> str:
    from store.records.views import Row

    if not isinstance(row, Row) or row.strip is None:
        return ""
    words = " ".join(row.text.split())
    short = words if len(words) <= _FIRST else f"{words[:_FIRST]}…"
    status = "" if row.strip.status == "active" else f" [{row.strip.status}]"
    return f"- [{row.strip.date or '-'}] [{row.id}] ({row.strip.kind}){status} {short}"


def _recent(reader: Reader, projects: Sequence[str] | None) -> list[object]:
    where = "place = 'store' AND status = 'active' AND drift = '' AND cooled = 0"
    return _rows(reader, where, projects, RECENT)


def _pending(reader: Reader, projects: Sequence[str] | None) -> list[object]:
    return _rows(reader, "status = 'pending-cleanup' AND drift = ''", projects, 1_000)


def _rows(reader: Reader, where: str, projects: Sequence[str] | None, most: int) -> list[object]:
    """The newest items of a sort that may be seen."""
    sql = f"SELECT id FROM items WHERE {where} AND {reader.visible('items')} ORDER BY day DESC, n DESC"
    found: list[object] = []
    names: list[str] = []
    for (name,) in reader.conn.execute(sql):
        names.append(name)
        if len(names) == 200:
            found += _seen(reader, names, projects)
            names = []
            if len(found) >= most:
                break
    return [*found, *_seen(reader, names, projects)][:most]


def _seen(reader: Reader, names: list[str], projects: Sequence[str] | None) -> list[object]:
    rows = item_list(reader, names)
    if projects is None:
        return list(rows)
    kept = reader.words(reader.item_rows(names).values())
    of = {name: words.project if words else None for name, (words, _) in kept.items()}
    return [row for row in rows if of.get(row.id) is None or of[row.id] in projects]
