"""A random walk of owners, maintainers and services: authority folds the same from everywhere, and no decision rots."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.keyring import use
from governance.authority.reading import authority_at
from governance.authority.scope import read_scope
from governance.authority.state import Authority
from governance.desk import Desk
from governance.errors import Refusal
from store.purge import purge
from store.records.views import Applied
from store.records.words import PrincipalKind, Role
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, head, untouched
from tests.governance.signed import (
    DAYS,
    HOUR,
    a_key,
    a_person,
    a_signed_desk,
    an_item,
    grant,
    let_go,
    signed,
    signer,
    sit_down,
    with_token,
)  # fmt: skip
from tests.governance.walking import erasable
from tests.soak import SOAK

PICK = st.integers(0, 1 << 16)
TERMS = st.sampled_from(([], [], ["kind=state"], ["kind=knowledge"], ["subject=a:*"], ["item=mem-2026-06-01-00*"]))
VERBS = st.sets(st.sampled_from(["keep", "stale", "cool", "defer", "undo"]), min_size=1)
SETTINGS = st.sampled_from(
    [
        {"needs.defer": "os-user"}, {"needs.defer": "signed"}, {"two.stale": "yes"}, {"two.stale": "no"},
        {"plan_decisions": "2"}, {"plan_decisions": "50"}, {"grant_days": "1"}, {"grant_days": "0"},
        {"two.grant": "yes"}, {"two.grant": "no"}, {"service_decisions_a_day": "1"}, {"two.keep": "yes"},
    ]
)  # fmt: skip


class Walk(RuleBasedStateMachine):
    """Everything that may be done about who may decide, and decisions that rest on it."""

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
        self.clock = StillClock()
        self.desk = a_signed_desk(self.folder, self.clock, recovery=True)
        self.hands: dict[str, list[KeyFile]] = {"mira": [a_key(self.folder, n) for n in ("owner", "recovery")]}
        self.seats: dict[str, Desk] = {"mira": self.desk}
        self.tokens: list[str] = []
        self.plans: list[str] = []
        self.made = 0
        self.auth = Authority()
        self.then: dict[int, Authority] = {}
        self.clean: set[str] = set()
        for kind, status in (("knowledge", "active"), ("knowledge", "pending-cleanup"), ("state", "active")):
            an_item(self.desk, kind=kind, status=status, subject="a:b")
        for name, role in (("bob", Role.OWNER), ("ines", Role.MAINTAINER)):
            self.seated(name, a_person(self.desk, name, role))
        grant(self.desk, "p-0003", "keep", "stale", "defer", "undo", depth=2)
        _, token = signed(self.desk, lambda: self.desk.authorize.connect("cron", PrincipalKind.SERVICE))
        self.tokens.append(token)
        grant(self.desk, "p-0004", "defer", constitutional=True, expires=self.desk.now() + 30 * DAYS, count=4)
        self.plans += [plan.plan for plan in self.desk.plans()]

    def seated(self, name: str, there: Desk) -> None:
        """Somebody new sits down, with a key of their own."""
        self.seats[name], self.hands[name] = there, [a_key(self.folder, name)]

    def teardown(self) -> None:
        if hasattr(self, "seats"):
            for seat in self.seats.values():
                seat.close()
            shutil.rmtree(self.folder)

    # who does it, with which key

    def attempt(self, seat: Desk, act: Callable[[], Any], key: KeyFile | None = None) -> Any:
        """Do it; a refusal leaves everything as it was."""
        before = untouched(self.desk)
        try:
            done = signed(seat, act, key=key) if key else act()
        except Refusal:
            assert untouched(self.desk) == before
            return None
        applied = done[0] if isinstance(done, tuple) else done
        if isinstance(applied, Applied) and applied.plan:
            self.plans.append(applied.plan)
        return done

    def somebody(self, pick: int) -> tuple[Desk, KeyFile]:
        """Mostly the owner, with any key that is, or was, theirs."""
        names = ["mira", *self.seats]
        name = names[pick % len(names)]
        keys = self.hands[name]
        good = [key for key in keys if self.auth.key_called(key.public.line)]
        signing = [key for key in good if "recovery" not in key.path.name]
        found = signing if signing and pick % 7 else good if good and pick % 5 else keys
        return self.seats[name], found[pick % len(found)]

    def any_of(self, found: dict[str, Any], pick: int) -> str:
        return list(found)[pick % len(found)] if found else "none-0001"

    def a_new_key(self) -> KeyFile:
        self.made += 1
        return a_key(self.folder, f"key-{self.made}")

    @rule(pick=PICK, role=st.sampled_from([Role.OWNER, Role.MAINTAINER, Role.MAINTAINER, Role.AUDITOR]))
    def enroll(self, pick: int, role: Role) -> None:
        seat, key = self.somebody(pick)
        own = self.a_new_key()
        name = own.path.name
        act = lambda: seat.authorize.enroll(name, PrincipalKind.HUMAN, role, public=own.public.line)  # noqa: E731
        if self.attempt(seat, act, key):
            there = sit_down(self.folder, name, self.clock)
            use(there.homes.config, there.store_id, own)
            self.seated(name, there)

    @rule(pick=PICK, whom=PICK)
    def retire(self, pick: int, whom: int) -> None:
        seat, key = self.somebody(pick)
        self.attempt(seat, lambda: seat.authorize.retire(self.any_of(self.auth.principals, whom)), key)

    @rule(pick=PICK, how=st.sampled_from(["add", "rotate", "revoke", "distrust"]), which=PICK, back=st.integers(0, 9))
    def keys(self, pick: int, how: str, which: int, back: int) -> None:
        seat, key = self.somebody(pick)
        name, new = self.any_of(self.auth.keys, which), self.a_new_key()
        if how == "add":
            done = self.attempt(seat, lambda: seat.authorize.add_key(MIRA, new.public.line), key)
        elif how == "rotate":
            done = self.attempt(seat, lambda: seat.authorize.rotate_key(name, signer(new)), key)
        else:
            since = max(1, head(self.desk) - back) if how == "distrust" else None
            self.attempt(seat, lambda: seat.authorize.revoke_key(name, since=since), key)
            return
        if done:
            whose = next(n for n, keys in self.hands.items() if seat is self.seats[n] and keys)
            self.hands["mira" if how == "add" else whose].append(new)

    @rule(
        pick=PICK, whom=PICK, verbs=VERBS, terms=TERMS, hours=st.sampled_from([None, 1, 30]), depth=st.integers(0, 2),
        parent=st.none() | PICK, count=st.none() | st.integers(1, 3), service=st.booleans(),
    )  # fmt: skip
    def grant(
        self, pick: int, whom: int, verbs: set[str], terms: list[str], hours: int | None, depth: int,
        parent: int | None, count: int | None, service: bool,
    ) -> None:  # fmt: skip
        seat, key = self.somebody(pick)
        who = self.any_of(self.auth.principals, whom)
        above = None if parent is None else self.any_of(self.auth.grants, parent)
        expires = None if hours is None else self.desk.now() + hours * HOUR
        if service:
            verbs, count, expires, above = {"defer"}, count or 3, expires or self.desk.now() + DAYS, None
        more: dict[str, Any] = {"expires": expires, "depth": depth, "parent": above, "count": count}
        more |= {"scope": read_scope(terms), "constitutional": service}
        self.attempt(seat, lambda: seat.authorize.grant(who, sorted(verbs), **more), key)

    @rule(pick=PICK, which=PICK)
    def revoke(self, pick: int, which: int) -> None:
        seat, key = self.somebody(pick)
        self.attempt(seat, lambda: seat.authorize.revoke(self.any_of(self.auth.grants, which)), key)

    @rule(pick=PICK, setting=SETTINGS)
    def policy(self, pick: int, setting: dict[str, str]) -> None:
        seat, key = self.somebody(pick)
        self.attempt(seat, lambda: seat.authorize.set_policy(setting), key)

    @rule(pick=PICK, revoke=st.booleans(), kind=st.sampled_from([PrincipalKind.AGENT, PrincipalKind.SERVICE]))
    def token(self, pick: int, revoke: bool, kind: PrincipalKind) -> None:
        seat, key = self.somebody(pick)
        if revoke:
            self.attempt(seat, lambda: seat.authorize.revoke_token(self.any_of(self.auth.tokens, pick)), key)
            return
        self.made += 1
        if done := self.attempt(seat, lambda: seat.authorize.connect(f"agent-{self.made}", kind), key):
            self.tokens.append(done[1])

    @rule(pick=PICK, item=PICK, verb=st.sampled_from(["keep", "stale", "cool", "defer"]), many=st.booleans())
    def decide(self, pick: int, item: int, verb: str, many: bool) -> None:
        seat, key = self.somebody(pick)
        there = self.desk.item_keys()
        names = [there[(item + n) % len(there)] for n in range(2 if many else 1)]
        self.attempt(seat, lambda: decide(seat, verb, *names), key)

    @rule(pick=PICK, item=PICK)
    def serve(self, pick: int, item: int) -> None:
        """A service decides, or tries to, with a token that may be no good any more."""
        if not self.tokens:
            return
        try:
            seat = with_token(self.desk, self.tokens[pick % len(self.tokens)])
        except Refusal:
            return
        there = self.desk.item_keys()
        with seat:
            self.attempt(seat, lambda: decide(seat, "defer", there[item % len(there)]))

    @rule(pick=PICK)
    def undo(self, pick: int) -> None:
        if self.plans:
            seat, key = self.somebody(pick)
            self.attempt(seat, lambda: seat.undo(self.plans[pick % len(self.plans)]), key)

    @rule(pick=PICK, which=PICK, no=st.booleans())
    def cosign(self, pick: int, which: int, no: bool) -> None:
        waiting = [one.n for one in self.desk.requests()]
        if waiting:
            seat, key = self.somebody(pick)
            n = waiting[which % len(waiting)]
            self.attempt(seat, (lambda: seat.decline(n)) if no else (lambda: seat.cosign(n)), key)

    @rule(pick=PICK)
    def ratify(self, pick: int) -> None:
        doubted = [one.split(" ")[0] for one in self.expected() if "distrusted" in one]
        if doubted:
            seat, key = self.somebody(pick)
            self.attempt(seat, lambda: seat.authorize.ratify(doubted[pick % len(doubted)]), key)

    @rule(pick=PICK, what=st.sampled_from(["capture", "tick", "rebuild", "erase", "erase"]))
    def keep_house(self, pick: int, what: str) -> None:
        if what == "capture":
            an_item(self.desk, kind="state" if pick % 2 else "knowledge", subject="a:b")
        elif what == "tick":
            self.clock.tick(hours=pick % 40)
        elif what == "rebuild":
            self.desk.rebuild()
        else:
            there = [seq for seq in erasable(self.desk) if seq > 1]
            if there:
                purge(self.desk.store, [there[pick % len(there)]], at=self.desk.now(), actor=MIRA, day=DAY)
                self.clean.add(f"Entry {head(self.desk)} (erase) was decided by nobody.")

    # what holds after each step

    def expected(self) -> set[str]:
        """The findings there have to be, from what the desk shows of each plan."""
        found = set(self.clean)
        distrusted = {k.id: k.distrusted for k in self.desk.keys() if k.distrusted is not None}  # noqa: SIM118
        for plan in self.plans if distrusted else ():
            view = self.desk.decision(plan)
            if plan in self.auth.ratified or view.undone_by or let_go(self.desk, self.auth, view.seq):
                continue
            for key, since in distrusted.items():
                if view.seq >= since and any(sign.key == key for sign in view.signatures):
                    found.add(
                        f"{plan} was signed with {key}, which is distrusted since entry {since};"
                        " undo it, or ratify it once you have looked at what it did."
                    )
        return found

    @invariant()
    def everything_holds(self) -> None:
        if not hasattr(self, "desk"):
            return
        with self.desk.store.reading() as conn:
            at_once = authority_at(conn)
            self.auth = authority_at(conn, None, self.auth)
            assert what_counts(self.auth) == what_counts(at_once), "folded step by step is another"
            self.auth = at_once
            assert at_once.rejected == []
            for seq in random.Random(at_once.seq).sample(sorted(self.then), min(3, len(self.then))):
                again, gone = authority_at(conn, seq), without_words(at_once)
                assert blurred(again, gone) == blurred(self.then[seq], gone), f"entry {seq} is not what it was"
            self.then[at_once.seq] = at_once
        verdict = self.desk.verify(replay=True)
        assert {one.sentence for one in verdict.findings} == self.expected()
        for plan in self.plans:
            assert self.desk.decision(plan).fault is None, plan


def without_words(auth: Authority) -> set[str]:
    return {name for name, grant in auth.grants.items() if grant.scope is None}


def blurred(auth: Authority, gone: set[str]) -> dict[str, Any]:
    """What counts, without the bounds of grants whose words were erased since."""
    found = what_counts(auth)
    bare: dict[str, Any] = {"scope": None, "expires": None, "depth": 0, "rows": None}
    found["grants"] = {name: grant._replace(**bare) if name in gone else grant for name, grant in auth.grants.items()}
    return found


def what_counts(auth: Authority) -> dict[str, Any]:
    return {name: value for name, value in vars(auth).items() if name not in ("judged", "nonces")}


@pytest.mark.slow
def test_whatever_people_do_about_who_may_decide_it_is_the_same_from_everywhere_and_no_decision_rots() -> None:
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=300 if SOAK else 5,
            stateful_step_count=60 if SOAK else 26,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            phases=set(Phase) - (set() if SOAK else {Phase.shrink, Phase.explain}),
        ),
    )
