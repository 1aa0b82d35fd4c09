"""Whose request is known: the same writer's alone; and what a writer's own reference names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.records.words import Door, Fault, Flag, Queue, Review
from tests.clock import StillClock
from tests.governance.builders import beside, decide, head, sound
from tests.governance.intake.capture.sending import TEXT, claimed, connected, sent
from tests.governance.signed import a_signed_desk


@pytest.fixture
def cedar(desk: Desk) -> Iterator[Desk]:
    """The desk of an agent whose token binds to the project cedar."""
    with connected(desk, "codex", "cedar") as agent:
        yield agent


# whose request


def test_what_somebody_claims_keeps_nothing_of_a_token_out(desk: Desk, cedar: Desk) -> None:
    with claimed(desk, "attacker") as attacker, claimed(desk, "codex") as namesake:
        theirs = [sent(one, project="cedar", client_ref="job-7") for one in (attacker, namesake)]
    assert {one.review for one in theirs} == {Review.NEEDED}
    for one in theirs:
        decide(desk, "refuse", str(one.id))
    own = sent(cedar, project="cedar", client_ref="job-7")
    assert (own.came, own.review, own.findings) == ("captured", Review.SOURCE_CLAIM, (Flag.KIND_ASSUMED,))
    assert sent(cedar, project="cedar", client_ref="job-7").id == own.id


def test_one_agents_words_are_not_another_agents(desk: Desk, cedar: Desk) -> None:
    with connected(desk, "gemini", "cedar") as other:
        mine, theirs = sent(cedar), sent(other)
    assert (mine.came, theirs.came) == ("captured", "captured")
    assert mine.id != theirs.id


def test_a_claimed_name_is_not_the_system_user_of_that_name_whom_the_store_does_not_know(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as owner:
        with claimed(owner, "zoe") as said:
            first = sent(said, client_ref="7")
        with beside(owner, "zoe") as real:
            second, again = sent(real, client_ref="7"), sent(real, client_ref="7")
    assert (first.came, second.came, again.came, again.id) == ("captured", "captured", "known", second.id)


@pytest.mark.parametrize("door", [Door.COMMAND, Door.BATCH, Door.MCP])
def test_whoever_shows_no_token_hears_nothing_of_a_record_of_a_project(desk: Desk, door: Door) -> None:
    with claimed(desk, "codex") as one:
        first = sent(one, door=door, project="cedar")
        decide(desk, "accept", str(first.id))
        again = sent(one, door=door, project="cedar")
        assert (again.came, again.id == first.id, again.review) == ("captured", False, Review.NEEDED)
        free, known_now = sent(one, door=door), sent(one, door=door)
        assert (known_now.came, known_now.id) == ("known", free.id)


def test_a_reference_of_theirs_is_answered_with_no_more_than_the_id(desk: Desk) -> None:
    with claimed(desk, "codex") as one:
        first = sent(one, project="cedar", client_ref="7")
        decide(desk, "refuse", str(first.id))
        again = sent(one, project="cedar", client_ref="7")
    assert (again.came, again.id, again.review, again.status, again.findings) == ("known", first.id, None, None, ())


def test_a_token_of_another_project_hears_that_first_and_of_no_record(desk: Desk, cedar: Desk) -> None:
    for given in ({}, {"client_ref": "7"}):
        sent(cedar, project="cedar", **given)
        with connected(desk, f"birch{len(given)}", "birch") as birch:
            refused, again = sent(birch, project="cedar", **given), sent(birch, project="cedar", **given)
        assert (refused.came, refused.fault, refused.review, refused.status) == ("refused", Fault.PROJECT, None, None)
        assert again.id == refused.id, "and the same refusal stands once"


def test_a_bad_request_for_another_project_is_refused_as_one_for_another_project(desk: Desk, cedar: Desk) -> None:
    with connected(desk, "birch", "birch") as birch:
        refused = birch.intake.capture({"text": TEXT, "type": "look here", "project": "cedar"})
    assert refused.fault is Fault.PROJECT
    assert {name for name, _ in refused.faults} == {"project", "source", "type"}
    assert cedar.intake.page("quarantine").model_dump()["refused"] == ()


# a reference


@pytest.mark.parametrize("other", [{"text": "Other words."}, {"scope": "at night"}, {"date": "2026-01-01"}], ids=str)
def test_a_reference_that_is_used_for_other_words_is_refused_and_nothing_is_lost(
    desk: Desk, other: dict[str, Any]
) -> None:
    first = sent(desk, client_ref="job-7")
    late = sent(desk, **{"client_ref": "job-7", **other})
    assert (late.came, late.fault) == ("refused", Fault.SCHEMA)
    [(field, sentence)] = late.faults
    assert (field, "used for other words" in sentence) == ("client_ref", True)
    assert desk.queue_keys(Queue.QUARANTINE) == (late.id,)
    kept = str(getattr(desk.show(str(late.id)), "raw", ""))
    assert all(word in kept for word in other.values())
    before = head(desk)
    assert sent(desk, **{"client_ref": "job-7", **other}).id == late.id
    assert sent(desk, client_ref="job-7").id == first.id
    assert head(desk) == before
    decide(desk, "resubmit", str(late.id))
    assert len(desk.item_keys()) == 2
    assert sent(desk, client_ref="job-7").id == first.id
    sound(desk)


def test_a_reference_whose_request_was_refused_is_free_for_the_mended_one(desk: Desk) -> None:
    bad = desk.intake.capture({"text": TEXT, "client_ref": "7"})
    good, again = sent(desk, client_ref="7"), sent(desk, client_ref="7")
    assert (bad.came, good.came, again.came, again.id) == ("refused", "captured", "known", good.id)
    assert desk.intake.capture({"text": TEXT, "client_ref": "7"}).id == bad.id


def test_what_was_refused_for_want_of_a_task_is_taken_once_there_is_one(desk: Desk) -> None:
    given = {"type": "working", "task": "task-0001", "client_ref": "7"}
    early, again = sent(desk, **given), sent(desk, **given)
    assert (early.fault, again.id) == (Fault.TASK, early.id)
    desk.intake.open_task("late")
    assert sent(desk, **given).came == "captured"


def test_a_reference_bears_the_day_it_came_on_or_none(desk: Desk, clock: StillClock) -> None:
    with claimed(desk, "codex") as one:
        first = sent(one, client_ref="7")
        clock.tick(days=1)
        dated = sent(one, client_ref="7", date="2026-06-01")
    assert (first.came, dated.came, dated.id) == ("captured", "known", first.id)


def test_a_reference_of_a_task_is_of_one_project(desk: Desk) -> None:
    task = desk.intake.open_task("one", project="cedar", client_ref="7")
    assert desk.intake.open_task("one", project="cedar", client_ref="7") == task
    with pytest.raises(Refusal) as refused:
        desk.intake.open_task("one", project="birch", client_ref="7")
    assert refused.value.kind is RefusalKind.RULE


# a file, a drop folder, the spool


def held_back(agent: Desk, **more: Any) -> None:
    """Send something while the store is busy, so that it is put down beside it."""
    agent.store.busy_seconds = 0.05
    with closing(Store(agent.path)) as other, other.locked():
        assert sent(agent, **more).came == "spooled"


@pytest.mark.parametrize("given", [{}, {"client_ref": "7"}], ids=["the same words", "the same reference"])
def test_what_was_taken_and_is_sent_again_to_a_busy_store_does_not_come_in_twice(
    desk: Desk, cedar: Desk, given: dict[str, str]
) -> None:
    for writer in (desk, cedar):
        sent(writer, **given)
        held_back(writer, **given)
    report = desk.intake.scan()
    assert (report.captured, report.known) == (0, 2)
    assert len(desk.item_keys()) == 2


def test_what_was_put_down_for_it_keeps_nothing_out_that_a_writer_sends_itself(desk: Desk, cedar: Desk) -> None:
    held_back(cedar)
    assert desk.intake.scan().captured == 1
    own = sent(cedar)
    assert (own.came, own.review) == ("captured", Review.SOURCE_CLAIM)
