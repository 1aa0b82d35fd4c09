"""Running a distiller: a command without a shell, in a group of its own, with bounds on time and on what it says."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from governance.errors import Refusal, RefusalKind

LARGEST: Final = 4 * 1024 * 1024
"""Bytes that a distiller may answer."""
_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "TERM", "USER", "LOGNAME", "SHELL")
"""What of the environment a distiller sees; no token of a store, no agent that signs."""
_KEPT_ENDS: Final = ("_API_KEY", "_BASE_URL", "_PROXY", "_proxy")
"""What agents' commands need to reach their provider."""


def named(command: str) -> str:
    """What is kept of a command: the name of its program; its arguments may hold secrets."""
    return Path(_parts(command)[0]).name[:100]


def _parts(command: str) -> list[str]:
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"The command cannot be read ({error}).", "Close its quotes.") from error
    if not found:
        raise Refusal(RefusalKind.BAD_INPUT, "The command is empty.", "Name a program, such as ./distiller.py.")
    return found


def ask(command: str, given: str, *, seconds: float, cancelled: Callable[[], bool]) -> str:
    """Give a command its input and read its answer; whatever goes wrong is a refusal, and its processes end."""
    parts = _parts(command)
    env = {name: value for name, value in os.environ.items() if name in _KEPT or name.endswith(_KEPT_ENDS)}
    with tempfile.TemporaryDirectory(prefix="memdesk-distiller-") as folder:
        if os.sep in parts[0]:
            parts[0] = str(Path(parts[0]).absolute())
        try:
            process = subprocess.Popen(
                parts, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise Refusal(RefusalKind.BAD_INPUT, f"{parts[0]} cannot be run ({why}).", "Check the path.") from error
        try:
            said, errors = _talk(process, given.encode(), seconds, cancelled)
        finally:
            _end(process)
    if process.returncode != 0:
        last = errors.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it said nothing"]
        raise Refusal(
            RefusalKind.RULE,
            f"{named(command)} ended with {process.returncode}: {last[0][:300]}; nothing it proposed was taken.",
            "Run it by itself; without --with the built-in rules distil.",
        )
    return said.decode("utf-8", "replace")


def _talk(
    process: subprocess.Popen[bytes], given: bytes, seconds: float, cancelled: Callable[[], bool]
) -> tuple[bytes, bytes]:
    """Write and read at once, so that neither side waits for the other."""
    ends = time.monotonic() + seconds
    said: dict[str, bytearray] = {"out": bytearray(), "err": bytearray()}
    with selectors.DefaultSelector() as waiting:
        for stream, name in ((process.stdout, "out"), (process.stderr, "err")):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
                waiting.register(stream, selectors.EVENT_READ, name)
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
            waiting.register(process.stdin, selectors.EVENT_WRITE, "in")
        at = 0
        while waiting.get_map():
            if cancelled() or time.monotonic() > ends:
                what = "was cancelled" if cancelled() else f"did not answer within {seconds:.0f} s"
                raise Refusal(RefusalKind.BUSY, f"The distiller {what}; nothing it proposed was taken.", "")
            for key, _ in waiting.select(timeout=0.1):
                if key.data == "in":
                    try:
                        at += os.write(key.fd, given[at : at + 65536])
                    except BlockingIOError:
                        continue
                    except OSError:
                        at = len(given)  # it reads no further; what it says counts
                    if at >= len(given):
                        waiting.unregister(key.fileobj)
                        process.stdin.close()  # type: ignore[union-attr]
                    continue
                part = os.read(key.fd, 65536)
                if not part:
                    waiting.unregister(key.fileobj)
                    continue
                said[key.data] += part
                if len(said[key.data]) > LARGEST:
                    raise Refusal(
                        RefusalKind.RULE,
                        f"The distiller said more than {LARGEST // 1024 // 1024} MB; nothing it proposed was taken.",
                        "Let it say its operations only.",
                    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=max(0.1, ends - time.monotonic()))
    return bytes(said["out"]), bytes(said["err"])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and everything it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
