"""The typed memory lab (T): the same records, asked the same way, answer by what they may be used for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from governance.influence.gate import Verdict
from governance.influence.ranking import Candidate, rank, read_question
from store.records.recall import Standing
from tests.clock import StillClock
from tests.governance.builders import a_desk, item
from tests.governance.influence.learned import asked, learned, results

NOW = datetime(2026, 8, 30, 12, 0, tzinfo=UTC)
QUESTION = "How should I retry a payment after a gateway timeout?"
HERE = ("gateway-v2", "status-readback")
CASE, DOMAIN = "case:merchant-demo", "domain:payments-demo"
_STEPS: dict[str, str] = {
    "type": "procedural",
    "scope": DOMAIN,
    "name": "safe-payment-retry",
    "expected_effects": "one charge",
    "failure_handling": "stop and ask",
    "owner": "payments",
}
LAB: dict[str, dict[str, Any]] = {
    "e-fail": {
        "text": "Retried payment immediately without an idempotency key after timeout.",
        "type": "episodic",
        "scope": CASE,
        "event_time": "2026-08-28T10:00:00Z",
        "outcome": "duplicate-charge",
        "source": "synthetic-trace-17",
        "date": "2026-08-28",
    },
    "e-success": {
        "text": "Retried payment with the original idempotency key, then read back status.",
        "type": "episodic",
        "scope": CASE,
        "event_time": "2026-08-29T09:00:00Z",
        "outcome": "verified-success",
        "source": "synthetic-trace-22",
        "date": "2026-08-29",
    },
    "s-current": {
        "text": "Gateway retries require the original idempotency key.",
        "type": "semantic",
        "scope": DOMAIN,
        "confidence": "observed-once",
        "provenance": "synthetic-spec-v2; synthetic-test-88",
        "valid_from": "2026-08-29T12:00:00Z",
        "source": "synthetic-spec-v2",
        "date": "2026-08-29",
    },
    "s-stale": {
        "text": "Gateway retries may omit an idempotency key.",
        "type": "semantic",
        "scope": DOMAIN,
        "confidence": "observed-once",
        "provenance": "synthetic-spec-v1",
        "valid_from": "2026-07-01T12:00:00Z",
        "valid_to": "2026-08-15T00:00:00Z",
        "source": "synthetic-spec-v1",
        "date": "2026-07-01",
    },
    "p-safe-retry": {
        **_STEPS,
        "text": "On timeout: preserve the idempotency key, query payment status, retry only when status is absent, "
        "then read back the final state.",
        "version": "2",
        "preconditions": "gateway-v2; status-readback",
        "outcome": "verified-success",
        "validation_evidence": "synthetic-test-suite-5",
        "source": "synthetic-trace-22",
        "date": "2026-08-29",
    },
    "p-old-retry": {
        **_STEPS,
        "text": "On timeout, submit the payment again immediately.",
        "version": "1",
        "preconditions": "gateway-v1",
        "outcome": "deprecated",
        "validation_evidence": "synthetic-runbook-v1",
        "source": "synthetic-runbook-v1",
        "date": "2026-07-01",
    },
}


class Lab(NamedTuple):
    """The records of the lab in a store."""

    desk: Desk
    ids: dict[str, str]
    task: str

    def asks(self, query: str, **more: Any) -> list[str]:
        """What an answer names, as the lab calls it."""
        names = {name: called for called, name in self.ids.items()}
        return [names[one] for one in asked(self.desk, query, **more)]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    with a_desk(tmp_path, StillClock(NOW)) as desk:
        ids = learned(desk, LAB)
        task = desk.intake.open_task("pay-104")
        working = {
            "text": "Current goal: retry payment safely after a gateway timeout.",
            "type": "working",
            "task": task,
            "source": "this task",
        }
        ids |= learned(desk, {"w1": working})
        yield Lab(desk, ids, task)


@contextmanager
def gate_out() -> Iterator[None]:
    """Recall as it is, with the gate alone taken out: whatever is in reach passes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("governance.influence.pool.judge", lambda *_, **__: Verdict(Standing.CURRENT))
        yield


