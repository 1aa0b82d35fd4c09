"""How long the log takes from its key to its first rows: a million entries against a thousand."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.bench.big_store import big_store
from tests.bench.measure import Line, milliseconds, pairs
from tests.bench.starting import COLUMNS, MEMDESK, ROOT, ROWS, read_until

BOUND = 1.5
FILLED, ROWS_SEEN = b"waiting", b"bootstrap"
"""What Home shows once it is filled, and what the first row of a log says."""


def desk(store: Path) -> AbstractContextManager[int]:
    """A desk over a store on a terminal of its own, whose Home is filled; the terminal's number."""
    return on_terminal(MEMDESK, "--store", str(store), filled=FILLED)


@contextmanager
def on_terminal(script: str, *arguments: str, filled: bytes) -> Iterator[int]:
    """A program on a terminal of its own, once it shows this; the terminal's number."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT, env=env, stdin=there, stdout=there, stderr=there, start_new_session=True,
    )  # fmt: skip
    os.close(there)
    try:
        read_until(here, filled, 60)
        quiet(here)
        yield here
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(here)


def quiet(terminal: int, still: float = 1.0) -> None:
    """Read until nothing comes any more for a while."""
    while select.select([terminal], [], [], still)[0]:
        os.read(terminal, 65536)


def opened(store: Path) -> float:
    """Seconds from the key to the first rows."""
    with desk(store) as terminal:
        started = time.perf_counter()
        os.write(terminal, b"L")
        read_until(terminal, ROWS_SEEN, 60)
        return time.perf_counter() - started


def lines(store: Path, rounds: int = 5) -> Iterator[Line]:
    """The log pane over the big store and over a small one."""
    small = big_store(100, 1_000)
    ours, theirs, ratio = pairs(lambda: opened(store), lambda: opened(small), rounds)
    yield Line("the log of a million entries, from its key to its rows (a thousand)",
               milliseconds(ours), milliseconds(theirs), ratio, BOUND)  # fmt: skip
