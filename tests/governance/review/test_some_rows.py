"""Verbs about some rows of a conflict of several: what they do not speak of stays in the queue."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.words import Relation, Status
from tests.governance.builders import an_item, decide, links_of, made, sound, untouched
from tests.governance.review.disagreeing import claimed, groups, pair, state


def three(desk: Desk) -> tuple[str, str, str]:
    """Three live rows of one subject."""
    return *pair(desk), state(desk, "192.0.2.1 is the public address")


def test_two_of_three_rows_are_told_apart_and_each_still_disagrees_with_the_third(desk: Desk) -> None:
    first, second, third = three(desk)
    applied = decide(desk, "apart", first, second)
    assert groups(desk) == [(first, second, third)], "both still collide with the third"
    whys = {name: {why.code: why.ids for why in desk.item(name).why} for name in (first, second)}
    assert (whys[first]["same-subject"], whys[second]["same-subject"]) == ((third,), (third,))
    desk.undo(applied.plan)
    assert {why.code: why.ids for why in desk.item(first).why}["same-subject"] == (second, third)
    sound(desk)


def test_three_of_five_rows_are_told_apart_from_each_other_and_from_nothing_else(desk: Desk) -> None:
    names = [state(desk, f"192.0.2.{n}") for n in range(5)]
    decide(desk, "apart", *names[:3])
    apart = {frozenset((name, o)) for name in names for r, o in links_of(desk, name) if r == Relation.APART}
    assert apart == {frozenset(two) for two in ((names[0], names[1]), (names[0], names[2]), (names[1], names[2]))}


def test_one_row_alone_is_told_apart_from_all_that_it_disagrees_with(desk: Desk) -> None:
    first, second, third = three(desk)
    decide(desk, "apart", first)
    assert groups(desk) == [(second, third)]


def test_two_that_disagree_with_a_third_alone_are_no_pair(desk: Desk) -> None:
    one, other = claimed(desk)
    third = an_item(desk, text="retries are forbidden", links=[("refutes", one)])
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"{other}: it disagrees with none of the others that are named"):
        decide(desk, "apart", other, third)
    assert untouched(desk) == before, "that both are told apart from the first was not said"


def test_of_several_suggestions_each_is_told_apart_from_what_a_pass_found_it_near(desk: Desk) -> None:
    (one, near), (other, alike) = claimed(desk, "possible-duplicate"), claimed(desk, "possible-duplicate")
    decide(desk, "apart", near, alike)
    assert groups(desk) == []
    assert (Relation.APART.value, one) in links_of(desk, near)
    assert (Relation.APART.value, other) in links_of(desk, alike)


def test_by_names_the_one_row_that_each_is_told_apart_from(desk: Desk) -> None:
    first, second, third = three(desk)
    decide(desk, "apart", first, third, by=second)
    assert groups(desk) == [(first, third)]
    before = untouched(desk)
    with pytest.raises(Refusal, match="by: mem-2031-01-01-001 was not found to be like it"):
        decide(desk, "apart", first, by="mem-2031-01-01-001")
    assert untouched(desk) == before


def test_a_row_is_current_though_a_claim_hangs_together_with_its_subject_and_the_claim_stays(desk: Desk) -> None:
    claim = an_item(desk, text="the address is never public")
    old, new = pair(desk)
    decide(desk, "contradict", claim, new)
    assert groups(desk) == [(claim, old, new)]
    applied = decide(desk, "current", new, old, owner="mira")
    assert desk.item(old).row.superseded_by == new
    assert groups(desk) == [(claim, new)]
    desk.undo(applied.plan)
    assert groups(desk) == [(claim, old, new)]
    sound(desk)


def test_rows_that_a_person_also_marked_as_contradicting_are_made_current_and_re_keyed_all_the_same(desk: Desk) -> None:
    old, new = pair(desk)
    decide(desk, "contradict", old, new)
    decide(desk, "current", new, old, owner="mira")
    assert desk.item(old).row.status is Status.SUPERSEDED
    old, new = pair(desk, "host:other")
    decide(desk, "contradict", old, new)
    decide(desk, "both", old, subject="host:old-ip")
    assert groups(desk) == [], "that both hold settles the mark between the two as well"


def test_a_row_that_is_re_keyed_takes_along_what_contradicts_its_words(desk: Desk) -> None:
    claim = an_item(desk, text="the address is never public")
    old, new = pair(desk)
    decide(desk, "contradict", claim, old)
    applied = decide(desk, "both", old, subject="host:old-ip")
    fresh = made(applied, old)
    assert groups(desk) == [(claim, fresh)], "another subject makes the claim no less contrary"
    assert (Relation.CONTRADICTS.value, claim) in links_of(desk, fresh)
    desk.undo(applied.plan)
    assert groups(desk) == [(claim, old, new)]
    sound(desk)


def test_of_three_claims_two_are_folded_and_the_third_still_contradicts_what_came_of_them(desk: Desk) -> None:
    one, other = claimed(desk)
    third = an_item(desk, text="retries are forbidden", links=[("refutes", one)])
    assert groups(desk) == [(one, other, third)]
    applied = decide(desk, "merge", one, other, text="retries write twice unless they bear a key")
    fresh = made(applied, one, other)
    assert groups(desk) == [(third, fresh)]
    desk.undo(applied.plan)
    assert groups(desk) == [(one, other, third)]
    sound(desk)


def test_what_a_person_told_apart_before_is_not_taken_along(desk: Desk) -> None:
    one, other = claimed(desk)
    third = an_item(desk, text="retries are forbidden", links=[("refutes", one)])
    decide(desk, "apart", one, third)
    decide(desk, "merge", one, other, text="either")
    assert groups(desk) == []
