"""The judge, asked about decisions on rows: every question it asks, and each answer that is a fault."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.authority.judge import Act, Case, Judged, covering, judge
from governance.authority.keys.sshsig import CHECKPOINT
from governance.authority.policy import DEFAULT
from governance.authority.scope import read_scope
from governance.authority.state import Authority
from store.records.words import Action, Assurance
from tests.governance.authority.cases import (
    BOB,
    CODEX,
    CRON_DOES,
    GONE,
    INES,
    INES_DOES,
    ITEM,
    KEEP,
    MIRA,
    NOBODY,
    NOW,
    OF_BOB,
    OF_GONE,
    OF_INES,
    OTHER,
    OWNER,
    RECOVERY,
    TWO,
    WEAK,
    a_case,
    grant_act,
    who_is_who,
    with_two_keys,
)  # fmt: skip

GOOD: dict[str, tuple[Authority, Case]] = {
    "an owner signs": (who_is_who(), a_case()),
    "a maintainer signs what a grant covers": (who_is_who(), a_case(**INES_DOES)),
    "the policy lets a verb go unsigned": (who_is_who(policy=WEAK), a_case(by=())),
    "a keyless store": (who_is_who(keyless=True), a_case(by=(), expires=None)),
    "a maintainer of a keyless store, without a grant": (who_is_who(keyless=True), a_case(by=(), who=INES)),
    "a service within its bounds": (who_is_who(), a_case("defer", **CRON_DOES)),
    "two owners": (who_is_who(policy=TWO), a_case(by=(OWNER, OF_BOB))),
    "an owner and a maintainer who may": (who_is_who(policy=TWO), a_case(by=(OWNER, OF_INES))),
    "a maintainer and an owner": (who_is_who(policy=TWO), a_case(**INES_DOES | {"by": (OF_INES, OWNER)})),
    "a row whose words were erased": (who_is_who(), a_case(**INES_DOES)._replace(facts=lambda _: None)),
}
BAD: dict[str, tuple[str, Authority, Case]] = {
    "nobody": ("is nobody this store knows", who_is_who(), a_case(who="p-9999")),
    "somebody who left": ("was retired by entry 40", who_is_who(), a_case(who=GONE, by=(OF_GONE,))),
    "a text that was applied before": ("was applied already, as plan-1", who_is_who(), a_case(again="plan-1")),
    "a key that is nobody's": ("is no live key of anybody", who_is_who(), a_case(by=(NOBODY,))),
    "a good and a strange signature": ("is no live key of anybody", who_is_who(), a_case(by=(OWNER, NOBODY))),
    "another namespace": ("a signature does not hold", who_is_who(), a_case(namespace=CHECKPOINT)),
    "the signature of another text": (
        "a signature does not hold",
        who_is_who(),
        a_case()._replace(signatures=a_case().signatures),
    ),
    "no signature at all": ("`signed` and bears no signature", who_is_who(), a_case(by=(), told=Assurance.SIGNED)),
    "a signature it does not speak of": ("is signed and says `os-user`", who_is_who(), a_case(told=Assurance.OS_USER)),
    "signed by somebody else": ("p-0001 did not sign it", who_is_who(), a_case(by=(OF_BOB,))),
    "signed in the name of an owner": ("p-0001 did not sign it", who_is_who(), a_case(by=(OF_INES,))),
    "signed by somebody who left, too": (
        "p-0006, who signed it, was retired",
        who_is_who(),
        a_case(by=(OWNER, OF_GONE)),
    ),
    "a recovery key on a row": ("which is for keys alone", who_is_who(), a_case(by=(RECOVERY,))),
    "a recovery key on a grant": (
        "which is for keys alone",
        who_is_who(),
        a_case("grant", grant_act(INES, "keep"), by=(RECOVERY,)),
    ),
    "a claimed name": ("keep needs `signed`", who_is_who(), a_case(by=(), told=Assurance.CLAIMED)),
    "the system user": ("keep needs `signed`", who_is_who(), a_case(by=())),
    "another verb than the policy lets go": ("undo needs `signed`", who_is_who(policy=WEAK), a_case("undo", by=())),
    "a claimed name where the policy asks little": (
        "keep needs `os-user`, and it is only `claimed`",
        who_is_who(policy=WEAK),
        a_case(by=(), told=Assurance.CLAIMED),
    ),
    "a claimed name at a keyless store": (
        "keep needs `os-user`",
        who_is_who(keyless=True),
        a_case(by=(), told=Assurance.CLAIMED),
    ),
    "a token for a person": ("a token decides nothing for one", who_is_who(), a_case(by=(), told=Assurance.TOKEN)),
    "a service without its token": (
        "is no person and showed no token",
        who_is_who(),
        a_case("defer", **CRON_DOES | {"told": Assurance.OS_USER}),
    ),
    "an agent, whatever it shows": (
        "agents decide nothing",
        who_is_who(cron={"grantee": CODEX}),
        a_case("defer", **CRON_DOES | {"who": CODEX}),
    ),
    "rows and authority in one plan": (
        "mixes who may decide with what is decided",
        who_is_who(),
        a_case("keep", Act(Action.REVIEW, (ITEM,), KEEP, None))._replace(
            text={
                **a_case().text,
                "decisions": [{"verb": v, "targets": [ITEM], "grant": None} for v in ("keep", "grant")],
            }
        ),
    ),
    "a maintainer without a grant": ("has no grant for keep", who_is_who(), a_case(**INES_DOES | {"grant": None})),
    "somebody else's grant": ("has no grant for keep", who_is_who(), a_case(**INES_DOES | {"grant": "grant-2"})),
    "a verb the grant does not cover": (
        "does not cover stale",
        who_is_who(),
        a_case("stale", Act(Action.REVIEW, (ITEM,), {"verb": "stale", "set": {"status": "stale"}}, None), **INES_DOES),
    ),
    "a row the grant does not reach": (
        f"does not reach {OTHER}",
        who_is_who(ines={"scope": read_scope([f"item={ITEM}"])}),
        a_case(targets=(ITEM, OTHER), **INES_DOES),
    ),
    "a grant that was revoked": ("was revoked", who_is_who(ines={"revoked": 20}), a_case(**INES_DOES)),
    "a grant that has expired": ("has expired", who_is_who(ines={"expires": NOW - 1}), a_case(**INES_DOES)),
    "a grant without words": ("the words of grant-1 are gone", who_is_who(ines={"scope": None}), a_case(**INES_DOES)),
    "a grant that somebody who left handed on": (
        "p-0006 was retired",
        who_is_who(ines={"parent": "grant-2"}, cron={"grantee": GONE, "verbs": frozenset({"keep"})}),
        a_case(**INES_DOES),
    ),
    "a grant whose parent is not known": (
        "the grant it was made from is not known",
        who_is_who(ines={"parent": "grant-9"}),
        a_case(**INES_DOES),
    ),
    "a revoked grant, about a row that was erased": (
        "was revoked",
        who_is_who(ines={"revoked": 20}),
        a_case(**INES_DOES)._replace(facts=lambda _: None),
    ),
    "a revoked grant, about no row": (
        "was revoked",
        who_is_who(ines={"revoked": 20}),
        a_case(targets=(), **INES_DOES),
    ),
    "more rows than a grant counts": (
        "allows 2 rows, and these would be more",
        who_is_who(ines={"rows": 2}),
        a_case(used=2, **INES_DOES),
    ),
    "a service under a plain grant": (
        "lets no service use defer by itself",
        who_is_who(cron={"constitutional": False}),
        a_case("defer", **CRON_DOES),
    ),
    "a service without an end": ("lets no service", who_is_who(cron={"expires": None}), a_case("defer", **CRON_DOES)),
    "a service without a count": ("lets no service", who_is_who(cron={"rows": None}), a_case("defer", **CRON_DOES)),
    "a service that clears": (
        "lets no service use keep by itself",
        who_is_who(cron={"verbs": frozenset({"keep"})}),
        a_case("keep", **CRON_DOES),
    ),
    "a service that cools what is pending": (
        "from pending-cleanup to active, which only people do",
        who_is_who(cron={"verbs": frozenset({"cool"})}),
        a_case(
            "cool",
            Act(Action.COOL, (ITEM,), {"verb": "cool", "set": {"cooled": True, "status": "active"}}, None),
            facts={"status": "pending-cleanup"},
            **CRON_DOES,
        ),
    ),
    "a service behind its count": ("allows 5 rows", who_is_who(), a_case("defer", used=5, **CRON_DOES)),
    "a service behind its budget": ("budget of 100 rows a day", who_is_who(), a_case("defer", spent=100, **CRON_DOES)),
    "one signature where two are asked for": ("signatures of two people", who_is_who(policy=TWO), a_case()),
    "one person with two keys": (
        "signatures of two people",
        with_two_keys(who_is_who(policy=TWO)),
        a_case(by=(OWNER, NOBODY)),
    ),
    "a second who could not decide so": (
        "could not decide so: no grant of p-0002 covers keep there",
        who_is_who(policy=TWO, ines={"verbs": frozenset({"defer"})}),
        a_case(by=(OWNER, OF_INES)),
    ),
    "a second who could not, about rows that were erased": (
        "no grant of p-0002 covers keep there",
        who_is_who(policy=TWO, ines={"verbs": frozenset({"defer"})}),
        a_case(by=(OWNER, OF_INES))._replace(facts=lambda _: None),
    ),
    "too many rows": (
        "decides about 2 rows, and the policy allows 1 at once",
        who_is_who(policy=DEFAULT.model_copy(update={"plan_decisions": 1})),
        a_case(targets=(ITEM, OTHER)),
    ),
    "a signature that had expired": ("its signature had expired", who_is_who(), a_case(expires=NOW - 1)),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_decision_that_its_author_could_make_holds_when(name: str) -> None:
    auth, case = GOOD[name]
    assert judge(auth, case).fault is None


@pytest.mark.parametrize("name", BAD)
def test_a_decision_does_not_hold_that_is_by(name: str) -> None:
    said, auth, case = BAD[name]
    assert said in (judge(auth, case).fault or "it holds")


def test_it_says_who_signed_and_with_which_keys() -> None:
    found = judge(who_is_who(policy=TWO), a_case(by=(OWNER, OF_INES)))
    assert [(one.principal, one.key, one.fresh) for one in found.signed] == [
        (MIRA, "key-1", False),
        (INES, "key-3", False),
    ]


def test_the_narrowest_grant_that_covers_is_the_one_it_rests_on() -> None:
    auth = who_is_who()
    narrow = auth.grants["grant-1"]._replace(id="grant-3", scope=read_scope(["kind=knowledge"]))
    auth.grants["grant-3"] = narrow
    rows = [{"item": ITEM, "kind": "knowledge"}]
    assert covering(auth, INES, "keep", rows, NOW) == narrow
    assert covering(auth, INES, "keep", [*rows, {"item": OTHER, "kind": "state"}], NOW) == auth.grants["grant-1"]
    assert covering(auth, INES, "stale", rows, NOW) is None
    assert covering(auth, BOB, "keep", rows, NOW) is None
    assert covering(auth, INES, "stale", [], NOW) is None, "no row is no reason"


def test_the_end_of_a_grant_is_its_last_moment() -> None:
    assert judge(who_is_who(ines={"expires": NOW}), a_case(**INES_DOES)).fault is None
    assert judge(who_is_who(), a_case(expires=NOW)).fault is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.sampled_from(["keep", "grant", MIRA, "signed", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["verb", "targets", "grant", "who", "decisions"]), inner, max_size=4)
    ),
    max_leaves=10,
)
FIELDS = ("who", "assurance", "decisions", "effects", "expires", "nonce", "head", "undoes")


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_it_answers_whatever_stands_in_a_text_and_never_lets_garbage_pass(instead: Any, effect: Any) -> None:
    case = a_case(by=())
    act = Act(Action.REVIEW, (ITEM,), effect, None)
    found = judge(who_is_who(), case._replace(text={**case.text, **instead}, acts=(act,)))
    assert isinstance(found, Judged)
    assert found.fault
