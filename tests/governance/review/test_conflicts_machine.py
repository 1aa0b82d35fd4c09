"""Random histories: every live pair of one subject is in the queue, and nothing that was settled is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from governance.errors import Refusal
from store.records.words import Queue, Relation
from store.tokens import spelling
from tests.governance.builders import a_desk, an_item, decide, rows, sound
from tests.governance.review.disagreeing import groups

SUBJECTS = ("a:b", "A:b ", "a：b", "c:d")
ACTS = (
    "state", "state", "knowledge", "knowledge", "stale", "withdraw", "apart", "current", "both", "contradict", "merge",
    "keep", "undo", "reinstate", "retag",
)  # fmt: skip
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 7), st.integers(0, 7)), min_size=4, max_size=16)


def step(desk: Desk, act: str, one: int, other: int) -> None:
    """One thing that may happen; what does not fit is refused and changes nothing."""
    names = list(desk.item_keys())
    if act == "state":
        an_item(desk, kind="state", subject=SUBJECTS[one % len(SUBJECTS)], text=f"value {other}")
    elif act == "knowledge":
        kinds = ("contradicted-by", "refutes", "possible-duplicate", "possible-contradiction")
        links = [(kinds[other % len(kinds)], names[one % len(names)])] if names and other % 2 else []
        an_item(desk, text=f"lesson {one}", status="pending-cleanup" if other == 5 else "active", links=links)
    elif act == "undo":
        for plan in desk.plans()[:1]:
            desk.undo(plan.plan)
    elif act == "reinstate":
        for control in desk.queue_keys(Queue.WITHDRAWALS)[:1]:
            decide(desk, act, control)
    elif names:
        mine, theirs = names[one % len(names)], names[other % len(names)]
        args: dict[str, dict[str, Any]] = {
            "current": {"owner": "mira"},
            "stale": {"owner": "mira"},
            "both": {"subject": f"e:{one}"},
            "retag": {"kind": "knowledge"},
        }
        takes = (mine, theirs) if act in ("current", "contradict", "merge") and mine != theirs else (mine,)
        decide(desk, act, *takes, **args.get(act, {}))


def pairs(desk: Desk) -> Iterator[tuple[str, str]]:
    """Every live pair of state rows of exactly one subject that nobody told apart, as tables and words have it."""
    apart = {frozenset((src, dst)) for src, kind, dst, _ in rows(desk, "links")["links"] if kind == Relation.APART}
    found = [desk.item(name) for name in desk.item_keys()]
    live = [one for one in found if one.row.kind == "state" and one.row.status == "active" and not one.row.drift]
    for one, other in combinations(live, 2):
        if one.strip.subject == other.strip.subject and frozenset((one.row.id, other.row.id)) not in apart:
            yield one.row.id, other.row.id


def check(desk: Desk) -> None:
    """The two halves of what the queue promises."""
    within = {name: ids for ids in groups(desk) for name in ids}
    for one, other in pairs(desk):
        assert within.get(one) == within.get(other) is not None, (one, other)
    apart = {frozenset((src, dst)) for src, kind, dst, _ in rows(desk, "links")["links"] if kind == Relation.APART}
    for ids in groups(desk):
        assert frozenset(ids) not in apart, "a pair that was told apart"
        assert len(ids) > 1
        standing = desk.item_rows(ids)
        assert [row.id for row in standing] == list(ids), "nothing withdrawn"
        for row in standing:
            assert row.strip is not None
            assert row.strip.status in ("active", "pending-cleanup"), row
            assert Queue.CONFLICTS in desk.item(row.id).queues
    keys = desk.queue_keys(Queue.CONFLICTS)
    assert keys == tuple(ids[0] for ids in groups(desk))
    assert [desk.queue_rows(Queue.CONFLICTS, [name])[0].id for name in within] == [ids[0] for ids in within.values()]


def at_a_desk(act: Callable[[Desk], None]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        with a_desk(folder) as desk:
            act(desk)
    finally:
        shutil.rmtree(folder)


@given(STEPS)
@settings(max_examples=40, deadline=None)
def test_every_live_pair_of_a_subject_is_in_the_queue_and_nothing_settled_is(steps: list[tuple[str, int, int]]) -> None:
    def walk(desk: Desk) -> None:
        for one in steps:
            try:
                step(desk, *one)
            except Refusal:
                continue
            check(desk)
        sound(desk)

    at_a_desk(walk)


@given(st.text(min_size=1, max_size=12), st.sampled_from([" ", "\t", "\u3000", "\u200b", "\u00ad"]))
@settings(max_examples=200, deadline=None)
def test_blanks_case_and_width_are_no_part_of_a_spelling(subject: str, blank: str) -> None:
    assert spelling(subject) == spelling(blank + subject + blank) == spelling(blank.join(subject))
    assert spelling("host:ip") == spelling("ＨＯＳＴ：ＩＰ") == spelling("Host: IP")
    assert spelling(spelling(subject)) == spelling(subject)
