"""Plans that two people sign: the second signs the same bytes, and everything is judged once more."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.purge import purge
from store.records.words import PrincipalKind, Role
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, head, rows, stage
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_person,
    a_signed_desk,
    an_item,
    fault,
    findings,
    grant,
    id_of,
    signed,
)


@pytest.fixture
def desk(tmp_path: Path, clock: StillClock) -> Iterator[Desk]:
    """An owner; two people sign `stale` and `undo`."""
    with a_signed_desk(tmp_path, clock) as made:
        signed(made, lambda: made.authorize.set_policy({"two.stale": "yes", "two.undo": "yes"}))
        yield made


@pytest.fixture
def ines(desk: Desk) -> Iterator[Desk]:
    with a_maintainer(desk, "ines", "stale", "undo") as made:
        yield made


def asked(desk: Desk, item: str, **more: Any) -> int:
    """Ask for a second signature under `stale`; the number of the request."""
    applied = signed(desk, lambda: decide(desk, "stale", item, **more))
    assert (applied.plan, applied.entries) == ("", 0)
    assert applied.waiting is not None
    return applied.waiting


def test_nothing_happens_until_a_second_person_signs_the_very_same_bytes(desk: Desk, ines: Desk) -> None:
    item = an_item(desk)
    before = head(desk), rows(desk)
    n = asked(desk, item, note="it moved")
    assert (head(desk), rows(desk)) == before
    (view,) = ines.requests()
    assert (view.n, view.by, view.verbs, view.ids, view.mine, view.why_not) == (
        n,
        MIRA,
        ("stale",),
        (item,),
        False,
        None,
    )
    assert view.notes == ("it moved",)
    assert ("status", "active", "stale") in [(c.field, c.before, c.after) for c in view.changes]
    applied = signed(ines, lambda: ines.cosign(n))
    shown = desk.decision(applied.plan)
    assert [one.principal for one in shown.signatures] == [MIRA, id_of(ines)]
    assert (shown.fault, desk.item(item).row.status) == (None, "stale")
    assert desk.requests() == ()
    assert desk.verify(replay=True).ok


def test_whoever_asked_is_not_the_second(desk: Desk, ines: Desk, tmp_path: Path) -> None:
    n = asked(desk, an_item(desk))
    assert desk.requests()[0].why_not == "you asked for it yourself"
    other = a_key(tmp_path, "second-of-mira")
    signed(desk, lambda: desk.authorize.add_key(MIRA, other.public.line))
    for key in (None, other):
        with pytest.raises(Refusal, match="you asked for it yourself"):
            signed(desk, lambda: desk.cosign(n), key=key)
    assert len(desk.requests()) == 1
    assert ines.requests()[0].why_not is None


def test_the_second_has_to_be_somebody_who_could_decide_so(desk: Desk) -> None:
    item = an_item(desk)
    n = asked(desk, item)
    with a_maintainer(desk, "bob", "keep") as bob, a_person(desk, "aud", Role.AUDITOR) as aud:
        assert bob.requests()[0].why_not == "no grant of p-0002 covers stale there"
        for person in (bob, aud):
            with pytest.raises(Refusal):
                signed(person, lambda person=person: person.cosign(n))  # type: ignore[misc]
        grant(desk, id_of(bob), "stale", terms=["kind=state"])
        with pytest.raises(Refusal, match="not yours to sign"):
            signed(bob, lambda: bob.cosign(n))
        grant(desk, id_of(bob), "stale", terms=[f"item={item}"])
        signed(bob, lambda: bob.cosign(n))
    assert findings(desk) == []


def test_it_is_gone_when_it_was_declined_or_signed_already(desk: Desk, ines: Desk) -> None:
    n = asked(desk, an_item(desk))
    ines.decline(n)
    with pytest.raises(Refusal, match=f"no request {n}") as refused:
        signed(ines, lambda: ines.cosign(n))
    assert refused.value.kind is RefusalKind.NOT_FOUND
    again = asked(desk, an_item(desk))
    signed(ines, lambda: ines.cosign(again))
    with pytest.raises(Refusal, match=f"no request {again}"):
        signed(ines, lambda: ines.cosign(again))


def test_it_expires(desk: Desk, ines: Desk, clock: StillClock) -> None:
    n = asked(desk, an_item(desk))
    clock.tick(days=7)
    assert ines.requests()[0].why_not is None
    clock.tick(seconds=1)
    with pytest.raises(Refusal, match="it has expired"):
        signed(ines, lambda: ines.cosign(n))


def moved(desk: Desk, item: str) -> None:
    signed(desk, lambda: decide(desk, "keep", item))


def erased(desk: Desk, item: str) -> None:
    purge(desk.store, [desk.item(item).row.body], at=desk.now(), actor=MIRA, day=DAY)


@pytest.mark.parametrize("how", [moved, erased], ids=["moved", "erased"])
def test_it_is_refused_when_a_row_moved_or_was_erased_meanwhile(
    desk: Desk, ines: Desk, how: Callable[[Desk, str], None]
) -> None:
    item = an_item(desk, status="pending-cleanup")
    n = asked(desk, item)
    how(desk, item)
    standing = desk.item(item).row.status
    with pytest.raises(Refusal, match=r"changed since|not what it was|no request"):
        signed(ines, lambda: ines.cosign(n))
    assert desk.item(item).row.status == standing


def test_it_is_refused_when_who_asked_was_retired_or_lost_the_grant_meanwhile(desk: Desk, ines: Desk) -> None:
    items = [an_item(desk) for _ in range(2)]
    with a_person(desk, "bob", Role.OWNER) as bob:
        n = asked(ines, items[0])
        signed(bob, lambda: bob.authorize.revoke("grant-0001"))
        with pytest.raises(Refusal, match="was revoked"):
            signed(bob, lambda: bob.cosign(n))
        m = asked(desk, items[1])
        signed(bob, lambda: bob.authorize.retire(MIRA))
        with pytest.raises(Refusal, match="was retired"):
            signed(bob, lambda: bob.cosign(m))
    assert {desk.item(item).row.status for item in items} == {"active"}


def test_other_things_that_happen_meanwhile_do_not_matter(desk: Desk, ines: Desk) -> None:
    item = an_item(desk)
    n = asked(desk, item)
    an_item(desk, text="somebody else's")
    signed(ines, lambda: ines.cosign(n))
    assert desk.item(item).row.status == "stale"
    assert desk.verify(replay=True).ok


def test_a_staged_plan_that_needs_two_leaves_the_staging_area_for_the_requests(desk: Desk, ines: Desk) -> None:
    one, other = an_item(desk), an_item(desk, status="pending-cleanup")
    stage(desk, "stale", one)
    stage(desk, "keep", other)
    applied = signed(desk, desk.apply)
    assert applied.waiting is not None
    assert desk.plan().staged == ()
    n = applied.waiting
    with pytest.raises(Refusal, match="no grant of p-0002 covers keep there"):
        signed(ines, lambda: ines.cosign(n))
    grant(desk, id_of(ines), "keep")
    signed(ines, lambda: ines.cosign(n))
    assert (desk.item(one).row.status, desk.item(other).row.status) == ("stale", "active")
    assert findings(desk) == []


def test_undoing_it_needs_two_as_well(desk: Desk, ines: Desk) -> None:
    item = an_item(desk)
    first = asked(desk, item)
    plan = signed(ines, lambda: ines.cosign(first)).plan
    waiting = signed(desk, lambda: desk.undo(plan)).waiting
    assert waiting is not None
    assert desk.item(item).row.status == "stale"
    signed(ines, lambda: ines.cosign(waiting))
    assert desk.item(item).row.status == "active"
    assert findings(desk) == []


def test_acts_about_who_may_decide_wait_too_and_are_told_by_what_was_signed(desk: Desk) -> None:
    with a_person(desk, "bob", Role.OWNER) as bob:
        signed(
            desk,
            lambda: desk.authorize.set_policy({f"two.{v}": "yes" for v in ("grant", "enroll", "policy", "retire")}),
        )
        key = a_key(desk.path.parent, "eve").public.line
        acts: list[tuple[Callable[[], Any], str]] = [
            (lambda: desk.authorize.enroll("eve", PrincipalKind.HUMAN, Role.OWNER, public=key), "human, owner"),
            (lambda: desk.authorize.set_policy({"needs.keep": "os-user"}), "os-user"),
        ]
        for act, said in acts:
            n = signed(desk, act).waiting
            assert n is not None
            assert said in [change.after for change in bob.requests()[0].changes]
            plan = signed(bob, lambda n=n: bob.cosign(n)).plan  # type: ignore[misc]
            assert fault(desk, plan) is None
        assert [p.name for p in desk.principals()] == ["mira", "bob", "eve"]
    assert desk.verify(replay=True).ok


def test_a_retirement_that_waited_is_refused_when_it_would_take_the_last_owner(desk: Desk) -> None:
    with a_person(desk, "bob", Role.OWNER) as bob, a_person(desk, "eve", Role.OWNER) as eve:
        signed(desk, lambda: desk.authorize.set_policy({"two.retire": "yes"}))
        first = signed(bob, lambda: bob.authorize.retire(MIRA)).waiting
        second = signed(bob, lambda: bob.authorize.retire(id_of(eve))).waiting
        third = signed(eve, lambda: eve.authorize.retire(id_of(bob))).waiting
        assert None not in (first, second, third)
        signed(desk, lambda: desk.cosign(third or 0))
        for n in (first, second):
            with pytest.raises(Refusal, match=r"was retired|not yours"):
                signed(desk, lambda n=n: desk.cosign(n or 0))  # type: ignore[misc]
    assert findings(desk) == []


# where the request lies


def edit(desk: Desk, n: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a request in the file, as whoever can write the file can."""
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
        body = json.loads(bare.execute("SELECT body FROM local_request WHERE n = ?", (n,)).fetchone()[0])
        change(body)
        bare.execute("UPDATE local_request SET body = ? WHERE n = ?", (json.dumps(body), n))


