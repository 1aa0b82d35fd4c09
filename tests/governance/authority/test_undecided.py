"""Entries about who may decide that nobody decided: they count for nothing, and are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.authority.reading import authority_at
from governance.authority.state import Authority
from governance.desk import Desk
from store.records.entry import Draft
from store.records.words import Action, VerbName
from tests.builders import MIRA
from tests.governance.builders import head
from tests.governance.bypassing import append_again, appended
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_service,
    a_signed_desk,
    alarms,
    fault,
    findings,
    forge,
    id_of,
    signed,
    signer,
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A store with an owner, a maintainer with a grant (p-0002), and a service with a token (p-0003)."""
    with a_signed_desk(tmp_path) as made:
        a_maintainer(made, "ines", "keep").close()
        a_service(made)[0].close()
        yield made


def known(desk: Desk) -> Authority:
    with desk.store.reading() as conn:
        return authority_at(conn)


def what_counts(auth: Authority) -> dict[str, Any]:
    """All of it but what was looked at."""
    return {name: value for name, value in vars(auth).items() if name not in ("seq", "rejected", "judged", "nonces")}


def raw(action: Action, desk: Desk) -> Draft:
    """Such an entry as a decision would append it."""
    key = a_key(desk.path.parent, "mallory").public.line
    signing = {"principal": MIRA, "role": "signing", "replaces": None}
    human = {"kind": "human", "role": "owner"}
    bounds: dict[str, Any] = {"v": 1, "scope": [], "expires": None, "depth": 3, "count": None}
    return {
        Action.ENROLL: Draft(action, ("p-0009",), human, {"v": 1, "name": "mallory"}),
        Action.RETIRE: Draft(action, (MIRA,), {}),
        Action.KEY: Draft(action, ("key-0009", MIRA), signing, {"v": 1, "public": key}),
        Action.KEY_REVOKED: Draft(action, ("key-0001", MIRA), {"since": 1}),
        Action.GRANT: Draft(
            action, ("grant-0009", "p-0002"), {"grantee": "p-0002", "verbs": ["stale"], "parent": None}, bounds
        ),
        Action.REVOKE: Draft(action, ("grant-0001", "p-0002"), {}),
        Action.POLICY: Draft(
            action, (desk.store_id,), {}, {"v": 1, "policy": {"needs": [["keep", "os-user"]], "two": []}}
        ),
        Action.TOKEN: Draft(
            action, ("tok-0009", "p-0003"), {"principal": "p-0003"}, {"v": 1, "hash": "0" * 64, "projects": []}
        ),
        Action.TOKEN_REVOKED: Draft(action, ("tok-0001", "p-0003"), {}),
        Action.RATIFY: Draft(action, ("plan-2026-06-01-001",), {}),
        Action.SUCCESSION: Draft(action, (desk.store_id,), {}, {"v": 1, "abandoned": [[3, "0" * 64]]}),
    }[action]


ALL = [
    Action.ENROLL, Action.RETIRE, Action.KEY, Action.KEY_REVOKED, Action.GRANT, Action.REVOKE, Action.POLICY,
    Action.TOKEN, Action.TOKEN_REVOKED, Action.RATIFY, Action.SUCCESSION,
]  # fmt: skip


@pytest.mark.parametrize("action", ALL)
def test_a_raw_entry_without_a_decision_counts_for_nothing(desk: Desk, action: Action) -> None:
    before = what_counts(known(desk))
    appended(desk, raw(action, desk))
    auth = known(desk)
    assert what_counts(auth) == before
    assert auth.rejected == [(head(desk), f"Entry {head(desk)} ({action}) was decided by nobody.")]
    assert auth.rejected[0][1] in findings(desk, "authority")
    assert "forged" in alarms(desk)


@pytest.mark.parametrize("action", ALL)
def test_nor_under_a_decision_that_does_not_hold(desk: Desk, action: Action) -> None:
    before = what_counts(known(desk))
    draft = raw(action, desk)
    verb = {"key": "add-key", "key-revoked": "revoke-key", "token-revoked": "revoke-token"}.get(action, action.value)
    for how in ({"signers": [signer(a_key(desk.path.parent, "mallory"))]}, {}):
        plan = forge(desk, verb, [], draft, **how)  # type: ignore[arg-type]
        assert fault(desk, plan)
        seq = head(desk)
        assert what_counts(known(desk)) == before
        assert (seq, f"Entry {seq} ({action}) rests on {plan}, which does not hold.") in known(desk).rejected


def test_nor_with_the_name_of_a_plan_that_decided_something_else(desk: Desk) -> None:
    before = what_counts(known(desk))
    plan = desk.plans()[0].plan
    appended(desk, raw(Action.GRANT, desk)._replace(refs=(plan,)))
    assert what_counts(known(desk)) == before
    assert [seq for seq, _ in known(desk).rejected] == [head(desk)]
    assert "forged" in alarms(desk)


@pytest.mark.parametrize(
    "effect",
    [
        {},
        {"principal": 7, "role": "signing"},
        {"role": "king"},
        {"principal": [MIRA], "role": "signing", "replaces": {}},
    ],
    ids=str,
)
def test_an_entry_that_makes_no_sense_is_told_and_stops_nobody_from_looking(desk: Desk, effect: dict[str, Any]) -> None:
    appended(desk, Draft(Action.KEY, ("key-0009", MIRA), effect, {"v": 1, "public": "x"}))
    assert [seq for seq, _ in known(desk).rejected] == [head(desk)]
    plan = forge(desk, "add-key", [], Draft(Action.KEY, ("new:1", MIRA), effect, {"v": 1, "public": "x"}))
    assert fault(desk, plan)
    assert not desk.verify().ok
    assert "forged" in alarms(desk)


@pytest.mark.parametrize("action", [Action.RETIRE, Action.GRANT, Action.ENROLL])
def test_of_a_keyless_store_too(tmp_path: Path, action: Action) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        before = what_counts(known(desk))
        draft = raw(action, desk)
        appended(desk, draft)
        assert what_counts(known(desk)) == before
        appended(desk, Draft(Action.ENROLL, ("p-0002",), {"kind": "human"}, {"v": 1, "name": "ines"}))
        assert list(known(desk).principals) == [MIRA, "p-0002"], "a system user becomes known by what they do"
        appended(desk, Draft(Action.ENROLL, ("p-0003",), {"kind": "agent"}, {"v": 1, "name": "x"}))
        assert list(known(desk).principals) == [MIRA, "p-0002"]


def test_in_a_store_with_keys_nobody_becomes_known_by_what_they_do(desk: Desk) -> None:
    appended(desk, Draft(Action.ENROLL, ("p-0009",), {"kind": "human"}, {"v": 1, "name": "mallory"}))
    assert "p-0009" not in known(desk).principals


def test_a_decision_counts_once_however_often_its_text_is_appended(desk: Desk) -> None:
    """The grant that was revoked does not come back with the very text and signature that made it."""
    granted = next(plan for plan in desk.plans() if plan.verbs == (VerbName.GRANT,))
    signed(desk, lambda: desk.authorize.revoke("grant-0001"))
    before = what_counts(known(desk))
    again = append_again(desk, granted.plan)
    assert what_counts(known(desk)) == before
    assert fault(desk, again) == f"its text was applied already, as {granted.plan}"
    assert f"{again} may not have been decided so: its text was applied already, as {granted.plan}." in findings(desk)
    assert "forged" in alarms(desk)
    assert id_of(desk) == MIRA
