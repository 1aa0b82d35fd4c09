"""Conflicts in an answer: whatever disagrees with a result is shown beside it, whole and dated (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from governance.influence.gate import LOOSE, Question, later, over, typed_of
from governance.influence.pool import Member
from store import index
from store.records.item import ItemRow
from store.records.views.recall import Conflict, ConflictRow
from store.records.words import MemoryType, Place, Review, Status
from store.views.conflicts import LIKE, SAME, against
from store.views.reader import Reader
from store.views.recalling import Within, merged_into, origins, rows_in_reach

SUPERSEDED: Final = "superseded"
MERGED: Final = "merged"
SETTLED: Final = frozenset({SUPERSEDED, MERGED})
"""Codes of what one record gave way to, and disagrees with no more."""
VALUE: Final = 400
"""Characters of a value that a conflict shows."""
SIDES: Final = 5
"""Rows of one conflict that are told beside those that were returned: the newest of all, and of each one's own."""
DEPRECATED: Final = "deprecated"
"""The outcome of a procedure that was given up for another one (T)."""
_UNSEEN: Final = frozenset({Review.NEEDED, Review.HELD, Review.REFUSED})
_NAMED: Final = 3
_CHAIN: Final = 50
"""Successors that are followed, at most."""


class Side(NamedTuple):
    """A record in a conflict."""

    row: ItemRow
    words: Mapping[str, Any]
    text: str

    @property
    def newness(self) -> tuple[str, int]:
        """What is newer compares greater."""
        return str(self.words.get("date") or ""), self.row.created


