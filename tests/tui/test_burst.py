"""Bursts: while another process writes 500 captures a second, a key is on the screen at once, and so are the rows."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from textual.pilot import Pilot

from store.records.words import Queue
from tests.tui.desks import capture_as, desk_app, memory_store, pane_of, press, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
WRITER = """
import sys, time
from pathlib import Path
from governance.desk import open_desk
with open_desk(Path(sys.argv[1]), claimed="codex") as desk:
    print("ready", flush=True)
    began, n = time.monotonic(), 0
    while time.monotonic() < began + 4:
        desk.intake.capture({"text": f"burst {n} of the gateway", "source": "seen", "kind": "knowledge"})
        n += 1
        time.sleep(max(0, began + n / 500 - time.monotonic()))
"""


async def key_to_paint(pilot: Pilot[Any], key: str) -> float:
    """Seconds from a key until the cursor stands on another row."""
    table = pane_of(pilot).table
    before, started = table.cursor, time.perf_counter()
    pilot.app.simulate_key(key)
    while table.cursor == before and time.perf_counter() - started < 2:  # noqa: ASYNC110 - a span is measured
        await asyncio.sleep(0.001)
    return time.perf_counter() - started


async def test_the_keyboard_answers_while_five_hundred_captures_a_second_come_in(tmp_path: Path) -> None:
    store = memory_store(tmp_path, "# M\n")
    capture_as(store, "codex", *({"text": f"before {n}", "source": "seen"} for n in range(4)))
    async with desk_app(store, live=True) as (pilot, desk):
        await press(pilot, "1", "j")
        here = pane_of(pilot).table.key
        writer = subprocess.Popen(  # noqa: ASYNC220 - it writes beside the loop
            [sys.executable, "-c", WRITER, str(store)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        await asyncio.to_thread(writer.stdout.readline)
        spans = []
        while writer.poll() is None:
            spans += [await key_to_paint(pilot, "j"), await key_to_paint(pilot, "k")]
            await asyncio.sleep(0.05)
        writer.stdout.close()
        assert len(spans) > 10
        assert median(spans) < 0.1
        assert pane_of(pilot).table.key == here
        written = len(desk.queue_keys(Queue.INBOX))
        assert written > 500
        for _ in range(200):
            if len(pane_of(pilot).table.keys) == written:
                break
            await asyncio.sleep(0.05)
        assert len(pane_of(pilot).table.keys) == written
        assert f"+{written - 4:,}" in text_of(pilot)
