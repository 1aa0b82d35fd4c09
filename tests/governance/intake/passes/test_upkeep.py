"""What a pass sees to beside new captures: knowledge that lay untouched, and pending state whose successor is known."""

from __future__ import annotations

from typing import Any

import pytest

from governance.authority.policy import DEFAULT
from governance.desk import Desk
from store.records.words import Status
from tests.clock import StillClock
from tests.governance.builders import an_item, an_open_run, closed
from tests.governance.intake.passes.passing import both, port, row, send, sound

SAFE = "retries are safe after a timeout"


def test_what_lay_untouched_is_cooled_by_age_and_stays_what_it_is(desk: Desk, clock: StillClock) -> None:
    old = send(desk, "the crane is slow")
    state = port(desk, "the port is 80", "2026-05-01")
    both(desk)
    clock.tick(days=179)
    assert desk.intake.distill().cooled == ()
    clock.tick(days=2)
    report = desk.intake.distill()
    assert report.cooled == (old,)
    assert (row(desk, old).cooled, row(desk, old).status) == (True, Status.ACTIVE)
    assert not row(desk, state).cooled
    assert sound(desk)


def test_with_no_days_in_the_policy_nothing_is_cooled(
    desk: Desk, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.intake, "policy", lambda: DEFAULT.model_copy(update={"cool_days": 0}))
    send(desk, "the crane is slow")
    both(desk)
    clock.tick(days=4_000)
    assert desk.intake.distill().cooled == ()


def test_pending_state_gives_way_once_its_successor_is_known(desk: Desk) -> None:
    new = port(desk, "the port is 81", "2026-05-02")
    both(desk)
    old = an_item(
        desk, kind="state", status="pending-cleanup", subject="gate:port", text="the port is 80", superseded_by=new
    )
    report = desk.intake.distill()
    assert report.resolved == (old,)
    assert (row(desk, old).status, row(desk, old).superseded_by) == (Status.SUPERSEDED, new)


def test_pending_state_that_gives_way_to_a_new_capture_counts_as_resolved(desk: Desk) -> None:
    old = port(desk, "the port is 80", "2026-05-01")
    send(desk, "the gate was never moved", refutes=[old])
    assert both(desk).pending == (old,)
    new = port(desk, "the port is 81", "2026-05-02")
    report = both(desk)
    assert ([one.id for one in report.superseded], report.resolved) == ([old], (old,))
    assert row(desk, old).superseded_by == new
    assert sound(desk)


@pytest.mark.parametrize("more", [{"project": "cedar"}, {"scope": "staging"}], ids=str)
def test_pending_state_is_not_resolved_across_projects_and_scopes(desk: Desk, more: dict[str, str]) -> None:
    new = port(desk, "the port is 81", "2026-05-02", **more)
    both(desk)
    old = an_item(
        desk, kind="state", status="pending-cleanup", subject="gate:port", text="the port is 80", superseded_by=new
    )
    assert desk.intake.distill().resolved == ()
    assert row(desk, old).status is Status.PENDING
    assert sound(desk)


def test_nothing_of_an_import_that_is_still_open_is_moved(desk: Desk) -> None:
    new = port(desk, "the port is 81", "2026-05-02")
    both(desk)
    run = an_open_run(desk)
    old = an_item(
        desk, kind="state", status="pending-cleanup", subject="gate:port", text="the port is 80",
        superseded_by=new, run=run,
    )  # fmt: skip
    doubted = an_item(desk, text=SAFE, run=run)
    send(desk, "after a timeout the write had happened already", refutes=[doubted])
    report = both(desk)
    assert (report.resolved, report.pending) == ((), ())
    closed(desk, run)
    assert desk.intake.distill().resolved == (old,)


def test_pending_knowledge_is_never_resolved(desk: Desk) -> None:
    new = send(desk, "the crane is fast")
    both(desk)
    old = an_item(desk, status="pending-cleanup", text="the crane is slow", superseded_by=new)
    assert desk.intake.distill().resolved == ()
    assert row(desk, old).status is Status.PENDING


def test_what_was_taken_in_today_is_not_cooled_however_old_it_is(desk: Desk, clock: StillClock) -> None:
    old = an_item(desk, text="the crane is slow", date="2019-01-01")
    assert desk.intake.distill().cooled == ()
    clock.tick(days=181)
    assert desk.intake.distill().cooled == (old,)


def test_pending_state_gives_way_to_a_known_successor_only_once_that_holds(desk: Desk, clock: StillClock) -> None:
    typed = {"typed": [["valid_from", "2026-07-01"]], "scope": "production"}
    both_rows: dict[str, Any] = {"kind": "state", "subject": "gate:port", "type": "semantic", "words": typed}
    new = an_item(desk, text="the port is 81", date="2026-05-02", **both_rows)
    old = an_item(desk, status="pending-cleanup", text="the port is 80", superseded_by=new, **both_rows)
    assert desk.intake.distill().resolved == ()
    assert row(desk, old).status is Status.PENDING
    clock.tick(days=40)
    assert desk.intake.distill().resolved == (old,)
    assert sound(desk)
