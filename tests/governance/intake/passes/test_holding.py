"""A value that does not hold when a pass runs lets nothing give way: what holds goes on answering."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from store.records.words import Queue, Review, Status
from tests.clock import StillClock
from tests.governance.builders import decide
from tests.governance.influence.learned import asked
from tests.governance.intake.outside.scripts import that_says
from tests.governance.intake.passes.passing import both, port, row, sound

CLAIM = {"type": "semantic", "provenance": "spec", "scope": "production", "confidence": "confirmed"}
NOT_NOW: dict[str, dict[str, Any]] = {
    "begins later": {"valid_from": "2026-07-01"},
    "begins later today": {"valid_from": "2026-06-01T15:00:00Z"},
    "is over": {"valid_from": "2026-01-01", "valid_to": "2026-05-31"},
    "ended this morning": {"valid_from": "2026-01-01", "valid_to": "2026-06-01T08:00:00Z"},
}


def claim(desk: Desk, text: str, date: str, **more: Any) -> str:
    """A value of one subject that holds since January, unless told otherwise."""
    name = port(desk, text, date, **CLAIM | {"valid_from": "2026-01-01"} | more)
    if row(desk, name).review is Review.NEEDED:
        decide(desk, "accept", name)
    return name


def constraint(desk: Desk, **more: Any) -> tuple[str, ...]:
    """What the port has to be, by its id."""
    return asked(desk, "port", use_role="constraint", **more)


def statuses(desk: Desk, *names: str) -> list[Any]:
    return [row(desk, name).status for name in names]


@pytest.mark.parametrize("together", [True, False], ids=["in one pass", "in two passes"])
@pytest.mark.parametrize("when", NOT_NOW.values(), ids=NOT_NOW)
def test_a_newer_value_that_does_not_hold_when_the_pass_runs_supersedes_nothing(
    desk: Desk, when: dict[str, str], together: bool
) -> None:
    old = claim(desk, "the port is 80", "2026-05-01")
    if not together:
        both(desk)
    new = claim(desk, "the port is 81", "2026-05-30", **when)
    assert both(desk).superseded == ()
    assert statuses(desk, old, new) == [Status.ACTIVE] * 2
    assert constraint(desk) == (old,)
    for queue in (Queue.CONFLICTS, Queue.ADDITIVE):
        assert {old, new} & set(desk.queue_keys(queue)), queue
    assert sound(desk)


def test_the_value_that_begins_later_answers_once_it_holds(desk: Desk, clock: StillClock) -> None:
    old = claim(desk, "the port is 80", "2026-05-01")
    new = claim(desk, "the port is 81", "2026-05-30", valid_from="2026-07-01")
    both(desk)
    assert constraint(desk, when="2026-07-02") == (new,)
    clock.tick(days=40)
    assert constraint(desk) == (new,)
    assert statuses(desk, old, new) == [Status.ACTIVE] * 2


def test_the_pass_that_takes_in_another_value_lets_give_way_what_is_outdated_by_then(
    desk: Desk, clock: StillClock
) -> None:
    old = claim(desk, "the port is 80", "2026-05-01")
    new = claim(desk, "the port is 81", "2026-05-30", valid_from="2026-07-01")
    both(desk)
    clock.tick(days=40)
    late = claim(desk, "the port is 79", "2026-04-01")
    both(desk)
    assert [row(desk, name).superseded_by for name in (old, late, new)] == [new, new, None]
    assert sound(desk)


@pytest.mark.parametrize("when", NOT_NOW.values(), ids=NOT_NOW)
def test_an_older_value_that_does_not_hold_gives_way_as_any_other(desk: Desk, when: dict[str, str]) -> None:
    old = claim(desk, "the port is 80", "2026-05-01", **when)
    new = claim(desk, "the port is 81", "2026-05-30")
    both(desk)
    assert (row(desk, old).superseded_by, constraint(desk)) == (new, (new,))


def test_a_value_without_a_type_that_is_dated_after_the_pass_supersedes_nothing(desk: Desk) -> None:
    old, new = port(desk, "the port is 80", "2026-05-01"), port(desk, "the port is 81", "2026-06-03")
    if row(desk, new).review is Review.NEEDED:
        decide(desk, "accept", new)
    assert both(desk).superseded == ()
    assert statuses(desk, old, new) == [Status.ACTIVE] * 2


VALUES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("the port is 80", "2026-05-01", {}),
    ("the port is 81", "2026-05-10", {}),
    ("the port is 82", "2026-05-20", NOT_NOW["is over"]),
    ("the port is 83", "2026-05-30", NOT_NOW["begins later"]),
    ("the port is 79", "2026-05-05", NOT_NOW["begins later"]),
)


@pytest.mark.parametrize("order", list(permutations(range(5)))[::7], ids=lambda order: "".join(map(str, order)))
@pytest.mark.parametrize("cut", [0, 2, 4])
def test_in_whatever_order_they_come_the_same_values_stand(desk: Desk, order: tuple[int, ...], cut: int) -> None:
    names = {}
    for n, at in enumerate(order):
        text, date, more = VALUES[at]
        names[at] = claim(desk, text, date, **more)
        if n == cut:
            both(desk)
    both(desk)
    stands = [row(desk, names[at]).status is Status.ACTIVE for at in range(5)]
    assert stands == [False, True, True, True, False]
    assert constraint(desk) == (names[1],)


@pytest.mark.parametrize("when", NOT_NOW.values(), ids=NOT_NOW)
def test_a_distiller_lets_nothing_give_way_to_a_value_that_does_not_hold(
    desk: Desk, tmp_path: Path, when: dict[str, str]
) -> None:
    names = claim(desk, "the port is 80", "2026-05-01"), claim(desk, "the port is 81", "2026-05-30", **when)
    both(desk)
    port(desk, "the port is 79", "2026-04-01")
    desk.intake.archive()
    giving = {"op": "supersede", "old": "$the port is 80", "new": "$the port is 81"}
    report = desk.intake.distill(distiller=that_says(tmp_path, giving))
    assert [one.sentence for one in report.refused] == ["The second does not hold now: it begins later, or is over."]
    assert statuses(desk, *names) == [Status.ACTIVE] * 2
