"""Asking at the terminal: the default is no, and keys typed before the question do not answer it."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from tui.commands.call import Call
from tui.notices import Declined
from tui.safe import safe


def can_ask() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(call: Call, question: str) -> None:
    """Go on only after a yes."""
    call.out.end()
    try:
        terminal = Path("/dev/tty").open(encoding="utf-8", errors="replace")  # noqa: SIM115 - closed below
    except OSError:
        return _answer(sys.stdin, question)
    with terminal:
        return _answer(terminal, question)


def _answer(terminal: TextIO, question: str) -> None:
    with suppress(ImportError, OSError):
        import termios

        termios.tcflush(terminal.fileno(), termios.TCIFLUSH)
    sys.stderr.write(f"{safe(question)} [y/N] ")
    sys.stderr.flush()
    answer = terminal.readline()
    if not answer.endswith("\n"):
        sys.stderr.write("\n")
    if answer.strip().lower() not in ("y", "yes"):
        raise Declined
