"""A check that was killed goes on where it was good, and only if that still stands."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from governance.desk import Desk, open_desk
from store import local
from store.check import ExtraStep
from store.database import Store
from tests.builders import AT, a_capture, a_store, did
from tests.store.processes import start
from tests.store.tampering import bare, without_guards

ENTRIES = 30_001
CHECK = """
import sys, time
from pathlib import Path
from governance.desk import open_desk
from store.check import checking

checking.STRETCH = 5_000

def progress(done, of):
    print(done, flush=True)
    if done >= 17_000:
        time.sleep(60)

with open_desk(Path(sys.argv[1]), clock=lambda: 5) as desk:
    desk.verify(progress=progress, **eval(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = a_store(tmp_path_factory.mktemp("large"))
    did(store, *[a_capture(f"fact {n}") for n in range(ENTRIES - 1)])
    store.close()
    return store.path


@pytest.fixture
def killed(large: Path, tmp_path: Path) -> Path:
    """A store whose check was killed when it was at entry 20,000."""
    path = tmp_path / "memory.db"
    path.write_bytes(large.read_bytes())
    kill(path)
    return path


def kill(path: Path, **asked: object) -> None:
    with start(CHECK, path, asked) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 17_000:
                break
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


@pytest.fixture
def desk(killed: Path) -> Iterator[Desk]:
    with open_desk(killed, clock=lambda: AT) as found:
        yield found


def marks(desk: Desk) -> tuple[int | None, int]:
    """Up to where the log is verified, and where a check would go on."""
    with desk.store.reading() as conn:
        return local.verified(conn)[0], local.resumed(conn).seq


def tamper(store: Store, sql: str) -> None:
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute(sql)


def test_a_check_that_was_killed_goes_on_behind_what_it_had_looked_at(desk: Desk) -> None:
    assert marks(desk) == (None, 20_000)
    verdict = desk.verify(resume=True)
    assert (verdict.ok, verdict.since, verdict.head) == (True, 20_000, ENTRIES)
    counts = {step.name: step.checked for step in verdict.steps}
    assert counts["chain"] == counts["payloads"] == counts["ids"] == ENTRIES - 20_000
    assert "Entries up to 20,000 were looked at before the interruption" in verdict.note
    assert marks(desk) == (ENTRIES, 0)


def test_steps_that_the_interrupted_check_had_not_come_to_are_done_whole(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    further = desk.further_steps

    def steps(since: int) -> tuple[ExtraStep, ...]:
        asked.append(since)
        return further(since)

    monkeypatch.setattr(desk, "further_steps", steps)
    verdict = desk.verify(resume=True)
    assert (verdict.ok, verdict.since, asked) == (True, 20_000, [0])
    assert desk.verify(since=30_000).ok
    assert asked == [0, 30_000]


def test_a_resumed_check_finds_what_is_wrong_behind_it_and_moves_nothing(desk: Desk) -> None:
    tamper(desk.store, "UPDATE payloads SET salt = zeroblob(32) WHERE seq = 25001")
    verdict = desk.verify(resume=True)
    assert [(f.step, f.seq) for f in verdict.findings] == [("payloads", 25_001)]
    assert marks(desk) == (None, 0)


def test_a_check_does_not_go_on_when_the_entry_it_reached_is_another_now(desk: Desk) -> None:
    tamper(desk.store, "UPDATE log SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE seq = 20000")
    verdict = desk.verify(resume=True)
    assert (verdict.ok, verdict.since) == (False, 0)
    assert "Entry 20,000, which an interrupted check had reached, is no longer the one it saw" in verdict.note
    assert marks(desk) == (None, 0)


def test_nor_when_its_header_is_another_under_the_old_hash(desk: Desk) -> None:
    tamper(desk.store, "UPDATE log SET header = CAST(header || ' ' AS BLOB) WHERE seq = 20000")
    assert desk.verify(resume=True).since == 0


def test_a_check_that_goes_on_may_be_killed_again(killed: Path) -> None:
    kill(killed, resume=True)
    with open_desk(killed, clock=lambda: AT) as desk:
        assert marks(desk) == (None, 25_000)
        assert desk.verify(resume=True).ok
        assert marks(desk) == (ENTRIES, 0)


def test_with_nothing_interrupted_it_begins_at_the_beginning_and_says_so(desk: Desk) -> None:
    assert desk.verify().ok
    verdict = desk.verify(resume=True)
    assert (verdict.ok, verdict.since, verdict.steps[1].checked) == (True, 0, ENTRIES)
    assert verdict.note == "No check was interrupted: this one began at the beginning."


def test_a_part_moves_the_mark_only_where_all_before_it_is_verified(large: Path, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(large.read_bytes())
    kill(path, since=2_000)
    with open_desk(path, clock=lambda: AT) as desk:
        assert marks(desk) == (None, 0)
        assert desk.verify(since=29_000).ok
        assert marks(desk) == (None, 0)
        assert desk.verify().ok
        assert marks(desk) == (ENTRIES, 0)
        did(desk.store, a_capture("one more"))
        assert desk.verify(since=ENTRIES + 1).ok
        assert marks(desk) == (ENTRIES, 0)
        assert desk.verify(since=29_000).ok
        assert marks(desk) == (ENTRIES + 1, 0)


def test_for_reading_only_nothing_is_remembered(killed: Path) -> None:
    with open_desk(killed, clock=lambda: AT, read_only=True) as desk:
        assert desk.verify(resume=True).since == 20_000
        assert desk.verify().ok
        assert marks(desk) == (None, 20_000)
    with open_desk(killed, clock=lambda: AT, read_only=True) as desk:
        assert marks(desk) == (None, 20_000)
