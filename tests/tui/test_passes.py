"""Passes from the screen: begun by key or palette, stopped by a key, told as a summary."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from governance.desk import open_desk
from governance.passing import Passing
from store.records.views import PassReport, RefusedOp, Suggested, Superseded
from store.records.words import Queue
from tests.tui.desks import captured_store, desk_app, press, screen_of, settle, text_of, until
from tui.app import DeskApp
from tui.dialogs.pass_report import told_of
from tui.settings import Settings
from tui.wording.glyphs import UNICODE
from tui.wording.passes import pass_sentence

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return captured_store(tmp_path)


def slow(self: Passing, *, progress: Callable[[int, int], None], cancelled: Callable[[], bool]) -> PassReport:  # noqa: ARG001 - a method
    """A pass that has much to do and ends only when it is told to."""
    done = 0
    while not cancelled():
        done = min(done + 1, 999)
        progress(done, 1_000)
        time.sleep(0.01)
    return PassReport(action="archive", archived=done, cancelled=True)


async def gone(pilot: Any) -> None:
    """Wait until the app has left."""
    for _ in range(100):
        if not pilot.app.is_running:
            return
        await pilot.pause(0.02)


async def test_archive_now_empties_the_inbox_of_what_needs_nobody(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "1", "N")
        await until(pilot, "9 captures went into the archive".replace("9", str(12 - 3)))
        assert set(desk.queue_keys(Queue.INBOX)) >= set(desk.to_look_at())


async def test_the_palette_distils_and_the_summary_opens_its_items(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "N")
        await until(pilot, "went into the archive")
        await press(pilot, "escape", "ctrl+p", *"distill now", "enter")
        await until(pilot, "superseded")
        shown = " ".join(text_of(pilot).split())
        assert "before 2026-08-28 The push gateway listens on port 8470" in shown
        assert "now 2026-09-01 The push gateway listens on port 8471" in shown
        await press(pilot, "j", "j", "enter")
        assert "what it says" in text_of(pilot)
        assert "mem-" in str(pilot.app.screen.query("Vertical").first().border_title)


async def test_esc_stops_a_pass_and_the_summary_says_that_what_was_done_stands(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Passing, "archive", slow)
    async with desk_app(store) as (pilot, _):
        await pilot.press("N")
        await until(pilot, "of 1,000")
        await pilot.press("escape")
        await until(pilot, "Stopped. What was done stands")


async def test_a_pass_in_the_background_leaves_the_keys_and_is_told_in_the_header(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Passing, "archive", slow)
    async with desk_app(store) as (pilot, _):
        await pilot.press("N")
        await until(pilot, "of 1,000")
        await pilot.press("b")
        await until(pilot, "archive pass")
        await pilot.press("2")
        await until(pilot, "Pending 9")
        assert screen_of(pilot).place == "pending"
        await pilot.press("Z")
        assert not screen_of(pilot).passes._far.ended
        await until(pilot, "esc stops it")
        await pilot.press("escape")
        await until(pilot, "Stopped.")


async def test_leaving_while_a_pass_runs_asks_first(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Passing, "archive", slow)
    async with desk_app(store) as (pilot, _):
        await pilot.press("N")
        await until(pilot, "of 1,000")
        await pilot.press("b")
        await until(pilot, "archive pass")
        await pilot.press("q")
        await until(pilot, "Leave while a pass runs")
        assert pilot.app.is_running
        started = time.monotonic()
        await pilot.press("y")
        await gone(pilot)
        assert time.monotonic() - started < 3


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


async def test_a_refused_pass_says_why_in_its_dialog(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from governance.errors import Refusal, RefusalKind

    def busy(*_: Any, **__: Any) -> PassReport:
        raise Refusal(RefusalKind.BUSY, "Another pass runs.", "Wait for it.")

    monkeypatch.setattr(Passing, "distill", busy)
    async with desk_app(store) as (pilot, _):
        await pilot.press("Z")
        await until(pilot, "Another pass runs.")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2


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
