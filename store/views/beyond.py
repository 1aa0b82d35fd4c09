"""What lies beyond an asker's reach: how many records each project and lane holds, whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator

from store import seal
from store.records.views.recall import Beyond
from store.records.words import LaneState
from store.views.reader import Reader
from store.views.recalling import DISTILLED, Within, reach

MOST = 999
"""So many records of one project or lane are counted; of more it is only said that there are."""


def beyond(reader: Reader, within: Within) -> Iterator[Beyond]:
    """The projects, then the lanes that an asker may not read, each with how many records could answer there."""
    yield from _projects(reader, within)
    where, values = reach(reader, within._replace(every_lane=True))
    sql = f"SELECT id, state FROM lanes WHERE {reader.stands('lanes')} ORDER BY length(id), id"
    for name, state in reader.conn.execute(sql).fetchall():
        if name not in within.lanes:
            rows = f"SELECT 1 FROM items WHERE items.lane = ? AND {DISTILLED} AND {where}"
            if counted := _counted(reader, rows, [name, *values]):
                why = "closed" if state == LaneState.ACTIVE else state
                yield Beyond(lane=name, why=why, records=min(counted, MOST), more=counted > MOST)


def _projects(reader: Reader, within: Within) -> Iterator[Beyond]:
    mine = {seal.look_up(reader.key, "project", name) for name in within.projects}
    digest = b""
    sql = "SELECT digest FROM lookups WHERE kind = 'project' AND digest > ? ORDER BY digest LIMIT 1"
    found: list[Beyond] = []
    while row := reader.conn.execute(sql, (digest,)).fetchone():
        digest = row[0]
        rows = (
            "SELECT items.body FROM lookups CROSS JOIN items ON items.body = lookups.seq"
            f" WHERE lookups.kind = 'project' AND lookups.digest = ? AND {DISTILLED} AND {reader.visible('items')}"
        )
        if digest in mine or not (counted := _counted(reader, rows, [digest])):
            continue
        body = reader.conn.execute(f"{rows} LIMIT 1", (digest,)).fetchone()[0]
        name = reader.payloads([body]).get(body, {}).get("words", {}).get("project")
        found.append(Beyond(project=name, why="other", records=min(counted, MOST), more=counted > MOST))
    yield from sorted(found, key=lambda one: one.project or "")


def _counted(reader: Reader, rows: str, values: list[object]) -> int:
    sql = f"SELECT count(*) FROM ({rows} LIMIT {MOST + 1})"
    return int(reader.conn.execute(sql, values).fetchone()[0])
