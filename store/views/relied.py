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

LEANS: Final = (Relation.DERIVED_FROM, Relation.REFERENCES, Relation.CONTINUES, Relation.SOLVES)
"""Links by which the record that bears one leans on the other."""
TAKEN_UP: Final = (Relation.MERGED_INTO, Relation.CORRECTED_BY)
"""Links by which the other leans on the record that bears one: it was made of its words."""
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
    leans, taken = (", ".join(f"'{one.value}'" for one in kinds) for kinds in (LEANS, TAKEN_UP))
    stands = reader.stands("links")
    sql = (
        f"SELECT src, relation, from_seq FROM links WHERE dst = :name AND relation IN ({leans}) AND {stands}"
        f" UNION ALL SELECT dst, relation, from_seq FROM links WHERE src = :name AND relation IN ({taken})"
        f" AND {stands} ORDER BY from_seq LIMIT :most"
    )
    edges = reader.conn.execute(sql, {"name": name, "most": _MOST}).fetchall()
    entries = log.some(reader.conn, [seq for _, _, seq in edges])
    names = list(dict.fromkeys(one for one, _, _ in edges))
    tasks = {row.id: row.task for row in reader.item_rows(names).values()}
    rows = {row.id: row for row in item_list(reader, names)}
    return tuple(
        Leaning(
            id=one,
            relation=Relation(relation),
            at=entries[seq].at,
            text=rows[one].text,
            who=rows[one].who,
            task=tasks.get(one),
            plan=next((str(ref) for ref in entries[seq].refs if str(ref).startswith("plan-")), None),
        )
        for one, relation, seq in edges
        if one in rows
    )
