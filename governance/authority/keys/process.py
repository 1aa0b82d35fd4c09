"""The helper process as the desk sees it: started, asked, ended."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from governance.errors import Refusal, RefusalKind

PATIENCE = 20.0
"""How many seconds the helper may take to start, or to sign."""
_PER_ROUND = 0.1
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_GET_DUMPABLE, _SET_DUMPABLE = 3, 4


def wipe(secret: bytearray) -> None:
    """Overwrite a secret where it stands."""
    for at in range(len(secret)):
        secret[at] = 0


def undumpable() -> bool:
    """Keep other processes of the user out of this one's memory; False where the system cannot do that."""
    if sys.platform != "linux":
        return False
    import ctypes
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    return bool(libc.prctl(_GET_DUMPABLE, 0, 0, 0, 0) == 0)


def patience(rounds: int) -> float:
    """How many seconds a passphrase of so many rounds may take."""
    return PATIENCE + rounds * _PER_ROUND


class Helper:
    """One helper process; it ends with `close`, or when this process does."""

    def __init__(self) -> None:
        program = Path(__file__).with_name("helper.py")
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(program), *_libraries()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        try:
            ready = self._answer(PATIENCE)
            if ready[0] != b"ready" or (sys.platform == "linux" and ready[1] != b"0"):
                raise Refusal(RefusalKind.LOCKED, "The process that would hold the key cannot hide its memory.")
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def ask(self, *request: bytes | bytearray, seconds: float = PATIENCE) -> list[bytes]:
        """Ask it one thing; a secret is given as a bytearray and is not copied on the way."""
        if self._process.stdin is None or self._process.stdin.closed:
            raise Refusal(RefusalKind.LOCKED, "The key is locked again.", "Unlock it and repeat the act.")
        try:
            self._write(len(request).to_bytes(4, "big"))
            for one in request:
                self._write(len(one).to_bytes(4, "big"))
                self._write(one)
        except OSError:
            self.close()
            raise _gone() from None
        try:
            return self._answer(seconds)
        except BaseException:
            # What comes later would be taken for the answer to another request.
            self.close()
            raise

    def close(self) -> None:
        """End it; the key is gone with it."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _write(self, content: bytes | bytearray) -> None:
        sink = _pipe(self._process.stdin)
        view = memoryview(content)
        while view:
            view = view[sink.write(view) :]

    def _answer(self, seconds: float) -> list[bytes]:
        until = time.monotonic() + seconds
        count = int.from_bytes(self._exactly(4, until), "big")
        return [self._exactly(int.from_bytes(self._exactly(4, until), "big"), until) for _ in range(count)]

    def _exactly(self, count: int, until: float) -> bytes:
        source = _pipe(self._process.stdout).fileno()
        content = b""
        while len(content) < count:
            if not select.select([source], [], [], max(0.0, until - time.monotonic()))[0]:
                raise Refusal(RefusalKind.BUSY, "The process that holds the key does not answer.", "Try it again.")
            got = os.read(source, count - len(content))
            if not got:
                raise _gone()
            content += got
        return content


def _libraries() -> list[str]:
    """Where the libraries of the helper lie; an isolated interpreter does not look into a user's own folder."""
    specs = (find_spec(name) for name in ("cryptography", "bcrypt"))
    return sorted({str(Path(spec.origin).parent.parent) for spec in specs if spec and spec.origin})


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None or pipe.closed:
        raise _gone()
    return pipe


def _gone() -> Refusal:
    return Refusal(RefusalKind.LOCKED, "The process that held the key has ended.", "Unlock the key and repeat the act.")
