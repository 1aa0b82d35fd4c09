"""A desk whose terminal is gone ends; it does not look for keys for ever."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.tui.cli import ENTRY, environment
from tests.tui.desks import sample_store


def read_for(terminal: int, seconds: float) -> bytes:
    """What comes from a terminal within some seconds."""
    ends, seen = time.monotonic() + seconds, b""
    while time.monotonic() < ends:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    return seen


def test_it_ends_when_the_terminal_vanishes_and_no_signal_says_so(tmp_path: Path) -> None:
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    desk = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "--store", str(sample_store(tmp_path))],
        cwd=tmp_path, env=environment(), stdin=there, stdout=there, stderr=there, start_new_session=True,
    )  # fmt: skip
    os.close(there)
    try:
        seen = b""
        while b"waiting" not in seen:
            seen += read_for(here, 0.5)
        os.write(here, b"L")
        seen = b""
        while b"subjects" not in seen:
            seen += read_for(here, 0.5)
        read_for(here, 1.0)
        os.close(here)
        assert desk.wait(timeout=30) is not None
    finally:
        desk.kill()
        desk.wait()
