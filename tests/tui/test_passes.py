"""Passes from the screen: begun by key or palette, stopped by a key, told as a summary."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk, create_store, open_desk
from store.locks import pass_lock
from store.records.views import PassReport, RefusedOp, Suggested, Superseded
from store.records.words import Queue
from tests.tui.desks import captured_store, desk_app, opened, press, screen_of, settle, still, text_of, until
from tui.app import DeskApp
from tui.settings import Settings
from tui.wording.glyphs import UNICODE
from tui.wording.pass_lines import told_of
from tui.wording.passes import pass_sentence

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return captured_store(tmp_path)


MANY = 12_000
"""Captures enough for a pass that takes seconds."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose inbox holds many captures."""
    path = tmp_path_factory.mktemp("large") / "memory.db"
    with create_store(path, clock=still, zone="UTC") as desk:
        texts = ({"text": f"fact {n} of the quay", "source": "seen", "kind": "knowledge"} for n in range(MANY))
        desk.intake.capture_all([desk.intake.sent(text) for text in texts])
    return path


@pytest.fixture
def large(filled: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(filled, tmp_path / "memory.db"))


@contextmanager
def crowded(path: Path) -> Iterator[None]:
    """Another program that holds the write lock again and again, so that a pass lasts long enough to be seen."""
    enough = threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as conn:
            while not enough.is_set():
                try:
                    conn.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError:
                    time.sleep(0.001)  # whoever has it gives it back soon, and is not let in again at once
                    continue
                enough.wait(0.6)
                conn.execute("ROLLBACK")
                enough.wait(0.05)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def archived(desk: Desk) -> int:
    """How many captures stand in the archive."""
    return sum(segment.blocks for segment in desk.segments())


def stopped_in_the_middle(desk: Desk) -> None:
    """Some of it is archived and some is not, and the next pass goes on to the end."""
    count = archived(desk)
    assert 0 < count < MANY
    assert desk.intake.archive().archived == MANY - count
    assert archived(desk) == MANY


async def gone(pilot: Any) -> None:
    """Wait until the app has left."""
    for _ in range(100):
        if not pilot.app.is_running:
            return
        await pilot.pause(0.02)


async def test_archive_now_empties_the_inbox_of_what_needs_nobody(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "1", "N", "y")
        await until(pilot, "9 captures went into the archive".replace("9", str(12 - 3)))
        assert set(desk.queue_keys(Queue.INBOX)) >= set(desk.to_look_at())


async def test_the_palette_distils_and_the_summary_opens_its_items(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "N", "y")
        await until(pilot, "went into the archive")
        await press(pilot, "escape", "ctrl+p", *"distill now", "enter")
        await until(pilot, "y begins it")
        await press(pilot, "y")
        await until(pilot, "superseded")
        shown = " ".join(text_of(pilot).split())
        assert "before 2026-08-28 The push gateway listens on port 8470" in shown
        assert "now 2026-09-01 The push gateway listens on port 8471" in shown
        await press(pilot, "j", "j", "enter")
        assert "what it says" in text_of(pilot)
        assert "mem-" in str(pilot.app.screen.query("Vertical").first().border_title)


async def test_esc_stops_a_pass_and_the_summary_says_that_what_was_done_stands(large: Path) -> None:
    async with desk_app(large) as (pilot, desk):
        with crowded(large):
            await press(pilot, "N")
            await pilot.press("y")
            await until(pilot, "of 12,000")
            await pilot.press("escape")
            await until(pilot, "Stopped. What was done stands")
        stopped_in_the_middle(desk)


async def test_a_pass_in_the_background_leaves_the_keys_and_is_told_in_the_header(large: Path) -> None:
    async with desk_app(large) as (pilot, desk):
        with crowded(large):
            await press(pilot, "N")
            await pilot.press("y")
            await until(pilot, "of 12,000")
            await pilot.press("b")
            await until(pilot, "archive pass")
            await pilot.press("2")
            await until(pilot, "Pending")
            assert screen_of(pilot).place == "pending"
            await pilot.press("Z")
            assert not screen_of(pilot).passes._far.ended
            await until(pilot, "esc stops it")
            await pilot.press("escape")
            await until(pilot, "Stopped.")
        stopped_in_the_middle(desk)


async def test_leaving_while_a_pass_runs_asks_first(large: Path) -> None:
    async with desk_app(large) as (pilot, _):
        with crowded(large):
            await press(pilot, "N")
            await pilot.press("y")
            await until(pilot, "of 12,000")
            await pilot.press("b")
            await until(pilot, "archive pass")
            await pilot.press("q")
            await until(pilot, "Leave while a pass runs")
            assert pilot.app.is_running
        await pilot.press("y")
        await gone(pilot)
    with opened(large) as desk:
        stopped_in_the_middle(desk)


