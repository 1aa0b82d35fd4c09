"""At a terminal: a person is shown and asked, and no stored byte drives the screen."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.tui.cli import ENTRY, environment, run
from tests.tui.commands.conftest import stand_in
from tui.commands.init import KEYLESS

ONE = "mem-2026-03-24-006"
ATTACKS = {
    "a clipboard write": "\x1b]52;c;QUJD\x07",
    "a window title": "\x1b]0;owned\x07",
    "a cleared screen": "\x1b[2J",
    "a colour in eight bits": "\x9b31m",
    "a device string": "\x1bP1$q\x1b\\",
    "a right-to-left override": "\u202e",
    "a carriage return": "\rfaked",
    "a bell and a backspace": "\x07\x08\x08",
    "an unterminated command": "\x1b]",
}
_OURS = re.compile(r"\x1b\[(0|1|2|3[1-6])m")


MANY = """
import json, sys
from tui.cli import main
for words in json.loads(sys.argv[1]):
    try:
        main.main(words)
    except SystemExit as left:
        print("left with", left.code)
"""


def terminal(program: str, *words: str, cwd: Path, **env: str) -> Any:
    """A program with a terminal of its own."""
    return pexpect.spawn(
        sys.executable,
        ["-c", program, *words],
        cwd=str(cwd),
        env=environment(COLUMNS="100", **env),
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=30,
    )


def at_terminal(*words: str, cwd: Path, answer: str | None = None, **env: str) -> tuple[int, str]:
    """Run a command at a terminal of its own; what the terminal gets, and the exit code."""
    child = terminal(ENTRY, *words, cwd=cwd, **env)
    said = ""
    if answer is not None:
        child.expect_exact("[y/N] ")
        said = child.before or ""
        child.sendline(answer)
    child.expect(pexpect.EOF)
    said += child.before or ""
    child.close()
    return child.exitstatus, said


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store whose words attack: item, subject, source, title, trigger, heading, file name."""
    attack = "".join(ATTACKS.values())
    folder = tmp_path / "agent"
    (folder / "memory" / "topics").mkdir(parents=True)
    item = (
        f"- [2026-05-11] (state) before {attack} after\n"
        f"  - id: mem-2026-05-11-001\n  - kind: state\n  - subject: s{attack}\n  - Status: pending-cleanup\n"
        f"  - Source: archive/{attack}#1\n  - Confidence-Scheme: epistemic-status-v1\n  - Confidence: inferred\n"
    )
    front = f"---\ntitle: t{attack}\ntriggers: [w{attack}]\n---\n"
    (folder / "memory" / "topics" / "a\x1b[2Jb.md").write_text(front + item, encoding="utf-8", newline="")
    (folder / "memory" / "memory.md").write_text(
        f"- [2026-05-12] [mem-2026-05-12-001] (knowledge) {attack} Source: {attack}.\n", encoding="utf-8", newline=""
    )
    stand_in(folder, monkeypatch)
    assert run("init", "--no-key").code == 0
    return folder


def test_no_stored_byte_reaches_the_terminal_raw(hostile: Path) -> None:
    code, said = at_terminal("import", ".", cwd=hostile)
    assert code in (0, 6), said
    listed = run("list", "items", "--json").json["rows"]
    assert listed
    commands = [("list", "items"), ("list", "drift"), ("list", "drift", "--groups"), ("list", "topics"), ("log",)]
    commands += [("list", "archive"), ("search", "before"), ("import", ".", "--dry-run"), ("verify",), ("status",)]
    commands += [("show", row["id"]) for row in listed]
    commands += [("show", str(seq)) for seq in range(1, run("status", "--json").json["head"] + 1)]
    child = terminal(MANY, json.dumps(commands), cwd=hostile)
    child.expect(pexpect.EOF)
    said += child.before
    assert said.count("left with 0") > len(commands) - 3
    left = re.sub(r"\r[^\r\n\x1b]*\x1b\[K", "", _OURS.sub("", said).replace("\r\n", ""))
    assert not re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", left)
    assert "\u241b" in left


