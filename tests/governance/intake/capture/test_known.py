"""What is known already: a request that was sent before; not what was corrected, and no state that changed back."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from store.records.words import Door, Status
from tests.clock import StillClock
from tests.governance.builders import decide, head, sound
from tests.governance.intake.capture.sending import sent
from tests.governance.intake.passes.passing import both, row

# the same request


WHOLE = {
    "kind": "state", "subject": "pier:gate", "scope": "at night", "topic": "pier", "project": "cedar",
    "confidence": "inferred", "type": "episodic", "event_time": "2026-05-11T10:00:00Z", "outcome": "unknown",
    "corroborating": ["the log", "a guard"], "retrieval_terms": ["gate"], "applies_when": "it is dark",
    "inspired_by": "a walk", "approved_by": "me", "weather": "dry",
}  # fmt: skip


@pytest.mark.parametrize(
    "fields", [{}, {"kind": "knowledge"}, {**WHOLE, "kind": "knowledge"}, {"client_ref": "7"}], ids=str
)
@pytest.mark.parametrize("when", ["at once", "on another day", "archived", "distilled", "in doubt"])
def test_the_same_request_is_the_same_capture_by_every_door_and_whatever_became_of_it(
    desk: Desk, clock: StillClock, fields: dict[str, Any], when: str
) -> None:
    first = sent(desk, **fields)
    if when == "on another day":
        clock.tick(days=3)
    elif when in ("archived", "distilled"):
        desk.intake.archive()
    if when == "distilled":
        desk.intake.distill()
    elif when == "in doubt":
        decide(desk, "stale", str(first.id))
    before = head(desk)
    for door in (Door.COMMAND, Door.BATCH, Door.MCP):
        again = sent(desk, door=door, **fields)
        assert (again.came, again.id, again.status) == ("known", first.id, str(row(desk, str(first.id)).status))
    assert head(desk) == before
    sound(desk)


def test_a_dated_state_that_gave_way_is_known_when_it_is_sent_again(desk: Desk) -> None:
    state = {"kind": "state", "subject": "gate:port"}
    old = sent(desk, "port 80", date="2026-05-01", **state)
    new = sent(desk, "port 81", date="2026-05-02", **state)
    both(desk)
    again = sent(desk, "port 80", date="2026-05-01", **state)
    assert (again.came, again.id, again.status) == ("known", old.id, Status.SUPERSEDED)
    assert row(desk, str(new.id)).status is Status.ACTIVE


def test_a_request_that_names_what_it_refutes_is_known_again(desk: Desk) -> None:
    target = str(sent(desk, "The pier is open.").id)
    for refutes in ([target], [target, "mem-2020-01-01-001"], ["mem-2020-01-01-002"]):
        first, again = sent(desk, refutes=refutes), sent(desk, refutes=refutes)
        assert (first.came, again.came, again.id) == ("captured", "known", first.id)


# what is no retry


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "state", "subject": "q"},
        {"subject": "r"},
        {"scope": "at night"},
        {"type": "semantic", "provenance": "seen", "scope": "x", "confidence": "inferred", "valid_from": "2026-05-01"},
        {"confidence": "inferred"},
        {"topic": "pier"},
        {"corroborating": ["the log"]},
        {"applies_when": "it is dark"},
        {"project": "cedar"},
        {"date": "2026-05-11"},
        {"refutes": ["mem-2020-01-01-002"]},
    ],
    ids=str,
)
def test_a_request_that_was_corrected_is_not_swallowed(desk: Desk, fields: dict[str, Any]) -> None:
    first = sent(desk, subject="q")
    mended = sent(desk, **{"subject": "q", **fields})
    assert mended.came == "captured", fields
    assert mended.id != first.id
    assert sent(desk, **{"subject": "q", **fields}).id == mended.id
    assert sent(desk, subject="q").id == first.id
    sound(desk)


def test_what_it_refutes_is_not_lost_when_the_words_came_before_without_it(desk: Desk) -> None:
    target = str(sent(desk, "The pier is open.").id)
    sent(desk)
    mended = sent(desk, refutes=[target])
    both(desk)
    assert mended.came == "captured"
    assert row(desk, target).status is Status.PENDING


def test_two_events_told_with_the_same_words_are_two_records(desk: Desk) -> None:
    event = {"type": "episodic", "outcome": "unknown"}
    first, second = (sent(desk, event_time=f"2026-05-{day}T10:00:00Z", **event) for day in (11, 12))
    known_now = sent(desk, event_time="2026-05-11T10:00:00Z", type="episodic", outcome="closed")
    assert (first.came, second.came, known_now.came) == ("captured",) * 3


def test_the_same_goal_in_another_task_is_a_record_of_that_task(desk: Desk) -> None:
    tasks = [desk.intake.open_task(title) for title in ("one", "two")]
    names = [str(sent(desk, "The goal is a retry.", type="working", task=task).id) for task in tasks]
    assert len(set(names)) == 2
    assert [row(desk, name).task for name in names] == tasks
    again = [sent(desk, "The goal is a retry.", type="working", task=task) for task in tasks]
    assert [(one.came, one.id) for one in again] == [("known", name) for name in names]


def test_what_a_released_working_record_said_becomes_an_episodic_record_when_it_is_written(desk: Desk) -> None:
    task = desk.intake.open_task("retry")
    working = sent(desk, type="working", task=task)
    desk.intake.close_task(task, "done")
    trace = sent(desk, type="episodic", event_time="2026-05-11T10:00:00Z", outcome="done")
    assert (trace.came, trace.id != working.id) == ("captured", True)
    assert sent(desk, type="working", task=task).id == working.id, "and a retry of it is known though its task closed"


# a state that changed back


STATE = {"kind": "state", "subject": "gate:port"}


@pytest.mark.parametrize("door", [Door.COMMAND, Door.BATCH, Door.MCP, Door.DROP])
@pytest.mark.parametrize("days", [0, 1])
def test_a_state_that_changed_and_changed_back_is_captured_again(
    desk: Desk, clock: StillClock, door: Door, days: int
) -> None:
    names = []
    for text in ("port 80", "port 81", "port 80"):
        receipt = sent(desk, text, door=door, **STATE)
        assert (receipt.came, sent(desk, text, door=door, **STATE).id) == ("captured", receipt.id)
        names.append(str(receipt.id))
        clock.tick(days=days)
    both(desk)
    live = [name for name in names if row(desk, name).status is Status.ACTIVE]
    assert live == (names[2:] if days else names)
    sound(desk)


def test_a_change_back_is_captured_whether_or_not_a_pass_came_between(desk: Desk, clock: StillClock) -> None:
    for text in ("port 80", "port 81"):
        sent(desk, text, **STATE)
        clock.tick(days=1)
        both(desk)
    back = sent(desk, "port 80", **STATE)
    both(desk)
    assert (back.came, row(desk, str(back.id)).status) == ("captured", Status.ACTIVE)


@pytest.mark.parametrize(
    "other",
    [
        {"subject": "gate:ports"},
        {"project": "birch"},
        {"scope": "staging"},
        {"kind": "knowledge"},
        {"date": "2026-01-01"},
    ],
    ids=str,
)
def test_what_is_no_newer_value_of_the_same_subject_makes_no_retry_a_capture(desk: Desk, other: dict[str, Any]) -> None:
    first = sent(desk, "port 80", **STATE)
    sent(desk, "port 81", **{**STATE, **other})
    assert sent(desk, "port 80", **STATE).id == first.id


def test_what_a_person_made_of_a_state_brings_back_no_retry_of_it(desk: Desk) -> None:
    first = sent(desk, "port 80", **STATE)
    decide(desk, "stale", str(first.id))
    assert (sent(desk, "port 80", **STATE).came, sent(desk, "port 80", **STATE).status) == ("known", Status.STALE)
