"""A pass whose process is killed, wherever that is, ends where an undisturbed one does when it is run again."""

from __future__ import annotations

import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from governance.desk import create_store, open_desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Action
from tests.governance.intake.passes.passing import send, sound, standing
from tests.soak import SOAK
from tests.store.processes import start

CAPTURES, KILLS = 300, 18 if SOAK else 6
RUN = """
import sys
from pathlib import Path
import governance.intake.passes.archiving as archiving
from governance.desk import open_desk
archiving.BATCH = 40
desk = open_desk(Path(sys.argv[1]))
print("ready", flush=True)
if sys.argv[2] == "archive":
    desk.intake.archive()
else:
    desk.intake.distill(batch=20)
print("through", flush=True)
"""
HOLD = """
import sys
from pathlib import Path
from store.locks import pass_lock
from tests.soak import SOAK
with pass_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""
ONCE = (Action.ARCHIVE, Action.ADD, Action.SUPERSEDE, Action.SUGGEST)


def captures() -> list[dict[str, Any]]:
    """State of a few subjects and dates, and knowledge some of which is nearly the same."""
    lot = random.Random(7)
    found: list[dict[str, Any]] = []
    for n in range(CAPTURES):
        if n % 2:
            subject, date = f"gate:port-{n % 9}", f"2026-05-{lot.randint(1, 28):02d}"
            found.append({"text": f"the port is {n}", "kind": "state", "subject": subject, "date": date})
        else:
            text = f"retries of the gateway are {'not ' if n % 20 == 0 else ''}safe after stage {'abcdefghij'[n % 10]}"
            found.append({"text": f"{text}{n * 7}" if n % 3 else text, "kind": "knowledge", "client_ref": str(n)})
    return [{"source": f"seen {n}", **one} for n, one in enumerate(found)]


def outcome(path: Path) -> Any:
    """What stands: the rows by content, the archive in order, the suggestions; and nothing that happened twice."""
    with open_desk(path) as desk:
        assert sound(desk)
        blocks = [block.text for segment in desk.segments() for block in desk.blocks(segment.id)]
        with desk.store.reading() as conn:
            marks = ",".join("?" * len(ONCE))
            sql = f"SELECT action, seq FROM log WHERE action IN ({marks})"
            entries = conn.execute(sql, tuple(action.value for action in ONCE)).fetchall()
            pairs = conn.execute(
                "SELECT src, dst FROM links WHERE relation LIKE 'possible-%' AND to_seq IS NULL ORDER BY src, dst"
            ).fetchall()
        assert len(pairs) == len({frozenset(pair) for pair in pairs})
        assert len(blocks) == len(desk.item_keys()) == CAPTURES
        return standing(desk), blocks, pairs, Counter(action for action, _ in entries)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that captured and did nothing else."""
    path = tmp_path_factory.mktemp("fresh") / "memory.db"
    with create_store(path, zone="UTC", witnessed=False) as desk:
        receipts = desk.intake.capture_all([desk.intake.sent(one) for one in captures()])
        assert all(one.came == "captured" for one in receipts)
    return path


def through(path: Path, act: str) -> float:
    """Run a pass to its end; the seconds it took once it was open."""
    process = start(RUN, path, act)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    began = time.perf_counter()
    assert process.stdout.readline() == "through\n", process.communicate()[1]
    spent = time.perf_counter() - began
    process.communicate()
    return spent


def killed(path: Path, act: str, after: float) -> bool:
    """Run a pass and kill it so many seconds after it began; whether it was in the middle of it."""
    process = start(RUN, path, act)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    said, _ = process.communicate()
    return "through" not in said


def test_killed_at_random_moments_and_run_again_the_result_is_that_of_an_undisturbed_run(
    fresh: Path, tmp_path: Path
) -> None:
    straight = tmp_path / "straight.db"
    shutil.copy(fresh, straight)
    spans = {act: through(straight, act) for act in ("archive", "distill")}
    expected = outcome(straight)
    assert expected[3][Action.SUPERSEDE] > 50
    assert expected[3][Action.SUGGEST] > 5
    lot, died, number = random.Random(11), 0, 0
    while number < KILLS // 3 or (died < KILLS * 5 // 6 and number < KILLS):  # on a busy machine some come too late
        number += 1
        path = tmp_path / f"killed-{number}.db"
        shutil.copy(fresh, path)
        for act in ("archive", "distill", "distill"):
            died += killed(path, act, lot.uniform(0.0, 0.8) * spans[act])
            if act == "archive":
                through(path, act)
        through(path, "distill")
        through(path, "distill")
        assert outcome(path) == expected
    assert died >= KILLS * 5 // 6


def test_one_pass_at_a_time_and_a_second_is_told_who_runs(tmp_path: Path) -> None:
    with create_store(tmp_path / "memory.db", zone="UTC", witnessed=False) as desk:
        one = send(desk, "the crane is slow")
        desk.intake.archive()
        holder = start(HOLD, desk.path)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Refusal) as refused:
            desk.intake.distill()
        assert refused.value.kind is RefusalKind.BUSY
        assert str(holder.pid) in refused.value.sentence
        holder.kill()
        holder.communicate()
        assert desk.intake.distill().added == (one,)
