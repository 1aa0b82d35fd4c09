"""Weighing: the records that may answer, best first, once whatever disagrees with them is known (P§15.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from governance.influence.gate import ORDER, STRICT, UNSEEN, Question
from governance.influence.pool import POOL, Member, Ordered, gather, judged, led_to, ordered
from governance.influence.quarrels import Quarrels
from governance.influence.versions import Scored, by_version
from store.records.recall import Standing
from store.records.views.finding import Hits
from store.records.views.recall import Budget
from store.records.words import MemoryType
from store.views.leading import Led
from store.views.reader import Reader
from store.views.recalling import Within, rows_in_reach

FURTHER: Final = 20
"""Records that fit and are named without being opened, at most."""


class Asking(NamedTuple):
    """What is asked, and how far it may reach."""

    query: str
    question: Question
    within: Within
    observed: Mapping[str, str]
    budget: Budget = Budget()
    """How much may be read for it."""
    literal: Hits | None = None
    """Only these records, which hold every term as it was typed, newest first."""


class Weighed(NamedTuple):
    """The records of each type, why others that matched are none, how much was read, and what led here."""

    ordered: Callable[[MemoryType | None, int], Ordered]
    """So many of a type, best first, and how many there are."""
    sound: Counter[MemoryType | None]
    """How many of each type are sound, as far as each by itself can tell."""
    left: Counter[str]
    read: Budget
    led: tuple[Led, ...]


def weigh(reader: Reader, asking: Asking) -> Weighed:
    """Gather the records that may answer, each judged by itself, or judge those that were found literally."""
    budget = asking.budget
    if asking.literal is None:
        rows = None if budget.full_history_scan else POOL * budget.category_indexes
        pool = gather(reader, asking.query, asking.question, asking.within, asking.observed, rows)
        sound = Counter(one.row.type for one in pool.current)
        return Weighed(partial(ordered, pool), sound, pool.left_out, pool.read(budget), pool.topics)
    reached = rows_in_reach(reader, asking.literal.keys, asking.within)
    named = [reached[name] for name in asking.literal.keys if name in reached]
    every = judged(reader, named, asking.question, asking.observed)
    members = [one for _, one, _ in every if one is not None]
    left = Counter(verdict.why for _, one, verdict in every if one is None and verdict.why != UNSEEN)
    whole = not (asking.literal.more or asking.literal.cut)
    read = budget.model_copy(update={"rows_weighed": len(members), "all_weighed": whole})
    led = led_to(reader, asking.query, asking.question, asking.within, asking.observed)
    lists: dict[MemoryType | None, list[Scored]] = {kind: [] for kind in ORDER}
    for one in members:
        lists[one.row.type].append((one, None))
    sound = Counter(one.row.type for one in members)
    return Weighed(lambda kind, _: Ordered(lists[kind], len(lists[kind])), sound, left, read, led)


class Settled(NamedTuple):
    """The first records of each type, those that another one moves put where they belong."""

    lists: dict[MemoryType | None, list[Scored]]
    dropped: list[str]
    """Those among them that bear nothing for this use, since another record disagrees."""
    quarrels: Quarrels
    fit: int
    """How many records there are, the dropped ones among them."""


def settle(reader: Reader, asking: Asking, weighed: Weighed) -> Settled:
    """As many of the first records as it takes to fill the budget with sound ones, where there are as many."""
    most = asking.budget.payloads + FURTHER
    while True:
        found = {kind: weighed.ordered(kind, most) for kind in ORDER}
        every = [one for of_type in found.values() for one, _ in of_type.first]
        quarrels = Quarrels(reader, every, asking.within, asking.question)
        lists = {kind: _in_order(of_type.first, quarrels, asking.question) for kind, of_type in found.items()}
        if all(
            len(found[kind].first) >= min(found[kind].fit, weighed.sound[kind])
            or sum(_place(one) == 0 for one, _ in settled) >= asking.budget.payloads
            for kind, settled in lists.items()
        ):
            kept = {one.row.id for settled in lists.values() for one, _ in settled}
            dropped = [one.row.id for one in every if one.row.id not in kept]
            return Settled(lists, dropped, quarrels, sum(of_type.fit for of_type in found.values()))
        most *= 4


def _in_order(found: Sequence[Scored], quarrels: Quarrels, question: Question) -> list[Scored]:
    """What another record outdates is history, and where something is done by it, what is disputed bears nothing.

    History comes last; what is disputed keeps its place, since its conflict is told with it.
    """
    kept: list[Scored] = []
    for one, score in found:
        name = one.row.id
        said = _outdated(name, quarrels) if one.standing is Standing.CURRENT else None
        if question.role in STRICT and (said is not None or quarrels.disputed(name)):
            continue
        cautions = (*one.cautions, said) if said is not None else one.cautions
        standing = Standing.HISTORICAL if said is not None else one.standing
        kept.append((one._replace(standing=standing, cautions=cautions), score))
    return by_version(sorted(kept, key=lambda one: _place(one[0])))


def _place(member: Member) -> int:
    """Where a record belongs: 0 for what is sound, then what weighs less, what is in doubt, and history."""
    return 3 if member.standing is Standing.HISTORICAL else member.tier


def _outdated(name: str, quarrels: Quarrels) -> str | None:
    """Why a record that stands is history all the same."""
    if (into := quarrels.merged.get(name)) is not None:
        return f"It was merged into {into}: history, no current basis."
    if (newer := quarrels.outdated(name)) is None:
        return None
    why = "of the same date and came later" if quarrels.same_date(name, newer) else "a newer value of its subject"
    return f"{newer} is {why}: history, no current basis."


def standing_of(member: Member, quarrels: Quarrels) -> Standing:
    """How much a record bears, beside whatever disagrees with it."""
    current = member.standing is Standing.CURRENT
    return Standing.NEEDS_REVIEW if current and quarrels.disputed(member.row.id) else member.standing
