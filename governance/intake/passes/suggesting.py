"""Suggesting: what may say the same, or contradict, is put before a person; at most twenty candidates are compared.

Two texts of which one may say the other share most of their words, the rare ones too, so that a long text is known by
its rarest words and looked up by them; its cost doesn't grow with its length.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from governance.rules.likeness import compare
from store import index
from store.records.views.intake import Suggested
from store.records.words import Relation
from store.views.passes import Standing

CANDIDATES = 20
"""How many others one item is compared with at most."""
RAREST = 32
"""By so many of its words, the rarest of its project, a text is known."""
_COMMON = 400
"""A word by which more items are known says nothing about any."""
_MET = 3_000
"""After so many others were met, no further word is looked up."""
_PART = 4
"""Of the rarest words of a long text another must share one in so many."""
_RELATION = {"duplicate": Relation.LIKE, "contradiction": Relation.AGAINST}


Within = tuple[str | None, str | None]
"""A project and a lane: nothing is compared across them."""


class Candidates:
    """Every live knowledge item by its words, project by project and lane by lane."""

    def __init__(self, items: Iterable[Standing]) -> None:
        self._items = list({item.id: item for item in items}.values())
        self._tokens = [index.tokens(item.text) for item in self._items]
        often: dict[Within, Counter[str]] = defaultdict(Counter)
        for item, tokens in zip(self._items, self._tokens, strict=True):
            often[item.project, item.lane].update(tokens)
        self._known_by = [
            _rarest(tokens, often[item.project, item.lane])
            for item, tokens in zip(self._items, self._tokens, strict=True)
        ]
        self._bearing: dict[tuple[Within, str], list[int]] = defaultdict(list)
        self._at: dict[str, int] = {}
        for at, item in enumerate(self._items):
            self._at[item.id] = at
            for token in self._known_by[at]:
                self._bearing[(item.project, item.lane), token].append(at)

    def near(self, item: Standing) -> Iterator[Standing]:
        """The items that share the most words with one, those that share half of them at least."""
        at = self._at.get(item.id)
        if at is None:
            return
        mine = self._tokens[at]
        lists = sorted((self._bearing[(item.project, item.lane), token] for token in self._known_by[at]), key=len)
        shared: Counter[int] = Counter()
        looked = met = 0
        for bearing in lists:
            if shared and (len(bearing) > _COMMON or met > _MET):
                break
            shared.update(bearing[-_COMMON:])
            looked, met = looked + 1, met + len(bearing)
        shared.pop(at, None)
        if len(mine) > RAREST:
            shared = Counter({other: common for other, common in shared.items() if common * _PART >= looked})
        ranked = sorted((len(mine & self._tokens[other]), other) for other, _ in shared.most_common(4 * CANDIDATES))
        for common, other in reversed(ranked[-CANDIDATES:]):
            if 2 * common >= min(len(mine), len(self._tokens[other])):
                yield self._items[other]

    def suggested(self, item: Standing, known: set[frozenset[str]]) -> list[Suggested]:
        """What a person should look at beside an item; no pair that was looked at before."""
        found = []
        for other in self.near(item):
            pair = frozenset((item.id, other.id))
            if pair in known:
                continue
            if likeness := compare(other.text, item.text):
                known.add(pair)
                relation = _RELATION[likeness.kind]
                found.append(Suggested(id=item.id, other=other.id, relation=relation.value, score=likeness.score))
        return found


def _rarest(tokens: set[str], often: Mapping[str, int]) -> Collection[str]:
    """The words by which an item is known: all of a short text, the rarest of a long one."""
    return tokens if len(tokens) <= RAREST else sorted(tokens, key=lambda token: (often[token], token))[:RAREST]
