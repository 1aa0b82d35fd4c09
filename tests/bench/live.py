"""How long until a capture of another process is on the screen, and a key while another process writes all the time."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from governance.desk import open_desk
from tests.bench.admitting import a_desk, given
from tests.bench.measure import Line, milliseconds
from tests.bench.starting import COLUMNS, MEMDESK, ROOT, ROWS, read_until
from tests.tui.bursts import RATE, Burst, burst
from tests.tui.desks import capture_as, desk_app, memory_store, press

BOUND, KEY, ROUNDS = 0.250, 0.1, 15


def lines() -> Iterator[Line]:
    """The median over some captures, each looked for in what the terminal is sent."""
    with tempfile.TemporaryDirectory() as name:
        with a_desk(Path(name)) as desk:
            desk.intake.capture(given("the first one is here"))
        spans = sorted(waits(Path(name) / "memory.db"))
    median = statistics.median(spans)
    yield Line(f"a capture of another process on the screen (bound {BOUND * 1000:.0f} ms)", milliseconds(median),
               milliseconds(BOUND), median / BOUND, 1.0)  # fmt: skip
    yield Line("… the slowest of them", milliseconds(spans[-1]))
    with tempfile.TemporaryDirectory() as name:
        one = asyncio.run(written_into(Path(name)))
    median, rate = statistics.median(one.spans), one.written / one.took
    yield Line(f"a key on the screen while {RATE} captures a second come in (bound {KEY * 1000:.0f} ms)",
               milliseconds(median), milliseconds(KEY), median / KEY, 1.0)  # fmt: skip
    yield Line("… the slowest of them", milliseconds(max(one.spans)))
    yield Line("… captures a second that were written", f"{rate:,.0f}", f"{RATE:,}", rate / RATE, 0.95, at_least=True)


async def written_into(folder: Path) -> Burst:
    """Keys on an open desk, during a burst."""
    store = memory_store(folder, "# M\n")
    capture_as(store, "codex", *({"text": f"before {n}", "source": "seen"} for n in range(4)))
    async with desk_app(store, live=True) as (pilot, _):
        await press(pilot, "1", "j")
        return await burst(pilot, store)


def waits(store: Path) -> Iterator[float]:
    """Seconds from each commit until its words are written to the terminal of an open desk."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-c", MEMDESK, "--store", str(store)],
        cwd=ROOT, env=env, stdin=there, stdout=there, stderr=there, start_new_session=True,
    )  # fmt: skip
    os.close(there)
    try:
        read_until(here, b"palette", 60)
        time.sleep(1)
        os.write(here, b"1")
        read_until(here, b"first one", 60)
        time.sleep(3)  # what is done once, when the desk is open, is not measured
        with open_desk(store) as desk:
            for n in range(ROUNDS):
                desk.intake.capture(given(f"zq{n:03d} came from elsewhere"))
                began = time.perf_counter()
                read_until(here, f"zq{n:03d}".encode(), 30)
                yield time.perf_counter() - began
                time.sleep(0.15)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(here)


if __name__ == "__main__":
    print(*lines(), sep="\n")
