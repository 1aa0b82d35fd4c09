"""What a distiller answered: found wherever it stands, each operation in its form, everything else refused in words."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from governance.errors import Refusal
from governance.intake.outside.reading import MOST, read_operations

A, B, C = (f"mem-2026-01-01-00{n}" for n in (1, 2, 3))
ADD, COOL = {"op": "add", "capture": A}, {"op": "cool", "item": B}
LIST = json.dumps({"operations": [ADD, COOL]})
ANSWERS = {
    "an object": LIST,
    "an object behind a byte order mark": f"\ufeff{LIST}",
    "an object in a fence": f"Here it is:\n```json\n{LIST}\n```\nAnything else?",
    "an object after talk with braces": f"I looked at {{a}} and {{'b': 1}}. {LIST}",
    "an object after the input said again": f'{{"captures": [{{"id": "x", "text": "y"}}]}}\n{LIST}',
    "an object on many lines": json.dumps({"note": 7, "operations": [ADD, COOL]}, indent=4),
    "one a line": f"{json.dumps(ADD)}\n{json.dumps(COOL)}\n",
    "a bare list": json.dumps([ADD, COOL]),
    "two objects": f'{{"operations": [{json.dumps(ADD)}]}} {{"operations": [{json.dumps(COOL)}]}}',
}


@pytest.mark.parametrize("said", ANSWERS.values(), ids=ANSWERS)
def test_operations_are_found_wherever_they_stand(said: str) -> None:
    found, refused = read_operations(said)
    assert [one.said for one in found] == [ADD, COOL]
    assert [one.number for one in found] == [1, 2]
    assert refused == []


def test_nothing_proposed_is_an_answer() -> None:
    assert read_operations('{"operations": []}') == ([], [])


@pytest.mark.parametrize(
    "said",
    ["", "{", "null", "I am sorry.", '{"operations": 3}', '{"operations": [{"op": "add"', '{"captures": []}',
     '{"operations": [], "operations": []}', "{" * 50_000, "[" * 50_000, '{"operations": ' + "[" * 50_000],
)  # fmt: skip
def test_an_answer_without_operations_is_refused(said: str) -> None:
    with pytest.raises(Refusal, match="that can be read"):
        read_operations(said)


def test_what_of_a_cut_answer_can_be_read_is_taken_and_the_cut_is_told() -> None:
    found, refused = read_operations(LIST[:-20])
    assert [one.said for one in found] == [ADD]
    assert (refused[0].number, refused[0].operation) == (2, "…")
    assert "breaks off" in refused[0].sentence


FAULTS: dict[str, tuple[str, str]] = {
    "no object": ("7", "no object"),
    "a word": ('"delete"', "no object"),
    "no operation": ('{"capture": "x"}', "no such operation"),
    "an operation that is no word": ('{"op": ["add"]}', "no such operation"),
    "an operation deep inside": ('{"op": ' + "[" * 500 + "]" * 500 + "}", "no such operation"),
    "one that deletes": ('{"op": "delete", "item": "mem-2026-01-01-001"}', "Nothing is deleted"),
    "one that clears": ('{"op": "clear", "item": "mem-2026-01-01-001"}', "Only people clear"),
    "one that judges": ('{"op": "stale", "item": "mem-2026-01-01-001"}', "Only people judge"),
    "one that withdraws": ('{"op": "withdraw", "item": "mem-2026-01-01-001"}', "Only people withdraw"),
    "one that writes": ('{"op": "write", "path": "memory.md"}', "writes no file"),
    "a field missing": ('{"op": "refute", "capture": "mem-2026-01-01-001"}', "says no item"),
    "a field of another sort": ('{"op": "add", "capture": ["mem-2026-01-01-001"]}', "says no capture"),
    "not a number": ('{"op": "add", "capture": NaN}', "says no capture"),
    "a number without end": ('{"op": "add", "capture": ' + "9" * 9_000 + "}", "says no capture"),
    "a field too many": ('{"op": "cool", "item": "mem-2026-01-01-001", "status": "stale"}', "says status"),
    "a field twice": ('{"op": "cool", "item": "mem-2026-01-01-001", "item": "mem-2026-01-01-002"}', "a field twice"),
    "a topic that is no word": ('{"op": "add", "capture": "mem-2026-01-01-001", "topic": {}}', "Its topic"),
    "a path for an id": ('{"op": "add", "capture": "../../etc/passwd"}', "no id of an item"),
    "another sort of id": ('{"op": "cool", "item": "seg-2026-01-01-001"}', "no id of an item"),
    "an id that is no word": ('{"op": "duplicate", "items": [{}, []]}', "no id of an item"),
    "one of a pair": ('{"op": "duplicate", "items": ["mem-2026-01-01-001"]}', "takes two"),
    "a pair of one": ('{"op": "contradiction", "items": ["mem-2026-01-01-001", "mem-2026-01-01-001"]}', "takes two"),
    "a pair of three": (json.dumps({"op": "duplicate", "items": [A, B, B]}), "takes two"),
    "folded from nothing": ('{"op": "distil", "from": [], "text": "x"}', "between one and fifty"),
    "folded from one twice": (json.dumps({"op": "distil", "from": [A, A], "text": "x"}), "each once"),
    "folded from too many": (
        json.dumps({"op": "distil", "from": [f"mem-2026-01-01-{n:03d}" for n in range(1, 60)], "text": "x"}),
        "between one and fifty",
    ),
}


@pytest.mark.parametrize(("said", "why"), FAULTS.values(), ids=FAULTS)
def test_an_operation_that_is_none_is_refused_with_its_number_and_the_rest_stands(said: str, why: str) -> None:
    found, [refused] = read_operations(f'{{"operations": [{json.dumps(ADD)}, {said}, {json.dumps(COOL)}]}}')
    assert [one.number for one in found] == [1, 3]
    assert refused.number == 2
    assert why in refused.sentence


def test_a_million_operations_are_looked_at_up_to_a_bound() -> None:
    one = json.dumps(ADD)
    found, [refused] = read_operations('{"operations": [' + ",".join([one] * 90_000) + "]}")
    assert len(found) == MOST
    assert (refused.number, refused.operation) == (MOST + 1, "…")
    assert "2,000" in refused.sentence
    assert len(read_operations("\n".join([one] * 90_000))[0]) == MOST


def test_captures_are_folded_together_last() -> None:
    fold = {"op": "distil", "from": [A, B], "text": "x"}
    refute = {"op": "refute", "capture": A, "item": C}
    found, _ = read_operations(json.dumps({"operations": [fold, refute]}))
    assert [(one.number, one.op) for one in found] == [(2, "refute"), (1, "distil")]


HEAVY: dict[str, Any] = {
    "lists in lists that never end": '{"k":[' * 900 + "1," * 1_900_000,
    "a text that never ends": '{"k":[' * 900 + '["' + "x" * 3_900_000,
    "braces": "{" * 4_000_000,
    "objects in objects": '{"a":' * 800_000,
}


@pytest.mark.parametrize("said", HEAVY.values(), ids=HEAVY)
def test_an_answer_made_to_be_slow_is_given_up(said: str) -> None:
    began = time.monotonic()
    with pytest.raises(Refusal, match="that can be read"):
        read_operations(said)
    assert time.monotonic() - began < 20