@pytest.mark.usefixtures("hostile")
def test_json_holds_no_control_byte_and_keeps_the_text() -> None:
    run("import", ".")
    for words in (("list", "items"), ("list", "topics"), ("log",)):
        out = run(*words, "--json").out
        assert out.isascii()
        assert not re.findall(r"[\x00-\x09\x0b-\x1f\x7f]", out)
    assert "\x1b]52;c;QUJD\x07" in run("list", "items", "--json").json["rows"][0]["text"]


def test_no_is_the_default_answer_and_changes_nothing(sample: Path) -> None:
    code, said = at_terminal("decide", "keep", ONE, "--reason", "confirmed-still-true", cwd=sample, answer="")
    assert code == 130
    assert ONE in said
    assert run("show", ONE, "--json").json["status"] == "pending-cleanup"


def test_a_yes_after_the_preview_decides_and_records_that_it_was_previewed(sample: Path) -> None:
    code, said = at_terminal("decide", "keep", ONE, "--reason", "confirmed-still-true", cwd=sample, answer="y")
    assert code == 0, said
    assert "pending-cleanup \u2192 active" in _OURS.sub("", said)
    shown = run("show", ONE, "--json").json
    assert shown["status"] == "active"
    assert shown["history"][-1]["shown"] == "previewed" or shown["history"][0]["shown"] == "previewed"


def test_undo_and_apply_ask_too(sample: Path) -> None:
    digest = run("show", ONE, "--json").json["seen"]
    run("plan", "stage", "keep", ONE, "--reason", "confirmed-still-true", "--seen", digest)
    assert at_terminal("plan", "apply", cwd=sample, answer="no")[0] == 130
    assert at_terminal("plan", "apply", cwd=sample, answer="yes")[0] == 0
    plan = run("list", "plans", "--json").json["rows"][0]["plan"]
    assert at_terminal("undo", plan, cwd=sample, answer="y")[0] == 0
    assert run("show", ONE, "--json").json["status"] == "pending-cleanup"


def test_colour_is_for_terminals_and_no_color_turns_it_off(reading: Path) -> None:
    assert "\x1b[" in at_terminal("list", "pending", cwd=reading)[1]
    assert "\x1b[" not in at_terminal("list", "pending", cwd=reading, NO_COLOR="1")[1]


def test_a_row_takes_one_line_of_a_terminal(reading: Path) -> None:
    said = at_terminal("list", "items", "--limit", "0", cwd=reading, NO_COLOR="1")[1]
    assert len(said.splitlines()) == run("list", "items", "--json").json["total"]


@pytest.mark.parametrize("columns", [40, 61, 100])
def test_what_is_said_is_broken_at_blanks(columns: int, tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-c", ENTRY, "init", "--no-key", "--tz", "UTC"],
        cwd=str(tmp_path),
        env=environment(COLUMNS=str(columns)),
        encoding="utf-8",
        dimensions=(40, columns),
        timeout=30,
    )
    child.expect(pexpect.EOF)
    lines = child.before.splitlines()
    assert KEYLESS in " ".join(lines)
    assert max(len(line) for line in lines if " " in line) <= columns
    assert len(lines) > 4


def test_the_demo_opens_the_desk_and_is_gone_when_it_is_left(tmp_path: Path) -> None:
    child = terminal(ENTRY, "demo", cwd=tmp_path, TMPDIR=str(tmp_path), XDG_STATE_HOME=str(tmp_path / "state"))
    child.expect_exact("Pending")
    assert list(tmp_path.glob("memdesk-demo-*/memory/memory.db"))
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert not list(tmp_path.glob("memdesk-demo-*"))


def test_keys_typed_before_the_question_do_not_answer_it(sample: Path) -> None:
    words = ("decide", "keep", ONE, "--reason", "confirmed-still-true")
    child = terminal(ENTRY, *words, cwd=sample)
    child.send("y\ny\ny\n")
    child.expect_exact("[y/N] ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect(pexpect.EOF, timeout=0.5)
    child.sendline("n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert run("show", ONE, "--json").json["status"] == "pending-cleanup"
