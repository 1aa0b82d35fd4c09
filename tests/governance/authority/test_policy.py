"""The policy: what it may be set to, what it never weakens, and that it fails closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.authority.policy import DEFAULT, NUMBERS, OPEN, PAIRED, changed, read_policy
from governance.errors import Refusal, RefusalKind
from store.records.words import AUTHORITY_VERBS, READING, Assurance, InFlight, Role, VerbName
from tests.governance.builders import decide
from tests.governance.signed import a_maintainer, a_person, a_signed_desk, an_item, signed

NAMES = st.sampled_from(["needs", "two", "v", *NUMBERS])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**7) | st.text("abckeep", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner),
    max_leaves=8,
)


@given(JSON)
def test_whatever_stands_in_a_payload_is_a_policy_or_the_default_which_asks_for_everything(garbage: Any) -> None:
    for payload in (garbage, {"policy": garbage}):
        found = read_policy(payload)
        assert all(found.needed(verb) is Assurance.SIGNED for verb in AUTHORITY_VERBS)
        assert 1 <= found.signature_minutes <= 24 * 60
        assert found.plan_decisions >= 1


@pytest.mark.parametrize(
    "payload",
    [
        None,
        {},
        {"policy": None},
        {"policy": {"needs": [["keep", "whatever"]]}},
        {"policy": {"two": ["keep", "fly"]}},
        {"policy": {"signature_minutes": 0}},
        {"policy": {"plan_decisions": 10**9}},
        {"policy": {"unheard": 1}},
    ],
)
def test_a_policy_that_cannot_be_read_is_the_default(payload: Any) -> None:
    assert read_policy(payload) == DEFAULT
    assert all(DEFAULT.needed(verb) is Assurance.SIGNED for verb in VerbName)


@pytest.mark.parametrize("verb", sorted(AUTHORITY_VERBS))
def test_no_setting_lets_a_verb_about_who_may_decide_go_without_a_signature(verb: VerbName) -> None:
    with pytest.raises(Refusal):
        changed(DEFAULT, {f"needs.{verb}": "os-user"})
    sly = read_policy({"policy": {"needs": [[verb.value, "os-user"]]}})
    assert sly.needed(verb) is Assurance.SIGNED


@pytest.mark.parametrize("verb", sorted(OPEN))
def test_a_verb_about_rows_may_be_let_go_without_one_and_taken_back(verb: VerbName) -> None:
    weaker = changed(DEFAULT, {f"needs.{verb}": "os-user"})
    assert weaker.needed(verb) is Assurance.OS_USER
    assert all(weaker.needed(other) is Assurance.SIGNED for other in VerbName if other is not verb)
    assert changed(weaker, {f"needs.{verb}": "signed"}) == DEFAULT
    assert read_policy({"policy": weaker.model_dump(mode="json")}) == weaker


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("needs.keep", "claimed"),
        ("needs.keep", "token"),
        ("needs.keep", "yes"),
        ("needs.fly", "signed"),
        ("needs", "signed"),
        ("two.keep", "os-user"),
        ("two.import", "yes"),
        ("two.rotate-key", "yes"),
        ("signature_minutes", "0"),
        ("signature_minutes", "1441"),
        ("plan_decisions", "-1"),
        ("plan_decisions", "9" * 5000),
        ("grant_depth", "10"),
        ("grant_depth", "٣"),
        ("in_flight", "ask"),
        ("in_flight", ""),
        ("unheard", "1"),
        ("v", "2"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_with_those_that_do(setting: str, value: str) -> None:
    with pytest.raises(Refusal) as refused:
        changed(DEFAULT, {setting: value})
    assert refused.value.kind is RefusalKind.BAD_INPUT


def test_what_two_people_sign_cannot_at_once_go_without_a_signature() -> None:
    with pytest.raises(Refusal, match="cannot do without a signature"):
        changed(DEFAULT, {"needs.keep": "os-user", "two.keep": "yes"})
    two = changed(DEFAULT, {"two.keep": "yes"})
    with pytest.raises(Refusal):
        changed(two, {"needs.keep": "os-user"})
    assert changed(two, {"two.keep": "no"}) == DEFAULT


def test_keys_and_the_giving_up_of_heads_stay_in_the_hands_of_one() -> None:
    alone = {VerbName.ADOPT, VerbName.ADD_KEY, VerbName.ROTATE_KEY, VerbName.REVOKE_KEY, VerbName.SUCCESSION}
    assert set(VerbName) - PAIRED == alone | READING | {VerbName.IMPORT}


def test_two_owners_with_a_key_are_there_before_both_have_to_sign(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        with pytest.raises(Refusal, match="Two owners with a key must be there"):
            signed(desk, lambda: desk.authorize.set_policy({"two.grant": "yes"}))
        a_person(desk, "ines", Role.OWNER).close()
        signed(desk, lambda: desk.authorize.set_policy({"two.grant": "yes"}))
        assert desk.policy().two == ("grant",)
        assert desk.verify().ok


def test_a_policy_is_changed_by_an_owner_alone_and_says_what_it_changes(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk, a_maintainer(desk, "ines", "keep") as ines:
        for change in ({"needs.keep": "os-user"}, {"plan_decisions": "1"}):
            with pytest.raises(Refusal, match="for an owner"):
                signed(ines, lambda change=change: ines.authorize.set_policy(change))  # type: ignore[misc]
        with pytest.raises(Refusal, match="says so already"):
            signed(desk, lambda: desk.authorize.set_policy({"needs.keep": "signed"}))
        signed(desk, lambda: desk.authorize.set_policy({"needs.defer": "os-user", "plan_decisions": "1"}))
        assert dict(desk.policy().needs)["defer"] is Assurance.OS_USER
        one, other = an_item(desk), an_item(desk)
        weak = decide(desk, "defer", one).plan
        assert desk.decision(weak).assurance is Assurance.OS_USER, "no key was asked for"
        with pytest.raises(Refusal, match="key is locked"):
            decide(desk, "stale", one)
        with pytest.raises(Refusal, match="2 rows, and the policy allows 1 at once"):
            decide(desk, "defer", one, other, until="1d")


def test_whoever_names_a_setting_wrongly_is_told_every_verb_that_two_people_may_have_to_sign() -> None:
    with pytest.raises(Refusal) as refused:
        changed(DEFAULT, {"two.add-key": "yes"})
    _, _, for_two = (refused.value.hint or "").partition("for two also ")
    told, _, never = for_two.partition(", but not ")
    assert set(told.split(", ")) == {verb.value for verb in PAIRED - OPEN}
    assert set(never.rstrip(".").split(", ")) == {verb.value for verb in OPEN - PAIRED}


def test_what_is_told_to_open_tasks_is_declared_in_the_policy_and_in_the_log(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        assert desk.policy().in_flight is InFlight.FINISH_LOCAL
        before = desk.pulse()[1]
        signed(desk, lambda: desk.authorize.set_policy({"in_flight": "stop"}))
        assert desk.policy().in_flight is InFlight.STOP
        assert desk.policy(before).in_flight is InFlight.FINISH_LOCAL
        with pytest.raises(Refusal, match="says so already"):
            signed(desk, lambda: desk.authorize.set_policy({"in_flight": "stop"}))
        signed(desk, lambda: desk.authorize.set_policy({"grant_days": "30"}))
        assert desk.policy().in_flight is InFlight.STOP, "another setting leaves it as it is"
        assert desk.verify().ok
    assert read_policy({"policy": {"in_flight": "whatever"}}) == DEFAULT
