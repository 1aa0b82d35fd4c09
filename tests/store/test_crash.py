"""A process may be killed at any moment: what it finished stands, what it began never was."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from store import log, migrate
from store.check import check
from store.database import Store
from store.purge import rewrite, rewrite_due
from tests.builders import a_capture, did
from tests.store.processes import start
from tests.store.scanning import hits

SECRET = "quetzalcoatl xylophone"

BEGIN = """
import os, signal, sys
from pathlib import Path
from store import commit, log, migrate, projections, purge, replay
from store.database import Store
from tests.builders import AT, DAY, MIRA, a_capture, a_review, an_archive_block, did

store = Store(Path(sys.argv[1]))

def dies(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

def dies_after(real, calls=1):
    left = [calls]
    def dying(*arguments, **named):
        found = real(*arguments, **named)
        left[0] -= 1
        if not left[0]:
            dies()
        return found
    return dying
"""

CRASHES = [
    (
        "after an entry and before its rows",
        "commit.project = dies; did(store, a_capture('lost'))",
    ),
    (
        "after its rows and before the commit",
        (
            "commit.project = dies_after(commit.project, 3)\n"
            "did(store, a_capture('lost'), a_capture('lost'), a_capture('lost'), a_capture('lost'))"
        ),
    ),
    (
        "while a large entry set outgrows the cache",
        (
            "commit.project = dies_after(commit.project, 900)\n"
            "store.writer().execute('PRAGMA cache_size = 10')\n"
            "did(store, *[a_capture(f'lost {n} ' * 30) for n in range(1000)])"
        ),
    ),
    (
        "between a payload and its derived rows",
        "purge._derive_again = dies; purge.purge(store, [2], at=AT, actor=MIRA, day=DAY)",
    ),
    (
        "while the guards of the words are down",
        "purge.index.derive = dies; purge.purge(store, [2], at=AT, actor=MIRA, day=DAY)",
    ),
    (
        "while fresh tables are filled",
        "migrate.copy_tables = dies_after(migrate.copy_tables); migrate.rebuild(store)",
    ),
    (
        "after the old tables are gone",
        "migrate.copy_tables = dies; migrate.rebuild(store)",
    ),
    (
        "before the guards stand again",
        "migrate.guards.all_triggers = dies; migrate.rebuild(store)",
    ),
]


@pytest.fixture
def before(store: Store) -> list[str]:
    """What stands in the store before the crash; entry 2 holds the secret."""
    did(store, a_capture(SECRET), *[a_capture(f"fact {n}") for n in range(20)])
    rows = list(store.reader().iterdump())
    store.close()
    return rows


def crash(store: Store, script: str) -> None:
    process = start(BEGIN + script, store.path)
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, err


@pytest.mark.parametrize("script", [c[1] for c in CRASHES], ids=[c[0] for c in CRASHES])
def test_nothing_is_left_of_what_was_killed(store: Store, before: list[str], script: str) -> None:
    crash(store, script)
    assert list(store.reader().iterdump()) == before
    assert check(store, replay=True).ok
    assert len(did(store, a_capture("the next"))) == 1


UNFINISHED = [
    ("before the file is rewritten", "purge.rewrite = dies"),
    ("before the log is emptied", "purge._emptied = dies"),
    ("after the log was emptied", "purge._emptied = dies_after(purge._emptied)"),
]


@pytest.mark.parametrize("script", [c[1] for c in UNFINISHED], ids=[c[0] for c in UNFINISHED])
@pytest.mark.usefixtures("before")
def test_a_purge_that_was_killed_says_so_until_the_file_is_rewritten(store: Store, script: str) -> None:
    crash(store, f"{script}; purge.purge(store, [2], at=AT, actor=MIRA, day=DAY)")
    assert check(store, replay=True).ok
    assert log.payload(store.reader(), 2) is None
    assert rewrite_due(store)
    assert rewrite(store)
    assert not rewrite_due(store)
    store.close()
    assert hits(store.path, SECRET) == []


RESTLESS = (
    BEGIN
    + """
for number in range(10_000):
    if number % 7 == 5:
        seqs = [entry.seq for entry in log.entries(store.reader()) if entry.action == "capture"]
        purge.purge(store, seqs[::9], at=AT, actor=MIRA, day=DAY)
    elif number % 7 == 6:
        migrate.rebuild(store)
    else:
        capture, _ = did(
            store, a_capture(f"fact {number} " * 20), an_archive_block(f"fact {number}")
        )
        did(store, a_review(capture.subjects[0], status="stale"))
        print(capture.seq + 2, flush=True)
"""
)


@pytest.mark.parametrize("seed", range(5))
def test_a_process_killed_at_any_moment_leaves_whole_entry_sets(store: Store, seed: int) -> None:
    did(store, *[a_capture(f"word{n} and more") for n in range(200)])
    store.close()
    process = start(RESTLESS, store.path)
    assert process.stdout is not None
    promised = int(process.stdout.readline())
    time.sleep(random.Random(seed).uniform(0, 0.25))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    promised = max([promised, *map(int, rest.split())])
    assert log.head(store.reader())[0] >= promised
    assert check(store, replay=True).ok
    actions = [entry.action.value for entry in log.entries(store.reader(), 201)]
    assert actions.count("capture") == actions.count("archive")
    assert 0 <= actions.count("capture") - actions.count("review") <= 1
    assert rewrite(store)
    migrate.rebuild(store)
    assert check(store, replay=True).ok


CREATES = """
import sys
from pathlib import Path
from tests.builders import a_store
print("ready", flush=True)
a_store(Path(sys.argv[1]))
print("made", flush=True)
"""


@pytest.mark.parametrize("wait", [0.0, 0.05, 0.1, 0.2])
def test_a_store_is_there_whole_or_not_at_all(tmp_path: Path, wait: float) -> None:
    process = start(CREATES, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    path = tmp_path / "memory.db"
    if path.exists():
        store = Store(path)
        assert check(store, replay=True).ok
        store.close()
