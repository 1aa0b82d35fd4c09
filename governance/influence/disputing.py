"""What records disagree with, for whoever lists them: by the rule that an answer of recall is told by."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from governance.influence.conflicts import Conflicts
from governance.influence.gate import Question
from governance.influence.quarrels import SETTLED, Quarrels
from governance.influence.sides import Side, sides_of
from store import log
from store.records.item import ItemRow
from store.records.words import KEPT_BACK, Place
from store.views.conflicts import against
from store.views.reader import Reader
from store.views.recalling import Within, open_lanes

_GENESIS: Final = 1
"""The entry that says where the user day begins."""


def asked_now(reader: Reader) -> Question:
    """A question about the reader's own moment, of the store's user day."""
    now = datetime.datetime.fromtimestamp(reader.now // 1_000_000, datetime.UTC).isoformat()
    genesis = log.entry(reader.conn, _GENESIS)
    return Question(when=now, zone=zoneinfo.ZoneInfo(genesis.effect["zone"]) if genesis else datetime.UTC)


def conflicted(reader: Reader, rows: Iterable[ItemRow]) -> frozenset[str]:
    """Those of these records that recall calls conflicted to whoever may read every project and every lane in use.

    Of what recall tells nobody, those are that anything which stands disagrees with.
    """
    every = list(rows)
    told, quarrels = _among(reader, every, asked_now(reader))
    names = {side.row.id for side in told}
    rest = against(reader, [row.id for row in every if row.id not in names], doubtful=True, alike=True)
    return frozenset(name for name in names if quarrels.conflicted(name)).union(rest)


class Stand(NamedTuple):
    """What recall says of some records that may disagree, to whoever may read every project and every lane in use."""

    current: frozenset[str]
    """Those that stand for an answer."""
    unpicked: Mapping[str, str]
    """For each that stands beside others of which none is picked, why."""


def stand(reader: Reader, rows: Iterable[ItemRow]) -> Stand:
    """Which of these state rows stand for an answer of recall now, and why of others none does."""
    question = asked_now(reader)
    told, quarrels = _among(reader, rows, question)
    names = [side.row.id for side in told]
    conflicts = Conflicts(quarrels, question, {}).about(names, names)
    current = {row.memory_id for one in conflicts for row in one.rows if row.current}
    alone = {side.row.id for side in told if quarrels.holds(side) and not quarrels.against.get(side.row.id)}
    unpicked = {
        row.memory_id: one.sentence
        for one in reversed(conflicts)
        if not any(row.current for row in one.rows)
        for row in one.rows
    }
    return Stand(frozenset(current | alone), unpicked)


def rivals(reader: Reader, rows: Sequence[ItemRow], projects: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each of these records what disagrees with it, as far as an asker of these projects may read that."""
    lanes = tuple(name for name, closed in open_lanes(reader).items() if not closed)
    quarrels = Quarrels(reader, sides_of(reader, rows), Within(tuple(projects), lanes), asked_now(reader))
    return {
        row.id: tuple(sorted(name for name, code in quarrels.against.get(row.id, {}).items() if code not in SETTLED))
        for row in rows
    }


def _among(reader: Reader, rows: Iterable[ItemRow], question: Question) -> tuple[list[Side], Quarrels]:
    """Those of these records that recall tells of, and their quarrels, for one who reads all that is in use."""
    within = Within((), tuple(open_lanes(reader)), every_project=True)
    told = sides_of(reader, [row for row in rows if _told(row) and row.lane in (None, *within.lanes)])
    return told, Quarrels(reader, told, within, question)


def _told(row: ItemRow) -> bool:
    """Whether anybody is told of it: a pass took it in, and nobody holds it back."""
    return row.place is Place.STORE and row.review not in KEPT_BACK