def other_row(body: dict[str, Any]) -> None:
    name = "mem-2026-06-01-002"
    body["drafts"][0]["subjects"] = [name]
    body["choices"][0]["targets"] = [name]


EDITS: dict[str, Callable[[dict[str, Any]], None]] = {
    "another row": other_row,
    "another row in what is appended": lambda body: body["drafts"][0].update(subjects=["mem-2026-06-01-002"]),
    "another effect": lambda body: body["drafts"][0]["effect"]["set"].update(status="active"),
    "other words": lambda body: body["drafts"][0].update(payload='{"note":"nothing at all","v":1}'),
    "another verb to look at": lambda body: body["choices"][0].update(verb="defer"),
    "another row to look at": lambda body: body["choices"][0].update(targets=["mem-2026-06-01-002"]),
    "one more effect": lambda body: body["drafts"].append(body["drafts"][0]),
    "no effect": lambda body: body.update(drafts=[]),
    "no decision": lambda body: body.update(choices=[]),
    "somebody else asked": lambda body: body.update(who="p-0002"),
    "another head": lambda body: body.update(head=[1, "0" * 64]),
    "as if it undid": lambda body: body.update(undoes="plan-2026-06-01-001"),
    "another text": lambda body: body.update(text=body["text"].replace('"stale"', '"keep"')),
    "no text": lambda body: body.pop("text"),
    "no list": lambda body: body.update(drafts=7),
    "a salt that is none": lambda body: body["drafts"][0].update(salt="zz"),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_request_that_was_edited_where_it_lies_is_never_applied(desk: Desk, ines: Desk, name: str) -> None:
    item, _ = an_item(desk), an_item(desk)
    n = asked(desk, item, note="it moved")
    edit(desk, n, EDITS[name])
    before = head(desk), rows(desk)
    with pytest.raises(Refusal) as refused:
        signed(ines, lambda: ines.cosign(n))
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert [one.why_not for one in desk.requests()] == ["it was edited where it lies, and is not what was signed"]
    assert (head(desk), rows(desk)) == before
    desk.decline(n)
    assert desk.requests() == ()


def test_what_the_second_person_reads_is_what_was_signed_and_no_note_beside_it(desk: Desk, ines: Desk) -> None:
    item = an_item(desk)
    n = asked(desk, item, note="it moved")
    shown = ines.requests()[0]

    def lie(body: dict[str, Any]) -> None:
        for part in body["changes"]:
            for change in part:
                change["after"] = "active"
        body["choices"][0]["note"] = "harmless"

    edit(desk, n, lie)
    again = ines.requests()[0]
    assert (again.changes, again.notes) == (shown.changes, shown.notes) != ((), ())


def test_undoing_a_withdrawal_needs_what_reinstating_needs(desk: Desk) -> None:
    signed(desk, lambda: desk.authorize.set_policy({"two.reinstate": "yes", "two.undo": "no"}))
    item = an_item(desk)
    plan = signed(desk, lambda: decide(desk, "withdraw", item)).plan
    undone = signed(desk, lambda: desk.undo(plan))
    assert undone.waiting is not None
    assert item not in desk.item_keys()
    assert findings(desk) == []
