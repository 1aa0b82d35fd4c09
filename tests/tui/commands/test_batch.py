"""`memdesk capture --batch`: a stream of captures, each line answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from governance.desk import open_desk
from governance.errors import Refusal
from tests.tui.cli import ENTRY, environment, run
from tests.tui.commands.streams import batch, items, line, streaming
from tui.commands.batch import run_batch
from tui.commands.call import Call
from tui.notices import notice_of

MANY = """
import json
for n in range(3000):
    print(json.dumps({"text": f"lamp {n} " + f"is red {n} " * 20, "source": "s", "kind": "knowledge"}))
"""
SOURCE = ("--source", "incident 17")
HOSTILE = "\x1b]0;owned\x07[@click=app.quit]x[/]\u202egpj.exe\u2066 arr[0] [/* */] \x9b31m"


@pytest.fixture
def store(folder: Path) -> Path:
    """A new store, with the test standing in its folder."""
    assert run("init", "--no-key", "--tz", "UTC").code == 0
    return folder


def test_each_line_is_answered_in_order_whatever_it_is(store: Path) -> None:
    done = batch(
        store,
        b"\xef\xbb\xbf" + line("first").replace(b"\n", b"\r\n"),
        b"\n   \n",
        line("first"),
        b"[1, 2]\n",
        b'"only words"\n',
        b'{"text": nope}\n',
        b"\xff\xfe\n",
        b'{"text": "a", "text": "b", "source": "s"}\n',
        b'{"text": "not a number", "source": NaN}\n',
        b'{"text": "\\ud800 lone", "source": "s", "kind": "knowledge"}\n',
        b'{"text": "big", "source": 9007199254740993, "kind": "knowledge"}\n',
        b'{"text": "long", "source": ' + b"9" * 5000 + b"}\n",
        b"[" * 5000 + b"]" * 5000 + b"\n",
        line("x" * 1_200_000),
        line("last")[:-1],
    )
    came = [words.split()[1] for words in done.out.splitlines()]
    assert [int(words.split()[0]) for words in done.out.splitlines()] == [1, *range(4, 17)], (
        "blank lines have no answer"
    )
    assert came == [
        "captured", "known", "refused", "refused", "refused", "refused", "refused", "refused",
        "captured", "captured", "refused", "refused", "refused", "captured",
    ]  # fmt: skip
    assert done.code == 6
    assert items(store) == ["first", "\ufffd lone", "big", "last"]
    told = done.out.splitlines()
    assert "names 'text' twice" in told[6]
    assert "not UTF-8" in told[5]
    assert "more than 1,000,000 bytes" in told[12]


def test_the_numbers_of_lines_are_told_as_json(store: Path) -> None:
    done = batch(store, line("first"), b"\n", b"nope\n", line("second"), options=("--json",))
    assert [(one["line"], one["came"], one["schema"]) for one in done.lines] == [
        (1, "captured", "memdesk/capture/1"),
        (3, "refused", "memdesk/capture/1"),
        (4, "captured", "memdesk/capture/1"),
    ]


def test_the_exit_code_says_whether_all_some_or_none_were_taken(store: Path) -> None:
    assert batch(store, line("a"), line("a")).code == 0
    assert batch(store, line("b"), b"nope\n").code == 6
    assert batch(store, b"nope\n", b"neither\n").code == 4
    nothing = batch(store, b"\n\n")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "Nothing came.\n")


def test_a_line_is_answered_at_once_while_the_stream_stays_open(store: Path) -> None:
    with streaming(store) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for n in range(3):
            process.stdin.write(line(f"fact {n}"))
            process.stdin.flush()
            assert process.stdout.readline().startswith(f"{n + 1} captured mem-".encode())
            assert len(items(store)) == n + 1
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_long_stream_is_committed_in_parts(store: Path) -> None:
    done = batch(store, *(line(f"fact {n} of the gateway") for n in range(450)))
    assert done.code == 0
    assert len(done.out.splitlines()) == len(items(store)) == 450


def test_what_was_answered_is_there_after_ctrl_c(store: Path) -> None:
    with streaming(store) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line("kept") + b'{"text": "half')
        process.stdin.flush()
        answered = process.stdout.readline().split()[2].decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    with open_desk(store / "memory" / "memory.db") as desk:
        assert desk.item_keys() == (answered,)


def test_a_reader_that_went_away_ends_it_quietly(store: Path) -> None:
    with streaming(store) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(line("first"))
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(line("second"))
        process.stdin.flush()
        until = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        assert process.poll() == 0
        assert process.stderr.read() == b""
        assert items(store)[0] == "first"


def test_several_streams_at_once_lose_nothing_and_double_nothing(store: Path) -> None:
    lines = [[line(f"writer {w} fact {n}") for n in range(60)] for w in range(3)]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ENTRY, "capture", "--batch"],
            cwd=store, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for _ in lines
    ]  # fmt: skip
    for process, sent in zip(started, lines, strict=True):
        out, _ = process.communicate(b"".join(sent), timeout=60)
        assert (process.returncode, out.count(b"captured mem-")) == (0, 60)
    assert len(set(items(store))) == len(items(store)) == 180
    assert run("verify", "--replay", "--store", str(store / "memory" / "memory.db")).code == 0


def test_a_field_that_is_taken_off_is_named(store: Path) -> None:
    done = batch(
        store, line("one", colour="red", approved_by="me"), b'{"conclusion": "the lamp is red", "source": "s"}\n'
    )
    taken, refused = done.out.splitlines()
    assert "no writer may set it: approved_by" in taken
    assert "no such field: colour" in taken
    assert "There is no text" in refused
    assert "no such field: conclusion" in refused


def test_a_full_disk_stops_at_a_line_that_is_named_and_keeps_the_lines_before_it(
    store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_desk(store / "memory" / "memory.db") as desk:
        conn = desk.store.writer()
        room = conn.execute("PRAGMA page_count").fetchone()[0] + 200
        conn.execute(f"PRAGMA max_page_count = {room}")
        read, write = os.pipe()
        with subprocess.Popen([sys.executable, "-c", MANY], stdout=write) as writer:
            os.close(write)
            with pytest.raises(Refusal) as refused:
                run_batch(Call(), desk, read)
            os.close(read)
            writer.kill()
        kept = len(desk.item_keys())
    answered = capfd.readouterr().out.splitlines()
    assert 200 <= kept == len(answered) < 3000
    assert answered[-1].startswith(f"{kept} captured ")
    notice = notice_of(refused.value)
    assert notice.code == 5
    assert f"Stopped at line {kept + 1:,}: The disk is full" in notice.sentence
    assert f"The lines before it are done: {kept:,} captured." in notice.sentence
    assert f"from line {kept + 1:,} on" in notice.hint
