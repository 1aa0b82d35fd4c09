"""What reaches the terminal from stored text: nothing that could drive it, seen as bytes on a pseudo-terminal."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tests.tui.desks import capture_as, memory_store

OSC_COPY = "\x1b]52;c;UFdORUQ=\x07"
OSC_TITLE = "\x1b]0;PWNTITLE\x07"
CLEAR = "\x1b[2JPWNCLEAR"
COLOUR = "\x1b[38;5;207mPWNCOLOUR"
C1 = "\x9b31mPWNC1"
DCS = "\x1bPq#0PWNDCS\x1b\\"
LINK = "\x1b]8;;http://pwn.example/\x07PWNLINK"
BIDI = "\u202ePWNBIDI"
OPEN = "\x1b]PWNOPEN never ends"
PAYLOADS = (OSC_COPY, OSC_TITLE, CLEAR, COLOUR, C1, DCS, LINK, BIDI, OPEN)

MEMORY = "# Notes\n\n" + "".join(
    f"- [2026-06-0{n}] [mem-2026-06-0{n}-001] (state) note {n} {text} [x] [/] [@click=app.quit]q[/]\n"
    f"  - Status: {'pending-cleanup' if n % 2 else 'active'}\n"
    f"  - Subject: thing:{text}{n}\n"
    f"  - Source: archive/{text}.md#{n}\n"
    for n, text in enumerate(PAYLOADS, start=1)
)
KEYS = (
    *(
        "2",
        "j",
        "\r",
        "\x1b",
        "9",
        "\r",
        "j",
        "v",
        "\x1b",
        ".",
        "\x1b",
        "I",
        "j",
        "j",
        "y",
        "\x1b",
        "e",
        "\x1b",
        ":",
        "\x1b",
    ),
    *("T", "A", "\r", "j", "L", "G", "\r", "\x1b", "/", "PWN", "\r", "\x1b", "P", "0"),
)
PROGRAM = "import sys; from pathlib import Path; from tui.app import run_desk; sys.exit(run_desk(Path(sys.argv[1])))"


CAME_IN = (
    *("1", "j", "\r", "j", "j", "\x1b", "v", "\x1b", "a", "\x1b", "8", "j", "\r", "\x1b", ":", "resub", "\r", "\x1b"),
    *("\x1b", "N", "y", "\x1b", "Z", "y", "\r", "\x1b", "\x1b", "L", "G", "\r", "0"),
)


def bytes_of_a_visit(store: Path, home: Path, keys: tuple[str, ...] = KEYS) -> bytes:
    """Everything the desk writes while a person goes through all places."""
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM, str(store)],
        dimensions=(40, 120),
        env={"TERM": "xterm-256color", "HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        cwd=str(Path(__file__).parents[2]),
        timeout=30,
    )
    child.expect(b"What needs you")
    written = child.before + child.after
    for key in (*keys, "q"):
        child.send(key)
        begun = last = time.monotonic()
        # The next key comes when the screen stands still, as that of a person does.
        while (now := time.monotonic()) - begun < 0.35 or (now - last < 0.2 and now - begun < 5):
            try:
                written += child.read_nonblocking(65_536, timeout=0.1)
                last = time.monotonic()
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return bytes(written + (child.before or b""))


@pytest.mark.slow
def test_no_control_sequence_of_stored_text_reaches_the_terminal(tmp_path: Path) -> None:
    harmless(bytes_of_a_visit(memory_store(tmp_path, MEMORY), tmp_path))


@pytest.mark.slow
def test_no_control_sequence_of_what_agents_send_reaches_the_terminal(tmp_path: Path) -> None:
    store = memory_store(tmp_path, "# M\n")
    for n, evil in enumerate(PAYLOADS):
        told = f"{n} {evil} [/] [@click=app.quit]q[/]"
        taken = {"text": told, "source": evil, "kind": "state", "subject": f"a{n}:{evil}", "approved_by": evil}
        capture_as(store, f"agent{evil}", taken, {"text": told, "project": evil, "nonsense": evil})
    harmless(bytes_of_a_visit(store, tmp_path, CAME_IN))


def harmless(written: bytes) -> None:
    """Fail where stored text drives the terminal."""
    assert b"PWN" in written
    assert "␛".encode() in written
    for payload in PAYLOADS:
        assert payload.encode() not in written
    assert not re.search(rb"\x1b[\]P_X^][^\x07\x1b]*PWN", written), "a string sequence holds stored text"
    assert not re.search(rb"\x1b\](52|0|8)[;]", written)
    assert "\x9b".encode() not in written
    assert "\u202e".encode() not in written
    assert not re.search(rb"\x1b\[[0-9;]*[A-Za-z]PWN(CLEAR|COLOUR)", written.replace(b"\x1b[m", b""))
