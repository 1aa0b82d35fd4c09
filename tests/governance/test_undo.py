"""Undo adds: every verb has an inverse that brings each row and link back, and can itself be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.organizing.verbs import VERBS as ORGANIZING
from governance.review.verbs import VERBS as REVIEW
from store.records.words import Action, Queue
from tests.governance.builders import (
    a_block,
    a_topic,
    an_item,
    beside,
    decide,
    head,
    item,
    links_of,
    made,
    rows,
    sound,
    stage,
    untouched,
)
from tests.governance.standings import PENDING, STANDINGS, args_of, comes_back, more_of

FITTING = [
    (verb, where) for verb in (*REVIEW, *ORGANIZING) for where in STANDINGS if comes_back(verb, where)
]  # every place of the table where a verb about rows fits; a withdrawal is undone by its reinstatement


@pytest.mark.parametrize(("verb", "where"), FITTING, ids=[f"{verb}-{where}" for verb, where in FITTING])
def test_undoing_gives_back_every_row_and_link_and_undoing_that_takes_them_again(
    desk: Desk, verb: str, where: str
) -> None:
    names = [STANDINGS[where](desk)]
    names += more_of(desk, verb, names)
    args = args_of(desk, verb)
    before = rows(desk)
    applied = decide(desk, verb, *names, **args)
    after = rows(desk)
    assert before != after or verb == "evidence", "what is missing is a note, and moves no row"
    foreseen = desk.undo_preview(applied.plan)
    assert foreseen
    undone = desk.undo(applied.plan)
    assert rows(desk) == before
    assert undone.undoes == applied.plan
    again = desk.undo(undone.plan)
    assert rows(desk) == after
    desk.undo(again.plan)
    assert rows(desk) == before
    chain = {plan.plan: (plan.undoes, plan.undone_by) for plan in desk.plans()}
    assert chain[applied.plan] == (None, undone.plan)
    assert chain[undone.plan] == (applied.plan, again.plan)
    sound(desk)


def test_undoing_adds_to_the_log_and_says_which_entries_it_undoes(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    applied = decide(desk, "stale", name)
    length = head(desk)
    undone = desk.undo(applied.plan)
    assert head(desk) == length + undone.entries == length + 2
    move = item(desk, name).history[-1]
    assert (move.action, move.verb, move.who, move.plan) == (Action.REVIEW, "undo", "mira", undone.plan)
    assert [change.field for change in desk.undo_preview(undone.plan)] == ["status"]


def test_a_plan_is_undone_once(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    applied = decide(desk, "stale", name)
    undone = desk.undo(applied.plan)
    before = untouched(desk)
    for act in (desk.undo, desk.undo_preview):
        with pytest.raises(Refusal, match=f"{applied.plan} was undone already by {undone.plan}") as refused:
            act(applied.plan)
        assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before


def test_a_plan_that_never_was_cannot_be_undone(desk: Desk) -> None:
    for name in ("plan-2026-06-01-009", "mem-2026-06-01-001", "", "'; DROP TABLE log"):
        with pytest.raises(Refusal) as refused:
            desk.undo(name)
        assert refused.value.kind is RefusalKind.NOT_FOUND


def _moved_item(desk: Desk) -> tuple[str, str]:
    name, still = an_item(desk, status=PENDING), an_item(desk, status=PENDING)
    plan = decide(desk, "keep", name, still).plan
    decide(desk, "cool", name)
    return plan, name


def _moved_made(desk: Desk) -> tuple[str, str]:
    old = an_item(desk)
    applied = decide(desk, "correct", old, text="better words")
    decide(desk, "cool", made(applied, old))
    return applied.plan, made(applied, old)


def _moved_block(desk: Desk) -> tuple[str, str]:
    block = a_block(desk)
    plan = decide(desk, "resolve", block).plan
    decide(desk, "defer", block)
    return plan, block


def _moved_topic(desk: Desk) -> tuple[str, str]:
    topic = a_topic(desk)
    plan = decide(desk, "trigger", topic, triggers="outage").plan
    decide(desk, "defer", topic)
    return plan, topic


MOVED: dict[str, Callable[[Desk], tuple[str, str]]] = {
    "an item": _moved_item,
    "an item that was made": _moved_made,
    "a block": _moved_block,
    "a topic": _moved_topic,
}


@pytest.mark.parametrize("what", MOVED)
def test_what_moved_since_is_named_and_nothing_is_undone(desk: Desk, what: str) -> None:
    plan, name = MOVED[what](desk)
    before = untouched(desk)
    for act in (desk.undo_preview, desk.undo):
        with pytest.raises(Refusal, match=f"{plan} cannot be undone: {name} changed since") as refused:
            act(plan)
        assert (refused.value.kind, refused.value.ids) == (RefusalKind.MOVED, (name,))
    assert untouched(desk) == before


def test_plans_are_undone_one_behind_the_other(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    stood = [rows(desk)]
    plans = []
    for verb in ("keep", "cool", "stale", "defer"):
        plans.append(decide(desk, verb, name).plan)
        stood.append(rows(desk))
    with pytest.raises(Refusal, match="changed since"):
        desk.undo(plans[0])
    for n in reversed(range(4)):
        desk.undo(plans[n])
        assert rows(desk) == stood[n]
    sound(desk)


def test_a_plan_of_several_decisions_is_undone_as_a_whole(desk: Desk) -> None:
    pending, doubted, block = an_item(desk, status=PENDING), an_item(desk), a_block(desk)
    before = rows(desk)
    stage(desk, "keep", pending)
    stage(desk, "correct", doubted, text="better words")
    stage(desk, "accept", block)
    applied = desk.apply()
    assert (applied.decisions, applied.entries) == (3, 5)
    desk.undo(applied.plan)
    assert rows(desk) == before
    assert desk.queue_keys(Queue.UNDISTILLED) == (block,)


def test_an_item_whose_making_was_undone_is_gone_from_lists_and_still_to_be_read(desk: Desk) -> None:
    block = a_block(desk)
    applied = decide(desk, "accept", block)
    name = made(applied)
    desk.undo(applied.plan)
    assert name not in desk.item_keys()
    assert desk.search("lock") == ()
    found = item(desk, name)
    assert (found.current, found.text) == (False, "a lock was held for an hour")
    assert [move.verb for move in found.history] == ["accept", "undo"]
    with pytest.raises(Refusal) as refused:
        desk.preview("stale", [name])
    assert refused.value.kind is RefusalKind.NOT_FOUND
    assert made(decide(desk, "accept", block)) == "mem-2026-06-01-002", "an id was used again"


def test_an_item_is_not_unmade_once_another_gave_way_to_it(desk: Desk) -> None:
    old, other = an_item(desk, kind="state"), an_item(desk, kind="state", date="2026-05-31")
    applied = decide(desk, "correct", old, text="port 8480")
    later = decide(desk, "resolve", other, by=made(applied, old), owner="mira")
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"{other} gave way to {made(applied, old)} since") as refused:
        desk.undo(applied.plan)
    assert (refused.value.kind, refused.value.ids) == (RefusalKind.MOVED, (other,))
    assert untouched(desk) == before
    desk.undo(later.plan)
    desk.undo(applied.plan)
    assert item(desk, old).row.live


@pytest.mark.parametrize("verb", ["retag", "stale", "correct"])
def test_an_undo_brings_no_succession_back_that_the_rule_forbids_by_now(desk: Desk, verb: str) -> None:
    old, new = an_item(desk, kind="state"), an_item(desk, kind="state")
    decide(desk, "apart", old, new)
    undone = desk.undo(decide(desk, "resolve", old, by=new, owner="mira").plan)
    args: dict[str, Any] = {
        "retag": {"kind": "knowledge"},
        "correct": {"text": "port 9000"},
        "stale": {"owner": "mira"},
    }[verb]
    decide(desk, verb, new, **args)
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"{old} would give way to {new}") as refused:
        desk.undo(undone.plan)
    assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before


def test_a_link_that_stood_before_a_decision_stands_after_its_undoing(desk: Desk) -> None:
    newer = an_item(desk, kind="state", run="run-2026-06-01-001")
    old = an_item(desk, kind="state", status=PENDING, superseded_by=newer, run="run-2026-06-01-001")
    before = rows(desk)
    for verb in ("resolve", "keep", "correct"):
        args: dict[str, Any] = {"text": "port 9"} if verb == "correct" else {}
        desk.undo(decide(desk, verb, old, **args).plan)
        assert rows(desk) == before, verb
        assert links_of(desk, old) == {("superseded-by", newer)}


def test_anybody_known_may_undo_and_it_is_said_who(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    plan = decide(desk, "stale", name).plan
    with beside(desk, "ines") as other:
        assert other.undo(plan).who == "ines"
    assert [move.who for move in item(desk, name).history[1:]] == ["mira", "ines"]
