"""What disagrees: rows of one subject that both stand, and pairs that somebody or a pass found at odds (P§15.2.1).

A pair is settled, and no conflict, once a person judged the two to be apart, or one of them was superseded, merged or
judged stale. What is withdrawn takes part in nothing (law 8). Equal subjects alone decide what supersedes what; the
same subject in another spelling is only noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from store.records.words import Relation
from store.views.reader import Reader, chunks

SAME, LIKE = "same-subject", "subject-like"
"""Codes of what follows from the subjects alone."""
CLAIMED: Final = (Relation.CONTRADICTS, Relation.REFUTES, Relation.CONTRADICTED_BY)
"""Links by which somebody, or a pass that took their word, says that two records cannot both hold."""
SUGGESTED: Final = (Relation.AGAINST, Relation.LIKE)
"""Links by which a pass says that it noticed something; it changed nothing."""
STRENGTH: Final = (SAME, *(one.value for one in (*CLAIMED, *SUGGESTED)), LIKE)
"""The codes, the weightiest first: a pair that is known for several is told by that."""
_AT_ODDS: Final = (*CLAIMED, Relation.AGAINST)
"""Links that say two records cannot both hold, whichever of them bears the link."""


class Against(NamedTuple):
    """One record that disagrees with another, and how that is known."""

    code: str
    """`same-subject`, `subject-like`, or the relation that says so."""
    other: str


class Claim(NamedTuple):
    """A link by which two records are at odds."""

    code: str
    src: str
    dst: str
    seq: int
    """The entry that began it."""


class Subjects(NamedTuple):
    """Live state rows whose subjects are spelled alike: for each exact subject the rows that have it."""

    exact: tuple[tuple[str, ...], ...]


class Known(NamedTuple):
    """Everything that makes conflicts, of some items or of all."""

    subjects: tuple[Subjects, ...]
    claims: tuple[Claim, ...]
    apart: Mapping[str, frozenset[str]]
    """For each item the others that it was judged to be apart from."""


def against(
    reader: Reader, names: Sequence[str], *, doubtful: bool = False, alike: bool = False
) -> dict[str, tuple[Against, ...]]:
    """For each of these items, the standing items that disagree with it, by id; settled pairs are left out.

    Live state rows of exactly one subject (with `doubtful` those that are pending or no whole records too; with `alike`
    those that spell it otherwise), and pairs linked as contradicting that nobody judged to be apart.
    """
    found: dict[str, dict[str, str]] = {}
    for name, other in _rivals(reader, names, doubtful=doubtful):
        found.setdefault(name, {})[other] = SAME
    for name, relation, other in _linked(reader, names):
        found.setdefault(name, {}).setdefault(other, relation)
    for name, other in _rivals(reader, names, doubtful=doubtful, by=LIKE) if alike else ():
        found.setdefault(name, {}).setdefault(other, LIKE)
    judged = apart_from(reader, list(found))
    return {
        name: tuple(Against(code, other) for other, code in sorted(others.items()))
        for name, every in found.items()
        if (others := {o: code for o, code in every.items() if o not in judged.get(name, ())})
    }


_LIVE = "+{0}.status = 'active' AND {0}.kind = 'state' AND {0}.drift = ''"
_DOUBTFUL = "+{0}.status IN ('active', 'pending-cleanup') AND {0}.kind = 'state'"
_PAST = "+{0}.status IN ('superseded', 'stale') AND {0}.kind = 'state'"


def values_since(reader: Reader, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each of these state rows that are superseded or stale, the others of exactly its subject that are not."""
    found: dict[str, list[str]] = {}
    for name, other in _rivals(reader, names, doubtful=True, mine=_PAST):
        found.setdefault(name, []).append(other)
    judged = apart_from(reader, list(found))
    return {name: tuple(o for o in sorted(every) if o not in judged.get(name, ())) for name, every in found.items()}


