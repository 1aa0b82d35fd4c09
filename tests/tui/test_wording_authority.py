"""Who may decide, in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from governance.authority.policy import LIMITS, NUMBERS
from store.records.views import CoSign, GrantView, KeyView, PolicyView, PrincipalView, SigningView, TokenView
from store.records.words import Assurance, KeyRole, PrincipalKind, Reason, Role, VerbName
from tui.wording import authority as words

AT = 1_780_000_000_000_000
ATTACK = "in\x1b[31m\u202ees"


def a_grant(**more: Any) -> GrantView:
    told: dict[str, Any] = {
        "id": "grant-0001", "grantee": "p-0002", "who": "ines", "by": "p-0001", "by_who": "mira", "verbs": ("keep",),
        "scope": (), "expires": None, "depth": 0, "parent": None, "constitutional": False, "count": None, "used": 0,
        "void": None, "seq": 5, "at": AT,
    }  # fmt: skip
    return GrantView(**{**told, **more})


def a_key(**more: Any) -> KeyView:
    told: dict[str, Any] = {
        "id": "key-0001", "principal": "p-0002", "who": "ines", "fingerprint": "SHA256:abc", "line": "ssh-ed25519 A",
        "role": KeyRole.SIGNING, "state": "live", "distrusted": None, "hardware": False, "seq": 5, "at": AT,
        "file": None,
    }  # fmt: skip
    return KeyView(**{**told, **more})


def a_token(**more: Any) -> TokenView:
    told: dict[str, Any] = {
        "id": "tok-0001", "principal": "p-0003", "who": "codex", "projects": (), "expires": None, "live": True,
        "seq": 6, "at": AT,
    }  # fmt: skip
    return TokenView(**{**told, **more})


def somebody(**more: Any) -> PrincipalView:
    told: dict[str, Any] = {
        "id": "p-0002", "name": "ines", "kind": PrincipalKind.HUMAN, "role": Role.MAINTAINER, "retired": False,
        "me": False, "keys": (), "grants": (), "tokens": (), "seq": 4, "at": AT,
    }  # fmt: skip
    return PrincipalView(**{**told, **more})


def a_request(**more: Any) -> CoSign:
    told: dict[str, Any] = {
        "n": 3, "by": "p-0002", "who": "ines", "at": AT, "until": AT, "verbs": ("keep",), "ids": ("mem-1",),
        "reasons": (Reason.OTHER,), "notes": (), "changes": (), "mine": False, "why_not": None,
    }  # fmt: skip
    return CoSign(**{**told, **more})


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "ines may use keep on every row; given by mira"),
        (
            {"verbs": ("cool", "keep", "stale"), "scope": ("kind=state", "subject=host:*")},
            (
                "ines may use cool, keep and stale on rows with the kind state and the subject beginning with host:; "
                "given by mira"
            ),
        ),
        (
            {"expires": AT, "depth": 2, "parent": "grant-0009", "used": 1},
            (
                "ines may use keep on every row, until 2026-05-28 20:26 (1 row so far); may be handed on twice; "
                "given by mira out of grant-0009"
            ),
        ),
        (
            {"constitutional": True, "count": 5, "used": 2},
            (
                "ines may use by itself, without a person's signature, keep on every row, for 5 rows in all (2 used); "
                "given by mira"
            ),
        ),
        (
            {"void": "grant-0001 was revoked"},
            "ines may use keep on every row; given by mira; allows nothing now: grant-0001 was revoked",
        ),
    ],
    ids=["a plain one", "a narrow one", "one that ends", "a constitutional one", "one that is over"],
)
def test_a_grant_is_told_in_words(more: dict[str, Any], told: str) -> None:
    assert words.grant_sentence(a_grant(**more), "UTC") == told


def test_a_key_says_whose_it_is_and_whether_it_signs() -> None:
    assert words.key_sentence(a_key(file="/k")) == "signing key of ines  SHA256:abc; its file here: /k"
    over = words.key_sentence(a_key(role=KeyRole.RECOVERY, state="replaced", distrusted=1000, hardware=True))
    assert over == (
        "recovery key of ines in hardware  SHA256:abc; replaced, signs no more; distrusted from entry 1,000 on"
    )


def test_a_token_says_what_it_is_for_and_until_when() -> None:
    assert words.token_sentence(a_token(), "UTC") == "token of codex for no project"
    ended = words.token_sentence(a_token(projects=("a", "b"), expires=AT, live=False), "UTC")
    assert ended == "token of codex for a and b, until 2026-05-28 20:26; opens nothing any more"


def test_somebody_is_told_with_what_counts_now() -> None:
    keys = (a_key(), a_key(state="revoked"))
    grants = (a_grant(), a_grant(void="over"))
    whole = words.principal_sentence(somebody(me=True, keys=keys, grants=grants, tokens=(a_token(), a_token())))
    assert whole == "ines (you), maintainer; 1 key, 1 grant and 2 tokens"
    assert words.principal_sentence(somebody(role=None)) == "ines, person without a role"
    agent = somebody(name="codex", kind=PrincipalKind.AGENT, role=Role.AGENT, retired=True)
    assert words.principal_sentence(agent) == "codex, agent; retired, decides nothing any more"


def test_a_request_says_who_asks_for_what_and_who_may_not() -> None:
    assert words.request_sentence(a_request(), "UTC") == (
        "ines asks for a second signature: keep (mem-1); waits until 2026-05-28 20:26"
    )
    many = words.request_sentence(a_request(ids=("a", "b", "c", "d"), verbs=("keep", "grant"), why_not="it is yours"))
    assert "keep and let somebody use verbs (a, b, c and 1 more)" in many
    assert many.endswith("; not yours to sign: it is yours")


def a_policy(**more: Any) -> PolicyView:
    """A policy that sets what a test needs."""
    plain: dict[str, Any] = {"keyless": False, "needs": (), "two": (), "numbers": (), "cards": (), "seq": None}
    return PolicyView(**{**plain, "at": None, **more})


def test_every_setting_of_a_policy_has_words() -> None:
    policy = a_policy(
        needs=tuple((verb.value, Assurance.SIGNED) for verb in VerbName),
        two=("keep", "grant"),
        numbers=(("grant_days", 0), ("grant_depth", 1), ("request_days", 1), ("service_decisions_a_day", 0)),
    )
    lines = dict(words.policy_lines(policy))
    assert lines["needs.keep=signed"] == "keep needs the signature of whoever decides"
    assert lines["two.grant=yes"] == "two people must sign: let somebody use verbs"
    assert lines["grant_days=0"] == "a grant may last for good"
    assert lines["grant_depth=1"] == "a grant may be handed on 1 time at most"
    assert lines["service_decisions_a_day=0"] == "no service decides anything by itself"
    assert not any(setting.startswith("needs.grant") for setting in lines)


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_of_a_policy_has_a_sentence_and_a_unit(name: str) -> None:
    def told(value: int) -> str:
        policy = a_policy(numbers=((name, value),))
        return dict(words.policy_lines(policy))[f"{name}={value}"]

    least, most = LIMITS[name]
    unit = re.search(r"\b1 ([a-z]{3,})\b", told(1))
    assert unit, f"{told(1)!r} names no unit"
    assert f" {most:,} {unit[1]}s" in told(most)
    assert len(told(most).split()) > 4
    if least == 0:
        assert not re.search(r"\b0\b", told(0)), "none at all is told in words"


def test_the_numbers_about_captures_the_index_and_cooling_are_told_in_their_units() -> None:
    numbers = (("capture_characters", 2000), ("index_lines", 200), ("cool_days", 180))
    lines = dict(words.policy_lines(a_policy(numbers=numbers)))
    assert lines["capture_characters=2000"] == "the text of a capture is 2,000 characters long at most"
    assert lines["index_lines=200"] == "the index is 200 lines long at most"
    assert lines["cool_days=180"] == "a pass cools knowledge that lay untouched for 180 days"


def test_a_contract_card_is_told_in_words() -> None:
    card = ("episodic", "What happened?", ("event_time", "outcome"), "stays, also when it failed")
    [(name, told)] = words.card_lines(a_policy(cards=(card,)))
    assert name == "card.episodic"
    assert told == "What happened? It needs event_time and outcome. How it ends: stays, also when it failed."


def test_every_kind_role_and_act_has_words() -> None:
    from store.records.words import AUTHORITY_VERBS

    assert set(words.KINDS) == set(PrincipalKind)
    assert set(words.ROLES) == set(Role)
    assert set(words.KEY_ROLES) == set(KeyRole)
    assert set(words.ACTS) == set(AUTHORITY_VERBS)


def test_the_key_in_the_hand_is_told_in_two_words() -> None:
    key = SigningView(
        key="key-0001", fingerprint="x", file="/k", role=KeyRole.SIGNING, hardware=False, asks=False, in_agent=False,
        unlocked=False,
    )  # fmt: skip
    told = [words.signing_words(one) for one in (None, key, key.model_copy(update={"unlocked": True}))]
    assert told == ["no key here", "key locked", "key unlocked"]


def test_no_sentence_lets_a_stored_word_through_raw() -> None:
    told = [
        words.grant_sentence(a_grant(who=ATTACK, by_who=ATTACK, scope=(f"subject={ATTACK}",), verbs=(ATTACK,)), "UTC"),
        words.key_sentence(a_key(who=ATTACK, file=ATTACK)),
        words.token_sentence(a_token(who=ATTACK, projects=(ATTACK,)), "UTC"),
        words.principal_sentence(somebody(name=ATTACK)),
        words.request_sentence(a_request(who=ATTACK, ids=(ATTACK,), why_not=ATTACK)),
    ]
    assert not set("\x1b\u202e") & set("".join(told))
    assert all("in␛[31m‹RLO›es" in one for one in told)


def test_what_a_service_may_do_is_what_is_granted_to_it_by_itself() -> None:
    service = {"kind": PrincipalKind.SERVICE, "role": Role.AGENT}
    assert words.may_words(somebody(**service)) == "service: proposes; decides nothing without a constitutional grant"
    own, over = a_grant(constitutional=True), a_grant(id="grant-0002", constitutional=True, void="it was revoked")
    told = words.may_words(somebody(**service, grants=(own, over)))
    assert told == "service: does by itself what grant-0001 allows, proposes the rest"
    assert words.may_words(somebody(kind=PrincipalKind.AGENT, role=Role.AGENT)) == "agent: proposes, decides nothing"
    assert words.may_words(somebody(role=None)) == "person without a role"
