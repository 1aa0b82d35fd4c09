"""The wire: whatever bytes come, and however the client leaves, the process ends in order and nothing is half done."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli import ENTRY, environment, spawn
from tests.tui.mcp.clients import Raw, raw
from tests.tui.mcp.conftest import Place

FACT = {"text": "Retries are safe after a timeout.", "source": "incident 17", "kind": "knowledge"}

ODD: dict[str, bytes | dict[str, Any]] = {
    "no JSON": b"nope",
    "bytes that are no text": b"\xff\xfe\x00",
    "a blank line": b"",
    "a list": b"[1, 2]",
    "no method": {"id": 9},
    "a method nobody knows": {"id": 9, "method": "decide/all", "params": {}},
    "a tool nobody knows": {"id": 9, "method": "tools/call", "params": {"name": "decide", "arguments": {}}},
    "arguments that are no object": {"id": 9, "method": "tools/call", "params": {"name": "capture", "arguments": 7}},
    "a page of no address": {"id": 9, "method": "resources/read", "params": {"uri": 7}},
    "a hand shaken twice": {"id": 9, "method": "initialize", "params": {}},
    "deep nesting": b'{"jsonrpc":"2.0","id":9,"method":"ping","params":' + b"[" * 4000 + b"]" * 4000 + b"}",
}


def still_answers(one: Raw, number: int) -> str:
    """The session goes on: a capture is taken."""
    one.call(number, "capture", {**FACT, "text": f"Fact {number}."})
    while (told := one.answer()).get("id") != number:
        assert "error" in told
    return str(told["result"]["structuredContent"]["id"])


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_the_session_goes_on_after(place: Place, odd: bytes | dict[str, Any]) -> None:
    with raw(place.path) as one:
        one.begin()
        one.send(odd)
        name = still_answers(one, 10)
        assert one.process.stdin is not None
        one.process.stdin.close()
        assert one.process.wait(20) == 0
    assert place.desk.item_keys() == (name,)


def test_what_spells_no_character_is_taken_with_a_mark_in_its_place(place: Place) -> None:
    with raw(place.path) as one:
        one.begin()
        one.send(
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"capture","arguments":'
            b'{"text":"\\ud800 lone, \\ud83d\\ude00 paired","source":"s"}}}'
        )
        name = one.answer()["result"]["structuredContent"]["id"]
    assert place.desk.item(name).text == "\ufffd lone, \U0001f600 paired"


def test_a_text_that_is_far_too_long_is_refused_and_the_session_goes_on(place: Place) -> None:
    with raw(place.path) as one:
        one.begin()
        one.call(1, "capture", {**FACT, "text": "long " * 400_000})
        told = one.answer()["result"]
        assert (told["isError"], told["structuredContent"]["fault"]) == (True, "too-long")
        still_answers(one, 2)


def test_a_message_beyond_all_bounds_ends_the_connection_with_a_sentence(place: Place) -> None:
    with raw(place.path) as one:
        one.begin()
        still_answers(one, 1)
        assert one.process.stdin is not None
        with pytest.raises(BrokenPipeError):
            one.process.stdin.write(b"x" * 12_000_000)
        assert one.process.wait(20) == 2
        assert one.process.stderr is not None
        told = one.process.stderr.read().decode()
    assert "more than 4,000,000 bytes" in told
    assert "Traceback" not in told
    assert len(place.desk.item_keys()) == 1


def test_a_cancelled_call_leaves_a_whole_capture_or_none(place: Place) -> None:
    with raw(place.path) as one:
        one.begin()
        for n in range(1, 21):
            one.call(n, "capture", {**FACT, "text": f"Fact {n}."})
            one.send({"method": "notifications/cancelled", "params": {"requestId": n}})
        name = still_answers(one, 99)
    assert name in place.desk.item_keys()
    assert 1 <= len(place.desk.item_keys()) <= 21
    assert place.desk.verify(replay=True).ok


@pytest.mark.parametrize("how", ["it closes stdin", "ctrl-C", "it is killed"])
def test_however_the_client_leaves_the_store_is_whole(place: Place, how: str) -> None:
    with raw(place.path) as one:
        one.begin()
        kept = still_answers(one, 1)
        for n in range(2, 12):
            one.call(n, "capture", {**FACT, "text": f"Fact {n}."})
        assert one.process.stdin is not None
        assert one.process.stdout is not None
        if how == "ctrl-C":
            one.process.send_signal(signal.SIGINT)
            assert one.process.wait(20) == 130
        elif how == "it is killed":
            one.process.kill()
            one.process.wait(20)
        else:
            one.process.stdin.close()
            assert one.process.wait(20) == 0
        assert one.process.stderr is not None
        assert "Traceback" not in one.process.stderr.read().decode()
    assert kept in place.desk.item_keys()
    assert place.desk.verify(replay=True).ok


def test_a_client_that_reads_no_more_ends_it_in_order(place: Place) -> None:
    lines = [b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % n for n in range(50)]
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "mcp"], cwd=place.path.parent, env=environment(MEMDESK_STORE=str(place.path)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"".join(lines))
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_stdout_bears_nothing_but_the_protocol(place: Place) -> None:
    with raw(place.path) as one:
        one.begin()
        one.send(b"nope", {"id": 1, "method": "nope"}, {"id": 2, "method": "tools/list"})
        told = [one.answer(), one.answer()]
    assert all(line["jsonrpc"] == "2.0" for line in told)


# before it begins


def test_without_the_package_it_says_how_to_get_it(place: Place) -> None:
    without = f"import sys; sys.modules['mcp'] = None; {ENTRY}"
    done = subprocess.run(
        [sys.executable, "-c", without, "mcp"], cwd=place.path.parent,
        env=environment(MEMDESK_STORE=str(place.path)), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs the package mcp" in done.stderr
    assert "pipx inject memdesk" in done.stderr


def test_without_a_store_or_with_a_token_that_opens_nothing_it_says_so(place: Place, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert spawn("mcp", cwd=empty, MEMDESK_STORE=str(empty / "no.db")).code == 2
    refused = spawn("mcp", cwd=empty, MEMDESK_STORE=str(place.path), MEMDESK_TOKEN="mdt_nonsense")
    assert (refused.code, refused.out, "not one of this store" in refused.err) == (3, "", True)
