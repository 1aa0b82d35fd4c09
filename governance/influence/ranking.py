"""Ranking: which of some eligible records speak most of what was asked; pure.

Only the records that are handed in count: how rare a word is, and how long a record, is measured among them, so that
one that may not be used moves nothing, not even an order (`store.views.recalling` hands in the eligible ones alone).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from store import tokens
from store.views.search import stands_in, terms

METHOD: Final = "lexical_rank_adapter"
"""How scores are called (M)."""
_ENDINGS = ("ing", "ed", "es", "s", "e")
_SHORTEST = 4
"""Letters that are left of a word without its ending, at least."""
_JOINING = """a an the of and or to in on at for from by with as is are was were be been it its i me my we our you your
do does did what which who when where how this that if so s t
der die das und ist in zu den von mit auf le la les de des et un une est el los y en que"""
_EMPTY = frozenset(_JOINING.split())
"""Words that carry nothing, where a question has others."""
_K1, _B = 1.2, 0.3
"""How soon a further mention counts for less, and how much length counts (BM25)."""
_BESIDE: Final = 0.2
"""What two words of the question side by side are worth, against each by itself."""
_NEWER: Final = 0.25
"""What the newest record has over the oldest, among equals."""
_LED: Final = 0.5
"""What a word that led to a record's topic is worth where the record lacks it, against the word itself."""
_AGAIN: Final = 0.5
"""How much a record loses that only says what those before it said."""


_PARTS = re.compile(r"[;:?()\n、，；。]|,(?!\d)|\b(?:and|or|und|oder|et|ou|y)\b")
_WHOLE: Final = 5
"""So many records are chosen for the whole question, before each of its parts may choose."""
_EACH: Final = 2
"""Records that each part of a question may choose."""
_REST: Final = 0.6
"""What the words of the other parts are worth where one part chooses."""
_PROSE = re.compile(r"[\u3001\u3002\u2026\u2013\u2014\u201c\u201d\"]|[,;!?](?!\d)")
"""Signs that part two words of plain prose."""
_BEFORE, _AFTER = "('\u2018", ".,;:!?)'\u2019"
"""Signs of prose around a word."""
_BARE = re.compile(r"(?:[^\W_]|['\u2019])*")
"""A word that bears no signs, but an apostrophe."""
_JOINED = re.compile(r"[^\W\d_]+(?:[-/:'\u2019][^\W\d_]+)+|\d+(?:[-:.,/]\d+)+")
"""Words or numbers that prose joins as well: `follow-up`, `yes/no`, `6:30`, `41,000`."""
_TERMS, _LONGEST = 8, 200
"""Terms of one question that are looked for literally, and signs of one, at most."""


class Asked(NamedTuple):
    """A question, read."""

    words: tuple[str, ...]
    """Its words in order, without those that carry nothing and without endings."""
    parts: tuple[frozenset[str], ...] = ()
    """The words of each thing it asks for, where it asks for several: `the date, the budget and the owner`."""
    literal: tuple[str, ...] = ()
    """What comes first where it stands as it was typed: words that bear signs (`C++`, `100%`), phrases; folded."""

    @property
    def terms(self) -> dict[str, int]:
        """Each word with how often it was said."""
        return dict(Counter(self.words))


class Candidate(NamedTuple):
    """A record to put in order."""

    key: str
    text: str
    """Everything of it that may be matched."""
    age: int
    """Its place from the newest (0) to the oldest, among those that are found as it is."""
    led: frozenset[str] = frozenset()
    """The words of the question by which its topic led to it."""
    found: bool = True
    """Whether a word of its own was found; what is only led to counts in no measure."""


class Ranked(NamedTuple):
    """A record with its score, per mille of the best that a record could have."""

    key: str
    score: int


class Ranking(NamedTuple):
    """Records in their order."""

    best: list[Ranked]
    """The first of them, as many as were asked for."""
    fit: int
    """How many speak of what was asked at all."""


