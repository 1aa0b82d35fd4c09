"""`memdesk log --follow`: a real process, another one that writes, ctrl-C and a closed pipe."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli import ENTRY, environment, run
from tests.tui.commands.conftest import seen
from tui.wording.moments import written_moment

ONE, OTHER = "mem-2026-03-24-006", "mem-2026-05-19-005"


@contextmanager
def following(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    command = [sys.executable, "-c", ENTRY, "log", "--follow", *words]
    env = environment(PYTHONDONTWRITEBYTECODE="1")
    with subprocess.Popen(command, cwd=folder, env=env, stdout=-1, stderr=-1, text=True, bufsize=1) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> Any:
    """The next line on stdout."""
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def decided(one: str) -> str:
    """Somebody else decides; the name of the plan."""
    done = run("decide", "stale", one, "--seen", seen(one), "--reason", "no-longer-true", "--json")
    assert done.code == 0, done.err
    return str(done.json["plan"])


def pending() -> list[str]:
    return [row["id"] for row in run("list", "pending", "--json").json["rows"]]


def test_the_last_entries_come_first_and_new_ones_as_they_are_written(sample: Path) -> None:
    last = run("log", "--limit", "2", "--json").lines
    with following(sample, "--json", "--limit", "2") as process:
        assert [line(process), line(process)] == last
        plan = decided(pending()[0])
        first, second = line(process), line(process)
        assert (first["action"], first["subjects"]) == ("decision", [plan])
        assert second["action"] == "review"
        decided(pending()[0])
        assert line(process)["seq"] == second["seq"] + 1
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_only_what_the_filter_leaves_is_written(sample: Path) -> None:
    one, other = pending()[:2]
    with following(sample, "--json", "--action", "review", "--subject", other, "--limit", "1") as process:
        time.sleep(1.5)
        decided(one)
        decided(other)
        entry = line(process)
        assert (entry["action"], entry["subjects"]) == ("review", [other])


def test_a_closed_pipe_ends_it_though_nothing_is_written(sample: Path) -> None:
    with following(sample, "--json", "--limit", "1") as process:
        line(process)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_it_ends_by_itself_at_the_moment_of_until(sample: Path) -> None:
    soon = written_moment(int(time.time() + 2) * 1_000_000, "UTC") + "+00:00"
    with following(sample, "--until", soon, "--limit", "1") as process:
        assert process.wait(20) == 0
        assert process.stdout is not None
        assert len(process.stdout.read().splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_waiting_costs_next_to_nothing(sample: Path) -> None:
    def spent(process: subprocess.Popen[str]) -> int:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    with following(sample, "--json", "--limit", "1") as process:
        line(process)
        time.sleep(0.5)
        before = spent(process)
        time.sleep(2)
        assert spent(process) - before <= 10, "hundredths of a second in two seconds"
