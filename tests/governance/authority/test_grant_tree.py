"""Grants that are handed on: a child never allows what its parent does not, and a tree is cut where it is cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from governance.authority.acting import narrowing_fault
from governance.authority.facts import Grant, Principal
from governance.authority.judge import Act, refusal_of
from governance.authority.reading import authority_at
from governance.authority.scope import Term, kept_scope, within
from governance.authority.state import Authority
from governance.errors import Refusal
from store.purge import purge
from store.records.words import Action, Field, PrincipalKind, Role
from tests.builders import DAY
from tests.clock import StillClock
from tests.governance.authority.cases import MIRA
from tests.governance.builders import decide, head
from tests.governance.signed import (
    DAYS,
    HOUR,
    a_maintainer,
    a_person,
    a_signed_desk,
    an_item,
    findings,
    grant,
    id_of,
    new_id,
    signed,
)

VERBS = ("keep", "stale", "defer")
VALUES = st.text("ab", min_size=1, max_size=3)
TERMS = st.builds(Term, st.sampled_from([Field.KIND, Field.SUBJECT, Field.ITEM]), VALUES, st.booleans())
SCOPES = st.lists(TERMS, max_size=2).map(tuple)
FACTS = st.fixed_dictionaries({name: VALUES | st.none() for name in ("kind", "subject", "item")})
WISHES = st.fixed_dictionaries(
    {
        "parent": st.integers(0, 6),
        "verbs": st.sets(st.sampled_from(VERBS), min_size=1),
        "more": SCOPES,
        "keeps": st.booleans(),
        "expires": st.none() | st.integers(1, 30),
        "depth": st.integers(0, 4),
    }
)


def a_tree(wishes: list[dict[str, Any]]) -> Authority:
    """A root, and every wish that narrows the grant it is made from."""
    auth = Authority()
    auth.principals[MIRA] = Principal(MIRA, PrincipalKind.HUMAN, Role.MAINTAINER, 1)
    auth.grants["grant-0"] = Grant("grant-0", MIRA, MIRA, frozenset(VERBS), (), 1, depth=4)
    for n, wish in enumerate(wishes, 1):
        above = list(auth.grants.values())[wish["parent"] % len(auth.grants)]
        scope = (*(above.scope or ()), *wish["more"]) if wish["keeps"] else wish["more"]
        words = {"scope": kept_scope(scope), "expires": wish["expires"], "depth": wish["depth"], "count": None}
        act = Act(Action.GRANT, (f"grant-{n}",), {"verbs": sorted(wish["verbs"])}, words)
        if narrowing_fault(above, act) is None:
            auth.grants[f"grant-{n}"] = Grant(
                f"grant-{n}", MIRA, MIRA, frozenset(wish["verbs"]), scope, n, wish["expires"], wish["depth"], above.id
            )
    return auth


@settings(max_examples=150)
@given(st.lists(WISHES, max_size=7), FACTS, st.integers(0, 31))
def test_in_any_tree_a_child_is_a_subset_of_its_parent(wishes: list[dict[str, Any]], facts: Any, at: int) -> None:
    auth = a_tree(wishes)
    for below in list(auth.grants.values())[1:]:
        above = auth.grants[below.parent or ""]
        assert below.verbs <= above.verbs
        assert within(below.scope or (), above.scope or ())
        assert below.depth < above.depth
        assert above.expires is None or (below.expires is not None and below.expires <= above.expires)
        for verb in VERBS:
            if refusal_of(auth, below, verb, facts, at) is None:
                assert refusal_of(auth, above, verb, facts, at) is None


@settings(max_examples=100)
@given(st.lists(WISHES, min_size=1, max_size=7), st.integers(0, 6))
def test_cutting_a_grant_cuts_what_hangs_from_it_and_nothing_else(wishes: list[dict[str, Any]], cut: int) -> None:
    auth = a_tree(wishes)
    names = list(auth.grants)
    gone = names[cut % len(names)]
    before = {name for name in names if auth.void(auth.grants[name], 0) is None}
    hangs = {name for name in names if gone in [link.id for link in auth.chain(auth.grants[name])]}
    auth.grants[gone] = auth.grants[gone]._replace(revoked=99)
    after = {name for name in names if auth.void(auth.grants[name], 0) is None}
    assert after == before - hangs


WALK = st.lists(WISHES, min_size=2, max_size=5)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(WALK, st.data())
def test_what_the_desk_lets_be_handed_on_narrows_too_and_a_cut_counts_from_its_entry_on(
    tmp_path_factory: pytest.TempPathFactory, wishes: list[dict[str, Any]], data: Any
) -> None:
    with a_signed_desk(tmp_path_factory.mktemp("tree")) as desk, a_person(desk, "ines") as ines:
        who = id_of(ines)
        names = [grant(desk, who, *VERBS, depth=3, expires=desk.now() + 60 * DAYS)]
        for wish in wishes:
            parent = names[wish["parent"] % len(names)]
            expires = None if wish["expires"] is None else desk.now() + wish["expires"] * DAYS
            with desk.store.reading() as conn:
                above = authority_at(conn).grants[parent]
            scope = (*(above.scope or ()), *wish["more"]) if wish["keeps"] else wish["more"]
            more = {"scope": scope, "expires": expires, "depth": wish["depth"], "parent": parent}
            try:
                done = signed(ines, lambda w=wish, m=more: ines.authorize.grant(who, sorted(w["verbs"]), **m))  # type: ignore[misc]
            except Refusal:
                continue
            names.append(new_id(done.ids, "grant-"))
        cut = data.draw(st.sampled_from(names))
        with desk.store.reading() as conn:
            then = authority_at(conn)
        signed(desk, lambda: desk.authorize.revoke(cut))
        with desk.store.reading() as conn:
            now, before = authority_at(conn), authority_at(conn, then.seq)
        for name in names:
            link = now.grants[name]
            for above in now.chain(link)[1:2]:
                assert link.verbs <= above.verbs
                assert within(link.scope or (), above.scope or ())
                assert link.depth < above.depth
                assert above.expires is not None
                assert link.expires is not None
                assert link.expires <= above.expires
            hangs = cut in [one.id for one in now.chain(link)]
            assert (now.void(link, desk.now()) is not None) is hangs
            assert before.void(before.grants[name], desk.now()) is None
        assert before == then, "what was before the cut is what it was"
        assert desk.verify(replay=True).ok


def test_a_decision_under_a_grant_stands_after_the_grant_was_revoked_and_none_is_made_under_it_again(
    tmp_path: Path,
) -> None:
    with a_signed_desk(tmp_path) as desk, a_maintainer(desk, "ines", "keep", "stale", depth=2) as ines:
        item = an_item(desk, status="pending-cleanup")
        kept = signed(ines, lambda: decide(ines, "keep", item)).plan
        assert desk.decision(kept).targets[0].grant == "grant-0001"
        with a_person(desk, "bob") as bob:
            whom = id_of(bob)
            below = signed(ines, lambda: ines.authorize.grant(whom, ["stale"], parent="grant-0001"))
            assert new_id(below.ids, "grant-") == "grant-0002"
            signed(desk, lambda: desk.authorize.revoke("grant-0001"))
            for person, verb in ((ines, "stale"), (bob, "stale")):
                with pytest.raises(Refusal, match=f"No grant of yours covers {verb}"):
                    signed(person, lambda p=person, v=verb: decide(p, v, item))  # type: ignore[misc]
        assert desk.decision(kept).fault is None
        assert desk.verify(replay=True).ok


def test_a_grant_ends_at_its_hour_and_what_hangs_from_it_ends_with_it(tmp_path: Path) -> None:
    clock = StillClock()
    with a_signed_desk(tmp_path, clock) as desk, a_person(desk, "ines") as ines, a_person(desk, "bob") as bob:
        above = grant(desk, id_of(ines), "keep", "stale", depth=1, expires=desk.now() + HOUR)
        with pytest.raises(Refusal, match="lasts longer"):
            signed(ines, lambda: ines.authorize.grant(id_of(bob), ["keep"], parent=above))
        signed(ines, lambda: ines.authorize.grant(id_of(bob), ["stale"], parent=above, expires=desk.now() + HOUR // 2))
        one, other = an_item(desk), an_item(desk)
        signed(bob, lambda: decide(bob, "stale", one))
        clock.tick(minutes=31)
        with pytest.raises(Refusal, match="No grant of yours"):
            signed(bob, lambda: decide(bob, "stale", other))
        signed(ines, lambda: decide(ines, "stale", other))
        clock.tick(minutes=30)
        with pytest.raises(Refusal, match="No grant of yours"):
            signed(ines, lambda: decide(ines, "keep", other))
        assert desk.verify(replay=True).ok


def test_a_scope_of_a_grant_holds_for_every_row_of_a_plan(tmp_path: Path) -> None:
    with (
        a_signed_desk(tmp_path) as desk,
        a_maintainer(desk, "ines", "stale", terms=["kind=state", "subject=host:*"]) as ines,
    ):
        mine = an_item(desk, kind="state", subject="host:port")
        others = [an_item(desk), an_item(desk, kind="state", subject="Host:port"), an_item(desk, subject="host:x")]
        for other in others:
            with pytest.raises(Refusal, match="No grant of yours"):
                signed(ines, lambda other=other: decide(ines, "stale", mine, other))  # type: ignore[misc]
        signed(ines, lambda: decide(ines, "stale", mine))
        assert desk.verify().ok


def test_words_of_a_grant_that_are_erased_end_it_and_leave_what_was_decided_under_it(tmp_path: Path) -> None:
    with (
        a_signed_desk(tmp_path) as desk,
        a_maintainer(desk, "ines", "stale", "keep", depth=1) as ines,
        a_person(desk, "bob") as bob,
    ):
        item, other = an_item(desk), an_item(desk)
        signed(ines, lambda: ines.authorize.grant(id_of(bob), ["stale"], parent="grant-0001"))
        signed(ines, lambda: decide(ines, "stale", item))
        signed(bob, lambda: decide(bob, "stale", other))
        seqs = [view.seq for view in desk.grants()]
        purge(desk.store, seqs[:1], at=desk.now(), actor=MIRA, day=DAY)
        taken = f"Entry {head(desk)} (erase) was decided by nobody."
        assert findings(desk, replay=True) == [taken], "no decision of the past is held against anybody"
        for person in (ines, bob):
            with pytest.raises(Refusal, match="No grant of yours"):
                signed(person, lambda p=person: decide(p, "keep", item))  # type: ignore[misc]
        with pytest.raises(Refusal, match="grant-0001 may not be handed on"):
            signed(ines, lambda: ines.authorize.grant(id_of(bob), ["keep"], parent="grant-0001"))
        purge(desk.store, seqs[1:], at=desk.now(), actor=MIRA, day=DAY)
        assert len(findings(desk, replay=True)) == 2
