"""Hands that try to end a disagreement on a bare reason: by writing anew, re-tagging, folding or promoting a side."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from governance.authority.effects import effects_fault
from governance.authority.judge import Act
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Action, Kind, Relation
from tests.governance.builders import a_topic, an_item, decide, links_of, made, sound, stage, untouched
from tests.governance.influence.learned import results, typed
from tests.governance.promotion.records import CLAIM, given, promote
from tests.governance.review.disagreeing import SUBJECT, claimed, groups, pair, state
from tests.governance.signed import a_maintainer, a_signed_desk, fault, findings, signed
from tests.governance.signed import an_item as signed_item
from tests.governance.standings import PENDING
from tests.tui.cli import run

CURRENT_CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}


def premises(desk: Desk, query: str, role: str = "action-premise") -> tuple[str, ...]:
    """What answers as a premise."""
    return tuple(one.memory_id for one in results(desk.recalling.recall(query, payloads=5, use_role=role)))


# written anew


@pytest.mark.parametrize("which", [0, 1])
def test_a_claim_that_is_written_right_goes_on_contradicting_the_other(desk: Desk, which: int) -> None:
    rows = claimed(desk)
    fresh = made(decide(desk, "correct", rows[which], text="in better words"), *rows)
    assert (Relation.CONTRADICTS.value, rows[1 - which]) in links_of(desk, fresh)
    assert groups(desk) == [(rows[1 - which], fresh)]
    sound(desk)


def test_a_disputed_claim_is_no_premise_once_it_is_written_right(desk: Desk) -> None:
    one = typed(desk, "semantic", "gulls are loud", CURRENT_CLAIM, confidence="confirmed")
    links = [("contradicts", one)]
    typed(desk, "semantic", "gulls are silent", CURRENT_CLAIM, confidence="confirmed", links=links)
    assert premises(desk, "gulls") == ()
    decide(desk, "correct", one, text="gulls are loud!")
    assert premises(desk, "gulls") == ()


def test_a_claim_against_a_value_goes_on_against_the_value_that_is_written_right(desk: Desk) -> None:
    old = state(desk)
    claim = an_item(desk, text="it was never public", links=[("contradicts", old)])
    fresh = made(decide(desk, "correct", old, text="203.0.113.8 is the public address"), old)
    assert groups(desk) == [(claim, fresh)]


def test_both_sides_written_right_in_one_decision_contradict_each_other(desk: Desk) -> None:
    rows = claimed(desk)
    applied = decide(desk, "correct", *rows, text="in better words")
    one, other = (name for name in applied.ids if name not in rows)
    assert groups(desk) == [(one, other)]
    desk.undo(applied.plan)
    assert groups(desk) == [rows]
    sound(desk)


@pytest.mark.parametrize(
    ("verb", "args"),
    [("correct", {"text": "in better words"}), ("merge", {"text": "in one"})],
    ids=["correct", "merge"],
)
def test_two_decisions_of_one_plan_rewrite_no_two_sides_past_each_other(
    desk: Desk, verb: str, args: dict[str, Any]
) -> None:
    one, other = claimed(desk)
    alike = [an_item(desk, text="retries are fine")] if verb == "merge" else []
    stage(desk, "correct", one, text="in other words")
    stage(desk, verb, other, *alike, **args)
    before = untouched(desk)
    with pytest.raises(Refusal, match=r"contradict.*which is itself decided") as refused:
        desk.apply()
    assert (refused.value.kind, untouched(desk), groups(desk)) == (RefusalKind.RULE, before, [(one, other)])
    desk.unstage(2)
    desk.apply()
    decide(desk, verb, other, *alike, **args)
    assert len(groups(desk)) == 1, "one after the other, they go on disagreeing"


def test_a_side_written_right_and_the_other_judged_stale_is_one_plan(desk: Desk) -> None:
    one, other = claimed(desk)
    stage(desk, "correct", one, text="in other words")
    stage(desk, "stale", other)
    desk.apply()
    assert groups(desk) == []


def test_what_was_staged_before_somebody_claimed_the_contrary_bears_the_claim_once_applied(desk: Desk) -> None:
    one, other = an_item(desk, text="retries are safe"), an_item(desk, text="retries are never safe")
    stage(desk, "correct", one, text="retries are quite safe")
    decide(desk, "contradict", other, one)
    desk.restage(1)
    fresh = made(desk.apply(), one)
    assert groups(desk) == [(other, fresh)]


def test_what_disagrees_with_nothing_any_more_is_written_anew_without_a_claim(desk: Desk) -> None:
    one, _ = claimed(desk)
    decide(desk, "apart", one)
    fresh = made(decide(desk, "correct", one, text="in better words"), one)
    assert (links_of(desk, fresh), groups(desk)) == (set(), [])


def test_words_written_anew_begin_no_edge_but_those_they_were_decided_with() -> None:
    said = {"verb": "correct", "reason": "other", "shown": "listed", "item": {"status": "active"}}
    for how, holds in (("contradicts", True), ("source", True), ("corroborates", False), ("superseded-by", False)):
        effect = said | {"links": [[how, "mem-2026-06-01-002"]]}
        act = Act(Action.MANUAL_CORRECTION, ("mem-2026-06-01-003",), effect, None)
        found = effects_fault([{"verb": "correct", "targets": ["mem-2026-06-01-001"]}], [act])
        assert (found is None) is holds, (how, found)


# re-tagged

ELSEWHERE: dict[str, tuple[str, dict[str, Any]]] = {
    "tagged knowledge": ("retag", {"kind": "knowledge"}),
    "tagged another subject": ("retag", {"subject": "host:old-ip"}),
    "tagged both": ("retag", {"kind": "knowledge", "subject": ""}),
    "written right under another subject": ("correct", {"text": "it is 198.51.100.21", "subject": "host:old-ip"}),
    "written under another subject alone": ("correct", {"subject": "host:old-ip"}),
}


@pytest.mark.parametrize("how", ELSEWHERE)
@pytest.mark.parametrize("which", [0, 1])
def test_no_row_leaves_a_shared_subject_on_a_reason_by_being(desk: Desk, how: str, which: int) -> None:
    rows = pair(desk)
    verb, args = ELSEWHERE[how]
    before = untouched(desk)
    for act in (decide, stage):
        with pytest.raises(Refusal, match=f"{rows[1 - which]} has its subject as well") as refused:
            act(desk, verb, rows[which], note="I am sure", **args)
        assert refused.value.kind is RefusalKind.RULE
        assert all(f"`{way}`" in refused.value.hint for way in ("current", "both", "apart"))
    with pytest.raises(Refusal, match="has its subject as well"):
        desk.preview(verb, [rows[which]], args)
    assert (untouched(desk), groups(desk)) == (before, [rows])


def test_a_re_tag_staged_before_another_row_had_the_subject_is_refused_as_it_is_applied(desk: Desk) -> None:
    old = state(desk)
    stage(desk, "retag", old, kind="knowledge")
    new = state(desk, "198.51.100.20")
    before = untouched(desk)
    with pytest.raises(Refusal):
        desk.apply()
    with pytest.raises(Refusal, match="has its subject as well"):
        desk.restage(1)
    assert (untouched(desk), groups(desk)) == (before, [(old, new)])


def test_a_topic_is_set_and_other_words_are_written_while_rows_share_a_subject(desk: Desk) -> None:
    old, new = pair(desk)
    decide(desk, "retag", old, topic=a_topic(desk))
    fresh = made(decide(desk, "correct", new, text="198.51.100.21 is the public address"), new)
    assert groups(desk) == [(old, fresh)]


@pytest.mark.parametrize(
    "row",
    [
        {"status": PENDING},
        {"status": "stale"},
        {"drift": ["kind-missing"], "status": None},
        {"place": "inbox", "review": "reviewed"},
    ],
    ids=["pending", "stale", "drifting", "a capture that no pass took yet"],
)
def test_a_row_that_is_no_live_row_is_re_tagged_beside_one_of_its_subject(desk: Desk, row: dict[str, Any]) -> None:
    state(desk)
    name = state(desk, "198.51.100.20", **row)
    assert groups(desk) == []
    decide(desk, "retag", name, subject="host:old-ip")
    assert desk.item(name).strip.subject == "host:old-ip"


def test_one_subject_in_two_spellings_is_tagged_as_one_and_rows_told_apart_as_anything(desk: Desk) -> None:
    one, other = state(desk), state(desk, "198.51.100.20", SUBJECT.upper())
    decide(desk, "retag", other, subject=SUBJECT)
    assert groups(desk) == [(one, other)]
    decide(desk, "apart", one, other)
    decide(desk, "retag", other, kind="knowledge")
    assert desk.item(other).row.kind is Kind.KNOWLEDGE


def test_the_command_line_re_tags_no_row_out_of_a_conflict(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_STORE", str(desk.path))
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.path.parent / "state"))
    old, _ = pair(desk)
    before = untouched(desk)
    for words in (("decide", "retag"), ("plan", "stage", "retag")):
        done = run(*words, old, "--kind", "knowledge", "--reason", "wrong-kind", "--seen", desk.item(old).seen)
        assert (done.code, done.out) == (4, "")
        assert "has its subject as well" in done.err
        assert "`both`" in done.err
    assert untouched(desk) == before


# folded


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("spelled", ["{}", " {} ", "{}.", "{}!", "  {}"], ids=repr)
def test_of_claims_at_odds_no_side_wins_by_giving_its_words_to_the_folded_item(
    desk: Desk, which: int, spelled: str
) -> None:
    rows = claimed(desk)
    text = spelled.format(desk.item(rows[which]).text.capitalize())
    before = untouched(desk)
    for act in (decide, stage):
        with pytest.raises(Refusal, match=f"says what {rows[which]} says, and would settle") as refused:
            act(desk, "merge", *rows, text=text, note="I am sure")
        assert refused.value.kind is RefusalKind.RULE
    assert (untouched(desk), groups(desk)) == (before, [rows])


def test_claims_at_odds_are_folded_in_words_of_their_own_and_others_in_the_words_of_one(desk: Desk) -> None:
    rows = claimed(desk)
    decide(desk, "merge", *rows, text="retries are safe with a key")
    alike = [an_item(desk, text="one"), an_item(desk, text="two")]
    decide(desk, "merge", *alike, text="one")
    assert groups(desk) == []


# promoted


@pytest.mark.parametrize("which", [0, 1])
def test_what_is_promoted_of_a_disputed_claim_contradicts_what_that_does_and_is_no_premise(
    desk: Desk, which: int
) -> None:
    rows = claimed(desk)
    _, fresh = promote(desk, "semantic", rows[which])
    assert (Relation.CONTRADICTS.value, rows[1 - which]) in links_of(desk, fresh)
    assert groups(desk) == [(*rows, fresh)]
    assert premises(desk, "retries timeout", "constraint") == ()
    sound(desk)


def test_what_is_promoted_of_a_value_contradicts_the_other_value_until_that_gives_way(desk: Desk) -> None:
    old, new = pair(desk)
    _, fresh = promote(desk, "semantic", new)
    assert groups(desk) == [(old, new, fresh)]
    decide(desk, "current", new, old, owner="mira")
    assert groups(desk) == []


def test_both_sides_are_promoted_in_words_of_their_own_and_never_in_those_of_one(desk: Desk) -> None:
    one, other = claimed(desk)
    arguments = given(desk, "semantic", text=desk.item(other).text)
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"says what {other} says, and would settle"):
        decide(desk, "promote-type", one, other, **arguments)
    assert untouched(desk) == before
    _, fresh = promote(desk, "semantic", one, other, text="retries are safe with a key")
    assert groups(desk) == [(one, other)]
    assert "contradicts" not in {relation for relation, _ in links_of(desk, fresh)}


def test_what_new_words_take_along_holds_before_the_judge_and_the_second_signer(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        signed(desk, lambda: desk.authorize.set_policy({"two.correct": "yes", "two.promote-type": "yes"}))
        rows, witness = [signed_item(desk, text=f"retries {word}") for word in ("help", "harm")], signed_item(desk)
        signed(desk, lambda: decide(desk, "contradict", *rows))
        promotion: dict[str, Any] = {"type": "semantic", "evidence": witness, "field": "\n".join(CLAIM)}
        better: dict[str, Any] = {"text": "they harm"}
        with a_maintainer(desk, "ines", "correct", "promote-type") as ines:
            for verb, name, args in (("promote-type", rows[0], promotion), ("correct", rows[1], better)):
                waits = signed(desk, partial(decide, desk, verb, name, **args)).waiting
                assert waits is not None
                done = signed(ines, partial(ines.cosign, waits))
                assert fault(desk, done.plan) is None
                assert Relation.CONTRADICTS in {how for how, _ in links_of(desk, made(done, *rows))}
        assert len(groups(desk)[0]) == 3
        assert findings(desk) == []
