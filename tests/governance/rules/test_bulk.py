"""What is no single memory is named, with advice what to send instead."""

from __future__ import annotations

import json

import pytest

from governance.rules.bulk import bulk_fault
from tests.growth import assert_linear

FAULTS = {
    "nothing": ("empty", ""),
    "blanks": ("empty", " \n\t\u3000\u200b\ufeff"),
    "a NUL": ("binary", "note\x00"),
    "control signs": ("binary", "\x01\x02\x03ab\x04"),
    "what could not be decoded": ("binary", "\ufffd\ufffd\ufffdPNG"),
    "one sign too many": ("too-long", "x" * 201),
    "a chat": ("transcript", "User: hello\nAssistant: hello\nUser: the port is 8080"),
    "one exchange": ("transcript", "Human: which port?\n\nAssistant: 8080."),
    "a chat in bold": ("transcript", "**User:** which port?\n\n**Claude:** 8080.\n\n**User:** thanks"),
    "a chat under headings": ("transcript", "### User:\nwhich port?\n### Assistant:\n8080\n### User:\nthanks"),
    "a chat with times": ("transcript", "[10:01] User: port?\n[10:02] Assistant: 8080\n[10:02] User: ok"),
    "a recording": ("transcript", "[00:00:11] speaker one\n[00:00:14] speaker two\n[00:00:19] speaker one"),
    "a Chinese chat": ("transcript", "用户：端口是多少？\n助手：8080。\n用户：好的"),
    "a Japanese chat": ("transcript", "ユーザー：ポートは？\nアシスタント：8080です。"),
    "roles in JSON": (
        "transcript",
        json.dumps([{"role": "user", "content": "port?"}, {"role": "assistant", "content": "8080"}]),
    ),
    "a template of turns": ("transcript", "<|im_start|>user\nport?\n<|im_start|>assistant\n8080"),
}
SINGLE = {
    "a note": "The port is 8080.",
    "exactly the bound": "x" * 200,
    "a quoted line": "The user said:\nUser: the port is 8080",
    "one line of an assistant": "Assistant: a role that the gateway adds.",
    "a list of settings": "user: alice\nhost: db.local\nport: 5432",
    "a role in a schema": '{"role": "user", "content": "the text of one turn"}',
    "one stamp": "[00:00:11] speaker is how the transcripts of the tool begin.",
    "a day plan": "[09:00] standup\n[12:00] lunch\n[15:00] review",
    "a coloured line": "\x1b[31mred\x1b[0m is how the linter marks errors.",
    "CRLF and tabs": "a\r\nb\r\nc\td",
    "Arabic": "استخدم التوقيت العالمي في تقارير الحوادث.",
}


@pytest.mark.parametrize(("code", "text"), FAULTS.values(), ids=FAULTS.keys())
def test_what_is_no_single_memory_is_named_with_advice(code: str, text: str) -> None:
    fault = bulk_fault(text, characters=200)
    assert fault is not None
    assert fault[0] == code
    assert "send" in fault[1]


@pytest.mark.parametrize("text", SINGLE.values(), ids=SINGLE.keys())
def test_a_single_memory_passes(text: str) -> None:
    assert bulk_fault(text, characters=200) is None


def test_the_bound_and_the_way_out_are_said() -> None:
    fault = bulk_fault("x" * 2345, characters=2000)
    assert fault is not None
    assert "2,345" in fault[1]
    assert "2,000" in fault[1]
    assert "one conclusion per capture" in fault[1]
    assert "Source" in fault[1]


@pytest.mark.parametrize("unit", ["#", "* ", "1:00 ", "[00:00:01", "user: a\n", " \u200b"])
def test_the_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    def judge(times: int) -> object:
        return bulk_fault(unit * times + "x", characters=10**9)

    assert_linear(lambda: judge(20_000), lambda: judge(40_000))
