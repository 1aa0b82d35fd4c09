"""The judge, asked about acts that change who may decide: keys, grants, people, the policy."""

from __future__ import annotations

import pytest

from governance.authority.judge import Case, judge
from governance.authority.policy import DEFAULT
from governance.authority.scope import read_scope
from governance.authority.state import Authority
from store.records.words import Action, KeyRole, VerbName
from tests.governance.authority.cases import (
    BOB,
    CODEX,
    CRON,
    INES,
    MIRA,
    NOBODY,
    NOW,
    OF_INES,
    OWNER,
    RECOVERY,
    TWO,
    a_case,
    an_act,
    grant_act,
    key_act,
    who_is_who,
)  # fmt: skip
from tests.governance.signed import soft

ADD, ROTATE = "add-key", "rotate-key"
GOOD: dict[str, tuple[Authority, Case]] = {
    "a recovery key adds a signing key": (
        who_is_who(),
        a_case("add-key", key_act("add-key", MIRA, NOBODY), by=(RECOVERY,)),
    ),
    "somebody adds a key of their own": (
        who_is_who(),
        a_case("add-key", key_act("add-key", INES, NOBODY), who=INES, by=(OF_INES,)),
    ),
    "old and new key rotate": (
        who_is_who(),
        a_case("rotate-key", key_act("rotate-key", MIRA, NOBODY, replaces="key-1"), by=(OWNER, NOBODY)),
    ),
    "recovery and new key rotate one that was lost": (
        who_is_who(),
        a_case("rotate-key", key_act("rotate-key", MIRA, NOBODY, replaces="key-1"), by=(RECOVERY, NOBODY)),
    ),
    "a recovery key replaces itself": (
        who_is_who(),
        a_case(
            "rotate-key",
            key_act("rotate-key", MIRA, NOBODY, KeyRole.RECOVERY, replaces="key-2"),
            by=(RECOVERY, NOBODY),
        ),
    ),
    "a recovery key makes another": (
        who_is_who(),
        a_case("add-key", key_act("add-key", MIRA, NOBODY, KeyRole.RECOVERY), by=(RECOVERY,)),
    ),
    "the first key is adopted by itself": (
        who_is_who(keyless=True),
        a_case("adopt", key_act("adopt", MIRA, NOBODY), by=(NOBODY,)),
    ),
    "a maintainer hands on": (
        who_is_who(ines={"depth": 1}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1", terms="kind=state"), who=INES, by=(OF_INES,)),
    ),
    "a maintainer gives up a grant of theirs": (
        who_is_who(),
        a_case("revoke", an_act(Action.REVOKE, "grant-1"), who=INES, by=(OF_INES,)),
    ),
}
BAD: dict[str, tuple[str, Authority, Case]] = {
    "a recovery key that brings a new signing key along to add a key to somebody else": (
        "adding a key to p-0005 is for them or for an owner",
        who_is_who(),
        a_case(ADD, key_act(ADD, MIRA, NOBODY), key_act(ADD, BOB, soft(9)), by=(RECOVERY, NOBODY)),
    ),
    "no act about authority": ("it decides nothing", who_is_who(), a_case("grant")._replace(acts=())),
    "a key that signs for itself": (
        "p-0001 did not sign it",
        who_is_who(),
        a_case(ADD, key_act(ADD, MIRA, NOBODY), by=(NOBODY,)),
    ),
    "a new key beside a good one, as the second person": (
        "signatures of two people",
        who_is_who(policy=DEFAULT.model_copy(update={"two": (VerbName.ENROLL,)})),
        a_case(
            "enroll",
            an_act(Action.ENROLL, "new:2", kind="human", role="owner"),
            key_act("enroll", "new:2", NOBODY),
            by=(OWNER, NOBODY),
        ),
    ),
    "a key for somebody else": (
        "adding a key to p-0001 is for them or for an owner",
        who_is_who(),
        a_case(ADD, key_act(ADD, MIRA, NOBODY), who=INES, by=(OF_INES,)),
    ),
    "a key for another owner where two must sign": (
        "only p-0005 adds a key of theirs",
        who_is_who(policy=TWO),
        a_case(ADD, key_act(ADD, BOB, NOBODY)),
    ),
    "a key that is somebody's": (
        "the key is somebody's already",
        who_is_who(),
        a_case(ADD, key_act(ADD, MIRA, OF_INES)),
    ),
    "a second recovery key without the first": (
        "only it makes another",
        who_is_who(),
        a_case(ADD, key_act(ADD, MIRA, NOBODY, KeyRole.RECOVERY)),
    ),
    "adopting where keys are": (
        "p-0001 did not sign it",
        who_is_who(),
        a_case("adopt", key_act("adopt", MIRA, NOBODY), by=(NOBODY,)),
    ),
    "adopting once more, with a good key": (
        "the store has keys already",
        who_is_who(),
        a_case("adopt", key_act("adopt", MIRA, NOBODY)),
    ),
    "adopting by somebody who is no owner": (
        "only the owner adopts the first key",
        who_is_who(keyless=True),
        a_case("adopt", key_act("adopt", INES, NOBODY), who=INES, by=(NOBODY,)),
    ),
    "adopting without the key": (
        "adopt needs `signed`",
        who_is_who(keyless=True),
        a_case("adopt", key_act("adopt", MIRA, NOBODY), by=()),
    ),
    "a rotation without the new key": (
        "the new key did not sign it",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, MIRA, NOBODY, replaces="key-1")),
    ),
    "a rotation without the old one": (
        "p-0001 did not sign it",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, MIRA, NOBODY, replaces="key-1"), by=(NOBODY,)),
    ),
    "a rotation of somebody else's key": (
        "neither key-4 nor a recovery key signed it",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, BOB, NOBODY, replaces="key-4"), by=(OWNER, NOBODY)),
    ),
    "a rotation into another role": (
        "the new key is not what key-1 was",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, MIRA, NOBODY, KeyRole.RECOVERY, replaces="key-1"), by=(OWNER, NOBODY)),
    ),
    "a rotation that changes hands": (
        "the new key is not what key-1 was",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, INES, NOBODY, replaces="key-1"), by=(OWNER, NOBODY)),
    ),
    "a recovery key rotated by a signing key": (
        "neither key-2 nor a recovery key signed it",
        who_is_who(),
        a_case(ROTATE, key_act(ROTATE, MIRA, NOBODY, KeyRole.RECOVERY, replaces="key-2"), by=(OWNER, NOBODY)),
    ),
    "a recovery key revoked by a signing key": (
        "only it revokes itself",
        who_is_who(),
        a_case("revoke-key", an_act(Action.KEY_REVOKED, "key-2", verb="revoke-key", since=None)),
    ),
    "somebody else's key": (
        "key-1 is not theirs to revoke",
        who_is_who(),
        a_case("revoke-key", an_act(Action.KEY_REVOKED, "key-1", verb="revoke-key"), who=INES, by=(OF_INES,)),
    ),
    "somebody else's grant, revoked": (
        "grant-2 is not theirs to revoke",
        who_is_who(),
        a_case("revoke", an_act(Action.REVOKE, "grant-2"), who=INES, by=(OF_INES,)),
    ),
    "a grant that is not there": (
        "there is no grant-7",
        who_is_who(),
        a_case("revoke", an_act(Action.REVOKE, "grant-7")),
    ),
    "a token that is not there": (
        "there is no tok-1",
        who_is_who(),
        a_case("revoke-token", an_act(Action.TOKEN_REVOKED, "tok-1", verb="revoke-token")),
    ),
    "a grant out of nothing": (
        "a grant out of nothing is for an owner",
        who_is_who(),
        a_case("grant", grant_act(INES, "keep"), who=INES, by=(OF_INES,)),
    ),
    "a constitutional grant by a maintainer": (
        "a constitutional grant is for an owner",
        who_is_who(ines={"depth": 2}),
        a_case("grant", grant_act(CRON, "keep", parent="grant-1", constitutional=True), who=INES, by=(OF_INES,)),
    ),
    "somebody else's grant, handed on": (
        "grant-2 is not theirs to hand on",
        who_is_who(),
        a_case("grant", grant_act(INES, "defer", parent="grant-2"), who=INES, by=(OF_INES,)),
    ),
    "a void grant, handed on": (
        "grant-1 was revoked",
        who_is_who(ines={"depth": 1, "revoked": 9}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1"), who=INES, by=(OF_INES,)),
    ),
    "a grant that stays in one hand": (
        "may not be handed on",
        who_is_who(),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1"), who=INES, by=(OF_INES,)),
    ),
    "a counted grant, handed on": (
        "a count of rows, which cannot be divided",
        who_is_who(ines={"depth": 1, "rows": 3}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1"), who=INES, by=(OF_INES,)),
    ),
    "a grant handed on as deep": (
        "handed on as often as grant-1",
        who_is_who(ines={"depth": 1}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1", depth=1), who=INES, by=(OF_INES,)),
    ),
    "a grant handed on with more verbs": (
        "covers verbs that grant-1 does not",
        who_is_who(ines={"depth": 1}),
        a_case("grant", grant_act(BOB, "keep", "stale", parent="grant-1"), who=INES, by=(OF_INES,)),
    ),
    "a grant handed on with a wider scope": (
        "its scope does not lie within that of grant-1",
        who_is_who(ines={"depth": 1, "scope": read_scope(["kind=state"])}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1"), who=INES, by=(OF_INES,)),
    ),
    "a grant handed on for longer": (
        "it lasts longer than grant-1",
        who_is_who(ines={"depth": 1, "expires": NOW + 5}),
        a_case("grant", grant_act(BOB, "keep", parent="grant-1", expires=NOW + 6), who=INES, by=(OF_INES,)),
    ),
    **{
        f"{verb} by a maintainer": (
            f"{verb} is for an owner, with a signing key",
            who_is_who(),
            a_case(verb, act, who=INES, by=(OF_INES,)),
        )
        for verb, act in {
            "enroll": an_act(Action.ENROLL, "new:1", kind="human", role="owner"),
            "retire": an_act(Action.RETIRE, BOB),
            "policy": an_act(Action.POLICY, "store-1"),
            "token": an_act(Action.TOKEN, "new:1", CODEX, principal=CODEX),
            "ratify": an_act(Action.RATIFY, "plan-1"),
            "succession": an_act(Action.SUCCESSION, "store-1"),
        }.items()
    },
    "the last owner": (
        "without an owner nobody could decide",
        who_is_who(),
        a_case("retire", an_act(Action.RETIRE, MIRA), an_act(Action.RETIRE, BOB)),
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_an_act_about_who_may_decide_holds_when(name: str) -> None:
    auth, case = GOOD[name]
    assert judge(auth, case).fault is None


@pytest.mark.parametrize("name", BAD)
def test_an_act_about_who_may_decide_does_not_hold_that_is(name: str) -> None:
    said, auth, case = BAD[name]
    assert said in (judge(auth, case).fault or "it holds")


def test_the_last_key_of_an_owner_is_not_revoked() -> None:
    auth = who_is_who()
    auth.principals[BOB] = auth.principals[BOB]._replace(retired=41)
    del auth.keys["key-2"]
    case = a_case("revoke-key", an_act(Action.KEY_REVOKED, "key-1", verb="revoke-key"))
    assert judge(auth, case).fault == "without a key of an owner nobody could decide"
    assert auth.keys["key-1"].live, "asking changes nothing"


def test_distrusting_a_key_that_made_the_only_other_owner_is_refused_since_both_would_be_gone() -> None:
    auth = who_is_who()
    del auth.keys["key-2"]
    auth.principals[BOB] = auth.principals[BOB]._replace(seq=30, keys=("key-1",))
    auth.keys["key-4"] = auth.keys["key-4"]._replace(seq=30, keys=("key-1",))
    late = a_case("revoke-key", an_act(Action.KEY_REVOKED, "key-1", verb="revoke-key", since=31))
    soon = a_case("revoke-key", an_act(Action.KEY_REVOKED, "key-1", verb="revoke-key", since=30))
    assert judge(auth, late).fault is None
    assert judge(auth, soon).fault == "without a key of an owner nobody could decide"
