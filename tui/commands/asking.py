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
    if ask_line(call, f"{question} [y/N]").lower() not in ("y", "yes"):
        raise Declined


def ask_line(call: Call, question: str) -> str:
    """One line that a person types."""
    call.out.end()
    try:
        terminal = Path("/dev/tty").open(encoding="utf-8", errors="replace")  # noqa: SIM115 - closed below
    except OSError:
        return _typed(sys.stdin, question)
    with terminal:
        return _typed(terminal, question)


def _typed(terminal: TextIO, question: str) -> str:
    with suppress(ImportError, OSError):
        import termios

        termios.tcflush(terminal.fileno(), termios.TCIFLUSH)
    sys.stderr.write(f"{safe(question)} ")
    sys.stderr.flush()
    answer = terminal.readline()
    if not answer.endswith("\n"):
        sys.stderr.write("\n")
    return answer.strip()
