"""Bursts: while another process writes 500 captures a second, a key is on the screen at once, and so are the rows."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from store.records.words import Queue
from tests.tui.desks import capture_as, desk_app, memory_store, pane_of, press, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
SECONDS, RATE = 4, 500
WRITER = """
import sys, time
from pathlib import Path
from governance.desk import open_desk
path = Path(sys.argv[1])
seconds, rate, number = map(int, sys.argv[2:])
with open_desk(path, claimed="codex") as desk:
    print("ready", flush=True)
    began, n, late = time.monotonic(), 0, 0.0
    while n < seconds * rate:
        due = min(seconds * rate, int((time.monotonic() - began) * rate) + 1)
        late = max(late, time.monotonic() - began - n / rate)
        told = {"source": "seen", "kind": "knowledge"}
        texts = [told | {"text": f"burst {number} {k} of the gateway"} for k in range(n, due)]
        desk.intake.capture_all([desk.intake.sent(text) for text in texts], spool=False)
        n = due
        time.sleep(max(0, began + n / rate - time.monotonic()))
    print(n, time.monotonic() - began, late, flush=True)
"""
"""What is due at 500 a second is written at once, so that a slow commit is made up for and the rate is kept."""


async def key_to_paint(pilot: Pilot[Any], key: str) -> float:
    """Seconds from a key until the cursor stands on another row."""
    table = pane_of(pilot).table
    before, started = table.cursor, time.perf_counter()
    pilot.app.simulate_key(key)
    while table.cursor == before and time.perf_counter() - started < 2:  # noqa: ASYNC110 - a span is measured
        await asyncio.sleep(0.001)
    return time.perf_counter() - started


class Burst(NamedTuple):
    """How one burst went."""

    written: int
    took: float
    """Seconds from its first capture to its last."""
    late: float
    """Seconds that the latest capture was behind its time."""
    spans: list[float]
    """Seconds from each key to the screen, all the while."""

    @property
    def kept(self) -> bool:
        """Whether the captures were offered, and taken, at the rate."""
        return self.written / self.took >= 0.95 * RATE and self.late < 1


async def burst(pilot: Pilot[Any], store: Path, number: int) -> Burst:
    """Another process writes at the rate, while keys are pressed."""
    writer = subprocess.Popen(  # noqa: ASYNC220 - it writes beside the loop
        [sys.executable, "-c", WRITER, str(store), str(SECONDS), str(RATE), str(number)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert writer.stdout is not None
    await asyncio.to_thread(writer.stdout.readline)
    spans: list[float] = []
    while writer.poll() is None:
        spans += [await key_to_paint(pilot, "j"), await key_to_paint(pilot, "k")]
        await asyncio.sleep(0.05)
    count, took, late = writer.stdout.read().split()
    writer.stdout.close()
    assert writer.returncode == 0
    return Burst(int(count), float(took), float(late), spans)


async def test_the_keyboard_answers_while_five_hundred_captures_a_second_come_in(tmp_path: Path) -> None:
    """A machine that is busy with something else gets three attempts at the rate; the keyboard answers in each."""
    store = memory_store(tmp_path, "# M\n")
    capture_as(store, "codex", *({"text": f"before {n}", "source": "seen"} for n in range(4)))
    async with desk_app(store, live=True) as (pilot, desk):
        await press(pilot, "1", "j")
        here = pane_of(pilot).table.key
        bursts: list[Burst] = []
        while len(bursts) < 3 and not any(one.kept for one in bursts):
            bursts.append(await burst(pilot, store, len(bursts)))
        assert [one.written for one in bursts] == [SECONDS * RATE] * len(bursts)
        assert bursts[-1].kept, [one[:3] for one in bursts]
        for one in bursts:
            assert len(one.spans) > 2 * SECONDS, "keys were pressed all the while"
            assert median(one.spans) < 0.1
        assert max(bursts[-1].spans) < 1
        assert pane_of(pilot).table.key == here
        written = len(desk.queue_keys(Queue.INBOX))
        assert written == 4 + len(bursts) * SECONDS * RATE
        for _ in range(400):
            if len(pane_of(pilot).table.keys) == written:
                break
            await asyncio.sleep(0.05)
        assert len(pane_of(pilot).table.keys) == written
        assert f"+{written - 4:,}" in text_of(pilot)
