"""Ending a command with everything it started, also what left its process group, its session or its parent.

Where the system lists its processes (Linux), those count as its own that descend from it, that are of its session, or
that bear the mark it was started with in their environment: a process that forks twice and begins a session of its own
still bears it. One that also began another program with an environment of its own, after its parent was gone, is not
found. Elsewhere its process group is ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
from pathlib import Path
from typing import Final

MARK: Final = "MEMDESK_DISTILLER"
"""The variable that tells what a command started from everything else that runs."""
_PROCESSES: Final = Path("/proc")
_ROUNDS: Final = 50
"""How often what was started meanwhile is looked for."""


def marked() -> tuple[str, str]:
    """The name and a new value of the mark of one command."""
    return MARK, secrets.token_hex(16)


def end_all(process: subprocess.Popen[bytes], value: str) -> None:
    """End a command, which nobody waited for yet, and everything it started, and wait for it."""
    for _ in range(_ROUNDS):
        started = _started(process.pid, value)  # before anything ends: children of the dead are nobody's
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        if not started:
            break
        for pid, begun in started.items():
            _end(pid, begun)
    process.wait()


def _end(pid: int, begun: bytes) -> None:
    """End one process, if its number is still its own."""
    with contextlib.suppress(OSError):  # it ended by itself
        handle = os.pidfd_open(pid)
        try:
            if (stat := _stat(pid)) and stat[_BEGUN] == begun:
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        finally:
            os.close(handle)


_STATE, _PARENT, _SESSION, _BEGUN = 0, 1, 3, 19
"""Where these stand in the line of a process, behind its name."""


def _stat(pid: int) -> list[bytes]:
    """The line of a process that still runs, behind its name; else nothing."""
    try:
        found = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return []
    return found if len(found) > _BEGUN and found[_STATE] not in (b"Z", b"X") else []


def _started(root: int, value: str) -> dict[int, bytes]:
    """Every process that a command started and that still runs, with the time at which it began."""
    if not hasattr(os, "pidfd_open"):
        return {}
    lines: dict[int, list[bytes]] = {}
    ours = {root}
    mark = f"{MARK}={value}".encode()
    for folder in _PROCESSES.glob("[0-9]*"):
        pid = int(folder.name)
        if not (stat := _stat(pid)):
            continue
        lines[pid] = stat
        with contextlib.suppress(OSError):  # somebody else's
            if int(stat[_SESSION]) == root or mark in (folder / "environ").read_bytes().split(b"\0"):
                ours.add(pid)
    while more := {pid for pid, stat in lines.items() if pid not in ours and int(stat[_PARENT]) in ours}:
        ours |= more
    return {pid: lines[pid][_BEGUN] for pid in ours & lines.keys() - {root, os.getpid()}}
