"""A burst: another process writes hundreds of captures a second into a store, while keys are pressed on its desk."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from textual.pilot import Pilot

from tests.tui.desks import pane_of

ROOT = Path(__file__).parents[2]
SECONDS, RATE = 4, 500
GONE = 10.0
"""Seconds after which a key counts as swallowed."""
WRITER = """
import sys, time
from pathlib import Path
from governance.desk import open_desk
path = Path(sys.argv[1])
seconds, rate = map(int, sys.argv[2:])
with open_desk(path, claimed="codex") as desk:
    print("ready", flush=True)
    began, n, late = time.monotonic(), 0, 0.0
    while n < seconds * rate:
        due = min(seconds * rate, int((time.monotonic() - began) * rate) + 1)
        late = max(late, time.monotonic() - began - n / rate)
        told = {"source": "seen", "kind": "knowledge"}
        texts = [told | {"text": f"burst {k} of the gateway"} for k in range(n, due)]
        desk.intake.capture_all([desk.intake.sent(text) for text in texts], spool=False)
        n = due
        time.sleep(max(0, began + n / rate - time.monotonic()))
    print(n, time.monotonic() - began, late, flush=True)
"""
"""What is due at 500 a second is written at once, so that a slow commit is made up for and the rate is kept."""


class Burst(NamedTuple):
    """How one burst went."""

    written: int
    took: float
    """Seconds from its first capture to its last."""
    late: float
    """Seconds that the latest capture was behind its time."""
    spans: list[float]
    """Seconds from each key to the screen, all the while."""


async def key_to_paint(pilot: Pilot[Any], key: str) -> float:
    """Seconds from a key until the cursor stands on another row."""
    table = pane_of(pilot).table
    before, started = table.cursor, time.perf_counter()
    pilot.app.simulate_key(key)
    while table.cursor == before and time.perf_counter() - started < GONE:  # noqa: ASYNC110 - a span is measured
        await asyncio.sleep(0.001)
    return time.perf_counter() - started


async def burst(pilot: Pilot[Any], store: Path) -> Burst:
    """Another process writes at the rate, or as fast as the machine lets it, while keys are pressed."""
    writer = subprocess.Popen(  # noqa: ASYNC220 - it writes beside the loop
        [sys.executable, "-c", WRITER, str(store), str(SECONDS), str(RATE)],
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
