"""What stands: scope, validity and claims move no value that they do not speak of, and nothing sound is pushed out."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from governance.influence.sides import VALUE
from store.records.recall import BeliefStatus, Standing
from store.records.views.recall import Answer
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import a_state, results, told, typed

CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}
LONG = "a long winding sentence that names the gate once among a great many other words of no import"


def a_value(desk: Desk, text: str, date: str, scope: str = "project", **fields: str) -> str:
    """A claim of the subject `gate:port` with its validity."""
    words = {"scope": scope}
    return typed(
        desk, "semantic", text, CLAIM | fields, kind="state", subject="gate:port", date=date, words=words,
        confidence="confirmed",
    )  # fmt: skip


def currents(answer: Answer) -> list[list[str]]:
    """Of each conflict the rows that stand for the answer."""
    return [[row.memory_id for row in conflict.rows if row.current] for conflict in answer.conflicts]


# scope


def test_a_newer_value_of_another_scope_outdates_none_and_is_told_beside_it(desk: Desk) -> None:
    here = a_value(desk, "the gate listens on 8443", "2026-05-01", "case:1")
    there = a_value(desk, "the gate listens on 9443", "2026-05-20", "case:2")
    answer = desk.recalling.recall("gate listens", use_role="action-premise", scope="case:1")
    assert told(answer) == (here,)
    [conflict] = answer.conflicts
    assert ({row.memory_id for row in conflict.rows}, currents(answer)) == ({here, there}, [[]])
    assert "different projects, lanes or scopes" in conflict.sentence


def test_a_newer_value_that_names_no_scope_outdates_one_that_does(desk: Desk) -> None:
    a_value(desk, "the gate listens on 8443", "2026-05-01", "case:1")
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    assert currents(desk.recalling.recall("gate listens")) == [[new]]


def test_the_newest_that_names_no_scope_stands_before_values_of_several_scopes(desk: Desk) -> None:
    old = [a_value(desk, f"the gate listens on {n}443", f"2026-05-0{n}", f"case:{n}") for n in (1, 2)]
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    answer = desk.recalling.recall("gate listens", payloads=5)
    assert {one.memory_id for one in results(answer) if one.standing is Standing.HISTORICAL} == set(old)
    assert currents(answer) == [[new]]
    assert answer.conflicts[0].sentence.startswith(f"The value of 2026-05-20 ({new}) stands")


# validity


@pytest.mark.parametrize("role", ["background", "action-premise", "constraint"])
@pytest.mark.parametrize("date", ["2026-03-01", "2026-05-30"])
def test_a_value_whose_validity_is_over_disagrees_with_none_that_holds_whatever_its_date(
    desk: Desk, role: str, date: str
) -> None:
    a_value(desk, "the gate listened on 8443", date, valid_to="2026-04-01")
    new = a_value(desk, "the gate listens on 9443", "2026-04-02", valid_from="2026-04-01")
    answer = desk.recalling.recall("gate", use_role=role, payloads=5)
    assert (told(answer), answer.conflicts) == ((new,), ())
    assert results(answer)[0].belief_status is not BeliefStatus.CONFLICTED


def test_one_who_asks_for_what_is_in_doubt_is_told_that_the_later_value_does_not_hold(desk: Desk) -> None:
    a_value(desk, "the gate listened on 8443", "2026-05-30", valid_to="2026-04-01")
    new = a_value(desk, "the gate listens on 9443", "2026-04-02", valid_from="2026-04-01")
    [conflict] = desk.recalling.recall("gate", use_role="conflict-source", payloads=5).conflicts
    assert [row.memory_id for row in conflict.rows if row.current] == [new]
    assert "what is later is in doubt or does not hold then" in conflict.sentence
    assert "earlier" not in conflict.sentence


def test_a_later_value_in_doubt_is_not_called_earlier(desk: Desk) -> None:
    stands = a_state(desk, "the gate listens on 8443", "gate:port", date="2026-05-02")
    a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-05", status="pending-cleanup")
    answer = desk.recalling.recall("gate listens", payloads=5)
    assert currents(answer) == [[stands]]
    assert answer.conflicts[0].sentence == (
        f"The value of 2026-05-02 ({stands}) stands for this answer; what is later is in doubt or does not hold then."
        " Where another one should hold, ask a person to reconcile."
    )


def test_of_what_gave_way_to_a_value_that_came_after_the_moment_asked_about_nothing_is_left_to_settle(
    desk: Desk,
) -> None:
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    old = a_state(
        desk, "the gate listens on 8443", "gate:port", date="2026-05-01", status="superseded", superseded_by=new
    )
    [conflict] = desk.recalling.recall("8443", when="2026-05-10").conflicts
    assert ({row.memory_id for row in conflict.rows}, conflict.code) == ({old, new}, "superseded")
    assert conflict.sentence.startswith(f"What took the place of these, {new} of 2026-05-20, does not hold at the")


def test_what_goes_on_under_another_subject_disagrees_with_itself_no_more(desk: Desk) -> None:
    old = a_state(desk, "the gate listens on 8443", "gate:port", date="2026-05-01")
    a_state(desk, "the pier listens on 9443", "gate:port", date="2026-05-02")
    fresh = decide(desk, "both", old, subject="gate:old-port").ids[0]
    found = {one.memory_id: one for one in results(desk.recalling.recall("8443", payloads=5))}
    assert (found[old].standing, found[old].superseded_by) == (Standing.HISTORICAL, fresh)
    assert found[fresh].standing is Standing.CURRENT
    assert desk.recalling.recall("8443", payloads=5).conflicts == ()


# claims


def test_a_value_stands_although_somebody_claims_against_an_earlier_one(desk: Desk) -> None:
    old = a_state(desk, "the gate listens on 8443", "gate:port", date="2026-05-01")
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    claim = an_item(desk, text="nothing ever listened", links=[("contradicts", old)])
    answer = desk.recalling.recall("gate listens", payloads=5)
    assert [(one.subject, one.code) for one in answer.conflicts] == [("gate:port", "subject"), (None, "contradiction")]
    assert [{row.memory_id for row in one.rows} for one in answer.conflicts] == [{old, new}, {old, claim}]
    assert currents(answer) == [[new], []]


@pytest.mark.parametrize("own", [True, False])
def test_what_the_askers_own_task_wrote_down_disagrees_too_and_that_of_another_task_does_not(
    desk: Desk, own: bool
) -> None:
    tasks = [desk.intake.open_task("mine"), desk.intake.open_task("another")]
    fact = an_item(desk, text="retries are safe")
    value = a_state(desk, "the retries are three", "gate:retries", date="2026-05-01")
    note = an_item(
        desk, text="zulu was charged twice", place="inbox", type="working", task=tasks[0], links=[("refutes", fact)]
    )
    other = an_item(
        desk, kind="state", text="zulu made four", subject="gate:retries", place="inbox", type="working",
        task=tasks[0], date="2026-05-05",
    )  # fmt: skip
    answer = desk.recalling.recall("retries", task=tasks[0 if own else 1], payloads=5)
    beside = {row.memory_id for conflict in answer.conflicts for row in conflict.rows}
    assert beside == ({fact, note, value, other} if own else set())
    assert ("zulu" in answer.model_dump_json()) is own
    assert {one.standing for one in results(answer) if one.memory_id == fact} == {
        Standing.NEEDS_REVIEW if own else Standing.CURRENT
    }


# what there is room for


def test_what_is_disputed_pushes_no_sound_premise_out(desk: Desk) -> None:
    hub = typed(desk, "semantic", "gate gate rule hub", CLAIM, date="2026-02-01")
    for number in range(40):
        typed(desk, "semantic", f"gate pier rule ferry {number}", CLAIM, links=[("contradicts", hub)])
    sound = typed(desk, "semantic", LONG, CLAIM, date="2026-01-02")
    answer = desk.recalling.recall("gate pier rule ferry", use_role="action-premise")
    assert told(answer) == (sound,)
    assert dict(answer.left_out) == {"another record disagrees": 41}
    assert answer.not_opened == 0


def test_what_is_outdated_pushes_no_sound_record_out(desk: Desk) -> None:
    for number in range(40):
        a_state(desk, f"gate pier ferry {number}", "gate:port", date=f"2026-04-{1 + number % 28:02}")
    sound = an_item(desk, text=LONG, date="2026-01-02")
    answer = desk.recalling.recall("gate pier ferry", payloads=2)
    assert sound in told(answer)
    assert results(answer)[0].standing is Standing.CURRENT


@pytest.mark.parametrize("payloads", [1, 2, 10])
def test_whatever_fits_and_is_not_opened_is_counted_also_where_it_is_not_named(desk: Desk, payloads: int) -> None:
    for number in range(60):
        an_item(desk, text=f"gate number {number}")
    answer = desk.recalling.recall("gate", payloads=payloads)
    assert (answer.budget.rows_weighed, answer.not_opened, len(answer.further)) == (60, 60 - payloads, 20)


def test_of_a_long_value_a_conflict_says_that_there_is_more(desk: Desk) -> None:
    a_state(desk, f"gate {'x' * VALUE} 8443", "gate:port", date="2026-05-01")
    a_state(desk, "gate 9443", "gate:port", date="2026-05-02")
    [conflict] = desk.recalling.recall("gate", payloads=5).conflicts
    assert [row.cut for row in conflict.rows] == [True, False]
