"""The link ledger (M): every edge of a record, in M's words, from whichever end it is asked.

An edge is kept once and only grows or ends by a newer entry; what it is called depends on where one stands: who is
`superseded_by` another is `superseded` by it, and the other supersedes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from store.ids import read_block_id
from store.records.views.organizing import Edge
from store.records.words import Relation
from store.views.archive import block_by_id, block_by_seq
from store.views.reader import Reader, chunks

WORDS: Final[dict[Relation, tuple[str, str]]] = {
    Relation.SOURCE: ("archived_as", "archives"),
    Relation.CONTRADICTED_BY: ("contradicted_by", "contradicts"),
    Relation.MERGED_INTO: ("merged_into", "merged_from"),
    Relation.CORRECTED_BY: ("corrected_by", "corrects"),
    Relation.SUPERSEDED_BY: ("superseded_by", "supersedes"),
    Relation.SAME_ID: ("same_id_as", "same_id_as"),
    Relation.OF_SOURCE: ("of_source", "source_of"),
    Relation.REPEATS: ("repeats", "repeated_by"),
    Relation.HOLDS: ("holds", "held_by"),
    Relation.DERIVED_FROM: ("derived_from", "derived_into"),
    Relation.REFUTES: ("contradicts", "contradicted_by"),
    Relation.LIKE: ("possible_duplicate", "possible_duplicate"),
    Relation.AGAINST: ("possible_contradiction", "possible_contradiction"),
    Relation.CONTRADICTS: ("contradicts", "contradicts"),
    Relation.CONTINUES: ("continues", "continued_by"),
    Relation.REFERENCES: ("references", "referenced_by"),
    Relation.SOLVES: ("solves", "solved_by"),
    Relation.APART: ("apart_from", "apart_from"),
}
"""What an edge is called by who bears it, and from the other end."""
MOST: Final = 500
"""Edges that one walk tells of."""
_WORDS_SHOWN: Final = 200


def edges(reader: Reader, names: Sequence[str], *, deep: int = 1, most: int = MOST) -> tuple[Edge, ...]:
    """The edges of these records, the nearest first; `deep` follows them so many steps, no record twice."""
    found: list[Edge] = []
    told: set[tuple[str, str, str]] = set()
    met, here = set(names), list(names)
    for step in range(1, deep + 1):
        beyond: list[str] = []
        for edge in _of(reader, here):
            key = (edge.id, edge.relation.value, edge.other) if edge.outgoing else (edge.other, edge.relation, edge.id)
            if key in told or len(found) >= most:
                continue
            told.add(key)
            found.append(edge.model_copy(update={"deep": step}))
            if edge.other not in met:
                met.add(edge.other)
                beyond.append(edge.other)
        here = beyond
        if not here or len(found) >= most:
            break
    return _worded(reader, found)


def links_from(reader: Reader, name: str) -> frozenset[tuple[str, str]]:
    """The (relation, other) edges that a record bears, as they are kept."""
    sql = f"SELECT relation, dst FROM links WHERE src = ? AND {reader.stands('links')}"
    return frozenset((relation, other) for relation, other in reader.conn.execute(sql, (name,)))


def _of(reader: Reader, names: list[str]) -> list[Edge]:
    """The edges of these records, record by record: those that each bears first, in the order they began."""
    found: list[Edge] = []
    blocks = _seqs(reader, names)
    ends = {str(seq): name for name, seq in blocks.items()}
    for part in chunks([*names, *ends]):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, relation, dst, from_seq, 1 FROM links WHERE src IN ({marks}) AND {reader.visible('links')}"
            f" UNION ALL SELECT dst, relation, src, from_seq, 0 FROM links WHERE dst IN ({marks})"
            f" AND {reader.visible('links')} ORDER BY 4"
        )
        for own, relation, other, seq, outgoing in reader.conn.execute(sql, (*part, *part)):
            found.append(_edge(ends.get(own, own), Relation(relation), other, seq, bool(outgoing)))
    found += _archived(reader, names, blocks)
    named = _named(reader, (edge.other for edge in found if edge.other.isdigit()))
    kept: dict[tuple[str, str, str], Edge] = {}
    for edge in found:
        if edge.other.isdigit():
            if (block := named.get(edge.other)) is None:
                continue  # it is withdrawn, or of an import that is not closed
            edge = edge.model_copy(update={"other": block})  # noqa: PLW2901 - it is named as people know it
        kept.setdefault((edge.id, edge.word, edge.other), edge)
    order = {name: at for at, name in enumerate(names)}
    return sorted(kept.values(), key=lambda edge: (order[edge.id], not edge.outgoing, edge.seq))


def _edge(name: str, relation: Relation, other: str, seq: int, outgoing: bool) -> Edge:
    word = WORDS[relation][0 if outgoing else 1]
    return Edge(id=name, word=word, other=other, relation=relation, outgoing=outgoing, seq=seq)


def _archived(reader: Reader, names: list[str], blocks: dict[str, int]) -> list[Edge]:
    """Where each item's own words are archived, and whose words each block holds; successors without an edge too."""
    found: list[Edge] = []
    for part in chunks(names):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT id, block, superseded_by, from_seq FROM items WHERE id IN ({marks}) AND {reader.visible('items')}"
        )
        for name, block, successor, seq in reader.conn.execute(sql, part):
            if block is not None:
                found.append(_edge(name, Relation.SOURCE, str(block), seq, outgoing=True))
            if successor is not None:
                found.append(_edge(name, Relation.SUPERSEDED_BY, successor, seq, outgoing=True))
    for name, block in blocks.items():
        sql = f"SELECT id, from_seq FROM items WHERE block = ? AND {reader.visible('items')}"
        rows = reader.conn.execute(sql, (block,)).fetchall()
        found += [_edge(name, Relation.SOURCE, item, seq, outgoing=False) for item, seq in rows]
    return found


def _seqs(reader: Reader, names: Iterable[str]) -> dict[str, int]:
    """For each of these that is a block of the archive: the entry that holds its bytes."""
    found = ((name, block_by_id(reader, name)) for name in names if read_block_id(name) is not None)
    return {name: block.bytes_at for name, block in found if block is not None}


def _named(reader: Reader, seqs: Iterable[str]) -> dict[str, str]:
    """The blocks that hold the bytes of these entries, by entry, as they are named to people."""
    found = ((seq, block_by_seq(reader, int(seq))) for seq in sorted(set(seqs)))
    return {seq: block.id for seq, block in found if block is not None}


def _worded(reader: Reader, found: list[Edge]) -> tuple[Edge, ...]:
    """The same, with the first words of every item at the other end."""
    rows = reader.item_rows(sorted({edge.other for edge in found if edge.other.startswith("mem-")}))
    words = reader.words(rows.values())
    texts = {name: " ".join(text.split())[:_WORDS_SHOWN] for name, (told, text) in words.items() if told is not None}
    return tuple(edge.model_copy(update={"text": texts.get(edge.other)}) for edge in found)
