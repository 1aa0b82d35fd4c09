"""`memdesk capture --batch`: a stream of captures, each line answered."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from governance.desk import open_desk
from tests.tui.cli import ENTRY, environment, run
from tests.tui.commands.streams import batch, items, line, streaming

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
    came = [words.split()[0] for words in done.out.splitlines()]
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
            assert process.stdout.readline().startswith(b"captured mem-")
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
        answered = process.stdout.readline().split()[1].decode()
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
