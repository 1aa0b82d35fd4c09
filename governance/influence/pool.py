"""The pool: the records that may answer a question, gathered best first and judged before anything of them is told."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from governance.influence.gate import STRICT, UNSEEN, Question, Verdict, judge
from governance.influence.ranking import Asked, Candidate, rank, read_question
from store.ids import read_id
from store.index import fold
from store.records.item import ItemRow
from store.records.recall import Standing
from store.records.views.recall import Budget
from store.records.words import Kind, MemoryType
from store.views.leading import Led, leading
from store.views.reader import Reader
from store.views.recalling import Wanted, Within, best_first, in_reach, literally, of_topic, texts_of

POOL: Final = 200
"""Rows of one category index: so many records are weighed against each other, where nobody asks for more (M)."""
LEAD: Final = 5
"""Topics that lead to an answer, at most."""
UNDER: Final = 50
"""Records under a topic that leads here which are weighed, the newest that may answer."""
LOOKED: Final = 1_000
"""Records under a topic that are judged for that, at most."""
SOUGHT: Final = 5
"""For each record of a list so many are judged at most; where most weigh less, the sound ones behind are not sought."""
_FRAMED: Final = (Standing.HISTORICAL, Standing.NEEDS_REVIEW)
_BEGINS: Final = 4
"""Letters from which on a word stands for all that begin so."""
_AS_TYPED: Final = 4
"""What a term with signs weighs, where it stands as it was typed, beside its words."""


class Member(NamedTuple):
    """A record that may answer."""

    row: ItemRow
    words: Mapping[str, Any]
    text: str
    standing: Standing
    cautions: tuple[str, ...]
    led: frozenset[str] = frozenset()
    """The words of the question by which its topic led to it."""
    found: bool = True
    """Whether a word of its own was found."""

    @property
    def tier(self) -> int:
        """0 for what is sound, 1 for what was cooled or bears nothing, 2 for history and what is in doubt."""
        if self.standing in _FRAMED:
            return 2
        return 1 if self.row.cooled or self.standing is Standing.NOT_LOAD_BEARING else 0

    @property
    def newness(self) -> tuple[str, int]:
        """What is newer compares greater."""
        return str(self.words.get("date") or ""), self.row.created


class Pool(NamedTuple):
    """Everything that may answer, and why the others that were looked at may not."""

    asked: Asked
    named: frozenset[str]
    """Records whose very id stands in the question."""
    current: tuple[Member, ...]
    weak: tuple[Member, ...]
    """What was cooled, or bears nothing: it weighs less than any that is sound."""
    framed: tuple[Member, ...]
    """History, and what is in doubt."""
    left_out: Counter[str]
    whole: bool = True
    """Whether nothing that fits was left unweighed."""
    topics: tuple[Led, ...] = ()
    """The topics that led to some of these."""

    @property
    def tiers(self) -> tuple[tuple[Member, ...], ...]:
        """Its records as they come one after the other."""
        return self.current, self.weak, self.framed

    def read(self, budget: Budget) -> Budget:
        """The budget with what was read for this; what a topic led to stands in no list of what matches."""
        found = max(sum(one.found for one in members) for members in self.tiers)
        told = {
            "category_indexes_read": math.ceil(max(found, 1) / POOL),
            "rows_weighed": sum(map(len, self.tiers)),
        }
        return budget.model_copy(update={**told, "all_weighed": self.whole})


Judged = tuple[ItemRow, Member | None, Verdict]
"""A record that the asker may read, itself where it may answer, and why or why not."""


def wanted(asked: Asked) -> list[Wanted]:
    """The words of a question as they are looked up; what names something weighs more than what joins."""
    return [
        Wanted(term, (len(term) >= _BEGINS and term.isascii() and term.isalpha()) or len(term) == 1, _weight(term))
        for term in asked.terms
    ]


def _weight(term: str) -> int:
    if any(sign.isdigit() for sign in term) or not term.isascii():
        return 3
    return 3 if len(term) >= 7 else 2 if len(term) >= _BEGINS else 1


def gather(
    reader: Reader, query: str, question: Question, within: Within, observed: Mapping[str, str], most: int | None = POOL
) -> Pool:
    """The records that may answer, judged one by one: at most so many of each tier; None is all."""
    asked = read_question(query)
    tiers: tuple[list[Member], ...] = ([], [], [])
    left: Counter[str] = Counter()
    whole, seen = True, dict[int, bool]()

    def take(body: int, member: Member | None, verdict: Verdict) -> None:
        nonlocal whole
        seen[body] = member is not None
        if member is None:
            left.update([verdict.why] if verdict.why != UNSEEN else ())
        elif member.tier and len(tiers[member.tier]) == most:
            whole = False
        else:
            tiers[member.tier].append(member)

    first = _named(reader, query)
    typed, every = _as_typed(reader, asked, question, within, most)
    whole = whole and every
    for looked, (row, member, verdict) in enumerate(_every(reader, asked, first, typed, question, within, observed)):
        full = len(tiers[0]) == most and member is not None and not member.tier
        if full or (most is not None and looked >= SOUGHT * most):
            whole = False
            break
        take(row.body, member, verdict)
    led: list[Led] = []
    for topic in leading(reader, query):
        under, every = _under(reader, topic.id, question, within, observed, seen, bounded=most is not None)
        whole = whole and every
        for row, member, verdict in under:
            take(row.body, member and member._replace(found=False), verdict)
        if any(one.row.topic == topic.id for one in itertools.chain(*tiers)):
            led.append(topic)
        if len(led) == LEAD:
            break
    named = frozenset(member.row.id for member in itertools.chain(*tiers) if member.row.body in first)
    current, weak, framed = (_marked(members, led, asked) for members in tiers)
    return Pool(asked, named, current, weak, framed, left, whole, tuple(led))


def _marked(members: Sequence[Member], led: Sequence[Led], asked: Asked) -> tuple[Member, ...]:
    """Members, each with the words by which its topic led to it; a phrase of words that carry nothing is one word."""
    words = {one.id: frozenset(read_question(one.phrase).words) & asked.terms.keys() for one in led}
    by = {one.id: words[one.id] or frozenset({one.phrase}) for one in led}
    return tuple(one._replace(led=by[one.row.topic]) if one.row.topic in by else one for one in members)


def led_to(
    reader: Reader, query: str, question: Question, within: Within, observed: Mapping[str, str]
) -> tuple[Led, ...]:
    """The topics that a question leads to, as far as they hold what may answer; nothing of it enters an answer."""
    led: list[Led] = []
    for topic in leading(reader, query):
        under, _ = _under(reader, topic.id, question, within, observed, {}, bounded=True)
        if any(member is not None for _, member, _ in under):
            led.append(topic)
        if len(led) == LEAD:
            break
    return tuple(led)


def _under(
    reader: Reader,
    topic: str,
    question: Question,
    within: Within,
    observed: Mapping[str, str],
    seen: Mapping[int, bool],
    *,
    bounded: bool,
) -> tuple[list[Judged], bool]:
    """The newest records under a topic that may answer, with those between them that may not, and whether these are
    all; of those that were seen before, and whether they may answer, none.
    """
    found: list[Judged] = []
    looked = fit = 0
    for rows in of_topic(reader, topic, within, question.task, UNDER + 1):
        if bounded and looked >= LOOKED:
            return found, False
        new = {one[0].body: one for one in judged(reader, [r for r in rows if r.body not in seen], question, observed)}
        looked += len(new)
        for row in rows:
            fits = seen.get(row.body, False)
            if row.body in new:
                fits = new[row.body][1] is not None
                if bounded and fits and fit >= UNDER:
                    return found, False
                found.append(new[row.body])
            fit += fits
    return found, True


def _named(reader: Reader, query: str) -> list[int]:
    """The words of the records whose very id stands in a question."""
    names = [word.strip(".,;:?!()") for word in query.split()]
    rows = reader.item_rows([name for name in names if (read := read_id(name)) is not None and read.prefix == "mem"])
    return [row.body for row in rows.values()]


def _as_typed(
    reader: Reader, asked: Asked, question: Question, within: Within, most: int | None
) -> tuple[Counter[int], bool]:
    """The words in which the question's terms with signs stand, with what that weighs; and whether these are all."""
    found, whole = Counter[int](), True
    for term in asked.literal:
        bodies, every = literally(reader, term, within, question.task, most and 2 * most)
        found.update(dict.fromkeys(bodies, _AS_TYPED))
        whole = whole and every
    return found, whole


