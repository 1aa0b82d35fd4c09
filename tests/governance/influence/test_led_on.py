"""Where a record that gave way leads: to what took its place, as it stands now, and to what disagrees with that."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from store.records.recall import Standing
from store.records.views.recall import Answer, Recalled
from store.records.words import Reason
from tests.governance.builders import an_item, decide, made
from tests.governance.influence.learned import a_state, results

PICK_NONE = "Records disagree: say so in your answer, and pick none silently."


def kelp(desk: Desk) -> tuple[Recalled, Answer]:
    """The one result about kelp, and its answer."""
    answer = desk.recalling.recall("kelp", payloads=1)
    [one] = results(answer)
    return one, answer


def superseded(desk: Desk, **more: Any) -> tuple[str, str]:
    """A value that gave way, and the one that took its place."""
    new = a_state(desk, "it is two", "pier:at", date="2026-05-02", **more)
    return a_state(desk, "kelp is one", "pier:at", date="2026-05-01", status="superseded", superseded_by=new), new


def test_beside_a_newer_live_value_the_successor_does_not_stand_for_the_answer(desk: Desk) -> None:
    old, new = superseded(desk)
    third = a_state(desk, "it is three", "pier:at", date="2026-05-04")
    one, answer = kelp(desk)
    assert (one.memory_id, one.superseded_by) == (old, new)
    [conflict] = answer.conflicts
    assert [(row.memory_id, row.current) for row in conflict.rows] == [(old, False), (new, False), (third, True)]
    assert (conflict.code, conflict.subject) == ("subject", "pier:at")
    assert PICK_NONE in answer.cautions


def test_of_a_successor_that_a_claim_contradicts_nothing_is_picked(desk: Desk) -> None:
    old, new = superseded(desk)
    claim = an_item(desk, text="it never was", links=[("contradicts", new)])
    _, answer = kelp(desk)
    rows = [{row.memory_id: row.current for row in conflict.rows} for conflict in answer.conflicts]
    assert rows == [dict.fromkeys((old, new), False), dict.fromkeys((new, claim), False)]
    assert all(conflict.sentence.startswith("None of them is picked") for conflict in answer.conflicts)
    assert PICK_NONE in answer.cautions


def test_where_the_successor_was_withdrawn_the_newest_live_value_stands_and_the_successor_is_not_named(
    desk: Desk,
) -> None:
    old, new = superseded(desk)
    third = a_state(desk, "it is three", "pier:at", date="2026-05-03")
    fourth = a_state(desk, "it is four", "pier:at", date="2026-05-04")
    decide(desk, "withdraw", new)
    one, answer = kelp(desk)
    assert (one.memory_id, one.superseded_by) == (old, fourth)
    [conflict] = answer.conflicts
    assert [(row.memory_id, row.current) for row in conflict.rows] == [(old, False), (third, False), (fourth, True)]
    assert new not in answer.model_dump_json()


def test_a_value_of_another_lane_is_told_beside_it_and_not_as_what_took_its_place(desk: Desk) -> None:
    decide(desk, "new-lane", title="north", access="open")
    old = a_state(desk, "kelp is one", "pier:at", date="2026-05-01", status="superseded")
    other = a_state(desk, "it is two", "pier:at", date="2026-05-02", lane="lane-0001")
    one, answer = kelp(desk)
    assert one.superseded_by is None
    [conflict] = answer.conflicts
    assert {row.memory_id: row.current for row in conflict.rows} == {old: False, other: False}
    assert conflict.sentence.startswith("They belong to different projects, lanes or scopes")


@pytest.mark.parametrize("out", ["withdrawn", "another project", "held back", "apart"])
def test_a_value_that_may_not_answer_or_was_judged_apart_is_nowhere(desk: Desk, out: str) -> None:
    old = a_state(desk, "kelp is one", "pier:at", date="2026-05-01", status="superseded")
    outs: dict[str, dict[str, Any]] = {
        "another project": {"words": {"project": "cedar"}}, "held back": {"review": "held"},
        "apart": {"links": [("apart", old)]},
    }  # fmt: skip
    other = a_state(desk, "it is two", "pier:at", **outs.get(out, {}))
    if out == "withdrawn":
        decide(desk, "withdraw", other)
    one, answer = kelp(desk)
    assert (one.superseded_by, answer.conflicts) == (None, ())
    assert other not in answer.model_dump_json()


@pytest.mark.parametrize("out", ["withdrawn", "another project", "held back"])
def test_what_lies_behind_a_successor_that_may_not_be_told_is_found_by_no_chain_through_it(
    desk: Desk, out: str
) -> None:
    last = a_state(desk, "it is three", "quay:at")
    more: dict[str, Any] = {"review": "held"} if out == "held back" else {}
    words = {"project": "cedar"} if out == "another project" else {}
    _, new = superseded(desk, status="superseded", superseded_by=last, words=words, **more)
    if out == "withdrawn":
        decide(desk, "withdraw", new)
    one, answer = kelp(desk)
    assert (one.superseded_by, answer.conflicts) == (None, ())
    assert not any(name in answer.model_dump_json() for name in (new, last))


def test_a_successor_in_doubt_is_named_and_stands_for_nothing(desk: Desk) -> None:
    old, new = superseded(desk, status="pending-cleanup")
    one, answer = kelp(desk)
    assert (one.memory_id, one.superseded_by) == (old, new)
    assert [(row.memory_id, row.current) for row in answer.conflicts[0].rows] == [(old, False), (new, False)]


def test_knowledge_that_was_corrected_leads_to_the_corrected_words(desk: Desk) -> None:
    old = an_item(desk, text="kelp is safe")
    new = made(decide(desk, "correct", old, text="it is safe by day", reason=Reason.WRONG_WORDS), old)
    one, answer = kelp(desk)
    assert (one.memory_id, one.superseded_by, one.standing) == (old, new, Standing.HISTORICAL)
    assert [(row.memory_id, row.current) for row in answer.conflicts[0].rows] == [(old, False), (new, True)]
    assert answer.conflicts[0].code == "superseded"


def test_a_stale_value_is_told_with_the_live_one_of_its_subject(desk: Desk) -> None:
    old = a_state(desk, "kelp is one", "pier:at", date="2026-05-01", status="stale")
    new = a_state(desk, "it is two", "pier:at", date="2026-05-02")
    one, answer = kelp(desk)
    assert (one.memory_id, one.superseded_by) == (old, None)
    assert [(row.memory_id, row.current) for row in answer.conflicts[0].rows] == [(old, False), (new, True)]
    [live] = results(desk.recalling.recall("two", payloads=1))
    assert (live.standing, live.conflicts_with) == (Standing.CURRENT, ())
