"""The front door: options before and after, errors as words and as JSON, exit codes, nothing raw."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.cli import ENTRY, environment, run, spawn

USAGE_ERRORS = {
    "an empty path": ("import", ""),
    "an empty store": ("--store", "", "status"),
    "an empty name": ("--as", "", "status"),
    "a limit beyond all bounds": ("search", "a", "--limit", "9" * 20),
    "a plan that never was": ("undo", "plan-2026-01-01-001", "--yes"),
    "a moment that is none": ("log", "--since", "2026-02-30"),
    "an unknown command": ("nope",),
    "an unknown option": ("status", "--nope"),
    "a missing argument": ("list",),
    "an unknown queue": ("list", "nope"),
    "a decision without a reason": ("decide", "keep", "mem-2026-03-24-006"),
    "an unknown id": ("show", "mem-1999-01-01-001"),
    "no store": ("status", "--store", "nowhere.db"),
    "a number that is none": ("plan", "drop", "x"),
    "an import of nothing": ("import", "no-such-folder"),
}


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("words", USAGE_ERRORS.values(), ids=USAGE_ERRORS)
def test_exit_code_2_is_for(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("memdesk: ")


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("words", USAGE_ERRORS.values(), ids=USAGE_ERRORS)
def test_with_json_an_error_is_one_object_on_stderr_for(words: tuple[str, ...]) -> None:
    done = run(*words, "--json")
    assert (done.code, done.out) == (2, "")
    assert set(done.error) == {"kind", "sentence", "hint", "ids"}


@pytest.mark.usefixtures("reading")
def test_global_options_stand_before_or_after_the_command() -> None:
    before = run("--json", "status").json
    assert run("status", "--json").json["head"] == before["head"]
    assert run("--json", "plan", "show").json == run("plan", "show", "--json").json == run("plan", "--json").json


@pytest.mark.usefixtures("reading")
def test_the_option_nearest_to_the_end_wins() -> None:
    assert run("--store", "nowhere.db", "status", "--store", "memory/memory.db").code == 0


@pytest.mark.usefixtures("reading")
def test_a_near_miss_is_named() -> None:
    assert "Did you mean search?" in run("serch", "x").err


@pytest.mark.usefixtures("reading")
def test_no_command_without_a_terminal_opens_nothing() -> None:
    done = run()
    assert done.code == 2
    assert "needs a terminal" in done.err


@pytest.mark.usefixtures("sample")
def test_a_name_that_is_only_claimed_may_not_decide() -> None:
    one = "mem-2026-03-24-006"
    digest = run("show", one, "--json").json["seen"]
    words = ("decide", "keep", one, "--reason", "confirmed-still-true", "--seen", digest)
    done = run(*words, "--as", "somebody", "--json")
    assert (done.code, done.error["kind"]) == (3, "not-allowed")
    assert run("list", "plans", "--json").json["total"] == 0


def test_read_only_writes_nothing_and_says_so(sample: Path) -> None:
    store = sample / "memory" / "memory.db"
    before = store.read_bytes()
    assert run("status", "--read-only").code == 0
    assert run("import", ".", "--read-only").code == 3
    assert run("init", "--read-only", "--store", "other.db").code == 3
    assert run("init", "--as", "somebody", "--store", "other.db").code == 3
    assert not (sample / "other.db").exists()
    assert store.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        "key new fresh",
        "key new",
        "key use fresh",
        "key add p-0001 fresh.pub",
        "key rotate --new fresh",
        "key revoke key-0001",
        "key ratify plan-2026-01-01-001",
        "key adopt",
        "witness sign",
        "witness succeed",
        "witness remove 1",
        "connect bot",
        "token new bot",
        "token revoke tok-0001",
        "principal enroll ines",
        "principal retire p-0001",
        "grant add ines keep",
        "grant hand-on grant-0001 ines keep",
        "revoke grant-0001",
        "policy set grant_days=1",
        "cosign 1",
        "cosign decline 1",
        "plan apply",
        "undo",
    ],
)
@pytest.mark.usefixtures("reading")
def test_read_only_refuses_before_anything_is_asked_made_or_named(words: str) -> None:
    done = run(*words.split(), "--read-only", "--json")
    assert (done.code, done.out, done.error["kind"]) == (3, "", "read-only")
    assert not Path("fresh").exists()


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "notes.db"
    other.write_text("not a database at all, just words" * 50, encoding="utf-8")
    before = other.read_bytes()
    assert run("status", "--store", str(other)).code == 4
    assert other.read_bytes() == before


@pytest.mark.usefixtures("reading")
def test_hostile_words_in_arguments_come_back_harmless() -> None:
    for words in (("show", "x\x1b]0;t\x07\x9b31m"), ("status", "--store", "a\x1b[2Jb.db"), ("\x1b[31m",)):
        for form in ((), ("--json",)):
            done = run(*words, *form)
            assert done.code == 2
            assert not set("\x1b\x07\x9b") & set(done.err + done.out)


def test_arguments_that_are_no_utf8_are_refused_by_name(reading: Path) -> None:
    for words in ((b"search", b"\xff\xfe"), (b"show", b"mem-\xc3"), (b"status", b"--store", b"\xff.db")):
        done = spawn(*words, cwd=reading)
        assert done.code == 2, done.err
        assert "Traceback" not in done.err


@pytest.mark.usefixtures("reading")
def test_what_nobody_foresaw_is_70_and_shows_no_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("tui.commands.status.one_line", lambda *_, **__: dict[str, str]()["stored words"])
    done = run("status")
    log = tmp_path / "memdesk" / "errors.log"
    assert done.code == 70
    assert str(log) in done.err
    assert "Traceback" not in done.err
    written = log.read_text(encoding="utf-8")
    assert "KeyError" in written
    assert "test_front_door" in written
    assert "stored words" not in written
    assert log.stat().st_mode & 0o077 == 0


def test_a_reader_that_goes_away_is_no_error(reading: Path) -> None:
    script = f'"$0" -c "{ENTRY}" log --json | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable], cwd=reading, env=environment(), capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


def test_an_interrupt_is_130_in_one_line(reading: Path) -> None:
    slow = "import tui.commands.status as s, time; s.one_line = lambda *_, **__: print(flush=True) or time.sleep(30);"
    with subprocess.Popen(
        [sys.executable, "-c", f"{slow} {ENTRY}", "status"],
        cwd=reading,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "memdesk: Interrupted.\n")


def test_a_full_disk_is_said_once_and_a_closed_stream_is_no_error(reading: Path) -> None:
    full = f'"$0" -c "{ENTRY}" list items > /dev/full; echo $?; "$0" -c "{ENTRY}" list items >&-; echo $?'
    done = subprocess.run(
        ["bash", "-c", full, sys.executable], cwd=reading, env=environment(), capture_output=True, text=True
    )
    assert done.stdout.split() == ["5", "0"]
    assert done.stderr.count("memdesk: ") == 1
