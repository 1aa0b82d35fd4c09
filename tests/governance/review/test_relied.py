"""Who relied on a row: tasks, captures and decisions that lean on it, recorded looks, and nothing that is made up."""

from __future__ import annotations

from governance.desk import Desk
from store.records.words import Relation
from tests.clock import StillClock
from tests.governance.builders import an_item, decide, made
from tests.governance.review.disagreeing import pair, state


def test_of_a_row_that_nobody_took_up_nothing_is_told_and_a_recall_changes_nothing_about_that(desk: Desk) -> None:
    _, new = pair(desk)
    before = desk.pulse()
    desk.recalling.recall("public address")
    assert desk.pulse() == before, "a recall writes nothing"
    relied = desk.item(new).relied
    assert (relied.leaning, relied.tasks, relied.looks, relied.looked) == ((), (), 0, None)


def test_records_that_lean_on_it_are_told_with_the_decision_by_which_they_do(desk: Desk) -> None:
    one, other = an_item(desk, text="retries help"), an_item(desk, text="retries always help")
    reader = an_item(desk, text="the firewall lets it through", links=[("references", one)])
    merged = decide(desk, "merge", one, other)
    fresh = made(merged, one, other)
    told = {found.id: (found.relation, found.plan) for found in desk.item(one).relied.leaning}
    assert told == {reader: (Relation.REFERENCES, None), fresh: (Relation.MERGED_INTO, merged.plan)}
    assert desk.item(fresh).relied.leaning == (), "what was merged leans on nothing that it became"
    desk.undo(merged.plan)
    assert {found.id for found in desk.item(one).relied.leaning} == {reader}


def test_a_row_that_gave_way_to_it_does_not_lean_on_it(desk: Desk) -> None:
    old, new = pair(desk)
    decide(desk, "current", new, old, owner="mira")
    assert desk.item(new).relied.leaning == ()


def test_a_task_is_told_by_the_working_records_that_lean_on_it_how_many_and_when_last(
    desk: Desk, clock: StillClock
) -> None:
    _, new = pair(desk)
    task = desk.intake.open_task("move the host", project=None, client_ref=None)
    for text in ("first", "second"):
        clock.tick(days=1)
        an_item(desk, text=text, type="working", task=task, links=[("derived-from", new)])
    assert desk.item(new).relied.tasks == ((task, 2, desk.now()),)


def test_looks_that_an_audit_recorded_are_counted_with_the_last_of_them(desk: Desk, clock: StillClock) -> None:
    _, new = pair(desk)
    for _ in range(2):
        clock.tick(days=1)
        desk.recalling.audit("198.51.100.20")
    relied = desk.item(new).relied
    assert (relied.looks, relied.looked) == (2, desk.now())
    assert desk.at(desk.pulse()[1] - 1).item(new).relied.looks == 1, "of the past what was recorded then"


def test_what_is_withdrawn_leans_on_nothing(desk: Desk) -> None:
    _, new = pair(desk)
    reader = an_item(desk, text="the firewall lets it through", links=[("references", new)])
    decide(desk, "withdraw", reader)
    assert desk.item(new).relied.leaning == ()


def test_what_a_correction_made_leans_on_the_old_row_and_that_on_nothing(desk: Desk) -> None:
    old = state(desk)
    fresh = made(decide(desk, "correct", old, text="198.51.100.21", subject="host:other"), old)
    assert [(one.id, one.relation) for one in desk.item(old).relied.leaning] == [(fresh, Relation.CORRECTED_BY)]
    assert desk.item(fresh).relied.leaning == ()
