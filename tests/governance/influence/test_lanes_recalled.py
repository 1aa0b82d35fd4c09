"""Lanes in recall (M): a closed one answers who was granted it, a frozen or cleared one nobody but an audit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from governance.authority.scope import read_scope
from governance.desk import Desk
from governance.errors import Refusal
from store.records.views.recall import Beyond
from store.records.words import LaneState, PrincipalKind, Reason
from tests.governance.builders import decide
from tests.governance.influence.learned import asked, told
from tests.governance.signed import a_signed_desk, an_item, grant, new_id, signed, with_token

WORDS = "harbour gate"
TEXTS = ("the harbour gate is of iron", "at nine they shut the harbour gate", "Oak Street ends at the harbour gate")


class Harbour(NamedTuple):
    """A store with keys, an agent, and two records in lanes beside one that lies in none."""

    desk: Desk
    agent: Desk
    who: str
    plain: str
    shut: str
    """The closed lane."""
    inside: str
    free: str
    """The open lane."""
    beside: str


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[Harbour]:
    with a_signed_desk(tmp_path, witnessed=False) as desk:
        names = [an_item(desk, text=text) for text in TEXTS]
        desk.intake.archive()
        desk.intake.distill()
        lanes = []
        for access, name in (("closed", names[1]), ("open", names[2])):
            made = signed(desk, lambda access=access: decide(desk, "new-lane", title=access, access=access))  # type: ignore[misc]
            lanes.append(new_id(made.ids, "lane-"))
            signed(desk, lambda name=name, lane=lanes[-1]: decide(desk, "lane", name, lane=lane))  # type: ignore[misc]
        _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
        who = next(one.id for one in desk.principals() if one.name == "codex")
        with with_token(desk, token) as agent:
            yield Harbour(desk, agent, who, names[0], lanes[0], names[1], lanes[1], names[2])


def test_a_closed_lane_answers_nobody_without_a_grant_not_even_its_owner_s_system_user(harbour: Harbour) -> None:
    for desk in (harbour.agent, harbour.desk):
        assert set(asked(desk, WORDS)) == {harbour.plain, harbour.beside}


def test_a_grant_to_recall_opens_it_to_that_agent_until_it_is_revoked(harbour: Harbour) -> None:
    name = grant(harbour.desk, harbour.who, "recall", terms=[f"lane={harbour.shut}"])
    assert set(asked(harbour.agent, WORDS)) == {harbour.plain, harbour.inside, harbour.beside}
    assert harbour.inside not in asked(harbour.desk, WORDS)
    signed(harbour.desk, lambda: harbour.desk.authorize.revoke(name))
    assert harbour.inside not in asked(harbour.agent, WORDS)


@pytest.mark.parametrize(
    "terms", [["lane=lane-0009"], ["kind=knowledge"], ["project=cedar"], ["lane=lane-0001", "kind=state"]]
)
def test_a_grant_that_is_about_something_else_opens_nothing(harbour: Harbour, terms: list[str]) -> None:
    grant(harbour.desk, harbour.who, "recall", terms=terms)
    assert harbour.inside not in asked(harbour.agent, WORDS)


def test_a_grant_that_ended_opens_nothing(harbour: Harbour) -> None:
    day = 24 * 60 * 60 * 1_000_000
    scope = read_scope([f"lane={harbour.shut}"])
    later = harbour.desk.now() + day
    signed(harbour.desk, lambda: harbour.desk.authorize.grant(harbour.who, ["recall"], scope=scope, expires=later))
    assert harbour.inside in asked(harbour.agent, WORDS)
    harbour.agent._clock = lambda: later + 1
    assert harbour.inside not in asked(harbour.agent, WORDS)


def test_an_agent_is_granted_nothing_but_reading(harbour: Harbour) -> None:
    for verb in ("keep", "withdraw", "lane", "freeze"):
        with pytest.raises(Refusal, match="no person"):
            grant(harbour.desk, harbour.who, verb)
        with pytest.raises(Refusal, match="no person"):
            grant(harbour.desk, harbour.who, verb, "recall")


@pytest.mark.parametrize("verb", ["freeze", "clear"])
def test_a_lane_that_is_frozen_or_cleared_answers_nobody_but_an_audit_and_thaws_again(
    harbour: Harbour, verb: str
) -> None:
    desk = harbour.desk
    signed(desk, lambda: decide(desk, verb, harbour.free, reason=Reason.EXPERIMENT))
    assert asked(desk, WORDS) == (harbour.plain,)
    assert asked(harbour.agent, WORDS) == (harbour.plain,)
    found = desk.recalling.audit(WORDS)
    assert {harbour.beside, harbour.inside} <= set(told(found))
    assert found.cautions[0].startswith("This is an explicit read for audit or comparison")
    results = {one.memory_id: one for group in found.groups for one in group.results}
    shut = results.pop(harbour.beside)
    assert shut.lane_state is (LaneState.FROZEN if verb == "freeze" else LaneState.CLEARED)
    assert f"which is {shut.lane_state.said}: read for audit" in shut.cautions[0]
    assert {one.lane_state for one in results.values()} == {None}, "the mark is of what recall does not use"
    assert not [said for one in results.values() for said in one.cautions if "comparison" in said]
    signed(desk, lambda: decide(desk, "thaw", harbour.free))
    assert harbour.beside in asked(desk, WORDS)


def test_an_audit_marks_what_it_opens_not_and_the_sides_of_a_conflict_too(harbour: Harbour) -> None:
    desk = harbour.desk
    signed(desk, lambda: decide(desk, "contradict", harbour.plain, harbour.beside))
    signed(desk, lambda: decide(desk, "freeze", harbour.free))
    found = desk.recalling.audit(WORDS, payloads=1)
    marked = {one.memory_id: one.lane_state for one in found.further}
    marked |= {one.memory_id: one.lane_state for group in found.groups for one in group.results}
    assert marked == {harbour.plain: None, harbour.inside: None, harbour.beside: LaneState.FROZEN}
    sides = {row.memory_id: row.lane_state for one in found.conflicts for row in one.rows}
    assert sides == {harbour.plain: None, harbour.beside: LaneState.FROZEN}


def test_a_record_of_a_closed_lane_is_in_no_conflict_of_others(harbour: Harbour) -> None:
    desk = harbour.desk
    signed(desk, lambda: decide(desk, "contradict", harbour.plain, harbour.inside))
    assert desk.recalling.recall(WORDS, payloads=5).conflicts == ()
    grant(desk, harbour.who, "recall", terms=[f"lane={harbour.shut}"])
    [conflict] = harbour.agent.recalling.recall(WORDS, payloads=5).conflicts
    assert {row.memory_id for row in conflict.rows} == {harbour.plain, harbour.inside}


def beyond(desk: Desk) -> tuple[Beyond, ...]:
    """What a question that matches nothing says was not read; one that matches says the same."""
    found = desk.recalling.recall("nothing of the sort").beyond
    assert found == desk.recalling.recall(WORDS).beyond
    return found


def test_a_closed_lane_is_told_to_the_owner_by_its_id_and_to_an_agent_without_it_until_a_grant_opens_it(
    harbour: Harbour,
) -> None:
    closed = Beyond(lane=harbour.shut, why="closed", records=1)
    assert beyond(harbour.desk) == (closed,)
    assert beyond(harbour.agent) == (closed.model_copy(update={"lane": None}),)
    grant(harbour.desk, harbour.who, "recall", terms=[f"lane={harbour.shut}"])
    assert (beyond(harbour.agent), beyond(harbour.desk)) == ((), (closed,))


def test_a_lane_that_is_set_aside_is_told_as_what_it_is(harbour: Harbour) -> None:
    desk = harbour.desk
    for verb, why in (("freeze", "frozen_readonly"), ("clear", "cleared")):
        signed(desk, lambda verb=verb: decide(desk, verb, harbour.free, reason=Reason.EXPERIMENT))  # type: ignore[misc]
        assert Beyond(lane=harbour.free, why=why, records=1) in beyond(desk)
