"""Who finds the store held by another waits, and is told when it takes too long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from store import log
from store.database import Store
from store.errors import Busy, StoreError
from tests.builders import a_capture, did
from tests.store.tampering import bare


def hold(path: Path, seconds: float, held: threading.Event) -> None:
    with closing(bare(path)) as conn:
        conn.execute("BEGIN IMMEDIATE")
        held.set()
        time.sleep(seconds)
        conn.execute("ROLLBACK")


@pytest.fixture
def holder(store: Store) -> Callable[[float], threading.Thread]:
    def start(seconds: float) -> threading.Thread:
        held = threading.Event()
        thread = threading.Thread(target=hold, args=(store.path, seconds, held))
        thread.start()
        assert held.wait(5)
        return thread

    return start


def test_a_writer_waits_for_another_that_holds_the_store(
    store: Store, holder: Callable[[float], threading.Thread]
) -> None:
    thread = holder(2.0)
    started = time.monotonic()
    assert len(did(store, a_capture())) == 1
    assert 1.5 < time.monotonic() - started < 5
    thread.join()


def test_a_writer_that_waited_too_long_says_so_and_changes_nothing(
    store: Store, holder: Callable[[float], threading.Thread]
) -> None:
    before = list(store.reader().iterdump())
    thread = holder(1.0)
    store.busy_seconds = 0.2
    with pytest.raises(Busy, match="nothing was changed") as told:
        did(store, a_capture())
    assert isinstance(told.value, StoreError)
    assert told.value.hint
    thread.join()
    assert list(store.reader().iterdump()) == before
    assert len(did(store, a_capture())) == 1


def test_a_reader_waits_while_another_process_recovers_or_leaves(store: Store) -> None:
    store.close()
    with closing(bare(store.path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        found: list[int] = []
        thread = threading.Thread(target=lambda: found.append(log.head(store.reader())[0]))
        thread.start()
        time.sleep(0.3)
        other.execute("ROLLBACK")
        other.execute("PRAGMA locking_mode = NORMAL")
        other.execute("SELECT count(*) FROM log").fetchall()
    thread.join(10)
    assert found == [1]
