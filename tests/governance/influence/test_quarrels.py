"""What disagrees, and what no longer does: time that ran out, parents, spellings and versions."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from governance.desk import Desk
from store.records.recall import Standing, UseRole
from tests.clock import StillClock
from tests.governance.builders import a_desk, an_item
from tests.governance.influence.learned import asked, procedure, results, typed

HERE = ("gateway-v2",)
HELD = {"provenance": "spec v1", "valid_from": "2026-01-01", "valid_to": "2026-05-01"}
HOLDS = {"provenance": "spec v2", "valid_from": "2026-05-01"}
STRICT = ("action-premise", "constraint")


@pytest.fixture
def claims(desk: Desk) -> tuple[str, str]:
    """An expired claim, and the live one that contradicts it."""
    old = typed(desk, "semantic", "a retry may omit the key", HELD)
    new = typed(desk, "semantic", "a retry needs the key", HOLDS, confidence="confirmed", links=[("contradicts", old)])
    return old, new


@pytest.fixture
def methods(desk: Desk) -> tuple[str, str]:
    """A deprecated procedure, and the verified one that contradicts it."""
    old = procedure(desk, "retry at once", version="1", outcome="deprecated")
    usual = {"name": "safe-retry", "version": "2", "preconditions": "gateway-v2", "outcome": "verified-success"}
    return old, typed(desk, "procedural", "retry with the key", usual, links=[("contradicts", old)])


# time that ran out


@pytest.mark.parametrize("role", STRICT)
@pytest.mark.parametrize("pair", ["claims", "methods"])
def test_an_expired_claim_or_a_deprecated_procedure_holds_no_live_one_back(
    desk: Desk, role: str, pair: str, request: pytest.FixtureRequest
) -> None:
    old, new = request.getfixturevalue(pair)
    answer = desk.recalling.recall("retry key", use_role=role, env=HERE, payloads=5)
    assert [(one.memory_id, one.standing) for one in results(answer)] == [(new, Standing.CURRENT)]
    assert answer.conflicts == ()
    assert old not in answer.model_dump_json()


@pytest.mark.parametrize("pair", ["claims", "methods"])
def test_as_background_its_words_are_not_told_beside_the_live_one_either(
    desk: Desk, pair: str, request: pytest.FixtureRequest
) -> None:
    old, new = request.getfixturevalue(pair)
    answer = desk.recalling.recall("retry key", env=HERE, payloads=5)
    assert [one.memory_id for one in results(answer)] == [new]
    assert old not in answer.model_dump_json()


def test_at_a_time_when_both_held_they_are_a_conflict_and_neither_is_a_premise(desk: Desk) -> None:
    old = typed(desk, "semantic", "a retry may omit the key", HELD)
    new = typed(desk, "semantic", "a retry needs the key", HOLDS | {"valid_from": "2026-03-01"},
                links=[("contradicts", old)])  # fmt: skip
    assert asked(desk, "retry", use_role="constraint", when="2026-04-01") == ()
    assert asked(desk, "retry", use_role="constraint", when="2026-02-01") == (old,)
    assert asked(desk, "retry", use_role="constraint", when="2026-06-01") == (new,)
    [conflict] = desk.recalling.recall("retry", when="2026-04-01").conflicts
    assert {row.memory_id for row in conflict.rows} == {old, new}


@pytest.mark.parametrize("role", [UseRole.CONFLICT_SOURCE, UseRole.VERIFICATION_TARGET])
def test_whoever_asks_for_what_is_in_doubt_sees_the_old_procedure_in_conflict(
    desk: Desk, methods: tuple[str, str], role: UseRole
) -> None:
    [conflict] = desk.recalling.recall("retry", use_role=role.value, env=HERE, payloads=5).conflicts
    assert {row.memory_id for row in conflict.rows} == set(methods)


def test_an_audit_tells_what_an_expired_claim_disagreed_with(desk: Desk, claims: tuple[str, str]) -> None:
    [conflict] = desk.recalling.audit("retry key").conflicts
    assert {row.memory_id for row in conflict.rows} == set(claims)
