"""The index, the pages of agents and an answer of recall say alike of what a record disagrees with (M)."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from store.records.recall import BeliefStatus
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import results, typed
from tests.governance.standings import a_lane

ASKED = "the harbour gate"
EXPIRED = {"provenance": "spec v1", "valid_from": "2026-01-01", "valid_to": "2026-02-01"}
HOLDS = {"provenance": "spec v2", "valid_from": "2026-02-01"}


def state(desk: Desk, value: str = "listens on 8470", subject: str = "gate:port", **more: Any) -> str:
    return an_item(desk, kind="state", text=f"{ASKED} {value}", subject=subject, **more)


def indexed(desk: Desk, *names: str) -> dict[str, BeliefStatus]:
    """What the index says of each, asked for each by itself and for all together."""
    each = {row.memory_id: row.belief_status for name in names for row in desk.meta([name])}
    assert {row.memory_id: row.belief_status for row in desk.meta(names)} == each
    assert {row.memory_id: row.belief_status for row in desk.index().rows}.items() >= each.items()
    return each


def recalled(desk: Desk) -> dict[str, BeliefStatus]:
    """What recall says of each."""
    return {one.memory_id: one.belief_status for one in results(desk.recalling.recall(ASKED, payloads=20))}


def on_pages(desk: Desk) -> dict[str, tuple[str, ...]]:
    """What the pages name beside each record; the list of items names the same."""
    told = {one.id: one.conflicts_with for one in desk.intake.page("index").recent}  # type: ignore[union-attr]
    assert {one.id: one.conflicts_with for one in desk.intake.items("", None).items} == told
    return told


@pytest.mark.parametrize("other", ["Gate:Port", "gate: port", "ｇａｔｅ:port"])
def test_values_of_a_subject_that_is_spelled_in_two_ways_are_conflicted_in_all_of_them(desk: Desk, other: str) -> None:
    one, two = state(desk), state(desk, "listens on 8480", other)
    said = dict.fromkeys((one, two), BeliefStatus.CONFLICTED)
    assert recalled(desk) == said
    assert indexed(desk, one, two) == said
    assert on_pages(desk) == {one: (two,), two: (one,)}


@pytest.mark.parametrize("subject", ["gate:port", "GATE:port"])
def test_a_live_value_beside_one_that_waits_for_a_person_is_conflicted_in_all_of_them(desk: Desk, subject: str) -> None:
    one, waits = state(desk), state(desk, "listens on 8480", subject, status="pending-cleanup")
    said = dict.fromkeys((one, waits), BeliefStatus.CONFLICTED)
    assert recalled(desk) == said
    assert indexed(desk, one, waits) == said
    assert on_pages(desk) == {one: (waits,)}


@pytest.mark.parametrize(
    "hidden",
    [{"place": "inbox"}, {"review": "held"}, {"review": "refused"}, {"drift": ["source-missing"], "place": "archived"}],
)
def test_what_nobody_is_told_of_makes_nothing_conflicted(desk: Desk, hidden: dict[str, Any]) -> None:
    one, _ = state(desk), state(desk, "listens on 8480", **hidden)
    assert recalled(desk) == indexed(desk, one) == {one: BeliefStatus.BOUNDED_CLAIM}
    assert on_pages(desk) == {one: ()}


def test_a_claim_that_holds_no_more_contradicts_nothing_in_any_of_them(desk: Desk) -> None:
    old = typed(desk, "semantic", f"{ASKED} opens at six", EXPIRED)
    new = typed(desk, "semantic", f"{ASKED} opens at seven", HOLDS, links=[("contradicts", old)])
    assert recalled(desk) == indexed(desk, new) == {new: BeliefStatus.BOUNDED_CLAIM}
    assert on_pages(desk) == {new: ()}


def test_what_was_settled_or_judged_apart_is_in_conflict_in_none_of_them(desk: Desk) -> None:
    one, two = state(desk), state(desk, "listens on 8480", "Gate:Port")
    decide(desk, "apart", one, two)
    assert recalled(desk) == indexed(desk, one, two) == dict.fromkeys((one, two), BeliefStatus.BOUNDED_CLAIM)
    assert on_pages(desk) == {one: (), two: ()}


def test_the_index_knows_conflicts_of_every_project_and_a_page_names_those_of_the_asker_alone(desk: Desk) -> None:
    ours, theirs = state(desk), state(desk, "listens on 8480", "Gate:Port", words={"project": "cedar"})
    assert indexed(desk, ours, theirs) == dict.fromkeys((ours, theirs), BeliefStatus.CONFLICTED)
    assert on_pages(desk) == {ours: ()}
    assert recalled(desk) == {ours: BeliefStatus.BOUNDED_CLAIM}


def test_what_lies_in_a_closed_lane_is_named_on_no_page_and_what_is_frozen_disagrees_with_nothing_open(
    desk: Desk,
) -> None:
    ours, theirs = state(desk), state(desk, "listens on 8480", "Gate:Port")
    lane = a_lane(desk, access="closed")
    decide(desk, "lane", theirs, lane=lane)
    assert indexed(desk, ours, theirs) == dict.fromkeys((ours, theirs), BeliefStatus.CONFLICTED)
    assert on_pages(desk) == {ours: ()}
    decide(desk, "freeze", lane)
    assert indexed(desk, ours)[ours] is recalled(desk)[ours] is BeliefStatus.BOUNDED_CLAIM


def test_what_a_record_is_made_of_is_conflicted_for_the_index_as_it_is_for_recall(desk: Desk) -> None:
    first, _ = state(desk), state(desk, "listens on 8480", "Gate:Port")
    whole = an_item(desk, text=f"{ASKED} is reached by its port", links=[("derived-from", first)])
    [row] = desk.meta([whole])
    [told] = [one for one in results(desk.recalling.recall(ASKED, payloads=20)) if one.memory_id == whole]
    assert row.derived_from == told.derived_from
    assert [one.inherited_boundary for one in row.derived_from] == [BeliefStatus.CONFLICTED]
