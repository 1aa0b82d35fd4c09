"""What disagrees: rows of one subject that both stand, and pairs that somebody or a pass found at odds (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from store.records.words import Relation
from store.views.reader import Reader, chunks

_AT_ODDS = (Relation.CONTRADICTED_BY, Relation.CONTRADICTS, Relation.REFUTES, Relation.AGAINST)
"""Links that say two records cannot both hold, whichever of them bears the link."""


class Against(NamedTuple):
    """One record that disagrees with another, and how that is known."""

    code: str
    """`same-subject`, or the relation that says so."""
    other: str


def against(reader: Reader, names: Sequence[str]) -> dict[str, tuple[Against, ...]]:
    """For each of these items, the standing items that disagree with it, by id; settled pairs are left out.

    Live state rows of exactly one subject, and pairs linked as contradicting that nobody judged to be apart.
    """
    found: dict[str, dict[str, str]] = {}
    for name, other in _same_subject(reader, names):
        found.setdefault(name, {})[other] = "same-subject"
    for name, relation, other in _linked(reader, names):
        found.setdefault(name, {}).setdefault(other, relation)
    apart = _apart(reader, list(found))
    return {
        name: tuple(Against(code, other) for other, code in sorted(others.items()))
        for name, every in found.items()
        if (others := {o: code for o, code in every.items() if frozenset((name, o)) not in apart})
    }


def _same_subject(reader: Reader, names: Sequence[str]) -> list[tuple[str, str]]:
    """(item, other live state item with exactly its subject)."""
    found: list[tuple[str, str]] = []
    live = "{0}.status = 'active' AND {0}.kind = 'state' AND {0}.drift = ''"
    for part in chunks(list(names)):
        sql = (
            "SELECT items.id, other.id FROM items JOIN lookups mine ON mine.seq = items.body AND mine.kind = 'subject'"
            " JOIN lookups theirs ON theirs.kind = 'subject' AND theirs.digest = mine.digest"
            f" JOIN items other ON other.body = theirs.seq AND other.id <> items.id AND {_standing(reader, 'other')}"
            f" WHERE items.id IN ({','.join('?' * len(part))}) AND {reader.visible('items')}"
            f" AND {live.format('items')} AND {live.format('other')}"
        )
        found += reader.conn.execute(sql, part)
    return found


def _linked(reader: Reader, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """(item, relation, other) of the links at odds, from both ends, where both stand and neither is superseded."""
    found: list[tuple[str, str, str]] = []
    kinds = ",".join(f"'{relation}'" for relation in _AT_ODDS)
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        for mine, theirs in (("src", "dst"), ("dst", "src")):
            sql = (
                f"SELECT links.{mine}, relation, links.{theirs} FROM links"
                f" JOIN items other ON other.id = links.{theirs} AND {_standing(reader, 'other')} AND other.status <> 'superseded'"
                f" WHERE links.{mine} IN ({marks}) AND relation IN ({kinds}) AND {reader.visible('links')}"
            )
            found += reader.conn.execute(sql, part)
    return found


def _apart(reader: Reader, names: Sequence[str]) -> set[frozenset[str]]:
    """Pairs that a person judged to be neither the same nor in contradiction."""
    found: set[frozenset[str]] = set()
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, dst FROM links WHERE relation = 'apart' AND {reader.stands('links')}"
            f" AND (src IN ({marks}) OR dst IN ({marks}))"
        )
        found.update(frozenset(pair) for pair in reader.conn.execute(sql, (*part, *part)))
    return found


def _standing(reader: Reader, table: str) -> str:
    """The condition for a joined row of items to stand, visible and not withdrawn."""
    return reader.stands(table) + ("" if reader.behind else f" AND {table}.withdrawn = 0")
