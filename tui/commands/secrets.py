"""Asking for a passphrase: a descriptor that was named, else the terminal, else an askpass program, and nothing else.

It is never read from stdin, an argument or the environment, and never held as text: the bytes go one by one into a
piece of memory that its reader wipes. Only a person at a terminal is asked again, at most three times in all.
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
from typing import NamedTuple, NoReturn, TypeVar

from governance.errors import Refusal, RefusalKind
from tui.commands.call import Call
from tui.notices import Declined
from tui.safe import safe
from tui.widgets.typed import MOST, Typed, wipe

_NOBODY = "Give it with --passphrase-fd N, or name a program that asks in SSH_ASKPASS."
TRIES = 3
"""How often a person at a terminal is asked in all."""
_Ask = Callable[[str], bytearray]
_T = TypeVar("_T")


class _Way(NamedTuple):
    """How a passphrase comes."""

    ask: _Ask
    tell: Callable[[str], None] | None = None
    """Says what was wrong before it is asked again; None where it is asked only once."""
    typed: bool = True
    """Whether a person types it, and may mistype it."""


def read_secret(call: Call, prompt: str, *, twice: bool = False) -> bytearray:
    """A passphrase that is not empty, for the caller to wipe; `twice` is for a new one, which a person types again."""
    with _way(call) as way:
        again = (RefusalKind.LOCKED, RefusalKind.BAD_INPUT)
        return _tried(way, lambda: _new(way, prompt) if twice else _not_empty(way.ask(prompt)), *again)


def unlocking(call: Call, prompt: str, take: Callable[[bytearray], _T]) -> _T:
    """Ask for a passphrase and hand it to what unlocks a key with it; it is wiped after each try."""
    with _way(call) as way:
        return _tried(way, lambda: _taken(way, prompt, take), RefusalKind.LOCKED)


def _tried(way: _Way, attempt: Callable[[], _T], *again: RefusalKind) -> _T:
    """What an attempt comes to; what is refused for such a cause was mistyped, is told and asked for again."""
    for _ in range(TRIES - 1):
        try:
            return attempt()
        except Refusal as refused:
            if way.tell is None or refused.kind not in again:
                raise
            way.tell(f"{refused.sentence} Try again.")
    return attempt()


def _taken(way: _Way, prompt: str, take: Callable[[bytearray], _T]) -> _T:
    secret = _not_empty(way.ask(prompt))
    try:
        return take(secret)
    finally:
        wipe(secret)


def _new(way: _Way, prompt: str) -> bytearray:
    from governance.desk import keycase

    first = way.ask(prompt)
    try:
        keycase.refuse_weak(_not_empty(first))
        if way.typed:
            _compare(first, way.ask, prompt)
    except BaseException:
        wipe(first)
        raise
    return first


def _not_empty(secret: bytearray) -> bytearray:
    if not secret:
        raise Refusal(RefusalKind.LOCKED, "An empty passphrase was given, and that protects nothing.")
    return secret


def _compare(first: bytearray, ask: _Ask, prompt: str) -> None:
    again = ask(f"{prompt.rstrip(': ')}, again: ")
    try:
        if not hmac.compare_digest(first, again):
            raise Refusal(RefusalKind.BAD_INPUT, "The two passphrases differ.", "Nothing was changed; begin anew.")
    finally:
        wipe(again)


@contextmanager
def _way(call: Call) -> Iterator[_Way]:
    """How a passphrase can be had here."""
    call.out.end()
    number = call.passphrase_fd
    if number is not None:
        yield _Way(lambda _: _from_descriptor(number), typed=False)
        return
    required, program = os.environ.get("SSH_ASKPASS_REQUIRE", ""), os.environ.get("SSH_ASKPASS", "")
    terminal = None if required == "force" else _terminal()
    if terminal is not None:
        try:
            yield _Way(
                lambda prompt: _at_terminal(terminal, prompt),
                tell=lambda words: _say(terminal, f"{safe(words)}\n"),
            )
        finally:
            os.close(terminal)
    elif program and required != "never":
        yield _Way(lambda prompt: _through(program, prompt))
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
