"""A random walk of people, imports, erasures, rivals and kills: the log stays whole and no rule is broken."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from governance.errors import Refusal
from store.purge import purge
from store.records.words import Action, Drift, Queue, Reason, Shown
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import a_block, a_desk, a_topic, an_item, beside, rows, seen, untouched
from tests.governance.mortal import Mortal
from tests.governance.walking import MEMORIES, Watch, erasable, standings, targets, written
from tests.soak import SOAK

ARGS = {
    "kind": st.sampled_from(["state", "knowledge", "fact"]),
    "subject": st.sampled_from(["a:b", "A:b", "a:b ", "c:d", ""]),
    "topic": st.sampled_from(["topics/ports.md", "top-0001", "nowhere"]),
    "source": st.sampled_from(["seen", "archive/2026-05-11.md#1", "archive/none.md"]),
    "text": st.sampled_from(["better words", "port 9000", ""]),
    "until": st.sampled_from(["1d", "7d", "never"]),
    "triggers": st.sampled_from(["outage", "outage; port", " "]),
}
PICKS = st.lists(st.integers(0, 1 << 16), min_size=1, max_size=3)


class Wish(NamedTuple):
    """What somebody would do; what that means depends on what stands, but never on how it is drawn."""

    picks: list[int]
    verb: int
    args: dict[str, str | None]


WISHES = st.builds(
    Wish,
    PICKS,
    st.integers(0, 1 << 16),
    st.fixed_dictionaries({"by": st.none() | st.just("one that stands")} | {f: st.none() | s for f, s in ARGS.items()}),
)


class Walk(RuleBasedStateMachine):
    """Everything that can happen at a desk, in any order."""

    mortal: Mortal

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
        self.clock = StillClock()
        self.desk = a_desk(self.folder, self.clock)
        self.ines = beside(self.desk, "ines")
        self.watch = Watch(self.desk)
        self.plans: list[str] = []
        for kind, status in (("knowledge", "active"), ("knowledge", "pending-cleanup"), ("state", "active")):
            an_item(self.desk, kind=kind, status=status, subject="a:b")
        a_block(self.desk)
        a_topic(self.desk)

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.ines.close()
            self.desk.close()
            shutil.rmtree(self.folder)

    @rule(
        kind=st.sampled_from(["state", "knowledge"]),
        status=st.sampled_from(["active", "active", "pending-cleanup", "stale"]),
        subject=st.sampled_from(["a:b", "a:b", "A:b", "c:d"]),
        drift=st.sampled_from([[], [], [], *([code] for code in Drift)]),
    )
    def capture(self, kind: str, status: str, subject: str, drift: list[str]) -> None:
        source = None if "source-missing" in drift else "seen"
        an_item(self.desk, kind=kind, status=status, subject=subject, drift=drift, source=source)

    @rule(what=st.sampled_from(["import", "rebuild", "tick", "block", "topic"]), number=st.integers(0, 8))
    def keep_house(self, what: str, number: int) -> None:
        """Whatever does not depend on what stands."""
        if what == "import":
            desk = self.ines if number % 2 else self.desk
            desk.import_memory(written(self.folder, number % len(MEMORIES)))
        elif what == "rebuild":
            before = standings(self.desk)
            self.desk.rebuild()
            assert standings(self.desk) == before
        elif what == "tick":
            self.clock.tick(days=number - 1)
        else:
            a_block(self.desk) if what == "block" else a_topic(self.desk)

    def choice(self, wish: Wish) -> tuple[str, list[str], dict[str, str]]:
        """Targets that stand, mostly with a verb that fits, and arguments that may or may not make sense."""
        there, picks = targets(self.desk), wish.picks
        names = list(dict.fromkeys(there[n % len(there)] for n in picks))
        groups, rivals = self.desk.groups(), self.desk.queue_keys(Queue.ADDITIVE)
        if groups and picks[0] % 5 == 0:
            names = list(groups[0].ids)
        elif rivals and picks[0] % 5 == 1:
            names = list(rivals[: len(picks)])
        offers = self.desk.offers(names)
        fitting = [offer for offer in offers if offer.fits and offer.name != "defer"] if wish.verb % 4 else []
        offer = (fitting or offers)[wish.verb % len(fitting or offers)]
        args = {name: words for name, words in wish.args.items() if name in offer.fields and words is not None}
        args |= {name: args.get(name, "outage") for name in offer.needs}
        if "by" in args:
            args["by"] = there[picks[-1] % len(there)]
        return offer.name, names, args

    def refused_is_untouched(self, act: Callable[[], Any]) -> Any:
        """Do it; a refusal leaves everything as it was."""
        before = untouched(self.desk)
        try:
            return act()
        except Refusal:
            assert untouched(self.desk) == before
            return None

    def said(self, names: list[str]) -> dict[str, Any]:
        """What a person says who has just looked."""
        return {"reason": Reason.OTHER, "note": "walked", "seen": seen(self.desk, *names), "shown": Shown.LISTED}

    @rule(wish=WISHES, who=st.booleans(), regret=st.booleans())
    def decide(self, wish: Wish, who: bool, regret: bool) -> None:
        verb, names, args = self.choice(wish)
        before = rows(self.desk)
        desk = self.ines if who else self.desk
        if applied := self.refused_is_untouched(lambda: desk.decide(verb, names, args, **self.said(names))):
            self.plans.append(applied.plan)
            if regret:
                self.plans.append(self.desk.undo(applied.plan).plan)
                assert rows(self.desk) == before, f"undoing {verb} left something behind"

    @rule(wishes=st.lists(WISHES, min_size=1, max_size=3), apply=st.booleans())
    def plan(self, wishes: list[Wish], apply: bool) -> None:
        for wish in wishes:
            verb, names, args = self.choice(wish)
            said = self.said(names)
            self.refused_is_untouched(partial(self.desk.stage, verb, names, args, **said))
        if apply:
            self.apply()

    @rule(number=st.integers(1, 4), back=st.booleans())
    def change_the_plan(self, number: int, back: bool) -> None:
        self.refused_is_untouched(lambda: self.desk.unstage() if back else self.desk.restage(number))

    def apply(self) -> None:
        if applied := self.refused_is_untouched(self.desk.apply):
            self.plans.append(applied.plan)
            assert self.desk.plan().staged == ()

    @rule(pick=st.integers(0, 1 << 16), late=st.booleans())
    def undo(self, pick: int, late: bool) -> None:
        if not self.plans:
            return
        plan = self.plans[-1 if late else pick % len(self.plans)]
        before = rows(self.desk)
        if undone := self.refused_is_untouched(lambda: self.desk.undo(plan)):
            again = self.refused_is_untouched(lambda: self.desk.undo(undone.plan))
            if again:
                assert rows(self.desk) == before, "undoing an undo is not what was"
            self.plans += [one.plan for one in (undone, again) if one]

    @rule(picks=PICKS)
    def erase(self, picks: list[int]) -> None:
        there = erasable(self.desk)
        seqs = {there[n % len(there)] for n in picks} - {1}
        before = standings(self.desk)
        purge(self.desk.store, sorted(seqs), at=self.desk.now(), actor=MIRA, day=DAY)
        assert standings(self.desk) == before, "an erasure changed where something stands"

    def task(self, verb: str, names: list[str], args: dict[str, str], dies: int) -> dict[str, Any]:
        told = {"store": str(self.desk.path), "at": self.desk.now(), "who": "jun", "dies": dies}
        return told | {"act": verb, "names": names, "args": args, "seen": self.said(names)["seen"]}

    @rule(wish=WISHES, dies=st.integers(1, 60))
    def be_killed(self, wish: Wish, dies: int) -> None:
        """Another process decides and is killed at one of its statements: nothing stands but who they are."""
        verb, names, args = self.choice(wish)
        before = untouched(self.desk)
        self.mortal.begin(**self.task(verb, names, args, dies))
        if self.mortal.end() == -9:
            at, *stands = untouched(self.desk)
            assert stands == list(before[1:]), "half a decision stands"
            new = {row.action for row in self.desk.log_rows(range(before[0] + 1, at + 1))}
            assert new <= {Action.ENROLL}, "half a decision stands"

    @rule(wish=WISHES)
    def compete(self, wish: Wish) -> None:
        """Another process decides and a thread captures while a person decides."""
        verb, names, args = self.choice(wish)
        said = self.said(names)
        self.mortal.begin(**self.task(verb, names, args, 0))
        other = threading.Thread(target=self.capture_beside)
        other.start()
        try:
            self.plans.append(self.desk.decide(verb, names, args, **said).plan)
        except Refusal:
            pass
        finally:
            other.join()
            assert self.mortal.end() == 0

    def capture_beside(self) -> None:
        with beside(self.desk) as desk:
            for n in range(2):
                an_item(desk, text=f"captured meanwhile {n}")

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "watch"):
            self.watch.look()


@pytest.fixture
def mortal() -> Iterator[Mortal]:
    made = Mortal()
    yield made
    made.close()


@pytest.mark.slow
def test_whatever_people_do_in_any_order_the_log_stays_whole(mortal: Mortal) -> None:
    Walk.mortal = mortal
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=600 if SOAK else 8,
            stateful_step_count=80 if SOAK else 20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            phases=set(Phase) - (set() if SOAK else {Phase.shrink, Phase.explain}),
        ),
    )
