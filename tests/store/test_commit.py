"""The write door: all or nothing, fair to every process, and no two builds see the same head."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from store import commit, index, log
from store.check import check
from store.commit import Snapshot
from store.database import Store
from store.errors import Broken
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.builders import (
    AT,
    MIRA,
    Drafts,
    a_capture,
    a_review,
    a_succession,
    an_archive_block,
    did,
    some_words,
    standing,
)
from tests.store.processes import start, told

ITEM = "mem-2026-06-01-001"


def test_each_draft_comes_back_as_the_entry_it_became(store: Store) -> None:
    got: list[Entry] = []

    def build(snapshot: Snapshot) -> Drafts:
        for fact in ("one", "two"):
            name = snapshot.mint("mem", 20260601)
            effect = {"item": standing()}
            got.append((yield Draft(Action.CAPTURE, (name,), effect, some_words(fact))))
            assert snapshot.head == (got[-1].seq, got[-1].hash)
            row = snapshot.row("items", name)
            assert row is not None
            assert row["body"] == got[-1].seq

    assert commit.write(store, build, at=AT, actor=MIRA) == tuple(got)
    assert [entry.seq for entry in got] == [2, 3]


def test_a_build_that_yields_nothing_changes_nothing(store: Store) -> None:
    def build(_: Snapshot) -> Drafts:
        return
        yield

    assert commit.write(store, build, at=AT, actor=MIRA) == ()
    assert log.head(store.reader())[0] == 1


def broken_late(snapshot: Snapshot) -> Drafts:
    yield from a_capture("one")(snapshot)
    raise ZeroDivisionError


def refused_late(snapshot: Snapshot) -> Drafts:
    yield from a_capture("one")(snapshot)
    yield from a_review("mem-2026-06-01-099", status="stale")(snapshot)


def unspeakable(snapshot: Snapshot) -> Drafts:
    yield from a_capture("one")(snapshot)
    yield Draft(Action.REVIEW, (ITEM,), {"set": {}}, {"v": 1, "note": object()})


FAILING: list[tuple[commit.Build, type[Exception]]] = [
    (broken_late, ZeroDivisionError),
    (refused_late, Broken),
    (unspeakable, TypeError),
]


@pytest.mark.parametrize(("build", "error"), FAILING)
def test_a_build_that_fails_midway_leaves_the_store_as_it_was(
    store: Store, build: commit.Build, error: type[Exception]
) -> None:
    before = list(store.reader().iterdump())
    with pytest.raises(error):
        commit.write(store, build, at=AT, actor=MIRA)
    assert list(store.reader().iterdump()) == before
    assert len(did(store, a_capture())) == 1


def test_what_a_build_may_ask_is_answered_under_the_lock(store: Store) -> None:
    (block, item) = did(store, an_archive_block("one\n"), a_capture("Élan", written_id="old-7"))

    def build(snapshot: Snapshot) -> Drafts:
        assert snapshot.at == AT + 1
        assert snapshot.find("alias", "old-7") == [item.seq]
        assert snapshot.find("alias", "old-8") == []
        assert snapshot.find("text", "elan") == [item.seq]
        assert (snapshot.used(ITEM), snapshot.used("mem-2026-06-01-002")) == (True, False)
        assert snapshot.row("items", "mem-2026-06-01-002") is None
        words = snapshot.payload_of(block.seq)
        assert words is not None
        assert words["bytes"] == "one\n"
        assert snapshot.payload_of(block.seq) is words
        yield from a_capture()(snapshot)

    commit.write(store, build, at=AT + 1, actor=MIRA)


def test_what_was_found_last_comes_first(store: Store) -> None:
    entries = did(store, *[a_capture("same words") for _ in range(3)])
    key = index.look_up_key(store.reader())
    found = index.look_up(store.reader(), key, "text", "same words")
    assert found == [entry.seq for entry in reversed(entries)]


def test_a_store_without_its_look_up_key_says_so(store: Store) -> None:
    with store.locked() as conn:
        conn.execute("DELETE FROM local_meta WHERE name = 'lookup_key'")
    with pytest.raises(Broken, match="lost its look-up key"):
        did(store, a_capture())


WRITER = """
import sys, time
from pathlib import Path
from store.database import Store
from tests.builders import a_capture, did
store, ends, count = Store(Path(sys.argv[1])), float(sys.argv[2]), 0
store.writer().execute("PRAGMA synchronous = OFF")  # who gets the lock is asked, not how slow the disk is
print("ready", flush=True)
sys.stdin.readline()
ends += time.monotonic()
while time.monotonic() < ends:
    did(store, a_capture(f"fact {count}"))
    count += 1
print(count)
store.close()
"""
A_DOOR_A_WRITE = """
import sys
from pathlib import Path
from store import database, log
from store.database import Store
from store.errors import Broken
from tests.builders import a_capture, did
path, count = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for number in range(count):
    database.inspect(path)
    store = Store(path)
    log.head(store.reader())
    did(store, a_capture(f"fact {number}"))
    store.close()
print(0)
"""


def raced(store: Store, script: str, processes: int, share: int) -> list[float]:
    """Let processes write at the same time; what each of them says at its end."""
    with ExitStack() as stack:
        running = [stack.enter_context(start(script, store.path, share)) for _ in range(processes)]
        for process in running:
            stack.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        return [float(told(process)) for process in running]


def test_eight_processes_lose_nothing_and_starve_nobody(store: Store) -> None:
    written, fair = 0, False
    for _ in range(3):  # a busy machine may starve a process too; a busy handler does so each time
        counts = raced(store, WRITER, 8, 1)
        written += int(sum(counts))
        fair = min(counts) >= statistics.mean(counts) / 2
        if fair:
            break
    names = [row[0] for row in store.reader().execute("SELECT id FROM items ORDER BY day, n")]
    assert names == [f"mem-2026-06-01-{n:03d}" for n in range(1, written + 1)]
    assert fair, counts
    assert check(store, replay=True).ok


def test_processes_that_come_and_go_never_meet_a_locked_database(store: Store) -> None:
    store.close()
    raced(store, A_DOOR_A_WRITE, 4, 25)
    assert log.head(store.reader())[0] == 101
    assert check(store, replay=True).ok


@pytest.fixture
def two_states(store: Store) -> Callable[[], list[tuple[str, ...]]]:
    """A state item and its successor, and how they stand."""
    did(store, a_capture("8470", kind="state"), a_capture("8480", kind="state"))
    sql = "SELECT id, status, superseded_by FROM items WHERE to_seq IS NULL ORDER BY n"
    return lambda: store.reader().execute(sql).fetchall()


def test_a_succession_is_one_entry_that_moves_row_and_link_together(
    store: Store, two_states: Callable[[], list[tuple[str, ...]]]
) -> None:
    other = "mem-2026-06-01-002"
    did(store, a_succession(ITEM, other))
    assert two_states() == [(ITEM, "superseded", other), (other, "active", None)]
    [link] = store.reader().execute("SELECT src, relation, dst, from_seq, to_seq FROM links")
    assert link == (ITEM, "superseded-by", other, 4, None)
