"""No answer gives one side alone: whatever disagrees with a result stands beside it, whole and dated (P§15.2.1)."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from governance.influence.gate import LOOSE, STRICT
from store.records.recall import BeliefStatus, Standing, UseRole
from store.records.views.recall import Answer
from store.records.words import Status
from tests.governance.builders import a_desk, an_item, decide
from tests.governance.influence.learned import a_state, asked, results, told, typed
from tests.governance.influence.situations import CLAIMS, LED, Situation, behind, situations


def beside(answer: Answer, name: str) -> set[str]:
    """What hangs together with a result in the conflicts of the answer."""
    found, every = {name}, [{row.memory_id for row in conflict.rows} for conflict in answer.conflicts]
    for _ in every:
        found |= {other for rows in every if rows & found for other in rows}
    return found - {name}


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, list[Situation]]:
    desk = a_desk(tmp_path_factory.mktemp("crowd"))
    return desk, situations(desk, 200)


@pytest.fixture(scope="module")
def successors(tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, list[Situation]]:
    desk = a_desk(tmp_path_factory.mktemp("successors"))
    return desk, behind(desk, 60)


def whole(situation: Situation, answer: Answer, role: UseRole) -> None:
    """Something of it is told, with everything beside it that has to be; what is valid no more is no result."""
    shown = [name for name in told(answer) if name in situation.names]
    assert shown, situation
    for name in shown:
        assert situation.others(name, role) <= beside(answer, name), situation
    if situation.way == "over":
        assert shown == [situation.names[1]], situation
        assert (situation.names[0] in answer.model_dump_json()) is (role in LOOSE), situation


@pytest.mark.parametrize(("more", "payloads"), [("", 1), (" retry", 10)])
@pytest.mark.parametrize("role", [UseRole.BACKGROUND, UseRole.CONFLICT_SOURCE, UseRole.ANALOGY])
def test_in_two_hundred_generated_conflicts_no_answer_gives_one_side_alone(
    crowd: tuple[Desk, list[Situation]], role: UseRole, more: str, payloads: int
) -> None:
    desk, every = crowd
    for situation in every:
        whole(situation, desk.recalling.recall(situation.thing + more, use_role=role, payloads=payloads), role)
    ways = {"subject", "spelled", "successor", "over", *CLAIMS}
    assert {(one.way, one.firm) for one in every} == {(way, firm) for way in ways for firm in (True, way == "over")}


@pytest.mark.parametrize("payloads", [1, 10])
def test_in_two_hundred_generated_conflicts_no_search_gives_one_side_alone(
    crowd: tuple[Desk, list[Situation]], payloads: int
) -> None:
    desk, every = crowd
    for situation in every:
        whole(situation, desk.recalling.search(situation.thing, payloads=payloads), UseRole.BACKGROUND)


@pytest.mark.parametrize("role", sorted(STRICT))
def test_in_two_hundred_generated_conflicts_nothing_that_is_disputed_is_a_premise_and_all_sides_are_named(
    crowd: tuple[Desk, list[Situation]], role: UseRole
) -> None:
    desk, every = crowd
    for situation in every:
        answer = desk.recalling.recall(f"{situation.thing} retry", use_role=role, payloads=10)
        assert set(told(answer)) & set(situation.names) == situation.premises, situation
        named = [{row.memory_id for row in conflict.rows} for conflict in answer.conflicts]
        assert any(set(situation.names) <= rows for rows in named) is situation.disputed, situation


@pytest.mark.parametrize("payloads", [1, 10])
@pytest.mark.parametrize("role", [UseRole.BACKGROUND, UseRole.CONFLICT_SOURCE, UseRole.ANALOGY])
def test_whatever_stands_behind_what_took_its_place_is_told_with_a_record_that_gave_way(
    successors: tuple[Desk, list[Situation]], role: UseRole, payloads: int
) -> None:
    desk, every = successors
    for situation in every:
        answer = desk.recalling.recall(f"thing{situation.number}", use_role=role.value, payloads=payloads)
        old, *others = situation.names
        assert told(answer) == (old,), situation
        assert set(others) == beside(answer, old), situation
    assert {situation.way for situation in every} == set(LED)


def test_of_state_rows_the_newest_stands_for_the_answer_and_the_older_is_history(desk: Desk) -> None:
    old = a_state(desk, "the gate listens on 8443", "gate:port", date="2026-05-01")
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-02")
    answer = desk.recalling.recall("gate listens", payloads=5)
    assert [(one.memory_id, one.standing) for one in results(answer)] == [
        (new, Standing.CURRENT),
        (old, Standing.HISTORICAL),
    ]
    [conflict] = answer.conflicts
    assert conflict.subject == "gate:port"
    assert [(row.memory_id, row.date, row.current) for row in conflict.rows] == [
        (old, "2026-05-01", False),
        (new, "2026-05-02", True),
    ]
    assert conflict.sentence.startswith(f"The value of 2026-05-02 ({new}) stands for this answer")
    assert (desk.item(old).row.status, desk.item(new).row.status) == (Status.ACTIVE, Status.ACTIVE)


MANY = 99


def test_of_a_conflict_of_many_rows_the_newest_and_all_that_were_returned_are_told_and_the_rest_is_counted(
    desk: Desk,
) -> None:
    names = [
        a_state(
            desk,
            f"the {'old' if at < 3 else ''} gate listens on {at}",
            "gate:port",
            date=f"2026-0{1 + at // 28}-{1 + at % 28:02}",
        )
        for at in range(MANY)
    ]
    answer = desk.recalling.recall("old gate", payloads=4)
    assert set(told(answer)) == {*names[:3], names[-1]}
    [conflict] = answer.conflicts
    assert [row.memory_id for row in conflict.rows] == names[:3] + names[-6:]
    assert [row.memory_id for row in conflict.rows if row.current] == names[-1:]
    assert (conflict.more, conflict.sentence.split(" stands")[0]) == (90, f"The value of 2026-04-15 ({names[-1]})")
    assert "90 more rows of what disagrees here are not told: each conflict says how many it has." in answer.cautions
    for one in results(answer):
        others = [name for name in names if name != one.memory_id]
        assert (one.conflicts_with, one.conflicts_more) == (tuple(others[-5:]), 93)
        assert f"It disagrees with {', '.join(others[:3])} and 95 more: read both before acting." in one.cautions


@pytest.mark.parametrize("way", CLAIMS)
def test_what_a_result_disagrees_with_is_told_beside_it_however_many_newer_ones_the_conflict_has(
    desk: Desk, way: str
) -> None:
    hub = an_item(desk, text="retries are safe", date="2026-01-01")
    old = an_item(desk, text="kelp is never safe", date="2026-01-02", links=[(way, hub)])
    for at in range(20):
        an_item(desk, text="retries are never safe", date=f"2026-02-{at + 1:02}", links=[(way, hub)])
    answer = desk.recalling.recall("kelp safe", payloads=1)
    assert told(answer) == (old,)
    assert hub in beside(answer, old)
    assert answer.conflicts[0].more == 15


def test_a_value_of_after_the_moment_asked_about_outdates_none_that_held_then(desk: Desk) -> None:
    old = a_state(desk, "the gate listens on 8443", "gate:port", date="2026-05-01")
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    answer = desk.recalling.recall("gate listens", payloads=5, when="2026-05-10")
    assert [(one.memory_id, one.standing) for one in results(answer)] == [
        (old, Standing.CURRENT),
        (new, Standing.NOT_LOAD_BEARING),
    ]
    [conflict] = answer.conflicts
    assert [(row.memory_id, row.current) for row in conflict.rows] == [(old, True), (new, False)]
    assert conflict.sentence.startswith(f"The value of 2026-05-01 ({old}) stands for this answer; what is later came")


def test_a_spelling_of_after_the_moment_asked_about_disputes_none_that_held_then(desk: Desk) -> None:
    old = a_state(desk, "the gate listens on 8443", "Gate:port", date="2026-05-01")
    new = a_state(desk, "the gate listens on 9443", "gate:port", date="2026-05-20")
    found = {
        when: {one.memory_id: one.standing for one in results(desk.recalling.recall("gate", payloads=5, when=when))}
        for when in ("2026-05-10", "2026-05-20")
    }
    assert found["2026-05-10"] == {old: Standing.CURRENT, new: Standing.NOT_LOAD_BEARING}
    assert found["2026-05-20"] == dict.fromkeys((old, new), Standing.NEEDS_REVIEW)


def test_an_older_value_of_a_subject_is_never_a_premise(desk: Desk) -> None:
    claim = {"provenance": "spec", "valid_from": "2026-01-01"}
    for date in ("2026-05-01", "2026-05-02"):
        typed(desk, "semantic", f"the gate listens on {date}", claim, kind="state", subject="gate:port", date=date)
    answer = desk.recalling.recall("gate listens", use_role="action-premise", payloads=5)
    assert [(one.date, one.standing) for one in results(answer)] == [("2026-05-02", Standing.CURRENT)]
    assert len(answer.conflicts[0].rows) == 2


def test_of_knowledge_none_is_picked_and_both_are_cited(desk: Desk) -> None:
    one = an_item(desk, text="retries are safe")
    other = an_item(desk, text="retries are never safe", links=[("contradicts", one)])
    answer = desk.recalling.recall("retries", payloads=1)
    [conflict] = answer.conflicts
    assert conflict.subject is None
    assert {row.memory_id for row in conflict.rows} == {one, other}
    assert not any(row.current for row in conflict.rows)
    assert conflict.sentence.startswith("None of them is picked: cite all.")
    assert "Records disagree: say so in your answer, and pick none silently." in answer.cautions
    [shown] = results(answer)
    assert (shown.belief_status, shown.standing) == (BeliefStatus.CONFLICTED, Standing.NEEDS_REVIEW)


def test_a_superseded_row_leads_to_the_live_one_however_far(desk: Desk) -> None:
    last = a_state(desk, "the gate listens on 3", "gate:port")
    second = a_state(desk, "the gate listens on 2", "gate:port", status="superseded", superseded_by=last)
    first = a_state(desk, "the gate listens on 1", "gate:port", status="superseded", superseded_by=second)
    found = {one.memory_id: one for one in results(desk.recalling.recall("gate listens", payloads=5))}
    assert found[first].superseded_by == found[second].superseded_by == last
    assert found[last].superseded_by is None


def test_a_pair_that_a_person_judged_to_be_apart_is_no_conflict(desk: Desk) -> None:
    one = an_item(desk, text="retries are safe")
    other = an_item(desk, text="retries are never safe", links=[("possible-contradiction", one)])
    assert len(desk.recalling.recall("retries").conflicts) == 1
    decide(desk, "apart", other)
    assert desk.recalling.recall("retries").conflicts == ()


@pytest.mark.parametrize("out", ["withdrawn", "another project"])
def test_the_other_side_is_not_shown_to_whoever_may_not_read_it(desk: Desk, out: str) -> None:
    one = an_item(desk, text="retries are safe")
    words = {"project": "cedar"} if out == "another project" else {}
    other = an_item(desk, text="retries are never safe", links=[("contradicts", one)], words=words)
    if out == "withdrawn":
        decide(desk, "withdraw", other)
    answer = desk.recalling.recall("retries")
    assert answer.conflicts == ()
    assert other not in answer.model_dump_json()


def test_rows_of_one_subject_in_two_projects_are_no_conflict(desk: Desk) -> None:
    mine = a_state(desk, "the gate listens on 1", "gate:port")
    a_state(desk, "the gate listens on 2", "gate:port", words={"project": "cedar"})
    assert asked(desk, "gate") == (mine,)
    assert desk.recalling.recall("gate").conflicts == ()
