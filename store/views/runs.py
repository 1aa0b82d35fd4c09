"""Imports: what each took in, so that a person finds the one that took in the wrong folder."""

from __future__ import annotations

from collections.abc import Iterable

from store import log
from store.records.views import RunView
from store.views.controls import excluders
from store.views.counts import segments_of_run
from store.views.reader import Reader, chunks


def runs(reader: Reader) -> tuple[RunView, ...]:
    """Every import, newest first."""
    sql = f"SELECT id FROM runs WHERE {reader.stands('runs')} ORDER BY body DESC"
    return run_views(reader, [row[0] for row in reader.conn.execute(sql)])


def run_views(reader: Reader, names: Iterable[str]) -> tuple[RunView, ...]:
    """These imports, in the order asked for; what is no import is left out."""
    found: dict[str, RunView] = {}
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, state, outcome, body FROM runs WHERE id IN ({marks}) AND {reader.stands('runs')}"
        rows = reader.conn.execute(sql, part).fetchall()
        sql = f"SELECT run, count(*) FROM items WHERE run IN ({marks}) AND {reader.visible('items')} GROUP BY run"
        items = dict(reader.conn.execute(sql, part).fetchall())
        sql = f"SELECT run, sum(withdrawn) FROM items WHERE run IN ({marks}) AND {reader.stands('items')} GROUP BY run"
        away = dict(reader.conn.execute(sql, part).fetchall())
        opened, times = log.payloads(reader.conn, [row[3] for row in rows]), reader.times(row[3] for row in rows)
        gone = excluders(reader, part)
        for name, state, outcome, body in rows:
            words = opened.get(body, {})
            found[name] = RunView(
                id=name,
                root=words.get("root"),
                state=state,
                outcome=outcome,
                files=len(words.get("files", ())),
                segments=segments_of_run(reader, name),
                items=items.get(name, 0),
                withdrawn=away.get(name, 0),
                at=times[body],
                withdrawn_by=gone.get(name, ()),
            )
    return tuple(found[name] for name in names if name in found)
