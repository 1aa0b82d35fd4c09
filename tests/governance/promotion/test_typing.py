"""Changing a type is a promotion: a new record with evidence, by a person; the old ones stay as they were (T)."""

from __future__ import annotations

import itertools

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.promotion.typing import WAYS
from store.purge import purge
from store.records.words import MemoryType, Reason, Shown
from tests.builders import DAY, MIRA
from tests.governance.builders import a_block, a_topic, an_item, decide, item, links_of, rows, sound
from tests.governance.promotion.records import METHOD, OK, an_episode, given, promote, refused, ten_retries
from tests.governance.standings import a_lane

# the thought experiment


def test_ten_retries_without_their_outcomes_teach_no_procedure_and_with_them_they_do(desk: Desk) -> None:
    without, with_them = ten_retries(desk, *(None,) * 10), ten_retries(desk)
    assert [item(desk, one).text for one in without] == [item(desk, one).text for one in with_them]
    said = refused(desk, "procedural", *without)
    assert "an unknown outcome teaches no procedure" in said
    assert all(name in said for name in without)
    _, method = promote(desk, "procedural", *with_them)
    assert item(desk, method).row.type is MemoryType.PROCEDURAL
    sound(desk)


@pytest.mark.parametrize("outcome", ["unknown", "Unknown", "", None])
def test_one_episode_whose_outcome_nobody_knows_blocks_the_whole_procedure(desk: Desk, outcome: str | None) -> None:
    names = [*ten_retries(desk, OK, OK), an_episode(desk, outcome)]
    assert f"the outcome of {names[-1]} is unknown" in refused(desk, "procedural", *names)


@pytest.mark.parametrize("outcome", ["duplicate-charge", "success", "failed", "verified-success?", "deprecated"])
def test_an_episode_that_ended_otherwise_makes_no_procedure_and_stays_as_history(desk: Desk, outcome: str) -> None:
    name = an_episode(desk, outcome)
    said = refused(desk, "procedural", name)
    assert f"only verified-success makes a procedure, and this ended otherwise: {name} ({outcome})" in said
    assert item(desk, name).row.type is MemoryType.EPISODIC


@pytest.mark.parametrize("outcome", ["unknown", "duplicate-charge"])
def test_a_procedure_says_itself_that_its_validation_succeeded(desk: Desk, outcome: str) -> None:
    said = refused(desk, "procedural", an_episode(desk), fields=(f"outcome={outcome}",))
    assert "outcome: A procedure is made only once its validation ended in verified-success" in said


# what comes of it


def test_a_promotion_makes_a_new_record_that_names_the_old_ones_and_leaves_them_as_they_were(desk: Desk) -> None:
    names = ten_retries(desk, OK, OK, OK)
    before = {name: (item(desk, name).row, item(desk, name).words, item(desk, name).seen) for name in names}
    passage = a_block(desk, "- the suite passed\n")
    seq = desk.passage(passage).seq
    applied, new = promote(desk, "procedural", *names, evidence=passage)
    assert {name: (item(desk, name).row, item(desk, name).words, item(desk, name).seen) for name in names} == before
    found = item(desk, new)
    assert (found.row.type, found.row.kind, found.row.status, found.row.place) == (
        "procedural", "knowledge", "active", "store",
    )  # fmt: skip
    assert links_of(desk, new) == {*(("derived-from", name) for name in names), ("source", str(seq))}
    assert found.words
    assert found.words.corroborating == (passage,)
    typed = dict(found.words.typed)
    assert (typed["name"], typed["version"], typed["preconditions"]) == (
        "safe-payment-retry", "2", "gateway-v2; status-readback",
    )  # fmt: skip
    assert [(move.action, move.verb) for move in found.history] == [("promote-type", "promote-type")]
    assert applied.verbs == ("promote-type",)
    sound(desk)


def test_its_date_and_source_are_those_of_what_it_is_made_of(desk: Desk) -> None:
    old = an_episode(desk, date="2026-05-01", source="archive/a.md#1")
    newer = an_episode(desk, date="2026-05-09", source="archive/b.md#2")
    _, new = promote(desk, "semantic", newer, old)
    assert (item(desk, new).strip.date, item(desk, new).strip.source) == (
        "2026-05-09", "archive/b.md#2; archive/a.md#1",
    )  # fmt: skip


def test_undoing_a_promotion_takes_the_new_record_out_of_use_and_doing_it_again_brings_it_back(desk: Desk) -> None:
    names = ten_retries(desk, OK, OK, OK)
    before = rows(desk)
    applied, new = promote(desk, "procedural", *names, evidence=names[0] and a_block(desk))
    undone = desk.undo(applied.plan)
    assert not item(desk, new).current
    assert rows(desk)["items"] >= before["items"]
    assert links_of(desk, new) == set()
    desk.undo(undone.plan)
    assert item(desk, new).current
    assert {("derived-from", name) for name in names} <= links_of(desk, new)
    sound(desk)


