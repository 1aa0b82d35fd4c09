"""Eight agents write at once by every door while passes run and one is killed: nothing is lost, nothing comes twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from governance.desk import create_store, open_desk
from store import log
from store.records.words import Action
from tests.tui.cli import ENTRY, environment
from tests.tui.mcp.clients import raw

EACH = 2_000
APPENDING = """
import os, sys
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for n in range(count):
    line = f"- [2026-06-01] (knowledge) lesson {n} of {name} about the pier {n % 17}. Source: seen by {name}.\\n"
    with open(path, "a", encoding="utf-8") as file:
        file.write(line)
"""


def memdesk(store: Path, *arguments: str, given: bytes | None = None) -> subprocess.Popen[bytes]:
    """A process of the command line."""
    return subprocess.Popen(
        [sys.executable, "-c", ENTRY, *arguments], env=environment(MEMDESK_STORE=str(store)), cwd=store.parent,
        stdin=subprocess.PIPE if given is not None else subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip


def ran(store: Path, *arguments: str) -> int:
    """The exit code of a command."""
    process = memdesk(store, *arguments)
    process.communicate(timeout=120)
    return process.returncode


def lines(name: str) -> bytes:
    """What one agent sends as a batch."""
    texts = (f"lesson {n} of {name} about the pier {n % 17}" for n in range(EACH))
    sent = ({"text": text, "kind": "knowledge", "source": f"seen by {name}"} for text in texts)
    return b"".join(json.dumps(one).encode() + b"\n" for one in sent)


def batch(store: Path, name: str, failed: list[str]) -> None:
    """Send a batch."""
    process = memdesk(store, "capture", "--batch", given=b"")
    _, errors = process.communicate(lines(name))
    if process.returncode != 0 or b"locked" in errors:
        failed.append(f"{name}: {process.returncode} {errors[-400:]!r}")


def killed_batch(store: Path, name: str, failed: list[str], killed: list[int]) -> None:
    """Send a part of a batch, kill whoever takes it in once it answered some of it, and send all of it again."""
    process = memdesk(store, "capture", "--batch", given=b"")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.writelines(lines(name).splitlines(keepends=True)[: EACH * 3 // 4])
    process.stdin.flush()
    answered = sum(1 for _ in zip(range(EACH // 4), process.stdout, strict=False))
    os.kill(process.pid, signal.SIGKILL)  # its input is still open: it cannot have come to its end
    process.wait()
    killed += [process.returncode, answered]
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    batch(store, name, failed)


def over_mcp(store: Path, name: str, failed: list[str]) -> None:
    """Call the capture tool once for each lesson."""
    with raw(store) as client:
        client.begin(name)
        for n in range(EACH):
            text = f"lesson {n} of {name} about the pier {n % 17}"
            client.call(n + 1, "capture", {"text": text, "kind": "knowledge", "source": f"seen by {name}"})
            answer = client.answer(60)
            if answer.get("result", {}).get("isError", True) or "locked" in json.dumps(answer):
                failed.append(f"{name}: {answer}")


def passes(store: Path, stop: threading.Event, failed: list[str]) -> None:
    """Archive and distill, over and over."""
    while not stop.is_set():
        for command in ("archive", "distill"):
            process = memdesk(store, command)
            _, errors = process.communicate()
            if process.returncode not in (0, 5):
                failed.append(f"{command}: {process.returncode} {errors[-400:]!r}")
        stop.wait(0.5)


def rates(order: Sequence[str], at: Sequence[int]) -> dict[str, float]:
    """Captures a second of each writer, from when the first of all came in until its own last one did."""
    last = dict(zip(order, at, strict=True))
    return {name: EACH * 1e6 / max(1, ended - at[0]) for name, ended in last.items()}


@pytest.mark.slow
def test_eight_writers_by_every_door_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    create_store(store, zone="UTC", witnessed=False).close()
    files = {f"file{n}": tmp_path / f"agent{n}" / "memory.md" for n in range(3)}
    for path in files.values():
        path.parent.mkdir()
        path.touch()
        assert ran(store, "watch", "add", str(path)) == 0
    failed: list[str] = []
    killed: list[int] = []
    stop = threading.Event()
    watching = memdesk(store, "watch", "run")
    writers = [
        *(threading.Thread(target=batch, args=(store, f"batch{n}", failed)) for n in range(2)),
        threading.Thread(target=killed_batch, args=(store, "batch2", failed, killed)),
        *(threading.Thread(target=over_mcp, args=(store, f"mcp{n}", failed)) for n in range(2)),
    ]
    keeper = threading.Thread(target=passes, args=(store, stop, failed))
    appenders = [
        subprocess.Popen([sys.executable, "-c", APPENDING, str(path), name, str(EACH)]) for name, path in files.items()
    ]
    for thread in (*writers, keeper):
        thread.start()
    for thread in writers:
        thread.join()
    assert [one.wait() for one in appenders] == [0, 0, 0]
    stop.set()
    keeper.join()
    time.sleep(3)
    watching.send_signal(signal.SIGINT)
    watching.communicate(timeout=60)
    assert ran(store, "watch", "once") == 0
    assert not failed
    assert killed == [-signal.SIGKILL, EACH // 4]
    with open_desk(store) as desk:
        assert not desk.verify(replay=True).findings
        conn = desk.store.reader()
        entries = log.of_actions(conn, [Action.CAPTURE.value], 0, desk.pulse()[1])
        words = log.payloads(conn, [entry.seq for entry in entries])
    sources = [words[entry.seq]["words"]["source"].rstrip(".") for entry in entries]
    assert Counter(sources) == Counter(
        {f"seen by {kind}": EACH for kind in (*files, "batch0", "batch1", "batch2", "mcp0", "mcp1")}
    )
    assert len(entries) == 8 * EACH
    order = [source.removeprefix("seen by ") for source in sources]
    speeds = rates(order, [entry.at for entry in entries])
    for door in (["mcp0", "mcp1"], ["batch0", "batch1", "batch2"], list(files)):
        own = [speeds[name] for name in door]
        assert min(own) >= sum(own) / len(own) / 2, (door, speeds)  # a batch commits 200 at a time, MCP one
