"""Constitutional grants: what a service does by itself is bounded by verb, rows, end and day, and never clears."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.purge import purge
from store.records.entry import Draft
from store.records.words import Action, Assurance, PrincipalKind, Reason, Shown
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, head, seen, untouched
from tests.governance.signed import (
    DAYS,
    a_key,
    a_person,
    a_service,
    a_signed_desk,
    an_item,
    fault,
    findings,
    forge,
    grant,
    id_of,
    signed,
    signer,
    with_token,
)

PENDING = "pending-cleanup"


@pytest.fixture
def desk(tmp_path: Path, clock: StillClock) -> Iterator[Desk]:
    with a_signed_desk(tmp_path, clock) as made:
        yield made


@pytest.fixture
def cron(desk: Desk) -> Iterator[Desk]:
    """A service that may put off and cool five rows within ten days (grant-0001)."""
    made, who = a_service(desk)
    a_grant(desk, who, "defer", "cool")
    with made:
        yield made


def a_grant(desk: Desk, who: str, *verbs: str, days: int = 10, rows: int = 5, **more: Any) -> str:
    return grant(desk, who, *verbs, constitutional=True, expires=desk.now() + days * DAYS, count=rows, **more)


def test_a_service_with_its_token_decides_within_its_grant_and_verify_says_so(desk: Desk, cron: Desk) -> None:
    item = an_item(desk)
    plan = decide(cron, "cool", item).plan
    view = desk.decision(plan)
    assert (view.assurance, view.signatures, view.fault) == (Assurance.TOKEN, (), None)
    assert [seen.grant for seen in view.targets] == ["grant-0001"]
    step = next(step for step in desk.verify().steps if step.name == "authority")
    assert "1 under a constitutional grant" in step.note
    assert findings(desk) == []


@pytest.mark.parametrize("verb", ["keep", "stale", "merge", "correct", "resolve", "undo", "import"])
def test_no_grant_lets_a_service_clear_fold_rewrite_or_judge_stale(desk: Desk, cron: Desk, verb: str) -> None:
    who = cron.person.principal or ""
    with pytest.raises(Refusal, match="cannot be granted to a service"):
        a_grant(desk, who, verb)


def test_what_is_pending_is_not_cleared_by_cooling_it(desk: Desk, cron: Desk) -> None:
    item = an_item(desk, status=PENDING)
    before = untouched(desk)
    with pytest.raises(Refusal, match="from pending-cleanup to active, which only people do"):
        decide(cron, "cool", item)
    assert untouched(desk) == before
    decide(cron, "defer", item)
    assert desk.item(item).row.status == PENDING


def test_a_service_is_counted_over_all_its_plans(desk: Desk, cron: Desk) -> None:
    items = [an_item(desk) for _ in range(6)]
    decide(cron, "defer", *items[:3])
    with pytest.raises(Refusal, match="allows 5 rows, and these would be more"):
        decide(cron, "defer", *items[3:])
    decide(cron, "defer", *items[3:5])
    with pytest.raises(Refusal, match="allows 5 rows"):
        decide(cron, "defer", items[5])
    assert findings(desk) == []


def test_its_budget_of_a_day_is_for_all_its_grants_and_is_new_every_day(
    desk: Desk, cron: Desk, clock: StillClock
) -> None:
    signed(desk, lambda: desk.authorize.set_policy({"service_decisions_a_day": "2"}))
    a_grant(desk, cron.person.principal or "", "retag")
    items = [an_item(desk) for _ in range(4)]
    decide(cron, "defer", items[0])
    decide(cron, "retag", items[1], kind="state", subject="a:b")
    with pytest.raises(Refusal, match="budget of 2 rows a day"):
        decide(cron, "defer", items[2])
    with pytest.raises(Refusal, match="budget of 2 rows a day"):
        decide(cron, "retag", items[2], kind="state", subject="a:b")
    clock.tick(days=1)
    decide(cron, "defer", items[2])
    assert findings(desk) == []


def test_its_grant_ends_and_is_revoked_like_any_other(desk: Desk, cron: Desk, clock: StillClock) -> None:
    one, other = an_item(desk), an_item(desk)
    decide(cron, "defer", one)
    clock.tick(days=11)
    with pytest.raises(Refusal, match="No grant of yours"):
        decide(cron, "defer", other)
    anew = a_grant(desk, cron.person.principal or "", "defer")
    decide(cron, "defer", other)
    signed(desk, lambda: desk.authorize.revoke(anew))
    with pytest.raises(Refusal, match="No grant of yours"):
        decide(cron, "defer", one)
    assert findings(desk) == []


def test_a_scope_binds_it_too(desk: Desk) -> None:
    cron, who = a_service(desk)
    a_grant(desk, who, "defer", terms=["kind=state"])
    with cron:
        decide(cron, "defer", an_item(desk, kind="state"))
        with pytest.raises(Refusal, match="No grant of yours"):
            decide(cron, "defer", an_item(desk))


@pytest.mark.parametrize("left_out", ["expires", "count"])
def test_a_constitutional_grant_has_an_end_and_a_count(desk: Desk, left_out: str) -> None:
    cron, who = a_service(desk)
    cron.close()
    bounds: dict[str, Any] = {"expires": desk.now() + DAYS, "count": 5} | {left_out: None}
    with pytest.raises(Refusal, match="has an end and a count"):
        grant(desk, who, "defer", constitutional=True, **bounds)
    with pytest.raises(Refusal, match="is no person"):
        grant(desk, who, "defer")
    with a_person(desk, "ines") as ines, pytest.raises(Refusal, match="for a service"):
        grant(desk, id_of(ines), "defer", constitutional=True, expires=desk.now() + DAYS, count=5)


def test_what_it_decided_stands_after_the_words_of_its_grant_were_erased(desk: Desk, cron: Desk) -> None:
    plan = decide(cron, "defer", an_item(desk)).plan
    purge(desk.store, [view.seq for view in desk.grants()], at=desk.now(), actor=MIRA, day=DAY)
    assert fault(desk, plan) is None
    assert findings(desk) == [f"Entry {head(desk)} (erase) was decided by nobody."]
    with pytest.raises(Refusal, match="No grant of yours"):
        decide(cron, "defer", an_item(desk))


def test_an_agent_decides_nothing_whatever_stands_in_a_grant(desk: Desk) -> None:
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    who = next(p.id for p in desk.principals() if p.name == "codex")
    with pytest.raises(Refusal):
        grant(desk, who, "defer", constitutional=True, expires=desk.now() + DAYS, count=5)
    effect = {"grantee": who, "verbs": ["defer"], "parent": None, "constitutional": True}
    words = {"v": 1, "scope": [], "expires": desk.now() + DAYS, "depth": 0, "count": 9}
    owner = signer(a_key(desk.path.parent, "owner"))
    forge(desk, "grant", [who], Draft(Action.GRANT, ("new:1", who), effect, words), signers=[owner])
    item = an_item(desk)
    with with_token(desk, token) as codex, pytest.raises(Refusal, match="agents propose and people decide") as refused:
        codex.decide("defer", [item], {}, reason=Reason.LATER, seen=seen(desk, item), shown=Shown.LISTED)
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    change = Draft(Action.REVIEW, (item,), {"set": {"deferred": "1d"}})
    more: dict[str, Any] = {"who": who, "assurance": Assurance.TOKEN, "grants": ["grant-0001"]}
    assert fault(desk, forge(desk, "defer", [item], change, **more)) == f"{who} is an agent, and agents decide nothing"


def test_a_count_binds_a_person_too(desk: Desk) -> None:
    with a_person(desk, "ines") as ines:
        grant(desk, id_of(ines), "stale", count=2)
        items = [an_item(desk) for _ in range(3)]
        signed(ines, lambda: decide(ines, "stale", items[0]))
        with pytest.raises(Refusal, match="allows 2 rows"):
            signed(ines, lambda: decide(ines, "stale", *items[1:]))
        signed(ines, lambda: decide(ines, "stale", items[1]))
        with pytest.raises(Refusal, match="allows 2 rows"):
            signed(ines, lambda: decide(ines, "stale", items[2]))
    assert findings(desk) == []
