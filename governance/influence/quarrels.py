"""Conflicts in an answer: whatever disagrees with a result is shown beside it, whole and dated (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from governance.influence.gate import LOOSE, Question, later, over, typed_of
from governance.influence.pool import Member
from governance.influence.sides import Side, acting, home, row_of, sides_of, unpicked
from store.records.item import ItemRow
from store.records.views.recall import Conflict
from store.records.words import Kind, MemoryType, Place, Relation, Review, Status
from store.views.conflicts import LIKE, SAME, against, values_since
from store.views.reader import Reader
from store.views.recalling import Within, rows_in_reach, took_place

SUPERSEDED: Final = "superseded"
MERGED: Final = "merged"
CORRECTED: Final = "corrected"
EARLIER: Final = "earlier-value"
"""The code of a value that is history, where what took its place may not be told, and another of its subject may."""
SETTLED: Final = frozenset({SUPERSEDED, MERGED, CORRECTED, EARLIER})
"""Codes of what one record gave way to, and disagrees with no more."""
SIDES: Final = 5
"""Rows of one conflict that are told beside those that were returned: the newest of all, and of each one's own."""
DEPRECATED: Final = "deprecated"
"""The outcome of a procedure that was given up for another one (T)."""
_UNSEEN: Final = frozenset({Review.NEEDED, Review.HELD, Review.REFUSED})
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
        observed: Mapping[str, str] | None = None,
    ) -> None:
        self._question = question
        self._reader = reader
        self._within = within
        self._observed = observed or {}
        self._sides = {one.row.id: Side(one.row, one.words, one.text) for one in members}
        self._names = tuple(self._sides)
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
            if end in self._sides:
                self._pair(name, end, ways[name])
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
        at = {name: self._sides[name].row for name in self._names}
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
                if row is None or not _told(row) or new in seen[name] or len(seen[name]) >= _CHAIN:
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
            if self._sides[name].row.kind is Kind.STATE
            and self._sides[name].row.status in _PAST
            and self.leads_to.get(name) not in self._sides
        ]
        found = values_since(self._reader, left)
        self._load({other for others in found.values() for other in others})
        return {name: [o for o in others if o in self._sides] for name, others in found.items()}

    def _lead(self, name: str, others: Sequence[str]) -> None:
        """Let a superseded row lead to the newest live value of its subject, project and lane."""
        own = self._sides[name]
        live = [side for side in map(self._sides.__getitem__, others) if self._holds(side) and home(side) == home(own)]
        if live and own.row.status is Status.SUPERSEDED:
            self.leads_to[name] = max(live, key=lambda side: side.newness).row.id

    def _load(self, names: set[str]) -> None:
        rows = rows_in_reach(self._reader, sorted(names - self._sides.keys()), self._within)
        shown = [row for row in rows.values() if _told(row)]
        self._sides |= {side.row.id: side for side in sides_of(self._reader, shown)}

    def _open(self, one: str, other: str, code: str) -> bool:
        """Whether both may be read, and the pair was not settled by time or by what one of them became."""
        if one not in self._sides or other not in self._sides or one in self.merged:
            return False
        if code == SAME:
            return True
        over_now = self._lapsed(one) or self._lapsed(other)
        return not over_now and self._sides[one].row.status not in _PAST

    def _lapsed(self, name: str) -> bool:
        """Whether a claim or a procedure is none when it is asked for: it contradicts nothing that holds then.

        An audit, and uses that ask for what is in doubt, see it all the same.
        """
        side = self._sides[name]
        if self._within.everywhere or self._question.role in LOOSE:
            return False
        if side.row.type not in (MemoryType.SEMANTIC, MemoryType.PROCEDURAL):
            return False
        typed = typed_of(side.words)
        given_up = side.row.type is MemoryType.PROCEDURAL and typed.get("outcome") == DEPRECATED
        return given_up or over(typed, self._question) is not None

    def outdated(self, name: str) -> str | None:
        """The newer live state row of its subject, beside which a state row counts as superseded (P§15.2.4).

        Only of one project and lane, and valid when it is asked for: what holds elsewhere, or holds later, is another
        value.
        """
        own = self._sides[name]
        rivals = [self._sides[o] for o, code in self.against.get(name, {}).items() if code == SAME]
        rivals = [side for side in rivals if self._holds(side) and home(side) == home(own)]
        newest = max(rivals, key=lambda side: side.newness, default=None)
        return newest.row.id if newest is not None and newest.newness > own.newness else None

    def same_date(self, one: str, other: str) -> bool:
        """Whether two records bear the same date, so that only which came later tells them apart."""
        return self._sides[one].words.get("date") == self._sides[other].words.get("date")

    def _holds(self, side: Side) -> bool:
        """Whether a value is a live one, and one at the moment that is asked about."""
        valid = over(typed_of(side.words), self._question) is None
        return side.row.live and valid and not later(side.words, self._question)

    def disputed(self, name: str) -> bool:
        """Whether a record and another that stands cannot both hold as somebody claims, or as their spelling suggests.

        Values of two spellings are told apart by nothing: of one project and lane neither outdates the other. One
        that is dated after the moment asked about disputes no value of then.
        """
        own = self._sides[name]
        others = [(self._sides[other], code) for other, code in self.against.get(name, {}).items()]
        return any(
            home(side) == home(own) and not later(side.words, self._question)
            if code == LIKE
            else code not in (SAME, *SETTLED)
            for side, code in others
        )

    def conflicted(self, name: str) -> bool:
        """Whether a record and another that stands disagree, be it in their values."""
        return any(code not in SETTLED for code in self.against.get(name, {}).values())

    def newest(self, names: Iterable[str]) -> list[str]:
        """The newest few of some sides, by id."""
        return sorted(sorted(names, key=lambda name: self._sides[name].newness)[-SIDES:])

    @property
    def subjects(self) -> set[str]:
        """The subjects of the records that were looked at."""
        return {str(side.words["subject"]) for side in self._sides.values() if side.words.get("subject")}

    def conflicts(self, about: Sequence[str], shown: Sequence[str]) -> tuple[Conflict, ...]:
        """Every conflict that one of these records is in; each record in one of them; `shown` are the results."""
        found: list[Conflict] = []
        done: set[str] = set()
        for name in about:
            if name in done or not self.against.get(name):
                continue
            members = self._together(name)
            done |= members
            found.append(self._conflict(sorted(members, key=lambda one: self._sides[one].newness), set(shown)))
        return tuple(found)

    def _together(self, name: str) -> set[str]:
        found, left = {name}, [name]
        while left:
            for other in self.against.get(left.pop(), {}):
                if other not in found:
                    found.add(other)
                    left.append(other)
        return found

    def _conflict(self, names: Sequence[str], shown: set[str]) -> Conflict:
        sides = [self._sides[name] for name in names]
        codes = {code for name in names for other, code in self.against[name].items() if other in names}
        settled = codes <= SETTLED
        by_value = codes <= {SAME, LIKE, *SETTLED}
        subjects = {str(side.words.get("subject")) for side in sides}
        seen = next((self._observed[one] for one in sorted(subjects) if one in self._observed), None)
        live = [side for side in sides if self._holds(side)]
        one_home = len({home(side) for side in sides}) == 1
        followed = settled and EARLIER not in codes
        picked = by_value and LIKE not in codes and seen is None and (one_home or followed)
        newest = max(live, key=lambda side: side.newness, default=None) if picked else None
        tied = not settled and sum(newest is not None and side.newness[0] == newest.newness[0] for side in live) > 1
        code = "superseded" if settled else "subject" if by_value else "contradiction"
        told = self._told(names, shown) | ({newest.row.id} if newest is not None else set())
        return Conflict(
            subject=subjects.pop() if by_value and len(subjects) == 1 and "None" not in subjects else None,
            code=code,
            rows=tuple(
                row_of(side, current=side is newest, returned=side.row.id in shown)
                for side in sides
                if side.row.id in told
            ),
            more=len(sides) - len(told),
            sentence=acting(newest, tied=tied, after=any(later(side.words, self._question) for side in sides))
            if newest
            else unpicked(seen, parted=by_value and not one_home, spelled=by_value and LIKE in codes),
        )

    def _told(self, names: Sequence[str], shown: set[str]) -> set[str]:
        """Which rows of a conflict are told, of them in order: the results, what each disagrees with, the newest."""
        told = {name for name in names if name in shown}
        beside = [[other for other in names if other in self.against[name]] for name in told]
        return told.union(names[-SIDES:], *(others[-SIDES:] for others in beside))


def _told(row: ItemRow) -> bool:
    """Whether anybody is told of it: a pass took it in, and nobody holds it back."""
    return row.place is Place.STORE and row.review not in _UNSEEN
