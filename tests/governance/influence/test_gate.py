"""The gate's table: what each use may be answered with, type by type and Status by Status, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.influence.gate import LOOSE, STRICT, USES, table
from store.records.recall import Standing, UseRole
from store.records.words import MemoryType, Status
from tests.clock import StillClock
from tests.governance.builders import an_item
from tests.governance.influence.learned import ROLES, a_state, asked, procedure, results, typed
from tests.house.places import ROOT

WHEN = {"valid_from": "2026-01-01"}
MAKES = {
    MemoryType.EPISODIC: {"event_time": "2026-05-01", "outcome": "failed"},
    MemoryType.SEMANTIC: {"provenance": "spec", **WHEN},
    MemoryType.PROCEDURAL: {"outcome": "verified-success", "preconditions": "here", "name": "p", "version": "1"},
}


def one(desk: Desk, kind: MemoryType | None, status: Status) -> str:
    """A record of a type and a Status, with everything that its type asks for."""
    if kind is None:
        return an_item(desk, text="the harbour gate", status=status.value)
    return typed(desk, kind.value, "the harbour gate", MAKES[kind], status=status.value)


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("kind", [None, *MAKES])
@pytest.mark.parametrize("role", ROLES)
def test_a_record_answers_a_use_exactly_where_the_table_says_so(
    desk: Desk, role: str, kind: MemoryType | None, status: Status
) -> None:
    name = one(desk, kind, status)
    use = USES[UseRole(role)]
    expected = kind in use.types and status in use.current | use.framed
    assert (name in asked(desk, "harbour", use_role=role, env=["here"])) is expected


@pytest.mark.parametrize("role", sorted(STRICT))
@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.STALE, Status.PENDING])
def test_nothing_superseded_stale_or_pending_is_ever_a_premise_or_a_constraint(
    desk: Desk, role: UseRole, status: Status
) -> None:
    for kind in (None, *MAKES):
        one(desk, kind, status)
    assert asked(desk, "harbour", use_role=role.value, env=["here"]) == ()


@pytest.mark.parametrize("role", sorted(STRICT))
def test_a_record_of_no_type_is_neither_premise_nor_constraint(desk: Desk, role: UseRole) -> None:
    an_item(desk, text="the harbour gate")
    a_state(desk, "the harbour gate is open", "harbour:gate")
    assert asked(desk, "harbour", use_role=role.value) == ()
    assert dict(desk.recalling.recall("harbour", use_role=role.value).left_out) == {"untyped": 2}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"source_state": "missing"}, "Its source is lost."),
        ({"source_state": "none"}, "Its source is lost."),
        ({"drift": ["date-missing"]}, "The record is not whole (date-missing)."),
        ({"date": "2024-01-01"}, "It is 882 days old and nothing corroborates it."),
    ],
)
def test_what_cannot_be_looked_into_or_is_old_and_alone_bears_nothing_and_says_why(
    desk: Desk, more: dict[str, object], why: str
) -> None:
    name = typed(desk, "semantic", "the harbour gate", MAKES[MemoryType.SEMANTIC], **more)
    [found] = results(desk.recalling.recall("harbour"))
    assert (found.memory_id, found.standing) == (name, Standing.NOT_LOAD_BEARING)
    assert why in found.cautions
    assert asked(desk, "harbour", use_role="action-premise") == ()


def test_what_is_old_bears_as_long_as_it_is_confirmed_or_corroborated(desk: Desk) -> None:
    said = {"corroborating": ["archive/2026-05-01.md#2"]}
    old = an_item(desk, text="the harbour gate", date="2024-01-01", words=said)
    sure = an_item(desk, text="the harbour wall", date="2024-01-01", confidence="confirmed")
    found = {one.memory_id: one.standing for one in results(desk.recalling.recall("harbour"))}
    assert found == {old: Standing.CURRENT, sure: Standing.CURRENT}


@pytest.mark.parametrize("review", ["needs-review", "held", "refused"])
def test_what_a_person_has_to_look_at_or_refused_answers_nothing(desk: Desk, review: str) -> None:
    an_item(desk, text="the harbour gate", review=review)
    assert all(asked(desk, "harbour", use_role=role) == () for role in ROLES)


@pytest.mark.parametrize("place", ["inbox", "archived"])
def test_what_is_not_distilled_answers_nothing(desk: Desk, place: str) -> None:
    an_item(desk, text="the harbour gate", place=place)
    assert all(asked(desk, "harbour", use_role=role) == () for role in ROLES)


@pytest.mark.parametrize(
    ("outcome", "preconditions", "env", "fits"),
    [
        ("verified-success", "a", ("a",), True),
        ("verified-success", "a; b", ("b", "a", "c"), True),
        ("verified-success", "a, b", ("a",), False),
        ("verified-success", "", (), False),
        ("verified-success", " ; ", (), False),
        ("unknown", "a", ("a",), False),
        ("deprecated", "a", ("a",), False),
        ("success", "a", ("a",), False),
        ("Verified-Success", "a", ("a",), False),
    ],
)
def test_a_procedure_needs_verified_success_and_every_precondition_as_it_is_written(
    desk: Desk, outcome: str, preconditions: str, env: tuple[str, ...], fits: bool
) -> None:
    name = procedure(desk, "open the harbour gate", outcome=outcome, preconditions=preconditions)
    for role in ROLES:
        loose = UseRole(role) in LOOSE
        assert (name in asked(desk, "harbour", use_role=role, env=env)) is (fits or loose)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("2026-04-30", False),
        ("2026-05-01", True),
        ("2026-05-31T23:59:59Z", True),
        ("2026-06-01", False),
        ("2026-05-31T23:30:00-02:00", False),
    ],
)
def test_a_claim_holds_from_its_first_moment_until_before_its_last(desk: Desk, when: str, holds: bool) -> None:
    fields = {"provenance": "spec", "valid_from": "2026-05-01", "valid_to": "2026-06-01"}
    name = typed(desk, "semantic", "the harbour gate", fields)
    assert (name in asked(desk, "harbour", use_role="constraint", when=when)) is holds


def test_what_is_valid_is_asked_for_today_where_nobody_says_when(desk: Desk, clock: StillClock) -> None:
    name = typed(desk, "semantic", "the harbour gate", {"provenance": "spec", "valid_from": "2026-06-10"})
    assert asked(desk, "harbour", type="semantic") == ()
    clock.now += timedelta(days=9)
    assert asked(desk, "harbour", type="semantic") == (name,)


LATER = "It is dated after the moment that was asked about, and does not tell what held then."


@pytest.mark.parametrize("role", [role for role in ROLES if UseRole(role) not in STRICT])
def test_what_is_dated_after_the_moment_asked_about_is_cautioned_of_and_bears_nothing(desk: Desk, role: str) -> None:
    a_state(desk, "the harbour gate is open", "harbour:gate", date="2026-05-10")
    told = [
        results(desk.recalling.recall("harbour", use_role=role, when=when))[0]
        for when in ("2026-05-01", "2026-05-09T23:59:59Z", "2026-05-10", "2026-06-01")
    ]
    assert [one.standing for one in told] == [Standing.NOT_LOAD_BEARING] * 2 + [Standing.CURRENT] * 2
    assert [LATER in one.cautions for one in told] == [True, True, False, False]


@pytest.mark.parametrize("role", sorted(STRICT))
def test_what_is_dated_after_the_moment_asked_about_is_no_premise_and_is_counted(desk: Desk, role: UseRole) -> None:
    usual = {"name": "p", "version": "1", "preconditions": "here", "outcome": "verified-success"}
    name = typed(desk, "procedural", "open the harbour gate", usual, date="2026-05-10")
    answer = desk.recalling.recall("harbour", use_role=role.value, env=["here"], when="2026-05-01")
    assert (results(answer), dict(answer.left_out)) == ((), {"dated after the moment that was asked about": 1})
    assert asked(desk, "harbour", use_role=role.value, env=["here"], when="2026-05-11") == (name,)


def test_an_episode_is_dated_by_when_it_happened_and_not_by_when_it_was_written_down(desk: Desk) -> None:
    fields = {"event_time": "2026-04-01", "outcome": "failed"}
    typed(desk, "episodic", "the harbour gate stuck", fields, date="2026-05-10")
    [before] = results(desk.recalling.recall("harbour", when="2026-03-31"))
    [then] = results(desk.recalling.recall("harbour", when="2026-04-01"))
    assert (LATER in before.cautions, LATER in then.cautions) == (True, False)


def test_a_live_observation_outranks_what_is_remembered(desk: Desk) -> None:
    name = a_state(desk, "the harbour gate is open", "harbour:gate")
    [agreed] = results(desk.recalling.recall("harbour", observed=["harbour:gate=open"]))
    [other] = results(desk.recalling.recall("harbour", observed=["harbour:gate=shut"]))
    assert (agreed.memory_id, agreed.standing) == (name, Standing.CURRENT)
    assert "What was observed live stands in its words." in agreed.cautions
    assert other.standing is Standing.HISTORICAL
    assert "What was observed live (shut) outranks it: history, no current basis." in other.cautions


def test_only_records_of_the_scope_asked_for_answer_where_one_is_named(desk: Desk) -> None:
    here = an_item(desk, text="the harbour gate", words={"scope": "case:1"})
    an_item(desk, text="the harbour gate", words={"scope": "case:2"})
    an_item(desk, text="the harbour gate")
    assert asked(desk, "harbour", scope="case:1") == (here,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"use_role": "truth"},
        {"type": "state"},
        {"when": "yesterday"},
        {"payloads": 0},
        {"payloads": 101},
        {"observed": ["gate"]},
        {"observed": ["=open"]},
        {"task": "task-0001"},
        {"project": "cedar"},
    ],
)
def test_what_makes_no_sense_is_refused_with_words(desk: Desk, wrong: dict[str, object]) -> None:
    an_item(desk, text="the harbour gate")
    with pytest.raises(Refusal) as refused:
        desk.recalling.recall("harbour", **wrong)  # type: ignore[arg-type]
    assert refused.value.sentence.endswith(".")
    assert refused.value.hint


@pytest.mark.parametrize("query", ["", " ", "\n", "x" * 4001])
def test_a_question_of_no_words_or_of_too_many_is_refused(desk: Desk, query: str) -> None:
    with pytest.raises(Refusal):
        desk.recalling.recall(query)


def test_the_printed_table_names_every_use_once() -> None:
    assert [row[0] for row in table()] == [role.value for role in UseRole]
    assert ("action-premise", "working, semantic, procedural", "active", "none") in table()


def test_the_documentation_prints_the_table_as_it_is() -> None:
    told = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8").split("<!-- uses -->\n")[1]
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in told.split("<!--")[0].split("\n")[2:-1]
    ]
    assert rows == table()
