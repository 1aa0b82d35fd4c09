"""Ways round the gate, each once open: the last day, words that only begin alike, what is merged, muted or hidden."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from store.records.recall import Standing
from store.records.words import PrincipalKind
from tests.clock import MORNING, StillClock
from tests.governance.builders import a_desk, a_topic, an_item, decide, made
from tests.governance.influence.learned import a_state, asked, procedure, results, told, typed
from tests.governance.signed import with_token

CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}


def agent(desk: Desk, *projects: str) -> Desk:
    _, token = desk.authorize.connect("codex", PrincipalKind.AGENT, projects=projects)
    return with_token(desk, token)


# time


@pytest.mark.parametrize(
    ("field", "hour", "holds"),
    [("valid_to", 8, False), ("valid_to", 10, True), ("valid_from", 8, True), ("valid_from", 10, False)],
)
def test_a_claim_is_asked_for_at_this_very_moment_and_not_for_this_day(
    desk: Desk, field: str, hour: int, holds: bool
) -> None:
    assert MORNING.hour == 9
    name = typed(desk, "semantic", "the harbour gate", CLAIM | {field: f"2026-06-01T{hour:02}:00:00Z"})
    assert (name in asked(desk, "harbour", use_role="action-premise")) is holds


def test_a_day_without_a_zone_begins_where_the_user_day_of_the_store_does(tmp_path: Path, clock: StillClock) -> None:
    with a_desk(tmp_path, clock, zone="Asia/Tokyo") as desk:
        name = typed(desk, "semantic", "the harbour gate", CLAIM | {"valid_to": "2026-06-02"})
        clock.now = MORNING.replace(hour=14)  # 23 o'clock there
        assert asked(desk, "harbour", use_role="constraint") == (name,)
        clock.now += timedelta(hours=2)
        assert asked(desk, "harbour", use_role="constraint") == ()


@pytest.mark.parametrize(("when", "holds"), [("2026-03-01", 0), ("2026-07-01", 1)])
def test_a_value_that_begins_later_does_not_outdate_the_one_that_holds_nor_disagree_with_it(
    desk: Desk, when: str, holds: int
) -> None:
    fields = {"provenance": "spec", "valid_to": "2027-01-01"}
    ids = [
        typed(
            desk, "semantic", f"the disk of kelp has {size} TB", fields | {"valid_from": begins}, kind="state",
            subject="kelp:disk", date=begins,
        )
        for size, begins in ((2, "2026-01-01"), (3, "2026-06-01"))
    ]  # fmt: skip
    assert asked(desk, "kelp disk", use_role="action-premise", when=when) == (ids[holds],)
    conflicts = desk.recalling.recall("kelp disk", when=when, payloads=9).conflicts
    assert [row.memory_id for conflict in conflicts for row in conflict.rows if row.current] == ids[1 : holds + 1]


# what cannot be looked into


@pytest.mark.parametrize(
    ("of", "fields", "words"),
    [
        ("semantic", {"valid_from": "2026-01-01"}, {}),
        ("semantic", {"provenance": "spec"}, {}),
        ("semantic", CLAIM | {"valid_to": "soon"}, {}),
        ("semantic", CLAIM, {"scope": None}),
        ("procedural", {"outcome": "verified-success", "preconditions": "here", "version": "1"}, {}),
        ("procedural", {"outcome": "verified-success", "preconditions": "here", "name": "p"}, {}),
    ],
)
def test_what_lacks_a_field_by_which_it_could_be_doubted_bears_no_action(
    desk: Desk, of: str, fields: dict[str, str], words: dict[str, Any]
) -> None:
    typed(desk, of, "the harbour gate", fields, words=words)
    for role in ("action-premise", "constraint"):
        assert asked(desk, "harbour", use_role=role, env=["here"]) == ()


def test_preconditions_are_compared_without_the_blanks_around_them(desk: Desk) -> None:
    name = procedure(desk, "open the harbour gate", preconditions=" a ; b ")
    assert asked(desk, "harbour", use_role="action-premise", env=[" b", "a "]) == (name,)


# both sides


@pytest.mark.parametrize("more", [{"status": "pending-cleanup"}, {"drift": ["scheme-missing"]}])
def test_a_value_in_doubt_stands_beside_a_live_one_of_its_subject_and_is_never_the_current_one(
    desk: Desk, more: dict[str, Any]
) -> None:
    live = a_state(desk, "the gate listens on 1", "gate:port", date="2026-05-01")
    doubt = a_state(desk, "the gate listens on 2", "gate:port", date="2026-05-02", **more)
    [conflict] = desk.recalling.recall("gate", payloads=1).conflicts
    assert {row.memory_id: row.current for row in conflict.rows} == {live: True, doubt: False}


def test_values_of_one_subject_in_two_projects_that_may_both_be_read_are_both_shown_and_none_is_picked(
    desk: Desk,
) -> None:
    rows = {
        a_state(desk, "the gate listens on 1", "gate:port"),
        a_state(desk, "it listens on 2", "gate:port", words={"project": "cedar"}),
    }
    with agent(desk, "cedar") as codex:
        [conflict] = codex.recalling.recall("gate listens", payloads=1).conflicts
    assert {row.memory_id for row in conflict.rows} == rows
    assert not any(row.current for row in conflict.rows)
    assert conflict.sentence.startswith("They belong to different projects, lanes or scopes")


def test_what_was_merged_is_history_that_leads_to_what_it_was_merged_into(desk: Desk) -> None:
    notes = [an_item(desk, text=f"the harbour gate, note {n}") for n in range(2)]
    merged = made(decide(desk, "merge", *notes, text="the harbour gate"), *notes)
    found = {one.memory_id: one for one in results(desk.recalling.recall("harbour", payloads=5))}
    assert found[merged].standing is Standing.CURRENT
    assert {(found[name].standing, found[name].superseded_by) for name in notes} == {(Standing.HISTORICAL, merged)}


def test_a_claim_that_is_disputed_is_no_premise_and_the_dispute_is_told(desk: Desk) -> None:
    sure = typed(desk, "semantic", "the harbour gate closes at nine", CLAIM, confidence="confirmed")
    other = an_item(desk, text="the harbour gate never closes", links=[("contradicts", sure)])
    answer = desk.recalling.recall("harbour", use_role="action-premise")
    assert told(answer) == ()
    assert {row.memory_id for conflict in answer.conflicts for row in conflict.rows} == {sure, other}
    assert ("another record disagrees", 1) in answer.left_out


def test_a_premise_that_a_newer_value_mutes_is_named_in_a_conflict(desk: Desk) -> None:
    sure = typed(
        desk, "semantic", "the gate listens on 1", CLAIM, kind="state", subject="gate:port", confidence="confirmed"
    )
    other = a_state(desk, "the gate listens on 2", "gate:port", date="2026-06-01")
    answer = desk.recalling.recall("gate listens", use_role="action-premise")
    assert told(answer) == ()
    assert {row.memory_id for row in answer.conflicts[0].rows} == {sure, other}


def test_a_pair_of_which_one_was_judged_stale_is_settled(desk: Desk) -> None:
    old = an_item(desk, text="retries are safe")
    new = an_item(desk, text="retries are never safe", links=[("contradicts", old)])
    decide(desk, "stale", old, owner="mira")
    found = {one.memory_id: one.standing for one in results(desk.recalling.recall("retries", payloads=5))}
    assert found == {new: Standing.CURRENT, old: Standing.HISTORICAL}


def test_what_is_not_opened_is_no_more_current_than_it_would_be_opened(desk: Desk) -> None:
    names = [an_item(desk, text="retries are safe"), an_item(desk, text="the retries of others")]
    an_item(desk, text="retries retries", links=[("contradicts", names[0]), ("contradicts", names[1])])
    answer = desk.recalling.recall("retries", payloads=1)
    assert {one.standing for one in answer.further} == {Standing.NEEDS_REVIEW}
    assert answer.not_opened == 2


# what was seen live


@pytest.mark.parametrize(("value", "agrees"), [("80", False), ("8080", True), ("enabled", True), ("able", False)])
def test_what_is_observed_is_compared_in_whole_words(desk: Desk, value: str, agrees: bool) -> None:
    a_state(desk, "port 8080 is enabled", "gate:port")
    [found] = results(desk.recalling.recall("port", observed=[f"gate:port={value}"]))
    assert (found.standing is Standing.CURRENT) is agrees


def test_beside_what_is_observed_no_record_is_the_current_one(desk: Desk) -> None:
    a_state(desk, "the gate listens on 1", "gate:port", date="2026-05-01")
    a_state(desk, "the gate listens on 2", "gate:port", date="2026-05-02")
    [conflict] = desk.recalling.recall("gate listens", observed=["gate:port=1"]).conflicts
    assert not any(row.current for row in conflict.rows)
    assert conflict.sentence.startswith("What was observed live (1) outranks all of them.")


def test_an_observation_of_a_subject_that_nothing_is_known_of_is_told(desk: Desk) -> None:
    a_state(desk, "the gate listens on 1", "gate:port")
    answer = desk.recalling.recall("gate", observed=["Gate:Port=1"])
    assert "No record that answers this is of the subject Gate:Port, which you observe." in answer.cautions


# what may not be read moves nothing


def test_many_words_that_begin_alike_hide_no_record(desk: Desk) -> None:
    name = an_item(desk, text="payments are late")
    for n in range(300):
        an_item(desk, text=f"paymenta{n:03}", words={"project": "cedar"})
    assert asked(desk, "payment") == (name,)
    assert asked(desk, "payment late") == (name,)


def test_working_records_of_other_tasks_are_counted_nowhere(desk: Desk) -> None:
    task = desk.intake.open_task("one")
    desk.intake.capture({"text": "the harbour gate", "source": "s", "type": "working", "task": task})
    assert desk.recalling.recall("harbour").left_out == ()
    assert len(asked(desk, "harbour", task=task)) == 1


@pytest.mark.parametrize(
    ("triggers", "project", "adapted"),
    [((), None, "partial"), (("gate",), "cedar", "partial"), (("gate",), None, "full")],
)
def test_an_index_is_one_where_it_leads_to_what_the_asker_may_read(
    desk: Desk, triggers: tuple[str, ...], project: str | None, adapted: str
) -> None:
    an_item(desk, text="the harbour gate", topic=a_topic(desk, *triggers), words={"project": project})
    assert desk.recalling.recall("harbour").adapted == adapted


def test_a_parent_that_may_not_be_read_is_not_named(desk: Desk) -> None:
    parent = an_item(desk, text="a secret of cedar", words={"project": "cedar"})
    an_item(desk, text="the harbour gate", links=[("derived-from", parent)])
    assert parent not in desk.recalling.recall("harbour").model_dump_json()


# search of agents


@pytest.mark.parametrize("query", ["C++", "100%", "++", "the disk", "gate.conf"])
def test_a_search_finds_what_stands_far_behind_what_only_looks_alike(desk: Desk, query: str) -> None:
    name = an_item(desk, text="the disk is 100% full of C++", source="gate.conf")
    for n in range(260):
        an_item(desk, text=f"c 100 conf {n}", source="elsewhere")
    assert name in told(desk.recalling.search(query))


def test_a_search_and_a_question_find_a_record_by_its_id(desk: Desk) -> None:
    names = [an_item(desk, text=f"note {n}") for n in range(30)]
    assert told(desk.recalling.search(names[3])) == (names[3],)
    assert asked(desk, f"what is {names[3]}?")[0] == names[3]


@pytest.mark.parametrize("out", [{"place": "archived"}, {"review": "held"}, {"words": {"project": "cedar"}}])
def test_a_search_finds_nothing_that_recall_would_not_give(desk: Desk, out: dict[str, Any]) -> None:
    an_item(desk, text="the harbour gate", **out)
    assert told(desk.recalling.search("harbour")) == ()


# the pages of agents


def test_the_pages_bear_nothing_that_recall_would_not_give_and_name_what_disagrees(desk: Desk) -> None:
    one = an_item(desk, text="retries are safe")
    other = an_item(desk, text="retries are never safe", status="pending-cleanup", links=[("contradicts", one)])
    typed(desk, "semantic", "an old claim", CLAIM | {"valid_to": "2026-02-01"})
    procedure(desk, "an old way", outcome="deprecated")
    page = desk.intake.page("index")
    [shown] = page.recent  # type: ignore[union-attr]
    assert (shown.id, shown.conflicts_with) == (one, (other,))