def in_order(text: str) -> list[str]:
    """The words of a text in their order: without case, width, accents and endings; CJK as pairs of signs."""
    return [stem(word) for word in tokens.in_order(text)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its ending, where enough of it is left."""
    if len(word) > _SHORTEST and word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= _SHORTEST:
                return word[: -len(ending)]
    return word


def read_question(text: str) -> Asked:
    """The words of a question that carry something; all of them where none does."""
    every = in_order(text)
    parts = [frozenset(in_order(part)) - _EMPTY for part in _PARTS.split(text.lower())]
    several = tuple(part for part in parts if part)
    words = tuple(word for word in every if word not in _EMPTY) or tuple(every)
    return Asked(words, several if len(several) > 1 else (), _literal(text, set(words)))


def _literal(text: str, words: set[str]) -> tuple[str, ...]:
    """The terms of a question that bear signs; those that prose bears too only where nothing else is asked for."""
    found: list[str] = []
    for term in terms(text):
        for part in [term] if " " in term else _PROSE.split(term):
            bare = part.lstrip(_BEFORE).rstrip(_AFTER)
            if not _BARE.fullmatch(bare) and len(bare) <= _LONGEST and (not words or tokens.needs(bare)):
                found.append(bare)
    only = words <= {word for term in found for word in in_order(term)}
    return tuple(dict.fromkeys(term for term in found if only or not _JOINED.fullmatch(term)))[:_TERMS]


def rank(asked: Asked, candidates: Sequence[Candidate], limit: int) -> Ranking:
    """The records that speak of what was asked, best first, at most so many; those that do not at all are left out.

    BM25 over these records alone, more for words that stand side by side in both, a little more for what is newer; a
    word that led to a record's topic counts half where the record lacks it; one that only repeats what those before it
    said comes later. Where a question asks for several things, each of them chooses in turn behind the first few.
    Records in which more of the literal terms stand come before all others.
    """
    told = {one.key: in_order(one.text) for one in candidates}
    parts = _parts(asked, told, candidates)
    oldest = {found: max((one.age for one in candidates if one.found is found), default=0) for found in (True, False)}
    newer = {one.key: 1 + _NEWER * (1 - one.age / (oldest[one.found] or 1)) for one in candidates}
    scores: dict[str, float] = {}
    for key, own in parts.items():
        if own:
            scores[key] = (sum(own.values()) + _BESIDE * _beside(asked, told[key], own)) * newer[key]
    best = _best(asked, parts) or 1.0
    tiers: dict[int, dict[str, float]] = {}
    for key, score in scores.items():
        tiers.setdefault(sum(term in parts[key] for term in asked.literal), {})[key] = score
    order: list[str] = []
    for _, tier in sorted(tiers.items(), reverse=True):
        left = limit - len(order)
        chosen = list(_spread(tier, parts, left))
        order += _in_turn(asked, chosen, {key: parts[key] for key in tier}, newer)[:left] if asked.parts else chosen
    ranked = [Ranked(key, max(1, min(1000, round(1000 * scores[key] / best)))) for key in order]
    return Ranking(ranked, len(scores))


def _parts(
    asked: Asked, told: Mapping[str, Sequence[str]], candidates: Sequence[Candidate]
) -> dict[str, dict[str, float]]:
    """What each word of the question adds to each record."""
    counts = {key: Counter(words) for key, words in told.items()}
    for one in candidates if asked.literal else ():
        folded = tokens.fold(one.text)
        counts[one.key].update(term for term in asked.literal if stands_in(term, folded))
    counted = [one.key for one in candidates if one.found]
    many = len(counted)
    mean = sum(len(told[key]) for key in counted) / many if many else 1.0
    found: dict[str, dict[str, float]] = {key: {} for key in told}
    leading = frozenset[str]().union(*(one.led for one in candidates))
    once = dict.fromkeys((*asked.literal, *(leading - asked.terms.keys())), 1)
    for term, said in {**asked.terms, **once}.items():
        if len(term) == 1 and not term.isascii():  # one sign stands in the pairs that it is part of
            for words in counts.values():
                words[term] = sum(times for word, times in words.items() if term in word)
        having = sum(1 for key in counted if counts[key].get(term))
        rare = math.log(1 + (many - having + 0.5) / (having + 0.5)) * (1 + math.log(said))
        for key in (key for key, words in counts.items() if words.get(term)):
            count, long = counts[key][term], len(told[key]) / (mean or 1.0)
            found[key][term] = rare * count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * long))
        if term in leading:
            for one in candidates:
                if term in one.led and term not in found[one.key]:
                    found[one.key][term] = _LED * rare
    return found


def _beside(asked: Asked, words: Sequence[str], parts: Mapping[str, float]) -> float:
    """What the pairs of the question's words that stand side by side in a record are worth."""
    there = set(pairwise(asked.words)).intersection(pairwise(words))
    return sum(parts.get(one, 0.0) + parts.get(other, 0.0) for one, other in there)


def _in_turn(
    asked: Asked, order: Sequence[str], parts: Mapping[str, Mapping[str, float]], newer: Mapping[str, float]
) -> list[str]:
    """The order with what each part of a question would choose, one after the other, behind its first few."""
    chosen = list(order[:_WHOLE])
    lists = [_for_part(words, parts, newer) for words in asked.parts]
    for _ in range(_EACH):
        for found in lists:
            chosen += [key for key in found if key not in chosen][:1]
    return chosen + [key for key in order if key not in set(chosen)]


def _for_part(words: frozenset[str], parts: Mapping[str, Mapping[str, float]], newer: Mapping[str, float]) -> list[str]:
    """The records that speak of one part of a question, best first, at most as many as could be chosen."""
    found: list[tuple[float, str]] = []
    for key, own in parts.items():
        here = sum(value for term, value in own.items() if term in words)
        if here:
            found.append((-(here + _REST * (sum(own.values()) - here)) * newer[key], key))
    return [key for _, key in sorted(found)[: _WHOLE + 8 * _EACH]]


def _best(asked: Asked, parts: Mapping[str, Mapping[str, float]]) -> float:
    """What a record would score that had the most of every word of the question."""
    every = (*asked.terms, *asked.literal)
    tops = [max((one.get(term, 0.0) for one in parts.values()), default=0.0) for term in every]
    return sum(tops) * (1 + 2 * _BESIDE) * (1 + _NEWER)


def _spread(scores: Mapping[str, float], parts: Mapping[str, Mapping[str, float]], limit: int) -> Iterable[str]:
    """Keys, best first; what a record says that those before it said counts for less."""
    left = sorted(scores, key=lambda key: (-scores[key], key))
    said: Counter[str] = Counter()
    for _ in range(min(limit, len(left))):

        def worth(key: str) -> float:
            own = parts[key]
            repeated = sum(value * (1 - 1 / (1 + said[term])) for term, value in own.items()) / sum(own.values())
            return scores[key] * (1 - _AGAIN * repeated)

        chosen = max(left[: max(64, 4 * limit)], key=worth)
        left.remove(chosen)
        said.update(parts[chosen].keys())
        yield chosen
