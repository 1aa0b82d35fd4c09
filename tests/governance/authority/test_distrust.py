"""A key in wrong hands: what it signed since an entry counts no more, what it made falls, and what stays is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from governance.authority.people import by_token
from governance.authority.reading import authority_at
from governance.authority.state import Authority
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.entry import Draft
from store.records.words import Action, Assurance, PrincipalKind, Role
from tests.builders import MIRA
from tests.governance.builders import decide, head
from tests.governance.signed import (
    a_key,
    a_person,
    a_service,
    a_signed_desk,
    alarms,
    an_item,
    fault,
    findings,
    forge,
    grant,
    id_of,
    signed,
    signer,
)

_T = TypeVar("_T")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An owner who also has a second key (key-0002, of the file `stolen`)."""
    with a_signed_desk(tmp_path, recovery=True) as made:
        stolen = a_key(tmp_path, "stolen")
        signed(made, lambda: made.authorize.add_key(MIRA, stolen.public.line))
        yield made


def known(desk: Desk) -> Authority:
    with desk.store.reading() as conn:
        return authority_at(conn)


STOLEN = "key-0003"
"""The key that is stolen: genesis names key-0001 and the recovery key-0002."""


def stolen(desk: Desk, act: Callable[[], _T]) -> _T:
    """Do it with the stolen key."""
    return signed(desk, act, key=a_key(desk.path.parent, "stolen"))


def test_everything_it_made_falls_with_it_and_what_those_signed_falls_too(desk: Desk) -> None:
    before = grant(desk, id_of_person(desk, "ines"), "keep")
    since = head(desk)
    folder = desk.path.parent
    stolen(desk, lambda: desk.authorize.connect("cron", PrincipalKind.SERVICE))
    puppet = a_key(folder, "puppet")
    stolen(desk, lambda: desk.authorize.enroll("puppet", PrincipalKind.HUMAN, Role.OWNER, public=puppet.public.line))
    third = a_key(folder, "third")
    stolen(desk, lambda: desk.authorize.add_key(MIRA, third.public.line))
    stolen(desk, lambda: desk.authorize.grant("p-0002", ["stale"]))
    stolen(desk, lambda: desk.authorize.set_policy({"needs.keep": "os-user"}))
    signed(desk, lambda: desk.authorize.grant("p-0002", ["defer"]), key=third)
    good = grant(desk, "p-0002", "undo")
    then = known(desk)
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since + 1))
    auth, now = known(desk), head(desk)
    assert {p.id for p in auth.principals.values() if p.retired == now} == {"p-0003", "p-0004"}
    assert {k.id for k in auth.keys.values() if k.distrusted is not None} == {STOLEN, "key-0005", "key-0006"}
    assert {k.id for k in auth.keys.values() if k.live} == {"key-0001", "key-0002", "key-0004"}
    assert {g.id for g in auth.grants.values() if g.revoked is None} == {before, good}
    assert {t.id for t in auth.tokens.values() if t.revoked == now} == set(auth.tokens)
    assert auth.policy.needed("keep") is Assurance.SIGNED
    with desk.store.reading() as conn:
        assert authority_at(conn, then.seq) == then, "what was before is not rewritten"
    assert findings(desk) == [], "all that it gave ended with it: nothing is left to undo"


def id_of_person(desk: Desk, name: str) -> str:
    with a_person(desk, name) as there:
        return id_of(there)


def test_what_it_signed_before_that_entry_stands(desk: Desk) -> None:
    early = stolen(desk, lambda: desk.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER)).plan
    since = head(desk) + 1
    item = an_item(desk)
    late = stolen(desk, lambda: decide(desk, "stale", item)).plan
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    assert known(desk).principals["p-0002"].retired is None
    assert findings(desk) == [
        (
            f"{late} was signed with {STOLEN}, which is distrusted since entry {since};"
            " undo it, or ratify it once you have looked at what it did."
        )
    ]
    assert fault(desk, early) is None
    assert fault(desk, late) is None, "it was its author's to make, there"


