"""How long until there is something to see: the desk, a bare app, the status line, a bare process."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Line, milliseconds, pairs, seconds
from tests.store.worlds import a_full_store

ROOT = Path(__file__).resolve().parents[2]
ROWS, COLUMNS = 40, 140
FRAME_BOUND, MEMORY_BOUND, STATUS_BOUND, CAPTURE_BOUND = 1.6, 120.0, 1.5, 1.5
SIX_WIDGETS = """
from textual.app import App
from textual.widgets import DataTable, Footer, Header, Input, Static, Tree

class Six(App):
    def compose(self):
        yield Header()
        yield Input(placeholder="filter")
        yield Tree("queues")
        yield DataTable()
        yield Static("first-frame")
        yield Footer()

Six().run()
"""
BARE = """
import sqlite3, click, pydantic

class Model(pydantic.BaseModel):
    n: int

Model(n=1)
"""
MEMDESK = "from tui.cli import main; main()"


class Frame(NamedTuple):
    """A first frame."""

    seconds: float
    megabytes: float


def until_seen(script: str, *arguments: str, mark: bytes) -> Frame:
    """Run a program on a terminal of its own until it has written `mark`; how long, how large."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT, env=env, stdin=there, stdout=there, stderr=there, start_new_session=True,
    )  # fmt: skip
    os.close(there)
    try:
        read_until(here, mark, 60)
        span = time.perf_counter() - started
        return Frame(span, _resident(process.pid))
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(here)


def read_until(terminal: int, mark: bytes, timeout: float) -> None:
    """Read a terminal until a mark was written to it."""
    ends, seen = time.monotonic() + timeout, b""
    while mark not in seen:
        if not select.select([terminal], [], [], max(0, ends - time.monotonic()))[0]:
            raise TimeoutError(f"{mark!r} was not seen in {seen[-2000:]!r}")
        try:
            seen += os.read(terminal, 65536)
        except OSError as error:
            raise RuntimeError(f"the program ended: {seen[-2000:]!r}") from error


def _resident(pid: int) -> float:
    """The memory of a process, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def frame_lines(store: Path, rounds: int = 7) -> Iterator[Line]:
    """The first frame of the desk over a big store, against an app of six widgets."""
    memory: list[float] = []

    def desk(mark: bytes = b"Pending") -> float:
        frame = until_seen(MEMDESK, "--store", str(store), mark=mark)
        memory.append(frame.megabytes)
        return frame.seconds

    desk()
    ours, theirs, ratio = pairs(desk, lambda: until_seen(SIX_WIDGETS, mark=b"first-frame").seconds, rounds)
    yield Line("first frame on 100,000 items, a million entries (six widgets)",
               milliseconds(ours), milliseconds(theirs), ratio, FRAME_BOUND)  # fmt: skip
    filled = min(desk(b"100,000") for _ in range(2))
    yield Line("… until the counts of its queues are seen", milliseconds(filled))
    yield Line("… memory of the desk in MB (bound 120)", f"{max(memory):.0f} MB", "120 MB",
               max(memory) / MEMORY_BOUND, 1.0)  # fmt: skip


def status_lines(rounds: int = 15) -> Iterator[Line]:
    """The whole process of `memdesk status`, against one that only imports the same libraries."""
    with tempfile.TemporaryDirectory() as folder:
        store = a_full_store(Path(folder))
        store.close()
        ours, theirs, ratio = pairs(lambda: status(store.path), lambda: seconds(lambda: run(BARE)), rounds)
        yield Line("memdesk status (sqlite3, click, pydantic, one model)",
                   milliseconds(ours), milliseconds(theirs), ratio, STATUS_BOUND)  # fmt: skip


def capture_lines(rounds: int = 15) -> Iterator[Line]:
    """The whole process of `memdesk capture`, against one that only imports the same libraries."""
    with tempfile.TemporaryDirectory() as folder:
        store = a_full_store(Path(folder))
        store.close()
        numbers = count()
        ours, theirs, ratio = pairs(
            lambda: capture(store.path, next(numbers)), lambda: seconds(lambda: run(BARE)), rounds
        )
        yield Line("memdesk capture (sqlite3, click, pydantic, one model)",
                   milliseconds(ours), milliseconds(theirs), ratio, CAPTURE_BOUND)  # fmt: skip


def capture(store: Path, n: int) -> float:
    """One `memdesk capture` of something new."""
    words = (f"Retry {n} of the gateway is safe after a timeout.", "--source", "incident 17", "--kind", "knowledge")
    return seconds(lambda: run(MEMDESK, "--store", str(store), "capture", *words))


def status(store: Path) -> float:
    """One `memdesk status`."""
    return seconds(lambda: run(MEMDESK, "--store", str(store), "status"))


def run(script: str, *arguments: str) -> None:
    """A process, from its start to its end."""
    subprocess.run([sys.executable, "-c", script, *arguments], cwd=ROOT, check=True, capture_output=True)
