"""What a withdrawal is not: no verdict, no cleanup, no way for a row to come back or for a pass to decide."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.entry import Draft
from store.records.views import ItemFilter
from store.records.words import Action, Queue, Reason, Status
from tests.builders import a_control, a_draft
from tests.clock import StillClock
from tests.governance.builders import an_item, an_open_run, closed, did, links_of, sound, untouched
from tests.governance.forgetting.gazing import MARK, nowhere
from tests.governance.forgetting.scopes import WHY, act, reinstate, withdraw
from tests.governance.intake.passes.passing import both, port, row, send

FACT = f"The {MARK} is kept cold."


def test_withdrawing_and_giving_back_changes_no_status_and_no_confidence(desk: Desk) -> None:
    standings: list[tuple[str, dict[str, Any]]] = [
        ("active", {"confidence": "confirmed"}),
        ("pending-cleanup", {"confidence": "inferred"}),
        ("stale", {"confidence": "observed-once"}),
        ("active", {"cooled": True}),
        ("active", {"drift": ["source-missing"], "source": None}),
    ]
    names = [an_item(desk, status=status, text=f"fact {n}", **more) for n, (status, more) in enumerate(standings)]
    before = {name: desk.item(name).row.model_dump(exclude={"withdrawn"}) for name in names}
    control = withdraw(desk, *names)
    behind = {name: desk.look_behind(name)[0].row.model_dump(exclude={"withdrawn"}) for name in names}  # type: ignore[attr-defined]
    assert behind == before
    reinstate(desk, control)
    assert {name: desk.item(name).row.model_dump(exclude={"withdrawn"}) for name in names} == before
    sound(desk)


@pytest.mark.parametrize("verb", ["keep", "stale", "cool", "retag", "source", "correct", "defer"])
def test_nobody_clears_or_moves_anything_by_way_of_a_withdrawal(desk: Desk, verb: str) -> None:
    """While it is withdrawn nothing is decided about it; given back, it stands where it stood."""
    name = an_item(desk, status="pending-cleanup", text=FACT)
    control = withdraw(desk, name)
    before = untouched(desk)
    args: dict[str, dict[str, Any]] = {
        "retag": {"kind": "knowledge"},
        "source": {"source": "seen"},
        "correct": {"text": "x"},
        "defer": {"until": "7d"},
    }
    with pytest.raises(Refusal, match="is withdrawn by"):
        act(desk, verb, name, **args.get(verb, {}))
    assert untouched(desk) == before
    reinstate(desk, control)
    assert desk.item(name).row.status is Status.PENDING
    assert name in desk.queue_keys(Queue.PENDING)


def test_no_superseded_row_comes_back_when_the_live_one_is_withdrawn(desk: Desk) -> None:
    old, new = port(desk, "port 1", "2026-05-01"), port(desk, f"port {MARK}", "2026-05-02")
    both(desk)
    assert (row(desk, old).status, row(desk, old).superseded_by) == (Status.SUPERSEDED, new)
    withdraw(desk, new)
    both(desk)
    assert (row(desk, old).status, row(desk, old).superseded_by) == (Status.SUPERSEDED, new)
    assert old not in desk.item_keys(ItemFilter(live=True))
    assert str(desk.intake.page("index").model_dump()["recent"]) == "()"
    assert "superseded" in str(desk.item(old).strip.status)
    late = port(desk, "port 0", "2026-04-01")
    both(desk)
    assert row(desk, old).status is Status.SUPERSEDED
    assert row(desk, late).status is Status.ACTIVE, "what is withdrawn supersedes nothing"
    nowhere(desk, MARK)
    sound(desk)


def test_no_pass_resolves_a_pending_item_onto_a_withdrawn_successor(desk: Desk) -> None:
    new = an_item(desk, kind="state", text=f"port {MARK}", subject="gate:port")
    old = an_item(desk, kind="state", text="port 1", subject="gate:port", status="pending-cleanup", superseded_by=new)
    control = withdraw(desk, new)
    both(desk)
    assert row(desk, old).status is Status.PENDING
    with pytest.raises(Refusal):
        act(desk, "resolve", old, by=new)
    assert row(desk, old).status is Status.PENDING
    nowhere(desk, MARK)
    reinstate(desk, control)
    send(desk, "something new")
    both(desk)
    assert row(desk, old).status is Status.SUPERSEDED, "given back, it counts again"
    sound(desk)


def test_a_withdrawn_accuser_marks_nothing_and_a_withdrawn_item_is_accused_of_nothing(desk: Desk) -> None:
    one, other = send(desk, "Retries are safe."), send(desk, "Builds take nine minutes.")
    both(desk)
    accuser = send(desk, f"The {MARK} says otherwise.", refutes=[one])
    withdraw(desk, accuser)
    control = withdraw(desk, other)
    send(desk, "Builds take ten minutes by now.", refutes=[other])
    both(desk)
    assert row(desk, one).status is Status.ACTIVE
    reinstate(desk, control)
    assert row(desk, other).status is Status.ACTIVE
    nowhere(desk, MARK)


def test_nothing_is_cooled_suggested_or_folded_by_a_pass_while_it_is_withdrawn(desk: Desk, clock: StillClock) -> None:
    one = send(desk, f"Retries of {MARK} are always safe at night.")
    both(desk)
    control = withdraw(desk, one)
    clock.tick(days=400)
    two = send(desk, "Retries are always safe at night.")
    both(desk)
    assert links_of(desk, two) == set()
    assert desk.queue_keys(Queue.SUGGESTED) == ()
    nowhere(desk, MARK)
    reinstate(desk, control)
    assert not row(desk, one).cooled


def test_a_carried_withdrawal_of_an_import_that_is_open_excludes_and_is_no_finding(desk: Desk) -> None:
    """What came with a memory excludes, whoever decided it there; it ends by a person's decision here."""
    name, run = an_item(desk, text=FACT), an_open_run(desk)
    did(desk, a_control(name, state="carried", run=run))
    closed(desk, run)
    nowhere(desk, MARK)
    sound(desk)
    [control] = [scope.control for scope in desk.forgetting.called(desk.forgetting.scopes())]
    reinstate(desk, str(control))
    assert name in desk.item_keys()
    sound(desk)


