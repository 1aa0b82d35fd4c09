"""Running a distiller: a command without a shell, in a session of its own, with bounds on time and what it says."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from governance.errors import Refusal, RefusalKind
from governance.intake.outside.ending import end_all, marked

LARGEST: Final = 4 * 1024 * 1024
"""Bytes that a distiller may answer."""
_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "TERM", "USER", "LOGNAME", "SHELL")
"""What of the environment a distiller sees; no token of a store, no agent that signs."""
_KEPT_ENDS: Final = ("_API_KEY", "_BASE_URL", "_PROXY", "_proxy")
"""What agents' commands need to reach their provider."""


def named(command: str) -> str:
    """What is kept of a command that can be run: the name of its program; its arguments may hold secrets."""
    return Path(_parts(command)[0]).name[:100]


def _parts(command: str) -> list[str]:
    """The program, found as a shell would, and its arguments."""
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"The command cannot be read ({error}).", "Close its quotes.") from error
    if not found:
        raise Refusal(RefusalKind.BAD_INPUT, "The command is empty.", "Name a program, such as ./distiller.py.")
    program = None if "\0" in command else shutil.which(found[0])
    if program is None:
        name, setting, _ = found[0].partition("=")
        hint = "No shell reads it: set variables before memdesk itself." if setting else "Is it there, and executable?"
        raise Refusal(RefusalKind.BAD_INPUT, f"{name} cannot be run: there is no such program.", hint)
    return [os.path.abspath(program), *found[1:]]  # noqa: PTH100 - a link stays what it is called


def ask(command: str, given: str, *, seconds: float, cancelled: Callable[[], bool]) -> str:
    """Give a command its input and read its answer; whatever goes wrong is a refusal, and its processes end."""
    parts = _parts(command)
    env = {name: value for name, value in os.environ.items() if name in _KEPT or name.endswith(_KEPT_ENDS)}
    name, mark = marked()
    env[name] = mark
    with tempfile.TemporaryDirectory(prefix="memdesk-distiller-", ignore_cleanup_errors=True) as folder:
        try:
            process = subprocess.Popen(
                parts, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            sentence = f"{parts[0]} cannot be run ({error.strerror})."
            raise Refusal(RefusalKind.BAD_INPUT, sentence, "A script begins with #! and its program.") from error
        try:
            said, errors = _Talk(process, seconds, cancelled).hold(given.encode())
        finally:
            _end(process, mark)
    if process.returncode != 0:
        last = errors.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it said nothing"]
        raise Refusal(
            RefusalKind.RULE,
            f"{named(command)} ended with {process.returncode}: {last[0][:300]}; nothing it proposed was taken.",
            "Run it by itself; without --with the built-in rules distil.",
        )
    return said.decode("utf-8", "replace")


class _Talk:
    """One exchange with a process: writing and reading at once, so that neither side waits for the other."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float, cancelled: Callable[[], bool]) -> None:
        self._process = process
        self._seconds = seconds
        self._ends = time.monotonic() + seconds
        self._cancelled = cancelled
        self._said = {"out": bytearray(), "err": bytearray()}

    def hold(self, given: bytes) -> tuple[bytes, bytes]:
        """All that was said, once the process has ended; what it left running is not waited for."""
        process = self._process
        pipes = {"out": process.stdout, "err": process.stderr, "in": process.stdin}
        left = memoryview(given)
        with selectors.DefaultSelector() as waiting:
            for name, pipe in pipes.items():
                if pipe is not None:
                    os.set_blocking(pipe.fileno(), False)
                    waiting.register(pipe, selectors.EVENT_WRITE if name == "in" else selectors.EVENT_READ, name)
            while waiting.get_map():
                self._may_go_on()
                over = _has_ended(process)
                ready = waiting.select(timeout=0.1)
                if over and not ready:
                    break
                for key, _ in ready:
                    if key.data == "in":
                        left = self._write(key.fd, left)
                        if not left:
                            waiting.unregister(key.fileobj)
                            _close(process.stdin)
                    elif not self._read(key.fd, key.data):
                        waiting.unregister(key.fileobj)
        while not _has_ended(process):
            self._may_go_on()
            time.sleep(0.02)
        return bytes(self._said["out"]), bytes(self._said["err"])

    def _may_go_on(self) -> None:
        if self._cancelled() or time.monotonic() > self._ends:
            what = "was cancelled" if self._cancelled() else f"did not answer within {self._seconds:.0f} s"
            raise Refusal(RefusalKind.BUSY, f"The distiller {what}; nothing it proposed was taken.", "")

    def _write(self, descriptor: int, left: memoryview) -> memoryview:
        try:
            return left[os.write(descriptor, left[:65536]) :]
        except BlockingIOError:
            return left
        except OSError:
            return left[:0]  # it reads no further; what it says counts

    def _read(self, descriptor: int, name: str) -> bool:
        part = os.read(descriptor, 65536)
        said = self._said[name]
        said += part
        if len(said) > LARGEST:
            raise Refusal(
                RefusalKind.RULE,
                f"The distiller said more than {LARGEST // 1024 // 1024} MB; nothing it proposed was taken.",
                "Let it say its operations only.",
            )
        return bool(part)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process ended; it keeps its id until `_end` sent the last signal to its group."""
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a command and everything it started."""
    end_all(process, mark)
    for pipe in (process.stdin, process.stdout, process.stderr):
        _close(pipe)


def _close(pipe: IO[bytes] | None) -> None:
    if pipe is not None:
        with contextlib.suppress(OSError):
            pipe.close()
