"""Another process holds the store: a decision waits, and when it waited too long nothing is lost."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Reason, Shown
from tests.governance.builders import an_item, beside, decide, item, seen, sound, stage, untouched
from tests.governance.standings import PENDING

HOLD = (
    "import sqlite3, sys, time\n"
    "conn = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    "conn.execute('BEGIN IMMEDIATE')\n"
    "print('held', flush=True)\n"
    "sys.stdin.readline()\n"
)


@contextmanager
def held(path: Path) -> Iterator[Callable[[], None]]:
    """Another process holds the write lock until it is told to let go."""
    command = [sys.executable, "-S", "-c", HOLD, str(path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdin
    assert other.stdout
    assert other.stdout.readline() == "held\n"
    stdin = other.stdin

    def let_go() -> None:
        stdin.write("\n")
        stdin.flush()

    try:
        yield let_go
    finally:
        other.kill()
        other.communicate()


def test_a_decision_waits_for_a_writer_and_then_stands(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    stage(desk, "keep", name)
    with held(desk.path) as let_go:
        began = time.monotonic()
        timer = threading.Timer(2, let_go)
        timer.start()
        applied = desk.apply()
        assert 1.9 < time.monotonic() - began < 4.5
        timer.join()
    assert applied.ids == (name,)
    assert item(desk, name).row.status == "active"
    sound(desk)


def test_a_writer_that_stays_is_told_plainly_and_nothing_is_lost(desk: Desk) -> None:
    name, other = an_item(desk, status=PENDING), an_item(desk, status=PENDING)
    plan = decide(desk, "stale", other).plan
    stage(desk, "keep", name)
    shown = seen(desk, name)
    before = untouched(desk)
    desk.store.busy_seconds = 0.2
    with held(desk.path):
        acts: tuple[Callable[[], object], ...] = (
            desk.apply,
            lambda: desk.decide("stale", [name], {}, reason=Reason.OTHER, seen=shown, shown=Shown.LISTED),
            lambda: desk.stage("keep", [other], {}, reason=Reason.OTHER, seen=seen(desk, other), shown=Shown.LISTED),
            desk.unstage,
            lambda: desk.restage(1),
            lambda: desk.undo(plan),
            desk.mark_seen,
        )
        for act in acts:
            with pytest.raises(Refusal, match="Another process has held the store") as refused:
                act()
            assert refused.value.kind is RefusalKind.BUSY
            assert refused.value.hint
        assert untouched(desk) == before
        assert desk.plan().ready
        assert desk.overview().staged == 1
    desk.apply()
    assert item(desk, name).row.status == "active"


def test_two_desks_that_decide_at_once_both_stand_or_one_is_told_it_moved(desk: Desk) -> None:
    names = [an_item(desk, status=PENDING) for _ in range(8)]
    shown = {name: seen(desk, name) for name in names}
    outcomes: dict[str, list[str]] = {name: [] for name in names}
    start = threading.Barrier(3)

    def work(who: str) -> None:
        with beside(desk, who) as mine:
            start.wait()
            for name in names:
                try:
                    mine.decide("keep", [name], {}, reason=Reason.OTHER, seen=shown[name], shown=Shown.LISTED)
                    outcomes[name].append("decided")
                except Refusal as refused:
                    outcomes[name].append(refused.kind.value)

    workers = [threading.Thread(target=work, args=(who,)) for who in ("mira", "ines", "jun")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for name in names:
        assert outcomes[name].count("decided") == 1
        assert set(outcomes[name]) <= {"decided", "moved", "rule"}
        assert len(item(desk, name).history) == 2
    sound(desk)