def _every(
    reader: Reader,
    asked: Asked,
    first: Sequence[int],
    typed: Mapping[int, int],
    question: Question,
    within: Within,
    observed: Mapping[str, str],
) -> Iterator[Judged]:
    """Every record that the asker may read and that bears a word of a question, judged, the likeliest first."""
    yield from judged(reader, in_reach(reader, first, within, question.task), question, observed)
    for bodies in best_first(reader, wanted(asked), typed):
        rest = [body for body in bodies if body not in first]
        yield from judged(reader, in_reach(reader, rest, within, question.task), question, observed)


def judged(reader: Reader, rows: Sequence[ItemRow], question: Question, observed: Mapping[str, str]) -> list[Judged]:
    """Rows with their words, each judged; those whose words were erased are left out."""
    found: list[Judged] = []
    for row, words, text in reader.worded(rows):
        if words is None or text is None:
            continue  # erased
        verdict = judge(row, words, question, age=reader.age(words.get("date")))
        if verdict.standing is not None:
            verdict = _observed(row, words, text, verdict, question, observed)
        standing = verdict.standing
        member = None if standing is None else Member(row, words, text, standing, verdict.cautions)
        found.append((row, member, verdict))
    return found


def _observed(
    row: ItemRow,
    words: Mapping[str, Any],
    text: str,
    verdict: Verdict,
    question: Question,
    observed: Mapping[str, str],
) -> Verdict:
    """A live observation outranks any memory of its subject."""
    value = observed.get(str(words.get("subject")))
    if value is None or row.kind is not Kind.STATE:
        return verdict
    if re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(text)):
        return verdict._replace(cautions=(*verdict.cautions, "What was observed live stands in its words."))
    if question.role in STRICT:
        return Verdict(None, "observed otherwise")
    said = f"What was observed live ({value}) outranks it: history, no current basis."
    return Verdict(Standing.HISTORICAL, "", (*verdict.cautions, said))