def test_what_was_promoted_further_since_is_not_undone_under_it(desk: Desk) -> None:
    first, claim = promote(desk, "episodic", an_item(desk), fields=(f"outcome={OK}",))
    promote(desk, "semantic", claim)
    with pytest.raises(Refusal, match=r"cannot be undone: .* came of it") as said:
        desk.undo(first.plan)
    assert said.value.kind is RefusalKind.MOVED
    sound(desk)


def test_two_promotions_of_one_plan_are_each_judged_and_applied(desk: Desk) -> None:
    one, other = an_episode(desk), an_episode(desk, text="another case")
    for name in (one, other):
        arguments = given(desk, "semantic")
        seen = [item(desk, name).seen]
        desk.stage("promote-type", [name], arguments, reason=Reason.GENERALIZED, seen=seen, shown=Shown.LISTED)
    applied = desk.apply()
    assert (applied.decisions, len([name for name in applied.ids if name not in (one, other)])) == (2, 2)
    sound(desk)


# ways


@pytest.mark.parametrize(("own", "kind"), itertools.product((None, *MemoryType), MemoryType))
def test_a_type_is_promoted_by_these_ways_and_by_no_other(desk: Desk, own: MemoryType | None, kind: MemoryType) -> None:
    typed = {"typed": [["event_time", "2026-05-30"], ["outcome", OK]]}
    name = an_item(desk, type=own, words=typed, text="it was so")
    if kind in WAYS.get(own, ()):
        _, new = promote(desk, kind, name)
        assert (item(desk, new).row.type, item(desk, name).row.type) == (kind, own)
    else:
        arguments = {"type": kind.value, "evidence": a_block(desk)}
        with pytest.raises(Refusal, match=r"claims as much as it can|is promoted to"):
            desk.preview("promote-type", [name], arguments)


def test_the_ways_are_those_of_the_sources_and_end_at_procedures() -> None:
    assert {(own, kind) for own, kinds in WAYS.items() for kind in kinds} == {
        ("working", "episodic"), ("working", "semantic"), ("episodic", "semantic"), ("episodic", "procedural"),
        (None, "episodic"), (None, "semantic"),
    }  # fmt: skip


def test_no_other_verb_changes_a_type(desk: Desk) -> None:
    name = an_episode(desk)
    with pytest.raises(Refusal, match="retag takes no type"):
        desk.preview("retag", [name], {"type": "semantic"})
    decide(desk, "correct", name, text="other words")
    decide(desk, "retag", name, topic=a_topic(desk))
    kinds = {row[0]: row[17] for row in rows(desk, "items")["items"]}
    assert {MemoryType.EPISODIC.value} == {item(desk, one).row.type for one in kinds}


def test_a_type_that_does_not_exist_is_refused_with_those_that_do(desk: Desk) -> None:
    with pytest.raises(Refusal, match="there is no type 'fact'") as said:
        desk.preview("promote-type", [an_episode(desk)], {"type": "fact", "evidence": a_block(desk)})
    assert "semantic" in said.value.hint


# what is no parent


@pytest.mark.parametrize(
    ("standing", "why"),
    [
        ({"status": "pending-cleanup"}, "settle that first"),
        ({"status": "stale"}, "settle that first"),
        ({"drift": ["source-missing"]}, "drifts from the schema"),
        ({"review": "needs-review"}, "waits for a person"),
        ({"review": "held"}, "waits for a person"),
        ({"review": "refused"}, "was refused"),
        ({"type": "semantic"}, "claims as much as it can"),
        ({"type": "procedural"}, "claims as much as it can"),
    ],
)
def test_what_is_in_doubt_or_waits_is_promoted_to_nothing(desk: Desk, standing: dict[str, str], why: str) -> None:
    name = an_item(desk, **({"type": "episodic"} | standing))  # type: ignore[arg-type]
    assert why in refused(desk, "semantic", name)


def test_what_was_erased_or_withdrawn_is_promoted_to_nothing(desk: Desk) -> None:
    gone, out = an_episode(desk, text="this leaves"), an_episode(desk, text="this is withdrawn")
    arguments = given(desk, "semantic")
    purge(desk.store, [item(desk, gone).row.body], at=desk.now(), actor=MIRA, day=DAY)
    seen = item(desk, out).seen
    decide(desk, "withdraw", out)
    with pytest.raises(Refusal, match="its words were erased"):
        desk.preview("promote-type", [gone], arguments)
    with pytest.raises(Refusal, match="is withdrawn by"):
        desk.decide("promote-type", [out], arguments, reason=Reason.OTHER, seen=[seen], shown=Shown.LISTED)


def test_withdrawing_an_episode_takes_the_procedure_that_came_of_it_along(desk: Desk) -> None:
    names = ten_retries(desk, OK, OK, OK)
    _, new = promote(desk, "procedural", *names)
    control = decide(desk, "withdraw", names[1]).ids[0]
    with pytest.raises(Refusal, match="withdrawn"):
        item(desk, new)
    decide(desk, "reinstate", control)
    assert item(desk, new).row.type is MemoryType.PROCEDURAL


