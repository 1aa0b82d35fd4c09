"""Asking for a passphrase: a descriptor that was named, else the terminal, else an askpass program, and nothing else.

It is never read from stdin, an argument or the environment, and never held as text: the bytes go one by one into a
piece of memory that its reader wipes.
"""

from __future__ import annotations

import hmac
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from governance.errors import Refusal, RefusalKind
from tui.commands.call import Call
from tui.notices import Declined
from tui.safe import safe
from tui.widgets.typed import MOST, Typed, wipe

_NOBODY = "Give it with --passphrase-fd N, or name a program that asks in SSH_ASKPASS."
_Ask = Callable[[str], bytearray]


def read_secret(call: Call, prompt: str, *, twice: bool = False) -> bytearray:
    """A passphrase that is not empty, for the caller to wipe; `twice` asks a person again, for a new one."""
    call.out.end()
    if call.passphrase_fd is not None:
        return _not_empty(_from_descriptor(call.passphrase_fd))
    with _asker() as ask:
        first = _not_empty(ask(prompt))
        if twice:
            _compare(first, ask, prompt)
        return first


def _not_empty(secret: bytearray) -> bytearray:
    if not secret:
        raise Refusal(RefusalKind.LOCKED, "An empty passphrase was given, and that protects nothing.")
    return secret


def _compare(first: bytearray, ask: _Ask, prompt: str) -> None:
    again = bytearray()
    try:
        again = ask(f"{prompt.rstrip(': ')}, again: ")
        if not hmac.compare_digest(first, again):
            raise Refusal(RefusalKind.BAD_INPUT, "The two passphrases differ.", "Nothing was changed; begin anew.")
    except BaseException:
        wipe(first)
        raise
    finally:
        wipe(again)


@contextmanager
def _asker() -> Iterator[_Ask]:
    """How a person can be asked here."""
    required, program = os.environ.get("SSH_ASKPASS_REQUIRE", ""), os.environ.get("SSH_ASKPASS", "")
    terminal = None if required == "force" else _terminal()
    if terminal is not None:
        try:
            yield lambda prompt: _at_terminal(terminal, prompt)
        finally:
            os.close(terminal)
    elif program and required != "never":
        yield lambda prompt: _through(program, prompt)
    else:
        raise Refusal(RefusalKind.LOCKED, "A passphrase is needed, and there is no terminal to ask at.", _NOBODY)


# --- a descriptor ---------------------------------------------------------------------------------------------------


def _from_descriptor(number: int) -> bytearray:
    try:
        return _line(number, b"\n")
    except OSError as error:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"Nothing can be read from file descriptor {number}: {error.strerror}.",
            "Open it for the command, as in `--passphrase-fd 3 3< <(…)`.",
        ) from None


def _line(number: int, ends: bytes) -> bytearray:
    """The bytes up to an end of line, which is read and left out."""
    typed = Typed()
    try:
        # One byte at a time, since the interpreter keeps no copy of a single one.
        while (byte := os.read(number, 1)) and byte not in ends:
            if not typed.add(byte):
                raise _too_long()
        return typed.take()
    finally:
        typed.wipe()


def _too_long() -> Refusal:
    return Refusal(RefusalKind.BAD_INPUT, f"A passphrase has at most {MOST:,} bytes.")


# --- the terminal ---------------------------------------------------------------------------------------------------


def _terminal() -> int | None:
    """The terminal of this process, if its person is looking at it; a process in the background would be stopped."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return None
    with suppress(OSError):
        if os.tcgetpgrp(terminal) == os.getpgrp():
            return terminal
    os.close(terminal)
    return None


def _at_terminal(terminal: int, prompt: str) -> bytearray:
    typed = Typed()
    try:
        with _silent(terminal):
            _say(terminal, safe(prompt))
            _type(terminal, typed)
        return typed.take()
    finally:
        typed.wipe()
        with suppress(OSError):
            _say(terminal, "\n")


def _type(terminal: int, typed: Typed) -> None:
    while True:
        match os.read(terminal, 1):
            case b"\n" | b"\r":
                return
            case b"\x03" | b"\x1c":
                raise KeyboardInterrupt
            case b"":
                raise EOFError
            case b"\x04":
                if not typed:
                    raise Declined
            case b"\x7f" | b"\x08":
                typed.back()
            case b"\x15":
                typed.wipe()
            case byte if byte >= b" " or byte == b"\t":
                if not typed.add(byte):
                    raise _too_long()


def _say(terminal: int, words: str) -> None:
    os.write(terminal, words.encode("utf-8", "replace"))


@contextmanager
def _silent(terminal: int) -> Iterator[None]:
    """Nothing typed is shown, and keys that would stop the process come as bytes; it is put back in any case."""
    import termios

    before = termios.tcgetattr(terminal)
    silent = before.copy()
    silent[3] &= ~(termios.ECHO | termios.ECHONL | termios.ICANON | termios.ISIG | termios.IEXTEN)
    silent[6] = [*before[6]]
    silent[6][termios.VMIN], silent[6][termios.VTIME] = 1, 0
    with _ended_in_order():
        try:
            # What was typed before the question does not answer it.
            termios.tcsetattr(terminal, termios.TCSAFLUSH, silent)
            yield
        finally:
            with suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """A signal that ends the process lets the terminal be put back first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - the form of a handler
    raise SystemExit(128 + number)


# --- an askpass program ---------------------------------------------------------------------------------------------


def _through(program: str, prompt: str) -> bytearray:
    try:
        asking = subprocess.Popen([program, safe(prompt)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)
    except OSError as error:
        sentence = f"The program {program!a} that SSH_ASKPASS names cannot be run: {error.strerror}."
        raise Refusal(RefusalKind.LOCKED, sentence, _NOBODY) from None
    assert asking.stdout is not None
    with asking:
        secret = _line(asking.stdout.fileno(), b"\r\n")
        while os.read(asking.stdout.fileno(), 1):
            pass
    if asking.returncode != 0:
        wipe(secret)
        raise Declined
    return secret
