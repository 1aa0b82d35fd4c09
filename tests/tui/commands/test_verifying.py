"""Checking a part: `verify --since` and `--resume`, what they say and what they leave behind."""

from __future__ import annotations

import json
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.tui.cli import ENTRY, run
from tests.tui.commands.test_checking import tamper
from tests.tui.commands.test_terminal import terminal

HANGS = """
import time
from store.check import checking, lines
from store.check.names import Names
lines.PIECE, checking.STRETCH, checking.TOLD = 50, 100, 50
real = Names.look
def look(self, rows, fits):
    if rows[-1][0] > 300:
        time.sleep(60)
    return real(self, rows, fits)
Names.look = look
"""


def marks(folder: Path) -> dict[str, Any]:
    base = sqlite3.connect(folder / "memory" / "memory.db")
    found = dict(base.execute("SELECT name, value FROM local_meta WHERE name LIKE 'verif%'"))
    base.close()
    return found


def forget(folder: Path) -> None:
    base = sqlite3.connect(folder / "memory" / "memory.db")
    base.execute("DELETE FROM local_meta WHERE name LIKE 'verif%'")
    base.commit()
    base.close()


def head() -> int:
    found = run("status", "--json").json["head"]
    assert isinstance(found, int)
    return found


@pytest.mark.usefixtures("reading")
def test_a_part_says_in_words_and_in_json_what_it_did_not_look_at() -> None:
    done = run("verify", "--since", "500")
    assert done.code == 0
    assert f"chain  {head() - 500}\n" in done.out
    assert f"Nothing is wrong behind entry 500 up to entry {head()}" in done.err
    assert "Entries up to 500 were not looked at." in done.err
    assert run("verify", "--since", "500", "--json").json["since"] == 500
    whole = run("verify", "--json").json
    assert (whole["since"], whole["note"]) == (0, "")


def test_what_was_changed_before_is_left_to_the_whole_check(sample: Path) -> None:
    tamper(sample, "UPDATE payloads SET body = CAST(replace(CAST(body AS TEXT), 'a', 'e') AS BLOB) WHERE seq = 17")
    assert run("verify", "--since", "17").code == 0
    done = run("verify", "--since", "16")
    assert done.code == 1
    assert "payloads: entry 17: " in done.out
    assert "The first broken entry is 17." in done.err


@pytest.mark.usefixtures("reading")
def test_a_moment_means_the_entries_since_then() -> None:
    assert run("verify", "--since", "1w", "--json").json["since"] == 0
    assert run("verify", "--since", "2999-01-01", "--json").json["since"] == head()


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--since", "5", "--resume"), "not both"),
        (("--since", "99999"), "There is no entry 99,999 to begin behind"),
        (("--since", "soon"), "'soon' is no moment"),
        (("--since", "-1"), "is no moment"),
    ],
)
def test_verify_refuses(words: tuple[str, ...], said: str) -> None:
    done = run("verify", *words)
    assert done.code == 2
    assert said in done.err


def test_for_reading_only_nothing_is_remembered(sample: Path) -> None:
    forget(sample)
    assert run("verify", "--read-only").code == 0
    assert run("verify", "--read-only", "--resume").code == 0
    assert marks(sample) == {}
    assert run("verify").code == 0
    assert marks(sample)["verified_seq"] == head()


def test_a_command_that_was_killed_is_resumed(sample: Path) -> None:
    forget(sample)
    child = terminal(HANGS + ENTRY, "verify", cwd=sample)
    child.expect(f"Checking chain, payloads, ids, decisions 300 of {head()}")
    child.kill(signal.SIGKILL)
    child.wait()
    assert marks(sample).keys() == {"verify_reached"}
    done = run("verify", "--resume", "--json")
    assert (done.code, done.json["since"]) == (0, 300)
    assert marks(sample).keys() == {"verified_seq", "verified_at"}
    again = run("verify", "--resume")
    assert "No check was interrupted: this one began at the beginning." in again.err


def test_whoever_interrupts_a_check_is_told_how_to_go_on(sample: Path) -> None:
    child = terminal(HANGS + ENTRY, "verify", cwd=sample)
    child.expect("300 of")
    child.sendintr()
    child.expect("memdesk verify --resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    done = run("verify", "--resume")
    assert done.code == 0
    assert "Entries up to 300 were looked at before the interruption" in done.err


def test_progress_names_the_steps_on_a_terminal_and_is_quiet_with_json(reading: Path) -> None:
    child = terminal(ENTRY, "verify", cwd=reading)
    child.expect("Checking schema")
    child.expect("Checking anchors")
    child.expect("Nothing is wrong")
    child.expect(pexpect.EOF)
    child = terminal(ENTRY, "verify", "--json", cwd=reading)
    child.expect(pexpect.EOF)
    assert json.loads(child.before)["ok"]
    assert "Checking" not in run("verify").err


def test_what_a_check_found_is_said_by_every_status_and_a_clean_part_is_not_the_end_of_it(sample: Path) -> None:
    tamper(sample, "UPDATE payloads SET body = CAST(replace(CAST(body AS TEXT), 'a', 'e') AS BLOB) WHERE seq = 17")
    assert run("verify").code == 1
    assert "verify_failed" in marks(sample)
    done = run("status")
    assert done.code == 0
    assert "! verify found something on " in done.err
    assert ", first at entry 17: " in done.err
    assert run("status", "--json").json["failed_seq"] == 17
    assert run("verify", "--since", "17").code == 0
    assert "verify found something" in run("status").err, "a part says nothing about what stands before it"
