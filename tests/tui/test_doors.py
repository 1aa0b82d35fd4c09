"""Watched files while the desk is open: what agents write into them shows up by itself."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from governance.desk import open_desk
from store.records.words import Queue
from tests.tui.desks import desk_app, memory_store, opened, press, settle, until
from tui.app import DeskApp
from tui.panes import alive, doors
from tui.settings import Settings

pytestmark = pytest.mark.anyio
LINE = "- [2026-08-30] (knowledge) The pier light is out since the storm. Source: seen on the round.\n"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alive, "SETTLED", 0.05)
    monkeypatch.setattr(doors, "BEAT", 0.05)


@pytest.fixture
def watched(tmp_path: Path) -> tuple[Path, Path]:
    """A store that watches a file."""
    store, file = memory_store(tmp_path, "# M\n"), tmp_path / "agents" / "memory.md"
    file.parent.mkdir()
    file.write_text("# Inbox\n", encoding="utf-8")
    with opened(store) as desk:
        desk.intake.watch_add(file)
    return store, file


def written(file: Path) -> None:
    """An agent appends a line, a while ago."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(LINE)
    long_ago = time.time() - 60
    os.utime(file, (long_ago, long_ago))


async def test_a_line_of_a_watched_file_shows_up_while_the_desk_is_open(watched: tuple[Path, Path]) -> None:
    store, file = watched
    async with desk_app(store, size=(160, 40), live=True) as (pilot, desk):
        await press(pilot, "1")
        written(file)
        await until(pilot, "The pier light is out since the storm")
        assert len(desk.queue_keys(Queue.INBOX)) == 1


async def test_a_desk_that_only_reads_reads_no_watched_file(watched: tuple[Path, Path]) -> None:
    store, file = watched
    with open_desk(store, read_only=True) as desk:
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            written(file)
            await pilot.pause(1.5)
        assert desk.queue_keys(Queue.INBOX) == ()
    assert LINE in file.read_text(encoding="utf-8")
