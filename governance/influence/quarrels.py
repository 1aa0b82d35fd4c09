"""Quarrels: whatever disagrees with some records, as far as the asker may read it (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from governance.influence.gate import LOOSE, Question, later, over, typed_of
from governance.influence.pool import Member
from governance.influence.sides import SIDES, Side, at_home, sides_of
from store.records.item import ItemRow
from store.records.words import KEPT_BACK, Kind, MemoryType, Place, Relation, Status
from store.views.conflicts import LIKE, SAME, STRENGTH, against, values_since
from store.views.reader import Reader
from store.views.recalling import Within, rows_in_reach, took_place

SUPERSEDED: Final = "superseded"
MERGED: Final = "merged"
CORRECTED: Final = "corrected"
EARLIER: Final = "earlier-value"
"""The code of a value that is history, where what took its place may not be told, and another of its subject may."""
SETTLED: Final = frozenset({SUPERSEDED, MERGED, CORRECTED, EARLIER})
"""Codes of what one record gave way to, and disagrees with no more."""
DEPRECATED: Final = "deprecated"
"""The outcome of a procedure that was given up for another one (T)."""
BY_VALUE: Final = frozenset({SAME, LIKE, *SETTLED})
"""Codes of what the values and subjects alone say."""
BY_CLAIM: Final = frozenset(STRENGTH) - BY_VALUE
"""Codes of what somebody claims, or a pass noticed."""
_CHAIN: Final = 50
"""Successors that are followed, at most."""
_STANDS: Final = frozenset({Status.ACTIVE, Status.PENDING})
_PAST: Final = frozenset({Status.SUPERSEDED, Status.STALE})


class Quarrels:
    """What disagrees with some records, as far as the asker may read it."""

    def __init__(
        self,
        reader: Reader,
        members: Sequence[Member | Side],
        within: Within,
        question: Question,
    ) -> None:
        self._question = question
        self._reader = reader
        self._within = within
        self.sides = {one.row.id: Side(one.row, one.words, one.text) for one in members}
        """Every record that is looked at, those that disagree among them."""
        self._names = tuple(self.sides)
        self.leads_to, ways = self._followed()
        self.merged = {name: end for name, end in self.leads_to.items() if ways[name] == MERGED}
        self._load(set(self.leads_to.values()))
        since = self._since()
        beyond = {*self.leads_to.values(), *(other for others in since.values() for other in others)}
        told = against(reader, [*self._names, *sorted(beyond - set(self._names))], doubtful=True, alike=True)
        self._load({pair.other for pairs in told.values() for pair in pairs})
        self.against: dict[str, dict[str, str]] = {}
        for name, pairs in told.items():
            for pair in pairs:
                if self._open(name, pair.other, pair.code):
                    self._pair(name, pair.other, pair.code)
        for name, end in self.leads_to.items():
            if end in self.sides and not (ways[name] == CORRECTED and self.sides[name].text == self.sides[end].text):
                self._pair(name, end, ways[name])  # what says the same under another subject disagrees with nothing
        for name, others in since.items():
            for other in others:
                self._pair(name, other, EARLIER)
            self._lead(name, others)

    def _pair(self, one: str, other: str, code: str) -> None:
        self.against.setdefault(one, {})[other] = code
        self.against.setdefault(other, {})[one] = code

    def _followed(self) -> tuple[dict[str, str], dict[str, str]]:
        """For each record that gave way the one it leads to in the end, and how it gave way.

        That one stands, and it and all that lie between may be read.
        """
        at = {name: self.sides[name].row for name in self._names}
        ways: dict[str, str] = {}
        seen = {name: {name} for name in self._names}
        moving: Sequence[str] = self._names
        while moving:
            steps = self._steps([at[name] for name in moving])
            rows = rows_in_reach(self._reader, sorted({new for _, new in steps.values()}), self._within)
            moved = []
            for name in moving:
                way, new = steps.get(at[name].id, ("", ""))
                row = rows.get(new)
                if row is None or not self._told(row) or new in seen[name] or len(seen[name]) >= _CHAIN:
                    continue
                at[name] = row
                seen[name].add(new)
                ways.setdefault(name, way)
                moved.append(name)
            moving = moved
        return {name: at[name].id for name in ways if at[name].status in _STANDS}, ways

    def _steps(self, rows: Sequence[ItemRow]) -> dict[str, tuple[str, str]]:
        """How each of these records gave way, and to which."""
        linked = took_place(self._reader, sorted({row.id for row in rows}))
        found: dict[str, tuple[str, str]] = {}
        for row in rows:
            relation, new = linked.get(row.id, ("", ""))
            if row.superseded_by:
                found[row.id] = (SUPERSEDED, row.superseded_by)
            elif relation == Relation.MERGED_INTO:
                found[row.id] = (MERGED, new)
            elif relation == Relation.CORRECTED_BY and row.status in _PAST:
                found[row.id] = (CORRECTED, new)
        return found

    def _since(self) -> dict[str, list[str]]:
        """For each state row that is history and leads to nothing that is told, what else its subject has."""
        left = [
            name
            for name in self._names
            if self.sides[name].row.kind is Kind.STATE
            and self.sides[name].row.status in _PAST
            and self.leads_to.get(name) not in self.sides
        ]
        found = values_since(self._reader, left)
        self._load({other for others in found.values() for other in others})
        return {name: [o for o in others if o in self.sides] for name, others in found.items()}

    def _lead(self, name: str, others: Sequence[str]) -> None:
        """Let a superseded row lead to the newest live value of its subject, project, lane and scope."""
        own = self.sides[name]
        live = [side for side in map(self.sides.__getitem__, others) if self.holds(side) and at_home(side, own)]
        if live and own.row.status is Status.SUPERSEDED:
            self.leads_to[name] = max(live, key=lambda side: side.newness).row.id

    def _told(self, row: ItemRow) -> bool:
        """Whether the asker is told of it: a pass took it in or it is of the asker's task, and nobody holds it back."""
        working = row.type is MemoryType.WORKING
        own = working and row.task is not None and row.task == self._question.task and not row.released
        return (own if working else row.place is Place.STORE) and row.review not in KEPT_BACK

    def _load(self, names: set[str]) -> None:
        rows = rows_in_reach(self._reader, sorted(names - self.sides.keys()), self._within)
        shown = [row for row in rows.values() if self._told(row)]
        self.sides |= {side.row.id: side for side in sides_of(self._reader, shown)}

    def _open(self, one: str, other: str, code: str) -> bool:
        """Whether both may be read, and the pair was not settled by time or by what one of them became."""
        if one not in self.sides or other not in self.sides or one in self.merged:
            return False
        if self._lapsed(one) or self._lapsed(other):
            return False
        return code == SAME or self.sides[one].row.status not in _PAST

    def _lapsed(self, name: str) -> bool:
        """Whether a claim or a procedure is none when it is asked for: it contradicts nothing that holds then.

        An audit, and uses that ask for what is in doubt, see it all the same.
        """
        side = self.sides[name]
        if self._within.everywhere or self._question.role in LOOSE:
            return False
        if side.row.type not in (MemoryType.SEMANTIC, MemoryType.PROCEDURAL):
            return False
        typed = typed_of(side.words)
        given_up = side.row.type is MemoryType.PROCEDURAL and typed.get("outcome") == DEPRECATED
        return given_up or over(typed, self._question) is not None

    def outdated(self, name: str) -> str | None:
        """The newer live state row of its subject, beside which a state row counts as superseded (P§15.2.4).

        Only of one project, lane and scope, and valid when it is asked for: what holds elsewhere, or holds later,
        is another value.
        """
        own = self.sides[name]
        rivals = [self.sides[o] for o, code in self.against.get(name, {}).items() if code == SAME]
        rivals = [side for side in rivals if self.holds(side) and at_home(side, own)]
        newest = max(rivals, key=lambda side: side.newness, default=None)
        return newest.row.id if newest is not None and newest.newness > own.newness else None

    def same_date(self, one: str, other: str) -> bool:
        """Whether two records bear the same date, so that only which came later tells them apart."""
        return self.sides[one].words.get("date") == self.sides[other].words.get("date")

    def holds(self, side: Side) -> bool:
        """Whether a value is a live one, and one at the moment that is asked about."""
        valid = over(typed_of(side.words), self._question) is None
        return side.row.live and valid and not later(side.words, self._question)

    def disputed(self, name: str) -> bool:
        """Whether a record and another that stands cannot both hold as somebody claims, or as their spelling suggests.

        Values of two spellings are told apart by nothing: of one project, lane and scope neither outdates the
        other. One that is dated after the moment asked about disputes no value of then.
        """
        own = self.sides[name]
        others = [(self.sides[other], code) for other, code in self.against.get(name, {}).items()]
        return any(
            at_home(side, own) and not later(side.words, self._question) if code == LIKE else code in BY_CLAIM
            for side, code in others
        )

    def conflicted(self, name: str) -> bool:
        """Whether a record and another that stands disagree, be it in their values."""
        return any(code not in SETTLED for code in self.against.get(name, {}).values())

    def newest(self, names: Iterable[str]) -> list[str]:
        """The newest few of some sides, by id."""
        return sorted(self.by_age(names)[-SIDES:])

    def by_age(self, names: Iterable[str]) -> list[str]:
        """Some sides by id, the oldest first."""
        return sorted(sorted(names), key=lambda name: self.sides[name].newness)

    def claimed(self, name: str) -> bool:
        """Whether somebody claims, or a pass noticed, that a record cannot hold beside another that stands."""
        return any(code in BY_CLAIM for code in self.against.get(name, {}).values())

    @property
    def subjects(self) -> set[str]:
        """The subjects of the records that were looked at."""
        return {str(side.words["subject"]) for side in self.sides.values() if side.words.get("subject")}
