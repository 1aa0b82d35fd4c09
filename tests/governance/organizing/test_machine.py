"""Random histories of lanes, topics, edges, captures and passes: the log gives every row again, and the rules hold."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from governance.errors import Refusal
from store.records.words import LaneState, Reason, Shown, Status
from tests.governance.builders import a_desk, decide, rows, sound
from tests.governance.intake.passes.passing import both

WORDS = ("the gateway hangs", "the gateway is slow", "a retry is safe", "a timeout is long", "the pier is wet")
pick = st.integers(0, 1_000)


class Ordering(RuleBasedStateMachine):
    """What people, agents and passes do to lanes, and beside it what must hold of every lane that is shut."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.desk = a_desk(Path(self.folder.name))
        self.shut: dict[str, Any] = {}
        """For each lane that is shut: the rows and edges of what lay in it when that was last looked at."""

    def teardown(self) -> None:
        sound(self.desk)
        self.desk.close()
        self.folder.cleanup()

    # what there is

    def _lane(self, n: int) -> str | None:
        every = self.desk.lanes()
        return every[n % len(every)].id if every else None

    def _item(self, n: int) -> str | None:
        every = self.desk.item_keys()
        return every[n % len(every)] if every else None

    def _try(self, verb: str, *names: str | None, **args: Any) -> None:
        """Decide, or be refused and leave everything as it was."""
        known = [name for name in names if name]
        before = rows(self.desk)
        try:
            if known:
                decide(self.desk, verb, *dict.fromkeys(known), **args)
            else:
                told: dict[str, Any] = {"reason": Reason.OTHER, "seen": [], "shown": Shown.PREVIEWED}
                self.desk.decide(verb, [], args, **told)
        except Refusal:
            assert rows(self.desk) == before

    # what happens

    @rule(n=pick, closed=st.booleans())
    def make(self, n: int, closed: bool) -> None:
        self._try("new-lane", title=f"Lane {n % 4}", access="closed" if closed else "open")

    @rule(n=pick, m=pick, away=st.booleans())
    def move(self, n: int, m: int, away: bool) -> None:
        self._try("lane", self._item(n) or "mem-2026-06-01-001", lane="none" if away else self._lane(m) or "Lane 1")

    @rule(n=pick, verb=st.sampled_from(("freeze", "thaw", "clear")))
    def turn(self, n: int, verb: str) -> None:
        if (lane := self._lane(n)) is not None:
            self._try(verb, lane)

    @rule(n=pick, m=pick, state=st.booleans())
    def capture(self, n: int, m: int, state: bool) -> None:
        lane = self._lane(m) if m % 3 else None
        sent: dict[str, Any] = {"text": f"{WORDS[n % len(WORDS)]} {n}", "source": "seen", "kind": "knowledge"}
        if state:
            sent |= {"kind": "state", "subject": f"gate:{n % 2}", "date": f"2026-01-{1 + n % 28:02}"}
        if n % 7 == 0 and (other := self._item(m)):
            sent["continues"] = other
        shut = {one.id for one in self.desk.lanes() if one.state is not LaneState.ACTIVE}
        receipt = self.desk.intake.capture(sent | ({"lane": lane} if lane else {}))
        assert receipt.came != "captured" or lane not in shut

    @rule()
    def distil(self) -> None:
        both(self.desk)

    @rule(n=pick, m=pick, verb=st.sampled_from(("cool", "merge", "stale", "keep", "defer", "retag", "withdraw")))
    def judge(self, n: int, m: int, verb: str) -> None:
        if (name := self._item(n)) is not None:
            args = {"kind": "knowledge" if m % 2 else "state", "subject": f"gate:{m % 2}"} if verb == "retag" else {}
            self._try(verb, name, self._item(m) if verb == "merge" else None, **args)

    @rule(n=pick, m=pick, relation=st.sampled_from(("continues", "references", "solves")))
    def link(self, n: int, m: int, relation: str) -> None:
        if (name := self._item(n)) is not None:
            self._try("link", name, relation=relation, to=self._item(m))

    @rule(n=pick, m=pick, verb=st.sampled_from(("new-topic", "split-topic", "merge-topics", "retitle")))
    def order(self, n: int, m: int, verb: str) -> None:
        topics = [one.id for one in self.desk.topics()]
        if verb in ("merge-topics", "retitle"):
            names = [topics[k % len(topics)] for k in (n, m)] if topics else []
            self._try(
                verb, *names[: 2 if verb == "merge-topics" else 1], **({"title": f"T{n}"} if verb == "retitle" else {})
            )
        else:
            self._try(verb, self._item(n), self._item(m), title=f"T{n}")

    @precondition(lambda self: self.desk.plans(1))
    @rule(n=pick)
    def undo(self, n: int) -> None:
        plans = self.desk.plans(8)
        before = rows(self.desk)
        try:
            self.desk.undo(plans[n % len(plans)].plan)
        except Refusal:
            assert rows(self.desk) == before

    # what holds

    @invariant()
    def state_gives_way_to_state_of_its_own_lane_unless_people_moved_it(self) -> None:
        if not hasattr(self, "desk"):
            return
        for name in self.desk.item_keys():
            row = self.desk.item(name).row
            if row.status is Status.SUPERSEDED:
                moved = {move.verb for move in self.desk.item(name).history}
                other = self.desk.store
                assert row.superseded_by
                with other.reading() as conn:
                    sql = "SELECT lane FROM items WHERE id = ? ORDER BY from_seq"
                    lanes = {lane for (lane,) in conn.execute(sql, (row.superseded_by,))}
                assert row.lane in lanes or moved & {"lane", "new-lane", "undo"}

    @invariant()
    def what_lies_in_a_lane_that_is_shut_stays_as_it_is(self) -> None:
        """No row of it moves, nothing comes into it, no edge from it begins or ends; what was cleared may leave."""
        if not hasattr(self, "desk"):
            return
        now: dict[str, Any] = {}
        with self.desk.store.reading() as conn:
            for one in self.desk.lanes():
                if one.state is LaneState.ACTIVE:
                    continue
                sql = "SELECT id, from_seq FROM items WHERE lane = ? AND to_seq IS NULL"
                lying = set(conn.execute(sql, (one.id,)))
                sql = "SELECT src, relation, dst FROM links WHERE to_seq IS NULL AND relation <> 'of-source'"
                names = {name for name, _ in lying}
                edges = {edge for edge in conn.execute(sql) if edge[0] in names}
                now[one.id] = (one.state, lying, edges)
        for lane, (state, lying, edges) in now.items():
            was, then, edged = self.shut.get(lane, (None, lying, edges))
            if was is state is LaneState.FROZEN:
                assert (lying, edges) == (then, edged)
            elif was is state:
                assert lying <= then
                assert edges <= edged
        self.shut = now


TestOrdering = Ordering.TestCase
TestOrdering.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
