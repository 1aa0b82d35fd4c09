"""Conflicts as people settle them: whatever hangs together is one, named by its first item (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from store.ids import read_id
from store.records.views import Row, Why
from store.records.words import Relation
from store.views.ages import since_day
from store.views.asked import asked_for, put_off
from store.views.conflicts import LIKE, SAME, STRENGTH, Against, Claim, Known, Subjects, known
from store.views.items import item_list, matching
from store.views.lanes import not_shut
from store.views.reader import Reader, chunks

_TURNED = {Relation.CONTRADICTED_BY.value: "contradicts", Relation.REFUTES.value: "refuted-by"}
"""How a claim is told from the side of the item that it is about."""


class Part(NamedTuple):
    """Items that disagree for one reason: two of a claim, or all that share or spell a subject."""

    code: str
    ids: tuple[str, ...]
    seq: int | None = None
    """The entry that a claim began with."""


class Conflict(NamedTuple):
    """Everything that hangs together, in the order of the ids."""

    ids: tuple[str, ...]
    parts: tuple[Part, ...]
    apart: Mapping[str, frozenset[str]] = MappingProxyType({})
    """For each item the others that it was judged to be apart from; through a third they hang together even so."""

    @property
    def key(self) -> str:
        """Its name: the first item."""
        return self.ids[0]


def every_conflict(reader: Reader, text: str = "") -> tuple[Conflict, ...]:
    """The conflicts that wait, the one with the oldest item first; `text` leaves those of which a row has it."""
    found = _awake(reader, _grouped(known(reader)))
    if not text.strip():
        return found
    fits = set(matching(reader, [name for one in found for name in one.ids], text))
    return tuple(one for one in found if fits.intersection(one.ids))


def conflicts_of(reader: Reader, names: Sequence[str]) -> dict[str, Conflict]:
    """For each of these items the conflict that it is in, whether or not it is put off."""
    within = {name: one for one in _grouped(known(reader, names)) for name in one.ids}
    return {name: within[name] for name in names if name in within}


def disagreeing(reader: Reader, names: Sequence[str]) -> dict[str, tuple[Against, ...]]:
    """For each of these items what it disagrees with, the weightiest reason of each pair."""
    found = known(reader, names)
    wanted = set(names)
    pairs: dict[str, dict[str, str]] = {}
    for part in _parts(found):
        for name in wanted.intersection(part.ids):
            others = part.ids if part.code != LIKE else _spelled_otherwise(found.subjects, name)
            for other in others:
                if other != name and other not in found.apart.get(name, ()):
                    code = min(part.code, pairs.get(name, {}).get(other, LIKE), key=STRENGTH.index)
                    pairs.setdefault(name, {})[other] = code
    return {
        name: tuple(Against(code, other) for other, code in sorted(others.items())) for name, others in pairs.items()
    }


def _spelled_otherwise(subjects: Iterable[Subjects], name: str) -> tuple[str, ...]:
    """The rows that spell the subject of one otherwise."""
    return tuple(
        other
        for one in subjects
        if any(name in rows for rows in one.exact)
        for rows in one.exact
        if name not in rows
        for other in rows
    )


# grouping


def _grouped(found: Known) -> tuple[Conflict, ...]:
    """What hangs together, by any reason."""
    parts = tuple(_parts(found))
    roots: dict[str, str] = {}
    for part in parts:
        first, *others = (_root(roots, name) for name in part.ids)
        for other in others:
            roots[other] = first
    ids: dict[str, set[str]] = {}
    own: dict[str, list[Part]] = {}
    for part in parts:
        root = _root(roots, part.ids[0])
        ids.setdefault(root, set()).update(part.ids)
        own.setdefault(root, []).append(part)
    whole = (
        Conflict(
            tuple(sorted(names, key=_order)),
            tuple(sorted(own[root], key=lambda p: STRENGTH.index(p.code))),
            found.apart,
        )
        for root, names in ids.items()
    )
    return tuple(sorted(whole, key=lambda one: _order(one.key)))


def _root(roots: dict[str, str], name: str) -> str:
    """What an item hangs together with, as far as it is known; the way there is made short."""
    way = []
    while (above := roots.setdefault(name, name)) != name:
        way.append(name)
        name = above
    for one in way:
        roots[one] = name
    return name


def _order(name: str) -> tuple[int, int, str]:
    """Ids in the order of their day and number, not of their letters."""
    found = read_id(name)
    return (found.day, found.n, name) if found else (0, 0, name)


def _parts(found: Known) -> Iterator[Part]:
    """Each reason with the items that it holds together, those judged to be apart taken asunder."""
    for one in found.subjects:
        for rows in one.exact:
            yield from (Part(SAME, lot) for lot in _lots(rows, found.apart))
        if len(one.exact) > 1:
            yield from (Part(LIKE, lot) for lot in _spellings(one, found.apart))
    for claim in found.claims:
        if claim.dst not in found.apart.get(claim.src, ()):
            yield Part(claim.code, _in_order(claim), claim.seq)


def _in_order(claim: Claim) -> tuple[str, str]:
    return claim.src, claim.dst


def _lots(rows: Sequence[str], apart: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """Rows of one subject as they still hang together: each with all but those that it was judged apart from."""
    left = dict.fromkeys(rows)
    while left:
        lot, edge = [], [next(iter(left))]
        del left[edge[0]]
        while edge:
            name = edge.pop()
            lot.append(name)
            judged = apart.get(name, frozenset())
            reached = [other for other in left if other not in judged]
            for other in reached:
                del left[other]
            edge += reached
        if len(lot) > 1:
            yield tuple(sorted(lot, key=_order))


def _spellings(one: Subjects, apart: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """Rows that spell a subject otherwise, as they hang together; rows of one exact subject count as they stand."""
    spelled = {name: at for at, rows in enumerate(one.exact) for name in rows}
    left = dict.fromkeys(spelled)
    while left:
        lot, edge = [], [next(iter(left))]
        del left[edge[0]]
        while edge:
            name = edge.pop()
            lot.append(name)
            judged = apart.get(name, frozenset())
            reached = [other for other in left if spelled[other] != spelled[name] and other not in judged]
            for other in reached:
                del left[other]
            edge += reached
        if len(lot) > 1:
            yield tuple(sorted(lot, key=_order))


def _awake(reader: Reader, found: Sequence[Conflict]) -> tuple[Conflict, ...]:
    """Those that have two rows at odds about which anybody is asked, and those that grew since a row was put off.

    Nobody is asked about what is put off, or lies in a lane that is frozen or cleared.
    """
    off: dict[str, int] = {}
    shut: set[str] = set()
    for part in chunks([name for one in found for name in one.ids]):
        sql = (
            f"SELECT id, deferred_at, {not_shut(reader)} FROM items WHERE id IN ({','.join('?' * len(part))})"
            f" AND {reader.stands('items')}"
            f" AND ((items.deferred IS NOT NULL AND NOT {reader.awake('items')}) OR NOT {not_shut(reader)})"
        )
        for name, at, free in reader.conn.execute(sql, part):
            off |= {name: at} if free else {}
            shut |= set() if free else {name}
    asleep = shut | off.keys()
    waits = {one.key for one in found if _asks(one, asleep)}
    put_off = [one for one in found if one.key not in waits and off.keys() & {*one.ids} and _asks(one, shut)]
    grew = _grew(reader, put_off)
    waits |= {one.key for one in put_off if grew[one.key] > max(off[name] for name in one.ids if name in off)}
    return tuple(one for one in found if one.key in waits)


def _asks(one: Conflict, asleep: Set[str]) -> bool:
    """Whether two rows that are at odds are left without these."""
    return any(sum(name not in asleep for name in part.ids) > 1 for part in one.parts)


def _grew(reader: Reader, found: Sequence[Conflict]) -> dict[str, int]:
    """When the newest row or claim of each conflict was added to the log (UTC microseconds)."""
    created = _created(reader, found)
    seqs = {
        one.key: [*(created[n] for n in one.ids if n in created), *(p.seq for p in one.parts if p.seq is not None)]
        for one in found
    }
    times = reader.times([seq for own in seqs.values() for seq in own])
    return {key: max(times[seq] for seq in own) for key, own in seqs.items()}


def _created(reader: Reader, found: Sequence[Conflict]) -> dict[str, int]:
    """The entry that made each row."""
    created: dict[str, int] = {}
    for part in chunks([name for one in found for name in one.ids]):
        sql = f"SELECT id, created FROM items WHERE id IN ({','.join('?' * len(part))}) AND {reader.stands('items')}"
        created.update(reader.conn.execute(sql, part))
    return created


# as rows, and in full


def conflict_rows(reader: Reader, keys: Sequence[str]) -> tuple[Row, ...]:
    """The conflicts that these items are in, as lists show them.

    Each is told by its first item, with why, what somebody said is missing, since when, and every id as the group. An
    item that is in none any more stands for itself.
    """
    found = conflicts_of(reader, keys)
    begun = begun_at(reader, list({one.key: one for one in found.values()}.values()))
    named = {key: found[key].key if key in found else key for key in keys}
    plain = {row.id: row for row in item_list(reader, list(dict.fromkeys(named.values())))}
    later = put_off(reader, [name for one in found.values() for name in one.ids])
    rows = []
    for key in keys:
        row, one = plain.get(named[key]), found.get(key)
        if row is not None and one is not None:
            off = [Why(code="deferred", ids=(name,), detail=later[name]) for name in one.ids if name in later]
            row = _told(reader, row, one, *begun[one.key], off)
        rows += [row] if row is not None else []
    return tuple(rows)


def _told(reader: Reader, row: Row, one: Conflict, at: int, seq: int, later: Sequence[Why]) -> Row:
    """The row of the first item of a conflict, as that of the conflict; it names the rows that are put off."""
    told = (*why_of_conflict(one), *asked_for(reader, one.ids), *later)
    codes = {why.code for why in told}
    why = (*told, *(also for also in row.why if also.code not in codes))
    return row.model_copy(update={"why": why, "since": at, "seq": seq, "group": " ".join(one.ids)})


def why_of_conflict(one: Conflict, name: str | None = None) -> tuple[Why, ...]:
    """Why a conflict is one, as one of its items tells it; last whatever else hangs together with that."""
    name = name or one.key
    told: dict[str, list[str]] = {}
    named: set[str] = {name}
    judged = one.apart.get(name, frozenset())
    for part in one.parts:
        if name not in part.ids:
            continue
        turned = part.seq is not None and part.ids[1] == name
        others = [other for other in part.ids if other not in named and other not in judged]
        if others:
            told.setdefault(_TURNED.get(part.code, part.code) if turned else part.code, []).extend(others)
            named.update(others)
    if rest := [other for other in one.ids if other not in named]:
        told["along-with"] = rest
    return tuple(Why.model_construct(code=code, ids=tuple(ids), detail=None) for code, ids in told.items())


def begun_at(reader: Reader, found: Sequence[Conflict]) -> dict[str, tuple[int, int]]:
    """(UTC microseconds, seq) since when each conflict stands: the second row at odds came, or a person said so later.

    A row is as old as the day of its id, or as its entry where that is no older: an import brings old disagreements.
    """
    created = _created(reader, found)
    marked = [part.seq for one in found for part in one.parts if part.code in _MARKED and part.seq is not None]
    times = reader.times([*created.values(), *marked])
    begun = {}
    for one in found:
        came = {name: (_came(reader, name, times[created[name]]), created[name]) for name in one.ids if name in created}
        second = [
            max(sides[1], (times[part.seq], part.seq)) if part.code in _MARKED and part.seq is not None else sides[1]
            for part in one.parts
            if len(sides := sorted(came[name] for name in part.ids if name in came)) > 1
        ]
        begun[one.key] = min(second, default=(0, 0))
    return begun


_MARKED = frozenset({Relation.CONTRADICTS.value})
"""What a person says later than the rows came."""


def _came(reader: Reader, name: str, at: int) -> int:
    since = since_day(reader, name[4:14], at)
    return at if since is None else since
