"""What disagrees, and what no longer does: time that ran out, parents, spellings and versions."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from store.records.recall import BeliefStatus, SourceTag, Standing, UseRole
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import a_state, asked, procedure, results, typed

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


# what a record is made of


@pytest.fixture
def derived(desk: Desk) -> tuple[str, str]:
    """A record that stands, and a procedure that was made of it."""
    parent = an_item(desk, text="the key is kept", confidence="confirmed", source_state="found")
    usual = {"name": "safe-retry", "version": "2", "preconditions": "gateway-v2", "outcome": "verified-success"}
    return parent, typed(desk, "procedural", "retry calmly", usual, links=[("derived-from", parent)])


def made_of(desk: Desk, **more: object) -> tuple[list[BeliefStatus], tuple[str, ...]]:
    """The boundaries that the procedure inherits in an answer, and its cautions."""
    [found] = results(desk.recalling.recall("retry calmly", env=HERE, type="procedural", **more))  # type: ignore[arg-type]
    return [one.inherited_boundary for one in found.derived_from], found.cautions


@pytest.mark.parametrize("role", ["background", "action-premise"])
@pytest.mark.parametrize("claim", ["contradicts", "possible-contradiction"])
def test_a_dispute_about_what_a_record_is_made_of_is_told_with_it(
    desk: Desk, derived: tuple[str, str], role: str, claim: str
) -> None:
    parent, method = derived
    assert made_of(desk, use_role=role) == ([BeliefStatus.LOCAL_VALIDATED], ())
    an_item(desk, text="no key was ever kept", links=[(claim, parent)])
    boundaries, cautions = made_of(desk, use_role=role)
    assert boundaries == [BeliefStatus.CONFLICTED]
    assert f"What it is made of is disputed ({parent})." in cautions
    [row] = desk.meta([method])
    assert [one.inherited_boundary for one in row.derived_from] == [BeliefStatus.CONFLICTED]


@pytest.mark.parametrize("out", ["withdrawn", "another project", "held back", "apart"])
def test_a_dispute_by_what_may_not_answer_or_was_judged_apart_moves_nothing(
    desk: Desk, derived: tuple[str, str], out: str
) -> None:
    before = made_of(desk)
    words = {"project": "cedar"} if out == "another project" else {}
    more: dict[str, Any] = {"review": "held"} if out == "held back" else {}
    rival = an_item(desk, text="no key was kept", links=[("contradicts", derived[0])], words=words, **more)
    if out in ("withdrawn", "apart"):
        decide(desk, "withdraw" if out == "withdrawn" else "apart", rival)
    assert made_of(desk) == before


@pytest.mark.parametrize("way", ["derived-from", "merged-into", "corrected-by"])
@pytest.mark.parametrize("out", ["another project", "a closed lane", "a frozen lane"])
def test_what_is_made_of_what_may_not_be_read_stays_inferred_and_names_none_of_it(
    desk: Desk, way: str, out: str
) -> None:
    decide(desk, "new-lane", title="north", access="closed" if out == "a closed lane" else "open")
    hidden: dict[str, Any] = {"words": {"project": "cedar"}} if out == "another project" else {"lane": "lane-0001"}
    if way == "derived-from":
        parent = an_item(desk, text="the key is kept", **hidden)
        child = an_item(desk, text="retry calmly", links=[(way, parent)])
    else:
        child = an_item(desk, text="retry calmly")
        parent = an_item(desk, text="the key is kept", links=[(way, child)], **hidden)
    if out == "a frozen lane":
        decide(desk, "freeze", "lane-0001")
    answer = desk.recalling.recall("retry calmly")
    [found] = results(answer)
    assert (found.source_tag, found.derived_from) == (SourceTag.INFERRED_SYNTHESIS, ())
    assert [row.source_tag for row in desk.meta([child])] == [found.source_tag]
    assert parent not in answer.model_dump_json()


# one subject in two spellings

SPELLED = ("Local:Default-Model", "local:default-model")


def models(desk: Desk, subjects: tuple[str, ...] = SPELLED, *more: dict[str, str]) -> list[str]:
    """Values of these subjects, the later the newer, each with words of its own where they are given."""
    return [
        a_state(desk, f"the default model is m{at}", subject, f"2026-05-0{at}", words=words)
        for at, (subject, words) in enumerate(zip(subjects, (*more, {}, {}, {}), strict=False), 1)
    ]


def test_values_of_one_subject_in_two_spellings_are_a_conflict_in_which_none_is_picked(desk: Desk) -> None:
    pair = models(desk)
    answer = desk.recalling.recall("default model", payloads=5)
    assert {one.memory_id: one.standing for one in results(answer)} == dict.fromkeys(pair, Standing.NEEDS_REVIEW)
    assert all("read both before acting" in one.cautions[-1] for one in results(answer))
    [conflict] = answer.conflicts
    assert [(row.memory_id, row.current) for row in conflict.rows] == [(name, False) for name in pair]
    assert (conflict.subject, conflict.code) == (None, "subject")
    assert conflict.sentence.startswith("Their subject is spelled in different ways")


def test_the_other_spelling_is_told_where_only_one_of_them_bears_the_words_of_the_question(desk: Desk) -> None:
    one = a_state(desk, "kelp answers on 1", SPELLED[0])
    other = a_state(desk, "nothing of the sort", SPELLED[1])
    [conflict] = desk.recalling.recall("kelp", payloads=1).conflicts
    assert {row.memory_id for row in conflict.rows} == {one, other}


def test_a_value_with_a_newer_one_stays_history_beside_a_third_that_is_spelled_otherwise(desk: Desk) -> None:
    old, new, other = models(desk, (SPELLED[0], SPELLED[0], SPELLED[1]))
    found = {one.memory_id: one.standing for one in results(desk.recalling.recall("default model", payloads=5))}
    assert found == {old: Standing.HISTORICAL, new: Standing.NEEDS_REVIEW, other: Standing.NEEDS_REVIEW}


def test_neither_spelling_is_a_premise_and_both_are_counted(desk: Desk) -> None:
    for at, subject in enumerate(SPELLED):
        typed(desk, "semantic", f"the default model is m{at}", HOLDS, kind="state", subject=subject)
    answer = desk.recalling.recall("default model", use_role="action-premise")
    assert (results(answer), dict(answer.left_out)) == ((), {"another record disagrees": 2})
    assert len(answer.conflicts[0].rows) == 2


def test_spellings_that_a_person_judged_apart_both_stand(desk: Desk) -> None:
    pair = models(desk)
    decide(desk, "apart", *pair)
    answer = desk.recalling.recall("default model", payloads=5)
    assert {one.standing for one in results(answer)} == {Standing.CURRENT}
    assert answer.conflicts == ()


@pytest.mark.parametrize("out", ["withdrawn", "another project"])
def test_a_spelling_that_may_not_answer_moves_nothing(desk: Desk, out: str) -> None:
    _, other = models(desk, SPELLED, {}, {"project": "cedar"} if out == "another project" else {})
    if out == "withdrawn":
        decide(desk, "withdraw", other)
    answer = desk.recalling.recall("default model", payloads=5)
    assert [one.standing for one in results(answer)] == [Standing.CURRENT]
    assert answer.conflicts == ()
    assert other not in answer.model_dump_json()


# versions of one procedure


@pytest.mark.parametrize("role", ["background", "action-premise"])
@pytest.mark.parametrize(("lower", "higher"), [("2", "10"), ("1.9", "1.10"), ("v1", "v2"), ("2", "2.1")])
def test_of_two_verified_versions_the_higher_stands_first_and_the_lower_names_it(
    desk: Desk, lower: str, higher: str, role: str
) -> None:
    new = procedure(desk, "retry: keep the key", version=higher)
    old = procedure(desk, "retry: keep the key, retry and retry again", version=lower)
    found = results(desk.recalling.recall("retry again", use_role=role, env=HERE, payloads=5))
    assert [one.memory_id for one in found] == [new, old]
    assert [[said for said in one.cautions if "version" in said] for one in found] == [
        [], [f"{new} is a higher version of it: prefer that one."],
    ]  # fmt: skip
    [opened] = results(desk.recalling.recall("retry again", use_role=role, env=HERE, payloads=1))
    assert opened.memory_id == new


@pytest.mark.parametrize(("one", "other"), [("2", "2"), ("2", "2.0"), ("new", "old"), ("2", "two")])
def test_where_no_version_is_the_higher_one_each_names_the_other(desk: Desk, one: str, other: str) -> None:
    pair = [procedure(desk, f"retry: way {said}", version=said) for said in (one, other)]
    found = {one.memory_id: one.cautions for one in results(desk.recalling.recall("retry", env=HERE, payloads=5))}
    assert set(found) == set(pair)
    for name, rival in (pair, pair[::-1]):
        assert f"{rival} is of the same procedure, and no version says which to take." in found[name]


@pytest.mark.parametrize("other", [{"name": "unsafe-retry"}, {"outcome": "deprecated"}])
def test_what_is_no_other_version_that_stands_cautions_of_nothing(desk: Desk, other: dict[str, str]) -> None:
    procedure(desk, "retry: keep the key", version="1")
    procedure(desk, "retry: mind the key", **{"version": "2", **other})
    found = results(desk.recalling.recall("retry", env=HERE, payloads=5))
    assert not any("version" in said for one in found for said in one.cautions)


def test_a_version_of_another_project_or_scope_cautions_of_nothing(desk: Desk) -> None:
    procedure(desk, "retry: keep the key", version="1")
    usual = {"name": "safe-retry", "version": "2", "preconditions": "gateway-v2", "outcome": "verified-success"}
    typed(desk, "procedural", "retry: here", usual, words={"scope": "case:1"})
    typed(desk, "procedural", "retry: there", usual, words={"project": "cedar"})
    found = results(desk.recalling.recall("retry", env=HERE, payloads=5))
    assert len(found) == 2
    assert not any("version" in said for one in found for said in one.cautions)


# values of one date


def ports(desk: Desk, *dates: str, **more: Any) -> list[str]:
    """Values of one subject, of these dates, in the order they came."""
    return [a_state(desk, f"the gate listens on {at}", "gate:port", date, **more) for at, date in enumerate(dates)]


def test_of_several_values_of_the_newest_date_the_last_stands_and_the_answer_says_that_it_only_came_last(
    desk: Desk,
) -> None:
    first, second, last = ports(desk, "2026-04-01", "2026-05-01", "2026-05-01")
    answer = desk.recalling.recall("gate listens", payloads=5)
    [conflict] = answer.conflicts
    assert {row.memory_id: row.current for row in conflict.rows} == {first: False, second: False, last: True}
    assert conflict.sentence.startswith(
        f"The value of 2026-05-01 ({last}) stands for this answer, as it came last of that date; what came before it is"
    )
    said = {one.memory_id: one.cautions for one in results(answer)}
    assert f"{last} is of the same date and came later: history, no current basis." in said[second]
    assert f"{last} is a newer value of its subject: history, no current basis." in said[first]


def test_where_only_older_values_share_a_date_no_tie_is_told(desk: Desk) -> None:
    *_, last = ports(desk, "2026-04-01", "2026-04-01", "2026-05-01")
    [conflict] = desk.recalling.recall("gate listens").conflicts
    assert conflict.sentence.startswith(f"The value of 2026-05-01 ({last}) stands for this answer; what is earlier is")


def test_a_value_that_gave_way_on_the_same_day_is_no_tie(desk: Desk) -> None:
    [new] = ports(desk, "2026-05-01")
    ports(desk, "2026-05-01", status="superseded", superseded_by=new)
    [conflict] = desk.recalling.recall("gate listens").conflicts
    assert "came last" not in conflict.sentence