def test_a_key_that_is_only_revoked_leaves_all_as_it_is(desk: Desk) -> None:
    stolen(desk, lambda: desk.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER))
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN))
    assert known(desk).principals["p-0002"].retired is None
    with pytest.raises(Refusal, match="is no live key of anybody"):
        stolen(desk, lambda: desk.authorize.grant("p-0002", ["keep"]))
    assert desk.verify(replay=True).ok
    since = head(desk) - 1
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=1))
    assert known(desk).keys[STOLEN].distrusted == 1
    assert known(desk).principals["p-0002"].retired == head(desk) > since


def test_what_is_undone_or_ratified_is_found_no_more(desk: Desk) -> None:
    since = head(desk) + 1
    items = [an_item(desk) for _ in range(3)]
    plans = [stolen(desk, partial(decide, desk, "stale", item)).plan for item in items]
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    assert len(findings(desk)) == 3
    signed(desk, lambda: desk.undo(plans[0]))
    signed(desk, lambda: desk.authorize.ratify(plans[1]))
    assert [plans[2] in one for one in findings(desk)] == [True]
    with pytest.raises(Refusal, match="ratified already"):
        signed(desk, lambda: desk.authorize.ratify(plans[1]))
    with pytest.raises(Refusal) as unknown:
        signed(desk, lambda: desk.authorize.ratify("plan-2020-01-01-001"))
    assert unknown.value.kind is RefusalKind.NOT_FOUND


def test_a_thief_does_not_ratify_what_they_signed(desk: Desk) -> None:
    since = head(desk) + 1
    item = an_item(desk)
    plan = stolen(desk, lambda: decide(desk, "stale", item)).plan
    confirmed = Draft(Action.RATIFY, (plan,), {}, None)
    own = forge(desk, "ratify", [plan], confirmed, signers=[signer(a_key(desk.path.parent, "stolen"))])
    assert plan in known(desk).ratified
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    assert not known(desk).ratified
    assert {name for name in (plan, own) if any(name in one for one in findings(desk))} == {plan, own}
    signed(desk, lambda: desk.authorize.ratify(plan))
    assert [own in one for one in findings(desk)] == [True], "the owner's own word counts"


def test_nor_do_heads_stay_given_up_that_a_thief_gave_up(desk: Desk, tmp_path: Path) -> None:
    lost = [[head(desk) + 7, "1" * 64]]
    draft = Draft(Action.SUCCESSION, (desk.store_id,), {}, {"v": 1, "abandoned": lost})
    forge(desk, "succession", [], draft, signers=[signer(a_key(tmp_path, "stolen"))])
    assert known(desk).abandoned == [(lost[0][0], lost[0][1])]
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=1))
    assert known(desk).abandoned == []


def test_distrust_of_a_key_that_made_all_the_others_is_refused_where_nobody_would_be_left(desk: Desk) -> None:
    """Whoever has the recovery key goes on; whoever has nothing else is not let lock themselves out."""
    with pytest.raises(Refusal, match="There is no entry 4711 to distrust from"):
        signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=4711))
    third = a_key(desk.path.parent, "third")
    signed(desk, lambda: desk.authorize.add_key(MIRA, third.public.line))
    signed(desk, lambda: desk.authorize.revoke_key("key-0001", since=1), key=a_key(desk.path.parent, "recovery"))
    assert {k.id for k in known(desk).keys.values() if k.live} == {"key-0002"}


def test_a_service_that_a_thief_connected_opens_nothing(desk: Desk) -> None:
    since = head(desk) + 1
    _, token = stolen(desk, lambda: desk.authorize.connect("cron", PrincipalKind.SERVICE))
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    with desk.reader() as reader, pytest.raises(Refusal, match="was revoked"):
        by_token(reader, desk.authority(reader), token)
    good, who = a_service(desk, "other")
    assert who == "p-0003"
    good.close()
    assert alarms(desk) == []


