"""Sending lines of a witness: onto the end of a copy, or into a command."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from governance.audit.witness import sync_folder


class Undelivered(Exception):
    """Why lines did not arrive, in a clause."""


def append_copy(file: Path, size: int, lines: Sequence[bytes]) -> None:
    """Add lines to a copy that has `size` bytes of what was delivered; all of them, or none that count."""
    try:
        if size and not file.exists():
            raise Undelivered("the copy is not there; is its disk mounted?")
        fresh = not file.exists()
        handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left = _left(handle, size, b"".join(lines))
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        if fresh:
            sync_folder(file.parent)
    except BlockingIOError as error:
        raise Undelivered("another process is writing there") from error
    except OSError as error:
        raise Undelivered(error.strerror or str(error)) from error


def _left(handle: int, size: int, rest: bytes) -> bytes:
    """What is still to be added: an attempt that was cut off may have left a part behind the lines that count."""
    there = os.fstat(handle).st_size
    behind = os.pread(handle, there - size, size) if there > size else b""
    if there < size or not rest.startswith(behind):
        raise Undelivered("the copy there is not what was sent")
    return rest[len(behind) :]


def hand_over(command: Sequence[str], line: bytes, seconds: float) -> None:
    """Run a command without a shell and write one line to its standard input; taken is exit 0."""
    if seconds <= 0:
        raise Undelivered("it takes too long")
    try:
        with subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                process.communicate(line, timeout=seconds)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise Undelivered(f"it was not done after {seconds:.0f} seconds") from None
    except OSError as error:
        raise Undelivered(error.strerror or str(error)) from error
    except ValueError as error:
        raise Undelivered(str(error)) from error
    if process.returncode:
        raise Undelivered(f"it ended with {process.returncode}")
