"""Which rows disagree: the queue of conflicts, what is in one and what has left it."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views import ItemDetail
from store.records.words import Queue, Relation
from tests.clock import StillClock
from tests.governance.builders import an_item, an_open_run, closed, decide, links_of, made, sound
from tests.governance.review.disagreeing import SUBJECT, claimed, conflicts, groups, pair, state

SPELLINGS = {
    "another case": "local:default-model",
    "a blank at the end": "Local:Default-Model ",
    "a blank inside": "Local: Default-Model",
    "a wide colon": "Local：Default-Model",
    "a wide letter": "Ｌocal:Default-Model",
    "another hyphen": "Local:Default\u2010Model",
    "a soft hyphen": "Local:Default\u00ad-Model",
    "a sign nobody sees": "Local:\u200bDefault-Model",
    "a wide blank": "Local:\u3000Default-Model",
}
NOT_ALIKE = {
    "another word": "Local:Default-Models",
    "a part of it": "Local:Default",
    "another mark": "Local;Default-Model",
    "an accent": "Locál:Default-Model",
}


def test_one_conflict_is_one_row_named_by_its_first_item_with_all_its_ids(desk: Desk) -> None:
    old, new = pair(desk)
    third = state(desk, "192.0.2.1 is the public address")
    assert desk.queue_keys(Queue.CONFLICTS) == (old,)
    (row,) = conflicts(desk)
    assert (row.id, row.group) == (old, f"{old} {new} {third}")
    assert (row.why[0].code, row.why[0].ids) == ("same-subject", (new, third))
    assert desk.queue_rows(Queue.CONFLICTS, [third])[0].id == old, "whoever asks for any of its rows finds it"


def test_every_row_says_with_whom_it_is_in_conflict(desk: Desk) -> None:
    old, new = pair(desk)
    one, other = claimed(desk)
    for name, code, with_whom in (
        (old, "same-subject", new),
        (new, "same-subject", old),
        (one, "contradicts", other),
        (other, "contradicted-by", one),
    ):
        found = desk.item(name)
        assert Queue.CONFLICTS in found.queues
        assert (found.why[0].code, found.why[0].ids) == (code, (with_whom,))


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_the_same_subject_in_another_spelling_is_flagged_and_never_merged(desk: Desk, spelling: str) -> None:
    one, other = state(desk, subject="Local:Default-Model"), state(desk, "it is another one", spelling)
    (row,) = conflicts(desk)
    assert (row.id, row.why[0].code, row.why[0].ids) == (one, "subject-like", (other,))
    assert desk.queue_keys(Queue.ADDITIVE) == ()
    assert [desk.item(name).strip.status for name in (one, other)] == ["active", "active"]
    assert {desk.item(name).strip.subject for name in (one, other)} == {"Local:Default-Model", spelling}


@pytest.mark.parametrize("subject", NOT_ALIKE.values(), ids=NOT_ALIKE)
def test_another_subject_is_no_spelling(desk: Desk, subject: str) -> None:
    state(desk, subject="Local:Default-Model")
    state(desk, "it is another one", subject)
    assert groups(desk) == []


def test_japanese_words_that_differ_by_a_voicing_mark_are_two_subjects_and_wide_forms_are_one(desk: Desk) -> None:
    state(desk, subject="カード")
    state(desk, subject="ガード")
    assert groups(desk) == []
    half = state(desk, subject="ｶﾞｰﾄﾞ")
    assert [half in ids and len(ids) == 2 for ids in groups(desk)] == [True]


@pytest.mark.parametrize("relation", ["contradicted-by", "contradicts", "refutes"])
def test_what_is_claimed_to_contradict_is_a_conflict_whoever_claims_it(desk: Desk, relation: str) -> None:
    one, other = claimed(desk, relation)
    assert groups(desk) == [(one, other)]


@pytest.mark.parametrize("relation", ["possible-duplicate", "possible-contradiction"])
def test_what_a_pass_noticed_is_a_conflict_while_both_are_in_use(desk: Desk, relation: str) -> None:
    one, other = claimed(desk, relation)
    assert groups(desk) == [(one, other)]
    assert conflicts(desk)[0].why[0].code == relation
    decide(desk, "cool", one)
    assert groups(desk) == []


def test_whatever_hangs_together_is_one_conflict(desk: Desk) -> None:
    old, new = pair(desk)
    other = an_item(desk, text="the address is never public", links=[("refutes", new)])
    assert groups(desk) == [(old, new, other)]
    whys = {why.code: why.ids for why in conflicts(desk)[0].why}
    assert (whys["same-subject"], whys["along-with"]) == ((new,), (other,))


def test_a_capture_is_in_a_conflict_only_where_it_claims_one(desk: Desk) -> None:
    known = an_item(desk, text="retries are safe")
    sent = {"text": "retries write twice", "source": "seen", "kind": "knowledge", "refutes": [known]}
    capture = str(desk.intake.capture(sent).id)
    assert groups(desk) == [(known, capture)]
    for n in range(2):
        told = {"text": f"port {n}", "kind": "state", "subject": "gateway:port", "source": "seen"}
        desk.intake.capture(told)
    assert groups(desk) == [(known, capture)], "two captures of one subject wait for the pass that takes them"
    decide(desk, "refuse", capture)
    assert groups(desk) == [], "what a person refused claims nothing"


OLD, NEW = 0, 1
SETTLED: dict[str, tuple[str, tuple[int, ...], dict[str, Any]]] = {
    "resolved": ("resolve", (OLD,), {"owner": "mira"}),
    "judged current": ("current", (NEW, OLD), {"owner": "mira"}),
    "judged stale": ("stale", (OLD,), {"owner": "mira"}),
    "told apart": ("apart", (OLD,), {}),
    "told apart by the other": ("apart", (NEW,), {}),
    "re-keyed": ("both", (OLD,), {"subject": "host:old-ip"}),
    "withdrawn": ("withdraw", (OLD,), {}),
}


@pytest.mark.parametrize("how", SETTLED)
def test_two_rows_of_a_subject_leave_once_they_are(desk: Desk, how: str) -> None:
    rows = pair(desk)
    verb, which, args = SETTLED[how]
    applied = decide(desk, verb, *(rows[at] for at in which), **args)
    assert (groups(desk), desk.queue_keys(Queue.ADDITIVE)) == ([], ())
    assert not {Queue.CONFLICTS, Queue.ADDITIVE} & set(desk.item(rows[NEW]).queues)
    assert "same-subject" not in [why.code for why in desk.item(rows[NEW]).why]
    desk.undo(applied.plan)
    assert groups(desk) == [rows]
    assert desk.queue_keys(Queue.ADDITIVE) == rows
    sound(desk)


@pytest.mark.parametrize("then", ["stale", "merge", "apart", "withdraw"])
def test_two_pieces_of_knowledge_leave_once_a_person_does(desk: Desk, then: str) -> None:
    one, other = claimed(desk)
    merging = then == "merge"
    owner: dict[str, Any] = {"owner": "mira"} if then == "stale" else {}
    applied = decide(desk, then, one, other, text="either") if merging else decide(desk, then, one, **owner)
    assert groups(desk) == []
    desk.undo(applied.plan)
    assert groups(desk) == [(one, other)]


@pytest.mark.parametrize("relation", ["contradicted-by", "refutes", "possible-duplicate"])
@pytest.mark.parametrize("which", [0, 1])
def test_a_claim_about_or_of_what_is_withdrawn_is_nowhere(desk: Desk, relation: str, which: int) -> None:
    rows = claimed(desk, relation)
    control = decide(desk, "withdraw", rows[which]).ids[0]
    assert desk.queue_keys(Queue.CONFLICTS) == ()
    left = desk.item(rows[1 - which])
    assert Queue.CONFLICTS not in left.queues
    assert next(one for one in desk.overview().queues if one.queue is Queue.CONFLICTS).count == 0
    with pytest.raises(Refusal):
        decide(desk, "evidence", rows[1 - which], missing="a look")
    decide(desk, "reinstate", control)
    assert groups(desk) == [rows]


def test_keeping_one_of_two_that_contradict_settles_nothing(desk: Desk) -> None:
    one = an_item(desk, text="retries are safe", status="pending-cleanup")
    other = an_item(desk, text="retries write twice", links=[("refutes", one)])
    decide(desk, "keep", one)
    assert groups(desk) == [(one, other)]


def test_of_three_rows_one_that_is_told_apart_from_one_still_disagrees_with_the_other(desk: Desk) -> None:
    first, second = pair(desk)
    third = state(desk, "192.0.2.1 is the public address")
    decide(desk, "apart", first, by=second)
    assert groups(desk) == [(first, second, third)]
    decide(desk, "apart", first, by=third)
    assert groups(desk) == [(second, third)]
    assert desk.queue_keys(Queue.ADDITIVE) == (second, third)


def test_a_conflict_of_two_is_put_off_with_either_of_its_rows(desk: Desk, clock: StillClock) -> None:
    old, new = pair(desk)
    decide(desk, "evidence", old, missing="a look at the router")
    decide(desk, "defer", new, until="7d")
    assert groups(desk) == []
    assert Queue.CONFLICTS in desk.item(old).queues, "it is in conflict all the same"
    clock.tick(days=7)
    assert groups(desk) == [(old, new)]


def test_of_three_rows_one_that_is_put_off_or_lies_in_a_frozen_lane_leaves_the_others_in_conflict(
    desk: Desk, clock: StillClock
) -> None:
    first, second = pair(desk)
    third = state(desk, "192.0.2.1 is the public address")
    decide(desk, "defer", third, until="7d")
    assert groups(desk) == [(first, second, third)]
    [lane] = (one for one in decide(desk, "new-lane", first, title="Baseline").ids if one.startswith("lane-"))
    assert groups(desk) == [(first, second, third)]
    decide(desk, "freeze", lane)
    assert groups(desk) == [], "one row alone is at odds with nothing that anybody is asked about"
    clock.tick(days=7)
    assert groups(desk) == [(first, second, third)]
    decide(desk, "defer", third, until="7d")
    assert groups(desk) == []
    decide(desk, "thaw", lane)
    assert groups(desk) == [(first, second, third)]


def test_a_conflict_that_was_put_off_is_back_as_soon_as_it_grows(desk: Desk, clock: StillClock) -> None:
    old, new = pair(desk)
    decide(desk, "defer", old, new, until="90d")
    assert groups(desk) == []
    clock.tick(days=1)
    third = state(desk, "192.0.2.1 is the public address")
    assert groups(desk) == [(old, new, third)]
    decide(desk, "defer", old, until="90d")
    assert groups(desk) == []
    clock.tick(days=1)
    claim = an_item(desk, text="the address is never public")
    decide(desk, "contradict", claim, new)
    assert groups(desk) == [(old, new, third, claim)]


def test_it_stands_since_its_second_row_came_and_the_count_says_so(desk: Desk) -> None:
    days = {20260101: "a", 20260301: "b", 20260501: "c"}
    names = [state(desk, text, day=day) for day, text in days.items()]
    (row,) = conflicts(desk)
    assert (desk.day_of(row.since), row.seq) == ("2026-03-01", desk.item(names[1]).row.created)
    count = next(one for one in desk.overview().queues if one.queue is Queue.CONFLICTS)
    assert (count.count, desk.day_of(count.oldest_at or 0)) == (1, "2026-03-01")
    marked = [an_item(desk, text=text, day=20260101) for text in ("it is so", "it is not so")]
    decide(desk, "contradict", *marked)
    (later,) = (row for row in conflicts(desk) if row.id == marked[0])
    assert desk.day_of(later.since) == desk.today(), "since a person marked it"


def test_what_is_not_a_whole_record_or_not_visible_yet_is_in_no_conflict(desk: Desk) -> None:
    run = an_open_run(desk)
    one = an_item(desk, text="retries are safe")
    an_item(desk, text="x", drift=["kind-missing"], kind=None, status=None, links=[("contradicts", one)])
    state(desk)
    state(desk, "another", run=run)
    assert groups(desk) == []
    closed(desk, run)
    assert len(groups(desk)) == 1


def test_a_filter_finds_a_conflict_by_the_words_of_any_of_its_rows(desk: Desk) -> None:
    old, _ = pair(desk)
    claimed(desk)
    assert desk.queue_keys(Queue.CONFLICTS, "198.51.100.20") == (old,)
    assert desk.queue_keys(Queue.CONFLICTS, SUBJECT.upper()) == (old,)
    assert desk.queue_keys(Queue.CONFLICTS, "[host") == ()


def test_in_the_past_a_conflict_stands_as_it_stood(desk: Desk) -> None:
    old, new = pair(desk)
    then = desk.pulse()[1]
    decide(desk, "current", new, old, owner="mira")
    assert groups(desk) == []
    past = desk.at(then)
    assert past.queue_keys(Queue.CONFLICTS) == (old,)
    assert Queue.CONFLICTS in past.item(new).queues


def test_a_re_keyed_row_disagrees_again_where_it_is_spelled_like_another(desk: Desk) -> None:
    old, new = pair(desk)
    other = state(desk, "a third", "host:OLD")
    fresh = made(decide(desk, "both", old, subject="host:old"), old)
    assert groups(desk) == [(other, fresh)]
    assert new not in {name for ids in groups(desk) for name in ids}


def test_an_import_brings_its_contradictions_along(desk: Desk) -> None:
    one, other = claimed(desk, status="pending-cleanup")
    found = desk.item(other)
    assert isinstance(found, ItemDetail)
    assert found.queues == (Queue.PENDING, Queue.CONFLICTS)
    assert (Relation.CONTRADICTED_BY.value, one) in links_of(desk, other)
