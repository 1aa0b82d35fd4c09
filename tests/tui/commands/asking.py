"""A program that asks for a passphrase, without a terminal and at one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect

from tests.tui.cli import Done, environment

# Asks once and says what it got as hexadecimal figures; `hold` then stays for somebody to look at its memory.
PROGRAM = """
import sys
from pathlib import Path
from tui.commands.call import Call
from tui.commands.secrets import read_secret
from tui.notices import complain

call, words = Call(), sys.argv[1:]
if "fd" in words:
    call.passphrase_fd = int(words[words.index("fd") + 1])
try:
    secret = read_secret(call, "Passphrase of \\x1b[31mowner: ", twice="twice" in words)
except (Exception, KeyboardInterrupt) as error:
    sys.exit(complain(error, json=False))
if "hold" in words:
    from governance.authority.keys.keyfile import look_at
    from governance.authority.keys.signer import unlock
    unlock(look_at(Path(words[-1])), secret).close()
    print("unlocked", flush=True)
    sys.stdin.readline()
else:
    print("got", type(secret).__name__, secret.hex(), flush=True)
"""


def got(words: str | bytes) -> str:
    """What the program says when it got these words."""
    return f"got bytearray {(words.encode() if isinstance(words, str) else words).hex()}"


def alone(*words: str, stdin: bytes = b"", fds: tuple[int, ...] = (), **env: str) -> Done:
    """The program without any terminal."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        input=stdin,
        capture_output=True,
        env=bare(**env),
        pass_fds=fds,
        start_new_session=True,
        timeout=30,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def bare(**env: str) -> dict[str, str]:
    """An environment in which nothing asks but what a test names."""
    kept = environment(**env)
    return {name: value for name, value in kept.items() if not name.startswith("SSH_") or name in env}


def at_terminal(*words: str, script: str = '"$@"', before: str = "", **env: str) -> Any:
    """The program at a terminal, and after it the state of that terminal."""
    told = f"{script}; echo left with $?; stty -a"
    called = ["sh", sys.executable, "-c", before + PROGRAM, *words]
    return pexpect.spawn("sh", ["-c", told, *called], env=bare(**env), encoding="utf-8", timeout=30)


def asked(child: Any, prompt: str = "owner: ") -> None:
    """Wait for the question."""
    child.expect_exact(prompt)


def the_end(child: Any) -> tuple[int, str]:
    """The exit code, and all that the terminal showed after the question."""
    child.expect(r"left with (\d+)")
    code, said = int(child.match[1]), child.before
    child.expect(pexpect.EOF)
    state = child.before.split()
    child.close()
    assert {"echo", "icanon", "isig", "icrnl"} <= {word.strip(";") for word in state}, state
    return code, said


def askpass(folder: Path, body: str) -> str:
    """A program that asks."""
    program = folder / "askpass"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return str(program)
