"""Whatever people, agents and passes do in any order: no word of what is withdrawn is shown, and all else is there."""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from governance.errors import Refusal
from store.records.controls import ControlAction
from store.records.words import Reason
from tests.clock import StillClock
from tests.governance.builders import a_desk, head, untouched
from tests.governance.forgetting.gazing import answers, details, everything, lists, pages, past
from tests.governance.forgetting.reckoning import Reckoning
from tests.governance.forgetting.scopes import act, reinstate, withdraw
from tests.governance.intake.memories import put
from tests.soak import SOAK

PICK = st.integers(0, 1 << 16)
SOURCES = ("the old wiki", "a walk along the pier", "seen")


class Walk(RuleBasedStateMachine):
    """A desk, and beside it which scopes are withdrawn."""

    @initialize()
    def sit_down(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.clock = StillClock()
        self.desk = a_desk(self.folder, self.clock)
        self.words = itertools.count()
        self.controls: dict[str, tuple[str, ...]] = {}
        """Withdrawals in effect, and what each names."""
        self.plans: list[str] = []
        self.homes: list[Path] = []
        self.seen = 0
        for _ in range(3):
            self.capture(0, 0)
        self.take_in(0)
        self.passes()

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.looks_whole()
            self.desk.close()
            shutil.rmtree(self.folder)

    def word(self) -> str:
        return f"zq{next(self.words)}x"

    def tried(self, act: Callable[[], Any]) -> Any:
        """Do it; where it is refused, nothing moved."""
        before = untouched(self.desk)
        try:
            return act()
        except Refusal:
            assert untouched(self.desk) == before
            return None

    def one_of(self, there: Any, pick: int) -> Any:
        return list(there)[pick % len(there)] if there else None

    # what happens

    @rule(pick=PICK, how=PICK)
    def capture(self, pick: int, how: int) -> None:
        """An agent captures knowledge, or state of a subject, from one of the sources."""
        sent: dict[str, Any] = {
            "text": f"Note {self.word()} was taken.",
            "source": SOURCES[pick % 3],
            "kind": "knowledge",
        }
        if how % 4 == 1:
            sent |= {"kind": "state", "subject": "gate:port", "date": f"2026-05-{1 + pick % 28:02}"}
        elif how % 4 == 2 and (blocks := list(Reckoning(self.desk).blocks)):
            sent["source"] = self.one_of(blocks, pick)
        elif how % 4 == 3 and (item := self.one_of(self.desk.item_keys(), pick)):
            sent["refutes"] = [item]
        self.desk.intake.capture(sent)

    @rule(pick=PICK)
    def capture_again(self, pick: int) -> None:
        """The same words from the same source, as a writer that retries sends them."""
        item = self.one_of(self.desk.item_keys(), pick)
        if item and (words := self.desk.item(item).words) is not None:
            self.desk.intake.capture({"text": self.desk.item(item).text, "source": words.source, "kind": "knowledge"})

    @rule(pick=PICK)
    def take_in(self, pick: int) -> None:
        """A memory is imported, or an old one again."""
        if self.homes and pick % 2:
            self.desk.import_memory(self.one_of(self.homes, pick // 2))
            return
        n = len(self.homes)
        line = "- [2026-05-11] [mem-2026-05-{n:02}-00{i}] (knowledge) Line {word} holds. Source: {source}.\n"
        inbox = "".join(
            line.format(n=11 + n, i=i, word=self.word(), source=("archive/2026-05-11.md#1", SOURCES[0])[i - 1])
            for i in (1, 2)
        )
        day = "".join(f"- entry {self.word()} of the day\n" for _ in range(2))
        files: dict[str, str | bytes] = {"memory/memory.md": f"# Memory\n\n{inbox}"}
        files["memory/archive/2026-05-11.md"] = f"# Day\n\n## Morning\n\n{day}"
        self.homes.append(put(self.folder / f"home-{n}", files))
        self.desk.import_memory(self.homes[-1])

    @rule()
    def passes(self) -> None:
        self.desk.intake.archive()
        self.desk.intake.distill()

    @rule(picks=st.lists(PICK, min_size=2, max_size=3))
    def a_distiller(self, picks: list[int]) -> None:
        """A distiller folds captures, also some that it was not given."""
        self.desk.intake.archive()
        there = sorted(Reckoning(self.desk).standing)
        names = sorted({self.one_of(there, pick) for pick in picks})
        texts = [self.desk.item(name).text for name in names if name in self.desk.item_keys()]
        said = {"operations": [{"op": "distil", "from": names, "text": " ".join(texts) or "Note."}]}
        file = self.folder / "said.json"
        file.write_text(json.dumps(said))
        self.tried_pass(lambda: self.desk.intake.distill(distiller=f"cat '{file}'"))

    def tried_pass(self, act: Callable[[], Any]) -> None:
        try:
            act()
        except Refusal:
            self.passes()

    @rule(
        verb=st.sampled_from(["merge", "merge", "correct", "stale", "keep", "cool", "split", "split"]),
        one=PICK,
        two=PICK,
    )
    def decide(self, verb: str, one: int, two: int) -> None:
        there = self.desk.item_keys()
        names = [self.one_of(there, one)] if there else []
        if verb == "split" and names:
            names = [name for name in there if any(o.name == "split" and o.fits for o in self.desk.offers([name]))][:1]
        if verb == "merge" and names:
            names = list(dict.fromkeys([*names, self.one_of(there, two)]))
        if not names:
            return
        texts = " and ".join(self.desk.item(name).text for name in names)
        args: dict[str, Any] = {"text": f"{texts} {self.word()}"} if verb in ("merge", "correct") else {}
        if applied := self.tried(lambda: act(self.desk, verb, *names, **args)):
            self.plans.append(applied.plan)

    @rule(pick=PICK, late=st.booleans())
    def undo(self, pick: int, late: bool) -> None:
        plan = self.plans[-1] if self.plans and late else self.one_of(self.plans, pick)
        if plan and (undone := self.tried(lambda: self.desk.undo(plan))):
            self.plans.append(undone.plan)

    @rule(picks=st.lists(PICK, min_size=1, max_size=3), sort=PICK)
    def withdraw(self, picks: list[int], sort: int) -> None:
        known = Reckoning(self.desk)
        if sort % 7 == 6:
            names = self.desk.forgetting.named(sources=[SOURCES[picks[0] % 3]])
        else:
            there = sorted(
                (known.standing, known.standing, known.standing, known.blocks, known.holders, known.holders)[sort % 7]
            )
            names = tuple(dict.fromkeys(self.one_of(there, pick) for pick in picks))
        if control := self.tried(lambda: withdraw(self.desk, *names)):
            self.controls[control] = self.desk.forgetting.scope(control).terms

    @rule(pick=PICK, undone=st.booleans())
    def reinstate(self, pick: int, undone: bool) -> None:
        control = self.one_of(self.controls, pick)
        if control is None:
            return
        plan = self.desk.forgetting.scope(control).last.plan
        if undone and plan and self.tried(lambda: self.desk.undo(plan)):
            del self.controls[control]
        elif not undone:
            reinstate(self.desk, control)
            del self.controls[control]

    @rule(pick=PICK)
    def propose(self, pick: int) -> None:
        """Somebody asks for a withdrawal: that does nothing."""
        if item := self.one_of(self.desk.item_keys(), pick):
            self.desk.forgetting.propose(ControlAction.WITHDRAW, [item], Reason.ABANDONED)

    @rule(days=st.integers(0, 200))
    def keep_house(self, days: int) -> None:
        if days > 100:
            self.desk.rebuild()
        self.clock.tick(days=days)

    # what must hold

    def excluded(self, known: Reckoning) -> set[str]:
        return {name for terms in self.controls.values() for name in known.reached(terms)}

    @invariant()
    def nothing_withdrawn_is_shown_and_all_else_is(self) -> None:
        if not hasattr(self, "desk") or head(self.desk) == self.seen:
            return
        self.seen = head(self.desk)
        known = Reckoning(self.desk)
        excluded = self.excluded(known)
        assert set(self.desk.item_keys()) == known.standing - excluded
        shown = itertools.chain(lists(self.desk), pages(self.desk), past(self.desk, 1 + self.seen // 2, whole=False))
        self.holds_none(known.hidden(excluded), shown)

    def holds_none(self, hidden: set[str], shown: Any) -> None:
        found = [(where, word) for where, text in shown for word in hidden if word in text]
        assert found == []
        for word in list(hidden)[:3]:
            assert answers(self.desk, word) == []

    def looks_whole(self) -> None:
        """At the end every path is looked at, now and in the past, and the log gives every row again."""
        known = Reckoning(self.desk)
        hidden = known.hidden(self.excluded(known))
        self.holds_none(hidden, everything(self.desk))
        self.holds_none(hidden, past(self.desk, max(2, head(self.desk) - 5)))
        with self.desk.reader():
            self.holds_none(hidden, details(self.desk.at(head(self.desk) - 1), [], head(self.desk) - 1))
        verdict = self.desk.verify(replay=True)
        assert verdict.ok, verdict.findings


def test_whatever_happens_in_any_order_what_is_withdrawn_stays_out() -> None:
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=200 if SOAK else 7,
            stateful_step_count=50 if SOAK else 18,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            phases=set(Phase) - (set() if SOAK else {Phase.shrink, Phase.explain}),
        ),
    )
