"""Suggesting: what may say the same, or contradict, is put before a person; at most twenty candidates are compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from governance.rules.likeness import compare
from store import index
from store.records.views.intake import Suggested
from store.records.words import Relation
from store.views.passes import Standing

CANDIDATES = 20
"""How many others one item is compared with at most."""
_COMMON = 400
"""A word that more items bear says nothing about any."""
_RELATION = {"duplicate": Relation.LIKE, "contradiction": Relation.AGAINST}


class Candidates:
    """Every live knowledge item by its words, project by project."""

    def __init__(self, items: Iterable[Standing]) -> None:
        self._items: dict[str, Standing] = {}
        self._tokens: dict[str, set[str]] = {}
        self._bearing: dict[tuple[str | None, str], list[str]] = defaultdict(list)
        for item in items:
            tokens = index.tokens(item.text)
            self._items[item.id] = item
            self._tokens[item.id] = tokens
            for token in tokens:
                self._bearing[item.project, token].append(item.id)

    def near(self, item: Standing) -> Iterator[Standing]:
        """The items that share the most words with one, those that share half of them at least."""
        mine = self._tokens.get(item.id, set())
        lists = sorted((self._bearing[item.project, token] for token in mine), key=len)
        shared: Counter[str] = Counter()
        for bearing in lists:
            if len(bearing) > _COMMON and shared:
                break
            shared.update(bearing[-_COMMON:])
        shared.pop(item.id, None)
        ranked = sorted(((len(mine & self._tokens[name]), name) for name, _ in shared.most_common(4 * CANDIDATES)))
        for common, name in reversed(ranked[-CANDIDATES:]):
            if 2 * common >= min(len(mine), len(self._tokens[name])):
                yield self._items[name]

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