def sides_of(reader: Reader, rows: Sequence[ItemRow]) -> list[Side]:
    """These rows with their words, but those whose words were erased."""
    bodies = reader.payloads(row.body for row in rows)
    blocks = bodies | reader.payloads({row.block for row in rows if row.block} - bodies.keys())
    found: list[Side] = []
    for row in rows:
        words = (bodies.get(row.body) or {}).get("words")
        text = index.text_of(words, blocks.get) if words else None
        if words is not None and text is not None:
            found.append(Side(row, words, text))
    return found


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
        self.merged = self._folded()
        self.leads_to = self._successors() | self.merged
        told = against(reader, self._names, doubtful=True, alike=True)
        self._load({pair.other for pairs in told.values() for pair in pairs} | set(self.leads_to.values()))
        self.against: dict[str, dict[str, str]] = {}
        for name, pairs in told.items():
            for pair in pairs:
                if self._open(name, pair.other, pair.code):
                    self.against.setdefault(name, {})[pair.other] = pair.code
                    self.against.setdefault(pair.other, {})[name] = pair.code
        for name, live in self.leads_to.items():
            if live in self._sides:
                code = MERGED if name in self.merged else SUPERSEDED
                self.against.setdefault(name, {})[live] = code
                self.against.setdefault(live, {})[name] = code

    def _successors(self) -> dict[str, str]:
        """For each superseded record the live one it leads to, where that may be read."""
        found: dict[str, str] = {}
        for name in self._names:
            at, seen = self._sides[name].row, {name}
            while at.superseded_by and at.superseded_by not in seen and len(seen) < _CHAIN:
                seen.add(at.superseded_by)
                row = rows_in_reach(self._reader, [at.superseded_by], self._within).get(at.superseded_by)
                if row is None or row.place is not Place.STORE or row.review in _UNSEEN:
                    break
                at = row
            if at.id != name and at.status is Status.ACTIVE:
                found[name] = at.id
        return found

    def _folded(self) -> dict[str, str]:
        """For each record that was merged into another the one it was merged into, where that may be read."""
        into = {
            one.other: one.name
            for one in origins(self._reader, merged_into(self._reader, self._names))
            if one.relation == "merged-into"
        }
        into = {name: new for name, new in into.items() if name in self._sides}
        rows = rows_in_reach(self._reader, sorted(set(into.values())), self._within)
        return {name: new for name, new in into.items() if new in rows and rows[new].status is Status.ACTIVE}

    def _load(self, names: set[str]) -> None:
        rows = rows_in_reach(self._reader, sorted(names - self._sides.keys()), self._within)
        shown = [row for row in rows.values() if row.place is Place.STORE and row.review not in _UNSEEN]
        self._sides |= {side.row.id: side for side in sides_of(self._reader, shown)}

    def _open(self, one: str, other: str, code: str) -> bool:
        """Whether both may be read, and the pair was not settled by time or by what one of them became."""
        if one not in self._sides or other not in self._sides or one in self.merged:
            return False
        if code == SAME:
            return True
        over_now = self._lapsed(one) or self._lapsed(other)
        return not over_now and self._sides[one].row.status not in (Status.SUPERSEDED, Status.STALE)

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
        rivals = [side for side in rivals if self._holds(side) and _home(side) == _home(own)]
        newest = max(rivals, key=lambda side: side.newness, default=None)
        return newest.row.id if newest is not None and newest.newness > own.newness else None

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
            _home(side) == _home(own) and not later(side.words, self._question)
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
        one_home = len({_home(side) for side in sides}) == 1
        picked = by_value and LIKE not in codes and seen is None and (one_home or settled)
        newest = max(live, key=lambda side: side.newness, default=None) if picked else None
        code = "superseded" if settled else "subject" if by_value else "contradiction"
        told = self._told(names, shown) | ({newest.row.id} if newest is not None else set())
        return Conflict(
            subject=subjects.pop() if by_value and len(subjects) == 1 and "None" not in subjects else None,
            code=code,
            rows=tuple(
                _row(side, current=side is newest, returned=side.row.id in shown)
                for side in sides
                if side.row.id in told
            ),
            more=len(sides) - len(told),
            sentence=_sentence(
                newest,
                seen,
                parted=by_value and not one_home,
                spelled=by_value and LIKE in codes,
                after=any(later(side.words, self._question) for side in sides),
            ),
        )

    def _told(self, names: Sequence[str], shown: set[str]) -> set[str]:
        """Which rows of a conflict are told, of them in order: the results, what each disagrees with, the newest."""
        told = {name for name in names if name in shown}
        beside = [[other for other in names if other in self.against[name]] for name in told]
        return told.union(names[-SIDES:], *(others[-SIDES:] for others in beside))


def few(names: Sequence[str]) -> str:
    """The first of some records by their ids, and how many more there are."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def _row(side: Side, *, current: bool, returned: bool) -> ConflictRow:
    return ConflictRow(
        memory_id=side.row.id,
        date=side.words.get("date"),
        kind=side.row.kind,
        value=side.text[:VALUE],
        source=side.words.get("source"),
        status=side.row.status,
        current=current,
        returned=returned,
    )


def _home(side: Side) -> tuple[object, object]:
    """The project and the lane that a record belongs to."""
    return side.words.get("project"), side.row.lane


def _sentence(newest: Side | None, seen: str | None, *, parted: bool, spelled: bool, after: bool) -> str:
    if seen is not None:
        return f"What was observed live ({seen}) outranks all of them. Ask a person to reconcile what is kept."
    if newest is None and parted:
        return "They belong to different projects or lanes, and none of them is picked: say which of them you act on."
    if newest is None and spelled:
        return (
            "Their subject is spelled in different ways, so that none of them is picked: cite all, and ask a person"
            " which spelling stands."
        )
    if newest is None:
        return (
            "None of them is picked: cite all. It takes evidence, or its owner's decision on a value or a policy, to"
            " settle it."
        )
    told = f"The value of {newest.words.get('date') or 'no date'} ({newest.row.id}) stands for this answer"
    told += "; what is later came after the moment that was asked about" if after else ""
    return f"{told}; what is earlier is kept as history. Where an earlier one should hold, ask a person to reconcile."