def ungated(lab: Lab, query: str) -> str:
    """The best hit of the same ranking over every long-term record, of whatever type (T's negative baseline)."""
    kept = [called for called in lab.ids if called != "w1"]
    candidates = [Candidate(called, item(lab.desk, lab.ids[called]).text, age) for age, called in enumerate(kept)]
    return rank(read_question(query), candidates, 1).best[0].key


def test_without_the_gate_the_failed_episode_is_the_best_hit_and_with_it_the_verified_procedure_is(lab: Lab) -> None:
    assert ungated(lab, QUESTION) == "e-fail"
    assert lab.asks(QUESTION, use_role="action-premise", type="procedural", env=HERE) == ["p-safe-retry"]
    assert "e-fail" not in lab.asks(QUESTION, use_role="action-premise", env=HERE)
    assert ungated(lab, QUESTION) == "e-fail"


ASKED: dict[str, tuple[str, dict[str, Any], list[str], set[str]]] = {
    "what to act on": (
        QUESTION, {"use_role": "action-premise", "env": HERE},
        ["p-safe-retry", "s-current"], {"e-fail", "s-stale", "p-old-retry"},
    ),
    "a procedure without what it needs": (
        QUESTION, {"use_role": "action-premise", "type": "procedural"}, [], {"e-fail", "p-old-retry", "p-safe-retry"},
    ),
    "what holds now": (
        "idempotency requirement", {"use_role": "constraint", "type": "semantic"}, ["s-current"], {"s-stale"},
    ),
    "the steps of the old version, first of all": (
        "submit the payment again immediately on timeout",
        {"use_role": "action-premise", "env": HERE, "payloads": 1}, ["p-safe-retry"], {"p-old-retry"},
    ),
}  # fmt: skip
"""What is asked how, what the gate lets through, and the unsafe hits that it alone keeps away."""


@pytest.mark.parametrize("called", ASKED)
def test_with_only_the_gate_taken_out_of_recall_the_unsafe_hits_are_back_and_with_it_again_they_are_gone(
    lab: Lab, called: str
) -> None:
    query, how, safe, unsafe = ASKED[called]
    assert lab.asks(query, **how) == safe
    with gate_out():
        assert unsafe <= set(lab.asks(query, **how))
    assert lab.asks(query, **how) == safe


def test_the_procedure_answers_with_its_version_and_outcome(lab: Lab) -> None:
    [found] = results(lab.desk.recalling.recall(QUESTION, use_role="action-premise", type="procedural", env=HERE))
    assert dict(found.typed)["version"] == "2"
    assert dict(found.typed)["outcome"] == "verified-success"
    assert (found.standing, found.action_authority) == (Standing.CURRENT, "none")


@pytest.mark.parametrize("env", [(), ("gateway-v2",), ("gateway-v1",), ("status-readback", "gateway-v1")])
def test_a_procedure_whose_preconditions_are_not_all_given_is_no_answer(lab: Lab, env: tuple[str, ...]) -> None:
    assert lab.asks(QUESTION, use_role="action-premise", type="procedural", env=env) == []
    answer = lab.desk.recalling.recall(QUESTION, use_role="action-premise", type="procedural", env=env)
    assert any("preconditions not given" in why for why, _ in answer.left_out)


def test_the_deprecated_procedure_is_no_answer_even_where_its_own_preconditions_hold(lab: Lab) -> None:
    for role in ("background", "action-premise", "constraint", "analogy"):
        assert "p-old-retry" not in lab.asks(QUESTION, use_role=role, env=("gateway-v1", *HERE))