def test_a_fork_is_a_finding_that_a_person_reconciles(desk: Desk) -> None:
    name = an_item(desk, text=FACT)
    one = withdraw(desk, name)
    run = an_open_run(desk)
    did(desk, a_control(name, state="carried", run=run, supersedes=one))
    did(desk, a_control(name, state="carried", run=run, supersedes=one))
    closed(desk, run)
    [waits] = desk.queue_keys(Queue.WITHDRAWALS)
    with pytest.raises(Refusal, match="reconcile"):
        act(desk, "reinstate", waits, reason=Reason.USABLE_AGAIN)
    act(desk, "reconcile", waits, reason=Reason.RECONCILED, by="reinstate")
    assert desk.queue_keys(Queue.WITHDRAWALS) == ()
    assert name in desk.item_keys()
    sound(desk)


def test_a_draft_of_a_control_bears_ids_and_closed_words_alone(desk: Desk) -> None:
    """The record never says what it was that is withdrawn; a note stands in the payload, where it can be erased."""
    name = an_item(desk, text=FACT)
    withdraw(desk, name, note=f"because of the {MARK}")
    with desk.store.reading() as conn:
        headers = b"".join(row[0] for row in conn.execute("SELECT header FROM log"))
    assert MARK.encode() not in headers
    control = desk.forgetting.scope(next(n for n in excluded_controls(desk)))
    assert (control.last.reason, control.last.note) == (WHY, f"because of the {MARK}")


def excluded_controls(desk: Desk) -> list[str]:
    return [str(scope.control) for scope in desk.forgetting.called(desk.forgetting.scopes())]


def test_a_restored_version_of_a_withdrawn_row_is_withdrawn_too(desk: Desk) -> None:
    name = an_item(desk, text=FACT, status="pending-cleanup")
    version = row(desk, name).from_seq
    withdraw(desk, name)
    did(desk, a_draft(Draft(Action.REVIEW, (name,), {"restore": version})))
    nowhere(desk, MARK)
