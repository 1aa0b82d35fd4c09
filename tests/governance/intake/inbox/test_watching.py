"""The loop: it wakes up at every change, sees what is made anew, survives kill -9, and ends when it is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.intake.inbox import loop
from store.records.views import ScanReport
from tests.governance.builders import beside, sound
from tests.governance.intake.inbox.inboxes import append, captured, line, once_each, replace, texts
from tests.house.places import ROOT

RUN = """
import sys, threading
from pathlib import Path
from governance.authority.people import Person
from governance.desk import Desk
from store.database import Store
from store.records.words import Assurance
desk = Desk(Store(Path(sys.argv[1])), lambda: 1_780_304_400_000_000, Person("mira", Assurance.OS_USER))
desk.intake.watch(threading.Event(), lambda report: print(report.captured, flush=True))
"""


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)


@contextmanager
def watching(desk: Desk) -> Iterator[list[ScanReport]]:
    """A watch that runs in a thread, with what it told."""
    told: list[ScanReport] = []
    stop = threading.Event()
    other = beside(desk)
    thread = threading.Thread(target=other.intake.watch, args=(stop, told.append))
    thread.start()
    try:
        until(lambda: bool(told))
        yield told
    finally:
        stop.set()
        thread.join(10)
        assert not thread.is_alive()
        other.close()


def test_every_kind_of_change_is_seen_as_it_happens(desk: Desk, inbox: Path, drop: Path) -> None:
    with watching(desk):
        append(inbox, line("appended"))
        until(lambda: "appended." in texts(desk))
        for n in range(3):
            replace(inbox, line(f"save {n}"))
            until(lambda n=n: f"save {n}." in texts(desk))  # type: ignore[misc]
        inbox.unlink()
        inbox.write_text(line("re-created"))
        until(lambda: "re-created." in texts(desk))
        (drop / "a.json").write_text(json.dumps({"text": "dropped", "source": "me"}) + "\n")
        until(lambda: "dropped" in texts(desk))
    once_each(desk)


def test_a_folder_that_is_made_anew_and_a_place_that_is_added_are_seen(desk: Desk, inbox: Path, tmp_path: Path) -> None:
    with watching(desk):
        inbox.unlink()
        inbox.parent.rmdir()
        until(lambda: desk.intake.watches()[0].trouble is not None)
        inbox.parent.mkdir()
        inbox.write_text(line("made anew"))  # in the very moment, before anybody could watch the folder
        until(lambda: "made anew." in texts(desk))
        (tmp_path / "more").mkdir()
        desk.intake.watch_add(tmp_path / "more")
        (tmp_path / "more" / "a.md").write_text(line("added"))
        until(lambda: "added." in texts(desk))
        append(inbox, line("and then"))
        until(lambda: "and then." in texts(desk))


def test_it_tells_once_what_is_wrong_and_goes_on(desk: Desk, drop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "BEAT", 0.05)
    with watching(desk) as told:
        (drop / "link.md").symlink_to("/etc/passwd")
        until(lambda: any(place.sentences for report in told for place in report.places))
        time.sleep(0.5)
        assert len(told) == 2
        (drop / "a.json").write_text(json.dumps({"text": "dropped", "source": "me"}) + "\n")
        until(lambda: texts(desk) == ["dropped"])


def test_without_events_of_the_system_it_looks_at_every_beat(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import watchfiles

    def none_left(*_: object, **__: object) -> None:
        raise OSError(24, "OS file watch limit reached.")

    monkeypatch.setattr(watchfiles, "watch", none_left)
    monkeypatch.setattr(loop, "BEAT", 0.05)
    with watching(desk):
        append(inbox, line("one"))
        until(lambda: texts(desk) == ["one."])


def test_a_busy_store_is_waited_for(desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from store import database

    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    with watching(desk):
        with desk.store.locked():
            append(inbox, line("one"))
            time.sleep(1)
        until(lambda: texts(desk) == ["one."])


def test_kill_9_in_the_middle_of_a_burst_and_then_again_gives_each_once(desk: Desk, inbox: Path, drop: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for turn in range(3):
        process = subprocess.Popen([sys.executable, "-c", RUN, str(desk.path)], env=env, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        for n in range(400):
            append(inbox, line(f"turn {turn} fact {n}"))
            new = drop / f"{turn}-{n}.tmp"
            new.write_text(json.dumps({"text": f"turn {turn} dropped {n}", "source": "me"}))
            new.rename(new.with_suffix(".json"))
        until(lambda turn=turn: len(captured(desk)) > turn * 800 + 50)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    desk.intake.scan(settle=0)
    assert len(captured(desk)) == 2_400
    once_each(desk)
    assert list(drop.iterdir()) == []
    sound(desk)


def test_the_screen_may_read_beside_a_watch_in_the_same_process(desk: Desk, inbox: Path) -> None:
    with watching(desk):
        for n in range(100):
            append(inbox, line(f"fact {n}"))
            if n % 5 == 0:
                desk.intake.scan(settle=0)
        until(lambda: len(captured(desk)) == 100)
    once_each(desk)
