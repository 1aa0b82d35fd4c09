"""The command line as tests call it: in this process, in a process of its own, and at a terminal."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.house.places import ROOT

ENTRY = "from tui.cli import main; main()"
"""What the installed script does; `-m` would take a neighbouring folder for the program."""


class Done(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The stream of objects on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> Any:
        """The error object on stderr."""
        return json.loads(self.err)["error"]


def run(*words: str) -> Done:
    """Run a command in this process, with nobody at the terminal."""
    from tui.cli import main

    out, err = _stream(), _stream()
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main.main(list(words))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0
    return Done(code, _text(out), _text(err))


def spawn(*words: str | bytes, cwd: Path, **env: str) -> Done:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", ENTRY, *words], cwd=cwd, env=environment(**env), capture_output=True, timeout=60
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(**more: str) -> dict[str, str]:
    """The environment of a command: this checkout, the folders of the test, and nothing of the caller's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMDESK", "NO_COLOR"))}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