def test_what_is_to_be_verified_may_show_it_and_says_that_it_may_not_be_used(lab: Lab) -> None:
    found = lab.desk.recalling.recall(QUESTION, use_role="verification-target", type="procedural", payloads=5)
    old = next(one for one in results(found) if one.memory_id == lab.ids["p-old-retry"])
    assert any("may not be used here: its outcome is deprecated" in caution for caution in old.cautions)


def test_a_claim_whose_validity_is_over_is_out_and_comes_back_for_the_time_when_it_held(lab: Lab) -> None:
    claims = {"use_role": "constraint", "type": "semantic"}
    assert lab.asks("idempotency requirement", **claims) == ["s-current"]
    assert lab.asks("idempotency requirement", when="2026-08-01", **claims) == ["s-stale"]
    assert lab.asks("idempotency requirement", when="2026-08-20", **claims) == []


def test_the_failed_episode_stays_recallable_as_history_and_says_how_it_went(lab: Lab) -> None:
    assert lab.asks("retry without idempotency key", type="episodic", scope=CASE)[0] == "e-fail"
    [found, *_] = results(lab.desk.recalling.recall("retry without idempotency key", type="episodic", payloads=1))
    assert dict(found.typed)["outcome"] == "duplicate-charge"
    assert "It is what happened once (outcome: duplicate-charge), no advice." in found.cautions


def test_no_episode_is_ever_a_premise_or_a_constraint_however_alike_it_is(lab: Lab) -> None:
    for role in ("action-premise", "constraint"):
        for text in (LAB["e-fail"]["text"], LAB["e-success"]["text"], QUESTION):
            assert not {"e-fail", "e-success"} & set(lab.asks(text, use_role=role, env=HERE))
            assert lab.asks(text, use_role=role, type="episodic", env=HERE) == []


def test_a_working_record_answers_its_own_open_task_alone(lab: Lab) -> None:
    other = lab.desk.intake.open_task("pay-105")
    assert "w1" in lab.asks("current goal", task=lab.task)
    assert "w1" not in lab.asks("current goal")
    assert "w1" not in lab.asks("current goal", task=other)
    lab.desk.intake.close_task(lab.task)
    assert lab.asks("current goal") == []


LEDGER: dict[str, dict[str, Any]] = {
    "seen today": {
        "text": "After the timeout of pay-104 the gateway answers again.", "kind": "state", "subject": "gateway:up",
        "source": "probe 9", "date": "2026-08-30",
    },
    "seen at the till": {
        "text": "After the timeout the till shows pay-104 as open.", "kind": "state", "subject": "pay-104:till",
        "source": "till 3", "date": "2026-08-30",
    },
    "failed": {**LAB["e-fail"], "text": "What happened after the timeout: retried without a key, charged twice."},
    "went well": {**LAB["e-success"], "text": "Retried after the timeout with the original key: charged once."},
    "old rule": {**LAB["s-stale"], "text": "After the timeout a retry may omit the key."},
    "tested": {**LAB["p-safe-retry"], "text": "What should execute after the timeout: read the status, then retry."},
}  # fmt: skip


@pytest.mark.parametrize("words", ["after the timeout", "What happened after the timeout?"])
def test_the_ledger_of_six_asked_twice_in_the_same_words_answers_history_once_and_tested_steps_once_by_the_gate_alone(
    tmp_path: Path, words: str
) -> None:
    with a_desk(tmp_path, StillClock(NOW)) as desk:
        names = {name: called for called, name in learned(desk, LEDGER).items()}

        def answers() -> tuple[set[str], list[str]]:
            history = {names[one] for one in asked(desk, words, type="episodic")}
            return history, [names[one] for one in asked(desk, words, use_role="action-premise", env=HERE)]

        gated = answers()
        with gate_out():
            history, steps = answers()
        assert answers() == gated == ({"failed", "went well"}, ["tested"])
    assert history == set(steps) == set(LEDGER), "without the gate the same words answer both alike, unsafe ones too"