def test_a_plan_of_keys_that_nobody_distrusts_is_not_ratified(desk: Desk) -> None:
    item, other = an_item(desk), an_item(desk)
    own = signed(desk, lambda: decide(desk, "stale", item)).plan
    early = stolen(desk, lambda: decide(desk, "stale", other)).plan
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=head(desk)))
    for plan in (own, early):
        with pytest.raises(Refusal, match="nothing to confirm") as refused:
            signed(desk, lambda plan=plan: desk.authorize.ratify(plan))  # type: ignore[misc]
        assert refused.value.kind is RefusalKind.RULE
    assert not known(desk).ratified


def test_a_decision_says_that_its_key_is_distrusted_since_before_it_and_whether_it_was_ratified(desk: Desk) -> None:
    items = [an_item(desk) for _ in range(2)]
    early = stolen(desk, partial(decide, desk, "stale", items[0])).plan
    since = head(desk) + 1
    late = stolen(desk, partial(decide, desk, "stale", items[1])).plan
    assert desk.decision(late).signatures[0].distrusted is None
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    assert desk.decision(early).signatures[0].distrusted is None, "it signed that one before"
    view = desk.decision(late)
    assert (view.signatures[0].key, view.signatures[0].distrusted, view.ratified) == (STOLEN, since, False)
    signed(desk, lambda: desk.authorize.ratify(late))
    view = desk.decision(late)
    assert (view.signatures[0].distrusted, view.ratified) == (since, True)


def test_a_key_that_ended_becomes_nobodys_again(desk: Desk) -> None:
    line = a_key(desk.path.parent, "stolen").public.line
    again = (
        lambda: desk.authorize.add_key(MIRA, line),
        lambda: desk.authorize.enroll("eve", PrincipalKind.HUMAN, Role.MAINTAINER, public=line),
        lambda: desk.authorize.rotate_key("key-0001", signer(a_key(desk.path.parent, "stolen"))),
    )
    for since, told in ((None, "was key-0003, which signs no more"), (1, "was key-0003, which is distrusted")):
        signed(desk, lambda since=since: desk.authorize.revoke_key(STOLEN, since=since))  # type: ignore[misc]
        for act in again:
            with pytest.raises(Refusal, match=told) as refused:
                signed(desk, act)
            assert refused.value.kind is RefusalKind.RULE
    belongs = {"principal": MIRA, "role": "signing", "replaces": None}
    before = set(known(desk).keys)
    adding = Draft(Action.KEY, ("new:1", MIRA), belongs, {"v": 1, "public": line})
    plan = forge(desk, "add-key", [MIRA], adding, signers=[signer(a_key(desk.path.parent, "owner"))])
    assert fault(desk, plan) == "the key was key-0003, which is distrusted"
    assert set(known(desk).keys) == before


def test_the_desk_tells_which_plans_are_to_undo_or_ratify_and_which_would_come_to_be_so(desk: Desk) -> None:
    early = stolen(desk, partial(decide, desk, "stale", an_item(desk))).plan
    since = head(desk) + 1
    plans = [stolen(desk, partial(decide, desk, "stale", an_item(desk))).plan for _ in range(2)]
    assert desk.doubted() == ()
    assert desk.doubted(STOLEN, since) == tuple(plans)
    assert desk.doubted(STOLEN, 1) == (early, *plans)
    signed(desk, lambda: desk.authorize.revoke_key(STOLEN, since=since))
    assert desk.doubted() == tuple(plans)
    (alarm,) = desk.alarms()
    assert (alarm.code, alarm.sentence.partition(":")[0]) == ("distrusted", "2 plans to undo or ratify")
    signed(desk, lambda: desk.undo(plans[0]))
    (alarm,) = desk.alarms()
    assert alarm.sentence.startswith(f"1 plan to undo or ratify: {plans[1]} was signed with {STOLEN}")
    signed(desk, lambda: desk.authorize.ratify(plans[1]))
    assert desk.alarms() == ()