def matched(member: Member) -> str:
    """Everything of a record that a question may be matched with."""
    return texts_of(dict(member.words), member.text)


class Ordered(NamedTuple):
    """The records of one type that may answer, best first."""

    first: list[tuple[Member, int | None]]
    """So many as were asked for, with their scores."""
    fit: int
    """How many there are."""


def ordered(pool: Pool, kind: MemoryType | None, most: int) -> Ordered:
    """The records of one type with their scores, best first: tier by tier (P§15.2.2)."""
    found: list[tuple[Member, int | None]] = []
    fit = 0
    for members in pool.tiers:
        own = {one.row.id: one for one in members if one.row.type is kind}
        if not own:
            continue
        newest = sorted(own.values(), key=lambda one: one.newness, reverse=True)
        candidates = [
            Candidate(one.row.id, matched(one), age, one.led, one.found)
            for found_so in (True, False)
            for age, one in enumerate(one for one in newest if one.found is found_so)
        ]
        named = [(one, 1000) for one in newest if one.row.id in pool.named]
        ranking = rank(pool.asked, [one for one in candidates if one.key not in pool.named], most)
        found += [*named, *((own[one.key], one.score) for one in ranking.best)]
        fit += len(named) + ranking.fit
    return Ordered(found[:most], fit)