def test_what_lies_in_a_lane_is_promoted_within_it_unless_that_is_frozen_or_cleared(desk: Desk) -> None:
    lane = a_lane(desk, title="Trial")
    mine, none, later = (an_episode(desk, text=text) for text in ("one", "two", "three"))
    for name in (mine, later):
        decide(desk, "lane", name, lane=lane)
    _, new = promote(desk, "semantic", mine, none)
    assert item(desk, new).row.lane == lane
    other = a_lane(desk, title="Other")
    decide(desk, "lane", none, lane=other)
    assert f"different lanes ({lane}, {other})" in refused(desk, "semantic", mine, none)
    for verb, state in (("freeze", "frozen"), ("clear", "cleared")):
        decide(desk, verb, lane)
        assert f"its lane {lane} is {state}: thaw that first" in refused(desk, "semantic", later)
        decide(desk, "thaw", lane)
    promote(desk, "semantic", later)
    sound(desk)


# what its card asks for


@pytest.mark.parametrize("field", ["name", "version", "preconditions", "owner", "validation_evidence"])
def test_a_field_that_its_card_asks_for_is_missed_by_name(desk: Desk, field: str) -> None:
    lines = "\n".join(line for line in METHOD if not line.startswith(field))
    with pytest.raises(Refusal, match=f"{field}: A procedural record cannot do without it") as said:
        desk.preview(
            "promote-type", [an_episode(desk)], {"type": "procedural", "evidence": a_block(desk), "field": lines}
        )
    assert said.value.kind is RefusalKind.RULE


@pytest.mark.parametrize("blank", [";", " , ;"])
def test_preconditions_that_name_none_are_refused(desk: Desk, blank: str) -> None:
    lines = "\n".join(f"preconditions={blank}" if line.startswith("preconditions") else line for line in METHOD)
    with pytest.raises(Refusal, match="preconditions: It names none"):
        desk.preview(
            "promote-type", [an_episode(desk)], {"type": "procedural", "evidence": a_block(desk), "field": lines}
        )


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (("event_time=2026-05-30",), "event_time: It is no field of a semantic record"),
        (("valid_from=soon",), "valid_from: 'soon' is no time"),
        (("valid_from=2026-05-02", "valid_to=2026-05-01"), "valid_to: It ends before it begins"),
        (("valid_from=2026-05-01", "valid_to=2026-05-20"), "valid_to: Its validity is over"),
        (("provenance=unknown",), "provenance: It may not be unknown"),
        (("confidence=sure",), "confidence: 'sure' is none of"),
        (("status=active",), "is no field of a type"),
        (("scope",), "is no field of a type"),
        (("scope=workflow", "scope=environment"), "scope: It is named twice"),
        ((f"provenance={'x' * 401}",), "provenance: It has 401 characters"),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_by_name(desk: Desk, fields: tuple[str, ...], why: str) -> None:
    assert why in refused(desk, "semantic", an_episode(desk), fields=fields)


def test_the_provenance_of_a_claim_is_its_evidence_unless_more_is_said(desk: Desk) -> None:
    block = a_block(desk)
    _, plain = promote(desk, "semantic", an_episode(desk), evidence=block)
    _, more = promote(desk, "semantic", an_episode(desk), fields=("provenance=spec v2",))
    assert [dict(item(desk, one).words.typed)["provenance"] for one in (plain, more)] == [block, "spec v2"]  # type: ignore[union-attr]


def test_several_records_are_promoted_in_words_of_their_own(desk: Desk) -> None:
    names = [an_episode(desk), an_episode(desk)]
    with pytest.raises(Refusal, match="text: Several records are promoted in words of their own"):
        desk.preview("promote-type", names, given(desk, "semantic"))


# what a person is told


@pytest.mark.parametrize(("count", "told"), [(1, "one record"), (2, "2 records"), (3, None)])
def test_few_records_are_a_caution_and_no_refusal(desk: Desk, count: int, told: str | None) -> None:
    names = ten_retries(desk, *(OK,) * count)
    arguments = given(desk, "procedural", text="in words of its own")
    cautions = [change.after for change in desk.preview("promote-type", names, arguments) if change.field == "caution"]
    assert cautions == ([f"it rests on {told}; the policy would see 3"] if told else [])
    assert decide(desk, "promote-type", *names, **arguments).decisions == 1


def test_an_episode_needs_no_others_like_it(desk: Desk) -> None:
    changes = desk.preview("promote-type", [an_item(desk)], given(desk, "episodic"))
    assert not [change for change in changes if change.field == "caution"]


def test_the_preview_tells_what_it_claims_and_what_it_is_made_of(desk: Desk) -> None:
    names, other = ten_retries(desk, OK, OK), an_item(desk, text="the suite passed")
    arguments = given(desk, "procedural", text="in words of its own", evidence=other)
    told = {change.field: change.after for change in desk.preview("promote-type", names, arguments)}
    assert told["type"] == "procedural"
    assert told["new item"] == "in words of its own"
    assert (told["made of"], told["rests on"]) == (", ".join(names), other)
    assert told["failure_handling"] == "freeze and ask"