async def test_a_desk_that_only_reads_says_why_it_runs_no_pass(store: Path) -> None:
    with open_desk(store, read_only=True) as desk:
        head = desk.overview().head
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "N")
            assert any("opened for reading only" in notice.message for notice in app._notifications)
            assert len(app.screen_stack) == 2
        assert desk.overview().head == head


async def test_a_refused_pass_says_why_in_its_dialog(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        with pass_lock(store):
            await press(pilot, "Z", "y")
            await until(pilot, f"(process {os.getpid()})")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2


async def test_a_pass_says_first_what_it_will_do_and_that_undo_does_not_reach_it(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        head = desk.overview().head
        count, left, in_lanes = desk.intake.ahead(distilling=False)
        await press(pilot, "1", "N")
        shown = " ".join(text_of(pilot).split())
        assert f"{count} captures will go into the archive" in shown
        assert f"{left} captures that need a look" in shown
        assert in_lanes == ()
        assert "U does not undo a pass" in shown
        await press(pilot, "enter")
        assert (len(pilot.app.screen_stack), desk.overview().head) == (2, head)
        await press(pilot, "Z", "Z")
        assert "Distillation pass" in text_of(pilot)
        assert desk.overview().head == head


async def test_the_last_pass_is_told_after_a_restart_and_so_is_its_entry_of_the_log(store: Path) -> None:
    with open_desk(store) as desk:
        desk.intake.archive()
        report = desk.intake.distill()
    assert report.superseded
    async with desk_app(store) as (pilot, _):
        await press(pilot, "ctrl+p", *"last pass", "enter")
        await until(pilot, f"Distillation pass {report.run}")
        shown = " ".join(text_of(pilot).split())
        assert "before 2026-08-28 The push gateway listens on port 8470" in shown
        assert "now 2026-09-01 The push gateway listens on port 8471" in shown
        assert "U undoes plans, not passes" in shown
        await press(pilot, "escape", "L", "G", "enter")
        await until(pilot, "what this pass did")
        shown = " ".join(text_of(pilot).split())
        assert "before 2026-08-28 The push gateway listens on port 8470" in shown


async def test_a_store_without_any_pass_says_that_none_ran(tmp_path: Path) -> None:
    async with desk_app(captured_store(tmp_path)) as (pilot, _):
        await press(pilot, "ctrl+p", *"last pass", "enter")
        assert any("No pass has run in this store yet." in one.message for one in pilot.app._notifications)


def test_what_awaited_a_person_and_gave_way_is_told_once() -> None:
    gone = Superseded(
        subject="a:b", id="mem-2026-01-01-001", date="2026-01-01", value="old", successor="mem-2026-02-01-001",
        successor_date="2026-02-01", successor_value="new",
    )  # fmt: skip
    report = PassReport(action="autodream", superseded=(gone,), resolved=(gone.id,))
    heads = [one.lead for one in told_of(report, UNICODE) if not one.id]
    assert heads == ["1 resolved"]
    assert pass_sentence(report) == "1 resolved."


def test_a_report_tells_everything_it_holds() -> None:
    gone = Superseded(
        subject="a:b",
        id="mem-2026-01-01-001",
        date="2026-01-01",
        value="old",
        successor="mem-2026-02-01-001",
        successor_date="2026-02-01",
        successor_value="new",
    )
    near = Suggested(id="mem-2026-01-01-002", other="mem-2026-01-01-003", relation="possible-duplicate", score=930)
    report = PassReport(
        action="autodream",
        run="run-2026-01-01-001",
        segments=("seg-2026-01-01-001",),
        added=("mem-2026-02-01-001",),
        superseded=(gone,),
        pending=("mem-2026-01-01-004",),
        resolved=("mem-2026-01-01-005",),
        suggested=(near,),
        cooled=("mem-2026-01-01-006",),
        waiting=2,
        refused=(RefusedOp(number=1, operation="delete", sentence="Never."),),
        files=(("memory.md", "blank"),),
    )
    told = list(told_of(report, UNICODE))
    ids = {one.id for one in told if one.id}
    assert ids == {
        "seg-2026-01-01-001",
        "mem-2026-02-01-001",
        "mem-2026-01-01-001",
        "mem-2026-01-01-004",
        "mem-2026-01-01-005",
        "mem-2026-01-01-002",
        "mem-2026-01-01-006",
    }
    said = " ".join(f"{one.lead} {one.words}" for one in told)
    assert all(words in said for words in ("old", "new", "Never.", "almost the same", "memory.md: blank"))
    assert pass_sentence(report).startswith("1 added, 1 superseded, 1 resolved, 1 marked pending, 1 suggested")
