"""`memdesk watch`: what is watched, read once or for as long as it runs, in words and as JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house.places import ROOT
from tests.tui.cli import ENTRY, environment, run, spawn
from tests.tui.commands.test_shapes import check
from tui.wording.file_forms import EMPTY, FORMS

README = ROOT / "README.md"
RECORD = "- [2026-05-11] (knowledge) {}. Source: me.\n"


@pytest.fixture
def inbox(folder: Path) -> Path:
    """A store, and beside it an agent's inbox that is watched."""
    assert run("init", "--no-key", "--tz", "UTC", "--store", str(folder / "memory" / "memory.db")).code == 0
    (folder / "notes").mkdir()
    path = folder / "notes" / "memory.md"
    path.write_text("# 2026-05-11\n\n" + RECORD.format("one") + "- no source\n")
    long_ago = time.time() - 3600
    os.utime(path, (long_ago, long_ago))
    added = run("watch", "add", str(path))
    assert (added.code, added.out) == (0, f"{path}  file, 0 taken, 0 refused\n"), added.err
    return path


def test_nothing_is_watched_before_somebody_says_so(folder: Path) -> None:
    assert run("init", "--no-key", "--store", str(folder / "memory" / "memory.db")).code == 0
    shown = run("watch")
    assert (shown.code, shown.out) == (0, "")
    assert "`memdesk watch add PATH`" in shown.err
    assert run("watch", "list", "--json").json["watches"] == []
    assert "Nothing is watched." in run("watch", "once").err


def test_what_is_watched_is_read_once_and_told(inbox: Path) -> None:
    first = run("watch", "once")
    assert first.code == 6, "a line was refused"
    assert first.out == (
        f"{inbox}  1 captured, 1 refused\n  line 4: source: It has no Source: say where it comes from.\n"
    )
    assert first.err == "1 place read: 1 captured, 1 refused.\n"
    again = run("watch", "once")
    assert (again.code, again.out) == (0, f"{inbox}  nothing new\n")
    assert run("watch", "list").out == f"{inbox}  file, 1 taken, 1 refused\n"
    assert len(run("log", "--action", "capture", "--json").lines) == 1


def test_the_shapes_are_kept(inbox: Path) -> None:
    (inbox.parent.parent / "drop").mkdir()
    check("watch-add", run("watch", "add", "--json", str(inbox.parent.parent / "drop")))
    check("watch-once", run("watch", "once", "--json"))
    check("watch-list", run("watch", "list", "--json"))
    check("watch-remove", run("watch", "remove", "--json", str(inbox.parent.parent / "drop")))


def test_what_is_watched_no_more_is_left_as_it_is(inbox: Path) -> None:
    before = inbox.read_bytes()
    assert run("watch", "remove", str(inbox)).code == 0
    assert run("watch", "list").out == ""
    assert run("watch", "remove", str(inbox)).code == 2
    assert inbox.read_bytes() == before


@pytest.mark.parametrize(
    "words", [("add",), ("add", ""), ("add", "nowhere"), ("remove",), ("remove", "nowhere"), ("twice",)], ids=" ".join
)
@pytest.mark.usefixtures("inbox")
def test_a_mistake_in_the_command_line_is_2(words: tuple[str, ...]) -> None:
    assert run("watch", *words).code == 2


def test_a_claimed_name_and_reading_alone_are_3(inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "drop").mkdir()
    assert run("--as", "codex", "watch", "add", str(tmp_path / "drop")).code == 3
    assert run("--as", "codex", "watch", "remove", str(inbox)).code == 3
    for words in (("add", str(tmp_path / "drop")), ("remove", str(inbox)), ("once",), ("run",)):
        assert run("--read-only", "watch", *words).code == 3
    assert len(run("--read-only", "watch", "--json").json["watches"]) == 1


def test_names_and_words_from_the_disk_reach_the_terminal_harmlessly(inbox: Path) -> None:
    drop = inbox.parent.parent / "drop\x1b]0;t\x07"
    drop.mkdir()
    assert "\x1b" not in run("watch", "add", str(drop)).out
    (drop / os.fsdecode(b"\xff\x1b[2J.md")).write_text("- no source either\n")
    (drop / "\x1b[31mlink.md").symlink_to("/etc/passwd")
    done = spawn("watch", "once", cwd=inbox.parent.parent)
    assert done.code == 6
    assert "\x1b" not in done.out + done.err
    assert "\x07" not in done.out + done.err
    assert "links are not followed" in done.out


def test_it_runs_until_ctrl_c_and_writes_a_line_for_each_change(inbox: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENTRY, "watch", "run", "--json"],
        cwd=inbox.parent.parent,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["captured"] == 1
        with inbox.open("a") as stream:
            stream.write(RECORD.format("two") + RECORD.format("three"))
        found = [json.loads(process.stdout.readline())]
        assert found[0]["schema"] == "memdesk/watch-run/1"
        while sum(one["captured"] for one in found) < 2:
            found.append(json.loads(process.stdout.readline()))
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert "Traceback" not in process.stderr.read()
    assert len(run("log", "--action", "capture", "--json").lines) == 3


def test_a_reader_that_goes_away_ends_it(inbox: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENTRY, "watch", "run"],
        cwd=inbox.parent.parent,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        with inbox.open("a") as stream:
            stream.write(RECORD.format("two") + RECORD.format("three"))
        assert process.wait(15) == 0


def test_the_forms_that_the_help_names_are_captured_as_they_say(inbox: Path) -> None:
    helped = run("watch", "add", "--help").out
    assert all(line in helped for line in FORMS)
    inbox.write_text("# 2026-05-11\n\n" + "\n".join(FORMS) + "\n")
    os.utime(inbox, (time.time() - 3600,) * 2)
    assert run("watch", "once").out == f"{inbox}  3 captured\n"
    found = [run("show", one["id"], "--json").json for one in run("list", "inbox", "--json").json["rows"]]
    told = sorted((one["text"], str(one["kind"]), one["words"]["subject"], one["words"]["source"]) for one in found)
    assert told == [
        ("The dump of kelp takes 14 minutes.", "knowledge", None, "archive/2026-05-19.md#4"),
        ("The gate listens on port 8443.", "state", "gate:port", "gate.conf"),
        ("The gate listens on port 8443.", "state", "gate:port", "gate.conf"),
    ]
    assert sorted(str(one["words"]["project"]) for one in found) == ["None", "None", "cedar"]
    assert "\n".join(f"      {line}" for line in FORMS) in README.read_text()


def test_what_connect_prints_to_be_filled_in_is_captured_as_it_says(inbox: Path) -> None:
    printed = run("connect", "any", "--yes")
    assert all(f"      {line}" in printed.out for line in EMPTY)
    filled = "\n".join(EMPTY).replace("YYYY-MM-DD", "2026-05-11").replace("OF:WHAT", "gate:port")
    inbox.write_text("# 2026-05-11\n\n" + filled + "\n")
    os.utime(inbox, (time.time() - 3600,) * 2)
    assert run("watch", "once").out == f"{inbox}  3 captured\n"


def test_what_a_drop_folder_never_takes_is_named_once_and_in_the_list(inbox: Path) -> None:
    drop = inbox.parent.parent / "drop"
    drop.mkdir()
    (drop / "x.txt").write_text("words\n")
    assert run("watch", "add", str(drop)).code == 0
    once = run("watch", "once")
    assert once.code == 6
    assert f"{drop}  nothing new\n  x.txt: left alone;" in once.out
    assert f"{drop}  folder, 0 taken, 0 refused  x.txt: left alone;" in run("watch", "list").out