def _rivals(
    reader: Reader, names: Sequence[str], *, doubtful: bool, by: str = "subject", mine: str | None = None
) -> list[tuple[str, str]]:
    """(item, other live state item with exactly its subject, or by that digest with one that is spelled alike).

    `mine` is the condition for the item, where it is another one than for the other.
    """
    found: list[tuple[str, str]] = []
    live = _DOUBTFUL if doubtful else _LIVE
    for part in chunks(list(names)):
        sql = (
            "SELECT items.id, other.id FROM items"
            f" CROSS JOIN lookups mine ON mine.seq = items.body AND mine.kind = '{by}'"
            f" CROSS JOIN lookups theirs ON theirs.kind = '{by}' AND theirs.digest = mine.digest"
            " CROSS JOIN items other ON other.body = theirs.seq AND other.id <> items.id"
            f" AND {_standing(reader, 'other')}"
            f" WHERE items.id IN ({','.join('?' * len(part))}) AND {reader.visible('items')}"
            f" AND {(mine or live).format('items')} AND {live.format('other')}"
        )
        found += reader.conn.execute(sql, part)
    return found


def _linked(reader: Reader, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """(item, relation, other) of the links at odds, from both ends, where the other one stands and was not settled."""
    found: list[tuple[str, str, str]] = []
    kinds = ",".join(f"'{relation}'" for relation in _AT_ODDS)
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        for mine, theirs in (("src", "dst"), ("dst", "src")):
            sql = (
                f"SELECT links.{mine}, relation, links.{theirs} FROM links"
                f" JOIN items other ON other.id = links.{theirs} AND {_standing(reader, 'other')}"
                f" AND coalesce(other.status, '') NOT IN ('superseded', 'stale') AND {_unmerged(reader, 'other')}"
                f" WHERE links.{mine} IN ({marks}) AND relation IN ({kinds}) AND {reader.visible('links')}"
            )
            found += reader.conn.execute(sql, part)
    return found


def live_rows(reader: Reader, bodies: Sequence[int], *, doubtful: bool = False) -> tuple[str, ...]:
    """The live state rows (with `doubtful` those that are pending too) whose words are these entries, oldest first."""
    found: list[tuple[int, int, str]] = []
    for part in chunks(list(bodies)):
        sql = (
            f"SELECT day, n, id FROM items WHERE body IN ({','.join('?' * len(part))}) AND {reader.visible('items')}"
            f" AND {(_DOUBTFUL if doubtful else _LIVE).format('items')}"
        )
        found += reader.conn.execute(sql, part)
    return tuple(name for _, _, name in sorted(found))


def apart_from(reader: Reader, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """For each of these items the others that a person judged it to be apart from."""
    found: dict[str, set[str]] = {}
    for part in chunks(list(names)):
        marks = ",".join("?" * len(part))
        sql = (
            f"SELECT src, dst FROM links WHERE relation = 'apart' AND {reader.stands('links')} AND src IN ({marks})"
            f" UNION SELECT src, dst FROM links WHERE relation = 'apart' AND {reader.stands('links')}"
            f" AND dst IN ({marks})"
        )
        for src, dst in reader.conn.execute(sql, (*part, *part)):
            found.setdefault(src, set()).add(dst)
            found.setdefault(dst, set()).add(src)
    return {name: frozenset(others) for name, others in found.items()}


def _standing(reader: Reader, table: str) -> str:
    """The condition for a joined row of items to stand, visible and not withdrawn."""
    return reader.stands(table) + ("" if reader.behind else f" AND {table}.withdrawn = 0")


def _unmerged(reader: Reader, table: str) -> str:
    """The condition for an item not to have been folded into another one."""
    return (
        f"NOT EXISTS (SELECT 1 FROM links merged WHERE merged.src = {table}.id AND merged.relation = 'merged-into'"
        f" AND {reader.stands('merged')})"
    )


# what the queue is made of


def known(reader: Reader, names: Sequence[str] | None = None) -> Known:
    """What makes conflicts: of everything, or of whatever hangs together with these items."""
    if names is None:
        subjects, claims = _subjects(reader), _claims(reader)
        return Known(subjects, claims, apart_from(reader, _named(subjects, claims)))
    reached, fresh = set(names), list(names)
    subjects, claims = (), ()
    every_subject: dict[tuple[tuple[str, ...], ...], Subjects] = {}
    every_claim: dict[Claim, None] = {}
    while fresh:
        subjects, claims = _subjects(reader, fresh), _claims(reader, fresh)
        every_subject.update((one.exact, one) for one in subjects)
        every_claim.update(dict.fromkeys(claims))
        fresh = [name for name in _named(subjects, claims) if name not in reached]
        reached.update(fresh)
    return Known(tuple(every_subject.values()), tuple(every_claim), apart_from(reader, sorted(reached)))


def _named(subjects: Iterable[Subjects], claims: Iterable[Claim]) -> list[str]:
    """Every item that is part of something, once."""
    found = {name for one in subjects for names in one.exact for name in names}
    for claim in claims:
        found.update((claim.src, claim.dst))
    return sorted(found)


def _subjects(reader: Reader, names: Sequence[str] | None = None) -> tuple[Subjects, ...]:
    """Live state rows of the store that share a subject, or spell one alike; captures wait for the pass to take them.

    The spelling is asked first: whatever shares a subject is spelled alike, and few digests stand more than once.
    """
    many = "SELECT digest FROM lookups WHERE kind = 'subject-like' GROUP BY digest HAVING count(*) > 1"
    groups: dict[bytes, dict[bytes, list[str]]] = {}
    for part in [None] if names is None else chunks(list(names)):
        if part is not None:
            many = (
                "SELECT DISTINCT own.digest FROM items CROSS JOIN lookups own ON own.seq = items.body"
                f" AND own.kind = 'subject-like' WHERE items.id IN ({','.join('?' * len(part))})"
                f" AND {reader.visible('items')}"
            )
        sql = (
            f"WITH many AS MATERIALIZED ({many})"
            " SELECT alike.digest, same.digest, items.id FROM many"
            " CROSS JOIN lookups alike ON alike.kind = 'subject-like' AND alike.digest = many.digest"
            f" CROSS JOIN items ON items.body = alike.seq AND {reader.visible('items')}"
            " AND items.status = 'active' AND items.kind = 'state' AND items.drift = '' AND items.place = 'store'"
            f" AND items.released = 0 AND {_not_cleared(reader, 'items')}"
            " CROSS JOIN lookups same ON same.seq = items.body AND same.kind = 'subject'"
            " ORDER BY items.day, items.n"
        )
        for alike, same, name in reader.conn.execute(sql, part or ()):
            of_subject = groups.setdefault(alike, {}).setdefault(same, [])
            if name not in of_subject[-1:]:
                of_subject.append(name)
    return tuple(
        Subjects(tuple(tuple(dict.fromkeys(rows)) for rows in exact.values()))
        for exact in groups.values()
        if len(exact) > 1 or any(len(rows) > 1 for rows in exact.values())
    )


def _claims(reader: Reader, names: Sequence[str] | None = None) -> tuple[Claim, ...]:
    """Links at odds, and what a pass noticed, where both ends stand and none is settled."""
    every = ",".join(f"'{relation}'" for relation in (*CLAIMED, *SUGGESTED))
    noticed = ",".join(f"'{relation}'" for relation in SUGGESTED)
    sides = " AND ".join(f"{_claimable(reader, side)}" for side in ("one", "other"))
    both = " AND ".join(
        f"{side}.place = 'store' AND {side}.status = 'active' AND {side}.cooled = 0" for side in ("one", "other")
    )
    found: dict[Claim, None] = {}
    for part in [None] if names is None else chunks(list(names)):
        for end in ("src",) if part is None else ("src", "dst"):
            which = "" if part is None else f" AND links.{end} IN ({','.join('?' * len(part))})"
            sql = (
                "SELECT links.relation, links.src, links.dst, links.from_seq FROM links"
                " CROSS JOIN items one ON one.id = links.src CROSS JOIN items other ON other.id = links.dst"
                f" WHERE links.relation IN ({every}) AND {reader.visible('links')}{which} AND {sides}"
                f" AND (links.relation NOT IN ({noticed}) OR ({both}))"
            )
            found.update((Claim(*row), None) for row in reader.conn.execute(sql, part or ()))
    return tuple(found)


def _claimable(reader: Reader, side: str) -> str:
    """The condition for an item to be one side of a claim: whole, neither settled nor refused nor released."""
    return (
        f"{reader.visible('items').replace('items.', side + '.')} AND {side}.drift = '' AND {side}.released = 0"
        f" AND {side}.status IN ('active', 'pending-cleanup') AND coalesce({side}.review, '') <> 'refused'"
        f" AND {_unmerged(reader, side)} AND {_not_cleared(reader, side)}"
    )


def _not_cleared(reader: Reader, table: str) -> str:
    """The condition for an item not to lie in a lane that was cleared: nothing is read from there."""
    return (
        f"({table}.lane IS NULL OR NOT EXISTS (SELECT 1 FROM lanes WHERE lanes.id = {table}.lane"
        f" AND lanes.state = 'cleared' AND {reader.stands('lanes')}))"
    )
