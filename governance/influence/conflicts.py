"""Conflicts of an answer: whatever disagrees with a result is told beside it, dated, with what stands (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from governance.influence.gate import Question, later
from governance.influence.quarrels import BY_CLAIM, BY_VALUE, EARLIER, SETTLED, SUPERSEDED, Quarrels
from governance.influence.sides import SIDES, Around, Side, acting, at_home, given_way, row_of, unpicked
from store.records.views.recall import Conflict
from store.views.conflicts import LIKE


class _Part(NamedTuple):
    """Records that hang together, and by which codes."""

    names: frozenset[str]
    codes: frozenset[str]


class Conflicts:
    """Quarrels as they are told."""

    def __init__(self, quarrels: Quarrels, question: Question, observed: Mapping[str, str]) -> None:
        self._quarrels = quarrels
        self._question = question
        self._observed = observed

    def about(self, names: Sequence[str], shown: Sequence[str]) -> tuple[Conflict, ...]:
        """Everything that hangs together with one of these records, as conflicts; `shown` are the results.

        Values of one subject are one conflict, and what is claimed against each other is another: what stands for the
        answer stands whatever is claimed of an earlier value.
        """
        found: list[Conflict] = []
        done: set[str] = set()
        for name in names:
            if name in done or not self._quarrels.against.get(name):
                continue
            whole = self._together(name, BY_VALUE | BY_CLAIM)
            done |= whole
            parts = sorted(self._parts(whole), key=lambda part: part.names.isdisjoint(names))
            found += [self._conflict(part, set(shown)) for part in parts]
        return tuple(found)

    def _parts(self, whole: set[str]) -> list[_Part]:
        """What of these hangs together by values, then what by claims; the newest first."""
        parts: list[_Part] = []
        for codes in (BY_VALUE, BY_CLAIM):
            left = self._quarrels.by_age(whole)
            while left:
                part = self._together(left[-1], codes)
                left = [name for name in left if name not in part]
                parts += [_Part(frozenset(part), codes)] if len(part) > 1 else []
        return parts

    def _together(self, name: str, codes: frozenset[str]) -> set[str]:
        found, left = {name}, [name]
        while left:
            for other, code in self._quarrels.against.get(left.pop(), {}).items():
                if other not in found and code in codes:
                    found.add(other)
                    left.append(other)
        return found

    def _conflict(self, part: _Part, shown: set[str]) -> Conflict:
        names = self._quarrels.by_age(part.names)
        sides = [self._quarrels.sides[name] for name in names]
        between = {c for name in names for other, c in self._quarrels.against[name].items() if other in part.names}
        codes, by_value = between & part.codes, part.codes is BY_VALUE
        subjects = {str(side.words.get("subject")) for side in sides}
        newest = self._standing(sides, codes) if by_value else None
        told = self._few(names, shown) | ({newest.row.id} if newest is not None else set())
        return Conflict(
            subject=subjects.pop() if by_value and len(subjects) == 1 and "None" not in subjects else None,
            code=SUPERSEDED if codes <= SETTLED else "subject" if by_value else "contradiction",
            rows=tuple(
                row_of(side, current=side is newest, returned=side.row.id in shown)
                for side in sides
                if side.row.id in told
            ),
            more=len(sides) - len(told),
            sentence=self._sentence(sides, newest, codes),
        )

    def _standing(self, sides: Sequence[Side], codes: Set[str]) -> Side | None:
        """The value of these that stands for the answer; none where nothing tells them apart, or it is claimed against.

        What somebody observed live outranks all of them.
        """
        followed = codes <= SETTLED and EARLIER not in codes
        live = [side for side in sides if self._quarrels.holds(side)]
        newest = max(live, key=lambda side: side.newness, default=None)
        if newest is None or LIKE in codes or self._seen(sides) is not None or self._quarrels.claimed(newest.row.id):
            return None
        return newest if followed or all(at_home(newest, side) for side in sides) else None

    def _seen(self, sides: Sequence[Side]) -> str | None:
        """What was observed live of one of their subjects."""
        subjects = sorted(str(side.words.get("subject")) for side in sides)
        return next((self._observed[one] for one in subjects if one in self._observed), None)

    def _sentence(self, sides: Sequence[Side], newest: Side | None, codes: Set[str]) -> str:
        """What stands, or why nothing is picked."""
        settled, by_value = codes <= SETTLED, codes <= BY_VALUE
        if newest is not None:
            others = [side for side in sides if side is not newest]
            live = [side for side in others if self._quarrels.holds(side)]
            beyond = [side for side in others if side.newness > newest.newness]
            around = Around(
                earlier=any(side.newness < newest.newness for side in others),
                tied=not settled and any(side.newness[0] == newest.newness[0] for side in live),
                after=any(later(side.words, self._question) for side in others),
                doubtful=any(not later(side.words, self._question) for side in beyond),
            )
            return acting(newest, around)
        parted = by_value and not at_home(*sides)
        live = [side for side in sides if side.row.live]
        if settled and live and not parted and self._seen(sides) is None and not any(map(self._quarrels.holds, live)):
            return given_way(max(live, key=lambda side: side.newness))
        return unpicked(self._seen(sides), parted=parted, spelled=LIKE in codes)

    def _few(self, names: Sequence[str], shown: set[str]) -> set[str]:
        """Which rows of a conflict are told, of them in order: the results, what each disagrees with, the newest."""
        told = {name for name in names if name in shown}
        beside = [[other for other in names if other in self._quarrels.against[name]] for name in told]
        return told.union(names[-SIDES:], *(others[-SIDES:] for others in beside))
