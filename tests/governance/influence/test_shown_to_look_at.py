"""What is shown to look at and not to act on: a search, one record, an audit; and each says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.recall import Standing
from store.records.words import PrincipalKind
from tests.governance.builders import decide
from tests.governance.influence.learned import ROLES, asked, procedure, results, told, typed
from tests.governance.signed import with_token

OVER = {"provenance": "spec", "valid_from": "2026-01-01", "valid_to": "2026-02-01"}
UNSTATED = "As a procedure it may not be used here: preconditions not given: gateway-v2."


@pytest.fixture
def agent(desk: Desk) -> Iterator[Desk]:
    """The desk of an agent, which reads the same store as `desk`."""
    _, token = desk.authorize.connect("codex", PrincipalKind.AGENT)
    with with_token(desk, token) as found:
        yield found


def test_an_agent_finds_and_reads_a_procedure_whose_preconditions_nobody_stated_and_is_told_so(
    desk: Desk, agent: Desk
) -> None:
    name = procedure(desk, "open the harbour gate")
    assert desk.search("harbour")[0].id == name, "a person finds it"
    for answer in (agent.recalling.search("harbour"), agent.recalling.record(name)):
        [found] = results(answer)
        assert (found.memory_id, found.standing) == (name, Standing.CURRENT)
        assert UNSTATED in found.cautions
        assert answer.left_out == ()


def test_recall_itself_still_asks_for_every_precondition(desk: Desk) -> None:
    name = procedure(desk, "open the harbour gate")
    assert asked(desk, "harbour") == ()
    assert asked(desk, "harbour", env=["gateway-v2"]) == (name,)
    assert asked(desk, "harbour", use_role="action-premise", env=["gateway-v1"]) == ()


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        ("deprecated", "its outcome is deprecated"),
        ("unknown", "its outcome is unknown"),
        ("failed", "its outcome is no success"),
    ],
)
def test_a_search_shows_no_procedure_that_was_not_verified_and_counts_it(
    desk: Desk, agent: Desk, outcome: str, why: str
) -> None:
    name = procedure(desk, "open the harbour gate", outcome=outcome)
    answer = agent.recalling.search("harbour")
    assert (told(answer), answer.left_out) == ((), ((why, 1),))
    with pytest.raises(Refusal) as refused:
        agent.recalling.record(name)
    assert refused.value.kind is RefusalKind.NOT_FOUND


def test_a_search_shows_no_claim_whose_validity_is_over_and_counts_it(desk: Desk, agent: Desk) -> None:
    typed(desk, "semantic", "the harbour gate", OVER)
    answer = agent.recalling.search("harbour")
    assert (told(answer), answer.left_out) == ((), (("its validity is over", 1),))


def test_what_a_search_counts_as_left_out_lies_within_reach_and_was_looked_at_by_a_person(
    desk: Desk, agent: Desk
) -> None:
    """Of what is of another project, held back or withdrawn not even a number is told."""
    more: tuple[dict[str, Any], ...] = ({"words": {"project": "cedar"}}, {"review": "held"}, {})
    names = [typed(desk, "semantic", "the harbour gate", OVER, **one) for one in more]
    decide(desk, "withdraw", names[-1])
    assert agent.recalling.search("harbour").left_out == ()


# an audit


def test_an_audit_shows_a_verified_procedure_without_its_preconditions(desk: Desk) -> None:
    name = procedure(desk, "open the harbour gate")
    answer = desk.recalling.audit("harbour")
    [found] = results(answer)
    assert (found.memory_id, found.standing, answer.left_out) == (name, Standing.CURRENT, ())
    assert UNSTATED in found.cautions


@pytest.mark.parametrize("outcome", ["deprecated", "unknown", "failed"])
def test_an_audit_shows_a_procedure_that_was_not_verified_as_what_bears_nothing(desk: Desk, outcome: str) -> None:
    name = procedure(desk, "open the harbour gate", outcome=outcome)
    answer = desk.recalling.audit("harbour")
    [found] = results(answer)
    assert (found.memory_id, found.standing, answer.left_out) == (name, Standing.NOT_LOAD_BEARING, ())
    assert any(one.startswith("As a procedure it may not be used here: its outcome is") for one in found.cautions)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (OVER, "its validity is over"),
        ({"provenance": "spec", "valid_from": "2030-01-01"}, "not valid yet"),
    ],
)
def test_an_audit_shows_a_claim_that_does_not_hold_now_as_what_bears_nothing(
    desk: Desk, fields: dict[str, str], why: str
) -> None:
    name = typed(desk, "semantic", "the harbour gate", fields)
    answer = desk.recalling.audit("harbour")
    [found] = results(answer)
    assert (found.memory_id, found.standing, answer.left_out) == (name, Standing.NOT_LOAD_BEARING, ())
    assert f"It does not hold when it is asked for: {why}." in found.cautions


def test_what_holds_comes_before_what_an_audit_shows_beside_it(desk: Desk) -> None:
    lapsed = typed(desk, "semantic", "harbour gate, harbour gate", OVER)
    holds = typed(desk, "semantic", "the harbour gate of the town", OVER | {"valid_to": "2027-01-01"})
    assert told(desk.recalling.audit("harbour gate")) == (holds, lapsed)


@pytest.mark.parametrize("review", ["needs-review", "held", "refused"])
def test_an_audit_still_shows_nothing_that_waits_for_a_person_or_was_withdrawn(desk: Desk, review: str) -> None:
    typed(desk, "semantic", "the harbour gate", OVER, review=review)
    decide(desk, "withdraw", procedure(desk, "open the harbour gate"))
    assert told(desk.recalling.audit("harbour")) == ()


def test_an_agent_gets_none_of_it_by_any_use(desk: Desk, agent: Desk) -> None:
    """What an audit shows stays out of recall, and an agent may not audit."""
    typed(desk, "semantic", "the harbour gate", OVER)
    assert all(asked(agent, "harbour", use_role=role) == () for role in ROLES)
    with pytest.raises(Refusal):
        agent.recalling.audit("harbour")
