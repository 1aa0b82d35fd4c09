"""What settles a conflict: which row is current and on what grounds, both hold, needs evidence, contradict."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.purge import purge
from store.records.words import Action, Confidence, Kind, Queue, Reason, Relation, Shown, Status
from tests.builders import DAY, MIRA
from tests.governance.builders import a_block, an_item, decide, head, links_of, made, seen, sound, stage, untouched
from tests.governance.review.disagreeing import claimed, conflicts, groups, pair, state
from tests.governance.standings import PENDING, a_lane


def entries_of(desk: Desk, plan: str) -> list[Any]:
    at = desk.decision(plan).seq
    return [desk.entry(seq) for seq in desk.log_keys(after=at)]


def test_the_other_live_rows_give_way_in_one_act_and_the_current_one_bears_the_grounds(desk: Desk) -> None:
    old, new = pair(desk)
    third = state(desk, "192.0.2.1 is the public address")
    block = a_block(desk, "- the router said 198.51.100.20\n", path="archive/2026-08-27.md")
    applied = decide(desk, "current", new, old, third, evidence="archive/2026-08-27.md#1", note="asked on the phone")
    assert (applied.decisions, applied.verbs) == (1, ("current",))
    for name in (old, third):
        found = desk.item(name)
        assert (found.row.status, found.row.superseded_by) == (Status.SUPERSEDED, new)
        assert (Relation.SUPERSEDED_BY.value, new) in links_of(desk, name)
    (move, *_) = reversed(desk.item(new).history)
    assert (move.verb, move.reason, move.note) == (
        "current", Reason.CURRENT_VALUE, "asked on the phone\nEvidence: archive/2026-08-27.md#1",
    )  # fmt: skip
    seq = desk.show(block).seq  # type: ignore[union-attr]
    assert all(f'"grounds":[{seq}]' in one.header for one in entries_of(desk, applied.plan))
    sound(desk)


def test_undoing_it_brings_every_row_back(desk: Desk) -> None:
    old, new = pair(desk)
    before = {name: desk.item(name).row.model_dump(exclude={"from_seq", "entry_seq"}) for name in (old, new)}
    applied = decide(desk, "current", old, new, owner="mira")
    desk.undo(applied.plan)
    after = {name: desk.item(name).row.model_dump(exclude={"from_seq", "entry_seq"}) for name in (old, new)}
    assert (after, groups(desk)) == (before, [(old, new)])
    sound(desk)


def test_the_owner_is_named_by_name_or_id_and_stands_in_the_header_by_id_alone(desk: Desk) -> None:
    for n, name in enumerate(("mira", MIRA)):
        old, new = pair(desk, f"policy:{n}")
        applied = decide(desk, "current", new, old, owner=name)
        entries = entries_of(desk, applied.plan)
        assert all(f'"grounds":["{MIRA}"]' in one.header and "mira" not in one.header for one in entries[:2])
        assert desk.item(new).history[-1].note == f"By the authority of {name}, whose value or policy it is"


def test_a_choice_moves_no_confidence(desk: Desk) -> None:
    old, new = pair(desk, confidence="inferred")
    decide(desk, "current", new, old, owner="mira")
    assert {desk.item(name).row.confidence for name in (old, new)} == {Confidence.INFERRED}


WITHOUT_GROUNDS: dict[str, tuple[dict[str, Any], str]] = {
    "nothing at all": ({}, "a choice alone proves nothing"),
    "blanks": ({"evidence": "  ", "owner": " "}, "a choice alone proves nothing"),
    "a place that is not there": ({"evidence": "archive/2031-01-01.md#1"}, "leads to nothing in the archive"),
    "somebody's word": ({"evidence": "ines told me"}, "leads to nothing in the archive"),
    "another memory": ({"evidence": "mem-2026-06-01-001"}, "leads to nothing in the archive"),
    "somebody who owns nothing": ({"owner": "ines"}, "owns nothing here"),
    "good evidence and a bad owner": ({"evidence": "archive/2026-08-27.md#1", "owner": "ines"}, "owns nothing here"),
}


@pytest.mark.parametrize("grounds", WITHOUT_GROUNDS)
def test_no_row_is_made_current_on(desk: Desk, grounds: str) -> None:
    old, new = pair(desk)
    a_block(desk, "- the router said so\n", path="archive/2026-08-27.md")
    args, why = WITHOUT_GROUNDS[grounds]
    before = untouched(desk)
    for act in (decide, stage):
        with pytest.raises(Refusal, match=why) as refused:
            act(desk, "current", new, old, **args)
        assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before


def test_evidence_that_was_erased_or_withdrawn_founds_nothing(desk: Desk) -> None:
    old, new = pair(desk)
    gone, kept_out = a_block(desk, "- it said so\n"), a_block(desk, "- it said so as well\n")
    purge(desk.store, [desk.show(gone).seq], at=desk.now(), actor=MIRA, day=DAY)  # type: ignore[union-attr]
    decide(desk, "withdraw", kept_out)
    for block in (gone, kept_out):
        with pytest.raises(Refusal, match="leads to nothing"):
            decide(desk, "current", new, old, evidence=block)


def test_all_live_rows_of_the_subject_are_named_and_nothing_else(desk: Desk) -> None:
    old, new = pair(desk)
    third = state(desk, "192.0.2.1 is the public address")
    alike = state(desk, "192.0.2.9", "Host:Public-IP")
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"decided in one: {third} is not named"):
        decide(desk, "current", new, old, owner="mira")
    with pytest.raises(Refusal, match=f"{alike}: no other live row has its subject"):
        decide(desk, "current", new, old, third, alike, owner="mira")
    assert untouched(desk) == before


def test_a_pair_of_another_project_or_lane_never_gives_way(desk: Desk) -> None:
    old = state(desk, words={"project": "cedar"})
    new = state(desk, "198.51.100.20", words={"project": "kelp"})
    assert groups(desk) == [(old, new)], "they disagree all the same"
    with pytest.raises(Refusal, match="belongs to another project"):
        decide(desk, "current", new, old, owner="mira")


def test_a_row_in_a_lane_gives_way_within_it_alone_and_is_re_keyed_within_it_while_it_is_open(desk: Desk) -> None:
    here, there = a_lane(desk), a_lane(desk, title="another trial")
    old, new, far = state(desk, lane=here), state(desk, "198.51.100.20", lane=here), state(desk, "1.1.1.1", lane=there)
    assert groups(desk) == [(old, new, far)]
    with pytest.raises(Refusal, match="lies in another lane"):
        decide(desk, "current", new, old, far, owner="mira")
    decide(desk, "freeze", here)
    with pytest.raises(Refusal, match="is frozen: thaw that first"):
        decide(desk, "both", old, subject="host:old-ip")
    decide(desk, "thaw", here)
    fresh = made(decide(desk, "both", old, subject="host:old-ip"), old)
    assert desk.item(fresh).row.lane == here
    decide(desk, "clear", there)
    assert groups(desk) == [], "what lies in a lane that was set aside disagrees with nothing"


def test_a_decision_says_what_it_saw_of_every_row(desk: Desk) -> None:
    old, new = pair(desk)
    saw = seen(desk, new, old)
    decide(desk, "source", old, source="told by ines")
    with pytest.raises(Refusal, match=f"{old}.*changed since") as refused:
        desk.decide("current", [new, old], {"owner": "mira"}, reason=Reason.CURRENT_VALUE, seen=saw, shown=Shown.OPENED)
    assert refused.value.kind is RefusalKind.MOVED


def test_one_act_stands_in_the_plan_and_goes_with_others(desk: Desk) -> None:
    old, new = pair(desk)
    doubtful = an_item(desk, status=PENDING)
    stage(desk, "current", new, old, owner="mira")
    plan = stage(desk, "keep", doubtful)
    assert plan.ready
    assert [(one.verb, one.targets) for one in plan.staged] == [("current", (new, old)), ("keep", (doubtful,))]
    desk.apply()
    assert groups(desk) == []
    assert desk.item(old).row.superseded_by == new


# both hold


def test_both_hold_makes_a_new_item_under_another_subject_and_the_old_one_is_history(desk: Desk) -> None:
    old, new = pair(desk, words={"project": "cedar", "scope": "environment", "corroborating": ["archive/a.md"]})
    body = desk.item(old).row.body
    applied = decide(desk, "both", old, subject="host:old-public-ip")
    fresh = made(applied, old)
    found, left = desk.item(fresh), desk.item(old)
    assert (found.text, found.strip.subject) == (left.text, "host:old-public-ip")
    assert (found.strip.date, found.strip.source, found.strip.confidence) == (
        left.strip.date, left.strip.source, left.strip.confidence,
    )  # fmt: skip
    assert found.words is not None
    assert (found.words.project, found.words.scope, found.words.corroborating) == (
        "cedar", "environment", ("archive/a.md",),
    )  # fmt: skip
    assert (left.row.status, left.row.cooled, left.row.body) == (Status.STALE, True, body), "nothing is written into it"
    assert (Relation.CORRECTED_BY.value, fresh) in links_of(desk, old)
    assert (groups(desk), desk.queue_keys(Queue.STALE)) == ([], ())
    desk.undo(applied.plan)
    assert groups(desk) == [(old, new)]
    assert not desk.item(fresh).current
    sound(desk)


@pytest.mark.parametrize(
    ("subject", "why"),
    [("host:public-ip", "it has that one already"), (" ", "both needs subject"), ("host:taken", "has 'host:taken'")],
)
def test_it_is_re_keyed_under_a_subject_that_nothing_else_has(desk: Desk, subject: str, why: str) -> None:
    old, _ = pair(desk)
    state(desk, "taken", "host:taken")
    before = untouched(desk)
    with pytest.raises(Refusal, match=why):
        decide(desk, "both", old, subject=subject)
    assert untouched(desk) == before


@pytest.mark.parametrize("subject", ["Host:Public-IP", "host: public-ip", "ｈｏｓｔ:public-ip", "host:public\u2011ip"])
def test_it_is_not_re_keyed_under_another_spelling_of_its_own_subject(desk: Desk, subject: str) -> None:
    old, new = pair(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match="is only another spelling of its own, 'host:public-ip'"):
        decide(desk, "both", old, subject=subject)
    assert (untouched(desk), groups(desk)) == (before, [(old, new)])


def test_what_was_re_keyed_says_that_it_goes_on_and_not_that_somebody_judged_it_stale(desk: Desk) -> None:
    old, new = pair(desk)
    fresh = made(decide(desk, "both", old, subject="host:old-public-ip"), old)
    [why] = [one for one in desk.item(old).why if one.code in ("goes-on", "judged-stale")]
    assert (why.code, why.ids, why.detail) == ("goes-on", (fresh,), "host:old-public-ip")
    decide(desk, "withdraw", fresh)
    [why] = [one for one in desk.item(old).why if one.code in ("goes-on-elsewhere", "judged-stale")]
    assert (why.code, why.ids, why.detail) == ("goes-on-elsewhere", (fresh,), None), "its words are not shown"
    decide(desk, "stale", new, owner="mira")
    assert "judged-stale" in [one.code for one in desk.item(new).why]


def test_of_knowledge_none_is_current_none_is_re_keyed_and_state_is_never_merged(desk: Desk) -> None:
    one, other = claimed(desk)
    old, new = pair(desk)
    before = untouched(desk)
    tries: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
        ("current", {"owner": "mira"}, (one, other)),
        ("both", {"subject": "x"}, (one,)),
        ("merge", {}, (old, new)),
    ]
    for verb, args, names in tries:
        with pytest.raises(Refusal, match=f"{verb} is refused"):
            decide(desk, verb, *names, **args)
    assert untouched(desk) == before


# needs evidence


def test_what_is_missing_is_a_note_that_the_queue_shows_until_it_is_undone(desk: Desk) -> None:
    one, other = claimed(desk)
    row = desk.item(one).row
    applied = decide(desk, "evidence", one, missing="a run of the suite", note="nobody could reach the host")
    assert groups(desk) == [(one, other)], "it stays"
    (noted,) = (why for why in conflicts(desk)[0].why if why.code == "needs-evidence")
    assert (noted.ids, noted.detail) == ((one,), "a run of the suite\nnobody could reach the host")
    assert [why.code for why in desk.item(one).why].count("needs-evidence") == 1
    after = desk.item(one).row
    assert after.model_dump(exclude={"from_seq", "entry_seq"}) == row.model_dump(exclude={"from_seq", "entry_seq"})
    decide(desk, "evidence", one, missing="the log of the host")
    assert [why.detail for why in conflicts(desk)[0].why if why.code == "needs-evidence"] == ["the log of the host"]
    desk.undo(desk.plans(1)[0].plan)
    assert [why.detail for why in conflicts(desk)[0].why if why.code == "needs-evidence"] == [noted.detail]
    desk.undo(applied.plan)
    assert not [why for why in conflicts(desk)[0].why if why.code == "needs-evidence"]
    sound(desk)


def test_the_words_of_what_is_missing_stand_in_no_header(desk: Desk) -> None:
    one, _ = claimed(desk)
    decide(desk, "evidence", one, missing="a run of the suite")
    assert "suite" not in desk.entry(head(desk)).header


# contradict


def test_a_person_marks_that_several_cannot_all_hold(desk: Desk) -> None:
    names = [an_item(desk, text=text) for text in ("it is red", "it is blue", "it is green")]
    before = {name: desk.item(name).row.from_seq for name in names}
    applied = decide(desk, "contradict", *names)
    assert groups(desk) == [tuple(names)]
    assert {len(links_of(desk, name)) for name in names} == {2, 1, 0}
    assert {name: desk.item(name).row.from_seq for name in names} == before, "no row moves"
    with pytest.raises(Refusal, match="marked as contradicting each other already"):
        decide(desk, "contradict", *names)
    desk.undo(applied.plan)
    assert groups(desk) == []
    sound(desk)


def test_marking_overrules_that_they_were_told_apart_and_the_other_way_round(desk: Desk) -> None:
    one, other = claimed(desk, "possible-duplicate")
    decide(desk, "apart", other)
    assert groups(desk) == []
    applied = decide(desk, "contradict", one, other)
    assert groups(desk) == [(one, other)]
    desk.undo(applied.plan)
    assert groups(desk) == []
    decide(desk, "contradict", one, other)
    decide(desk, "apart", one)
    assert groups(desk) == []
    sound(desk)


def test_state_may_be_marked_too_and_one_alone_contradicts_nobody(desk: Desk) -> None:
    one, other = state(desk, subject="a"), state(desk, subject="b")
    with pytest.raises(Refusal, match="at least two"):
        decide(desk, "contradict", one)
    decide(desk, "contradict", one, other)
    assert groups(desk) == [(one, other)]
    assert {desk.item(name).row.kind for name in (one, other)} == {Kind.STATE}
    assert desk.entry(head(desk)).row.action is Action.LINK
