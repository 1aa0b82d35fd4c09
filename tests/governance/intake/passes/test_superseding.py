"""State gives way only to state of exactly the same subject, project, scope and type, of a later date (law 6)."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

from governance.desk import Desk
from store.records.words import Status
from store.views.passes import of_subject
from tests.governance.intake.passes.passing import both, port, row, send, sound


def statuses(desk: Desk, *names: str) -> list[Any]:
    return [row(desk, name).status for name in names]


@pytest.mark.parametrize("together", [True, False], ids=["in one pass", "in two passes"])
def test_newer_state_of_the_same_subject_supersedes(desk: Desk, together: bool) -> None:
    old = port(desk, "the port is 80", "2026-05-01")
    if not together:
        both(desk)
    new = port(desk, "the port is 81", "2026-05-02")
    [found] = both(desk).superseded
    assert found.model_dump() == {
        "subject": "gate:port", "id": old, "date": "2026-05-01", "value": "the port is 80",
        "successor": new, "successor_date": "2026-05-02", "successor_value": "the port is 81",
    }  # fmt: skip
    assert (row(desk, old).status, row(desk, old).superseded_by) == (Status.SUPERSEDED, new)
    assert desk.item(old).text == "the port is 80"
    assert row(desk, new).status is Status.ACTIVE
    assert sound(desk)


@pytest.mark.parametrize("together", [True, False], ids=["in one pass", "in two passes"])
def test_an_older_value_that_comes_late_becomes_history(desk: Desk, together: bool) -> None:
    new = port(desk, "the port is 81", "2026-05-02")
    if not together:
        both(desk)
    old = port(desk, "the port is 80", "2026-05-01")
    both(desk)
    assert statuses(desk, old, new) == [Status.SUPERSEDED, Status.ACTIVE]
    assert row(desk, old).superseded_by == new


def test_equal_dates_stay_beside_each_other(desk: Desk) -> None:
    names = [port(desk, f"the port is {n}", "2026-05-01") for n in (80, 81, 82)]
    assert both(desk).superseded == ()
    assert statuses(desk, *names) == [Status.ACTIVE] * 3
    late = port(desk, "the port is 70", "2026-04-01")
    both(desk)
    assert (row(desk, late).status, row(desk, late).superseded_by) == (Status.SUPERSEDED, names[0])
    newer = port(desk, "the port is 90", "2026-06-01")
    assert len(both(desk).superseded) == 3
    assert statuses(desk, *names, newer) == [Status.SUPERSEDED] * 3 + [Status.ACTIVE]


@pytest.mark.parametrize(
    "other",
    [
        {"subject": "gate:ports"},
        {"subject": "Gate:port"},
        {"project": "birch"},
        {"project": None},
        {"scope": "staging"},
        {"type": "semantic", "valid_from": "2026-05-02", "confidence": "inferred", "provenance": "seen"},
        {"kind": "knowledge"},
    ],
    ids=str,
)
def test_across_any_difference_nothing_is_superseded(desk: Desk, other: dict[str, Any]) -> None:
    mine = {"project": "cedar", "scope": "production"}
    old = port(desk, "the port is 80", "2026-05-01", **mine)
    given = {name: value for name, value in (mine | other).items() if value is not None}
    new = port(desk, "the port is 81", "2026-05-02", **given)
    assert both(desk).superseded == ()
    assert statuses(desk, old, new) == [Status.ACTIVE] * 2


def test_knowledge_is_not_superseded_however_alike(desk: Desk) -> None:
    old = send(desk, "the port is 80", date="2026-05-01", subject="gate:port")
    new = send(desk, "the port is 81", date="2026-05-02", subject="gate:port")
    assert both(desk).superseded == ()
    assert statuses(desk, old, new) == [Status.ACTIVE] * 2


def test_what_awaits_a_person_supersedes_nothing(desk: Desk) -> None:
    new = port(desk, "the port is 81", "2026-05-03")
    send(desk, "the gate was never moved", refutes=[new])
    both(desk)
    assert row(desk, new).status is Status.PENDING
    old = port(desk, "the port is 80", "2026-05-01")
    both(desk)
    assert statuses(desk, old, new) == [Status.ACTIVE, Status.PENDING]


def test_what_was_doubted_in_the_same_batch_gives_way_as_what_it_is_by_then(desk: Desk) -> None:
    old = port(desk, "the port is 80", "2026-05-01")
    send(desk, "the gate was never moved", refutes=[old])
    new = port(desk, "the port is 81", "2026-05-02")
    both(desk)
    assert (row(desk, old).status, row(desk, old).superseded_by) == (Status.SUPERSEDED, new)
    assert dict(desk.item(old).history[-1].before)["status"] == "pending-cleanup"
    assert sound(desk)


def test_the_rows_of_a_subject_are_found_without_looking_at_every_row(desk: Desk) -> None:
    asked: list[str] = []
    with desk.store.reading() as conn:
        conn.set_trace_callback(asked.append)
        of_subject(conn, [1, 2, 3])
        conn.set_trace_callback(None)
        plan = [step[3] for step in conn.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert "(body=?)" in plan[0]


def test_thousands_of_values_of_one_subject_are_distilled_in_seconds(desk: Desk) -> None:
    facts = [
        {"text": f"the port is {n}", "kind": "state", "subject": "gate:port", "source": "s", "date": "2026-05-01"}
        for n in range(1_500)
    ]
    desk.intake.capture_all([desk.intake.sent(one) for one in facts])
    desk.intake.archive()
    began = perf_counter()
    desk.intake.distill()
    assert perf_counter() - began < 5
