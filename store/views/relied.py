"""Who took a record up, as far as the log knows: records that lean on it, and recorded looks.

A recall writes nothing, so that what nobody recorded is not known here, and is never made up (law 19).
"""

from __future__ import annotations

from typing import Final

from store import log
from store.records.views.details import Leaning, Relied
from store.records.words import Action, Relation
from store.views.items import item_list
from store.views.reader import Reader

LEANS: Final = (
    Relation.DERIVED_FROM, Relation.REFERENCES, Relation.CONTINUES, Relation.SOLVES, Relation.SUPERSEDED_BY,
    Relation.MERGED_INTO, Relation.CORRECTED_BY,
)  # fmt: skip
"""Links by which the record that bears one leans on the other."""
_MOST = 40


def relied_on(reader: Reader, name: str) -> Relied:
    """Who took an item up."""
    looks, looked = _looks(reader, name)
    return Relied(leaning=_leaning(reader, name), looks=looks, looked=looked)


def _looks(reader: Reader, name: str) -> tuple[int, int | None]:
    until = "" if reader.at_seq is None else f" AND log.seq <= {int(reader.at_seq)}"
    sql = (
        "SELECT count(*), max(log.at) FROM subject_log JOIN log ON log.seq = subject_log.seq"
        f" WHERE subject_log.subject = ? AND log.action = ?{until}"
    )
    count, last = reader.conn.execute(sql, (name, Action.AUDIT.value)).fetchone()
    return count, last


def _leaning(reader: Reader, name: str) -> tuple[Leaning, ...]:
    sql = (
        f"SELECT src, relation, from_seq FROM links WHERE dst = ? AND relation IN ({','.join('?' * len(LEANS))})"
        f" AND {reader.stands('links')} ORDER BY from_seq LIMIT ?"
    )
    edges = reader.conn.execute(sql, (name, *(one.value for one in LEANS), _MOST)).fetchall()
    entries = log.some(reader.conn, [seq for _, _, seq in edges])
    names = list(dict.fromkeys(src for src, _, _ in edges))
    tasks = {row.id: row.task for row in reader.item_rows(names).values()}
    rows = {row.id: row for row in item_list(reader, names)}
    return tuple(
        Leaning(
            id=src,
            relation=Relation(relation),
            at=entries[seq].at,
            text=rows[src].text,
            who=rows[src].who,
            task=tasks.get(src),
            plan=next((str(ref) for ref in entries[seq].refs if str(ref).startswith("plan-")), None),
        )
        for src, relation, seq in edges
        if src in rows
    )
