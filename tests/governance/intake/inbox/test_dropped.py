"""JSON that is dropped is read as a line of a batch is: nothing of it is lost silently, and no byte is made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.intake.inbox.dropped import dropped
from store.records.words import Fault
from tests.governance.builders import sound
from tests.governance.intake.inbox.inboxes import quarantined, secret, texts

TWICE = '{"text": "first words", "text": "second words", "source": "s"}'
INSIDE = '{"text": "a", "source": "s", "x": {"y": [{"z": 1, "z": 2}]}}'
GOOD = json.dumps({"text": "good", "source": "s", "kind": "knowledge"})
DEEP = '{"text": "deep", "source": "s", "x": ' + "[" * 70 + "]" * 70 + "}"


def scanned(desk: Desk, path: Path, text: str | bytes) -> list[str]:
    """The reasons of what was refused."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    desk.intake.scan(settle=0)
    assert {one.fault for one in quarantined(desk)} <= {Fault.UNREADABLE}
    return [sentence for one in quarantined(desk) for _, sentence in one.faults]


FORMS = {
    "one capture": ("a.json", "{}\n"),
    "a list": ("a.json", "[" + GOOD + ",\n{}]\n"),
    "one on each line": ("a.jsonl", GOOD + "\n{}\n"),
    "one on each line, named .json": ("a.json", GOOD + "\n{}\n"),
}


@pytest.mark.parametrize(("name", "frame"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("odd", "reason"),
    [(TWICE, "names 'text' twice"), (INSIDE, "names 'z' twice"), (DEEP, "nests deeper than 60")],
    ids=["a name twice", "a name twice inside", "far too deep"],
)
def test_what_would_be_kept_in_part_is_refused_and_harms_no_neighbour(
    desk: Desk, drop: Path, name: str, frame: str, odd: str, reason: str
) -> None:
    [said] = scanned(desk, drop / name, frame.replace("{}", odd))
    assert reason in said
    assert texts(desk) == (["good"] if "good" in frame else [])
    assert [path.name for path in (drop / "refused").iterdir()] == [name]
    sound(desk)


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_both_values_of_a_name_are_kept_with_the_refusal(desk: Desk, drop: Path, name: str) -> None:
    scanned(desk, drop / name, TWICE + "\n")
    [kept] = quarantined(desk)
    assert "first words" in (kept.raw or "")
    assert "second words" in (kept.raw or "")


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_a_credential_in_the_value_that_would_be_lost_is_kept_nowhere(desk: Desk, drop: Path, name: str) -> None:
    hidden = secret()
    (drop / name).write_text(f'{{"text": "the token is {hidden}", "text": "fine", "source": "s"}}\n')
    desk.intake.scan(settle=0)
    assert [(one.fault, one.raw) for one in quarantined(desk)] == [(Fault.SECRET, None)]
    raw = desk.path.read_bytes() + desk.path.with_name(desk.path.name + "-wal").read_bytes()
    assert hidden.encode() not in raw


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.jsonl", GOOD.encode() + b'\n{"text": "b\xffd but mostly fine", "source": "s"}\n', 2),
        ("a.json", GOOD.encode() + b'\n{"text": "b\xffd but mostly fine", "source": "s"}\n', 2),
        ("b.json", b'[\n{"text": "good",\n"source": "b\xffd but mostly fine"}]\n', 3),
    ],
    ids=["a line", "a line of a file named .json", "a list"],
)
def test_bytes_that_are_no_text_are_refused_with_their_line(
    desk: Desk, drop: Path, name: str, text: bytes, line: int
) -> None:
    assert scanned(desk, drop / name, text) == ["It holds bytes that are no text in its encoding."]
    assert [one.line for one in quarantined(desk)] == [line]
    assert texts(desk) == ([] if name == "b.json" else ["good"])


@pytest.mark.parametrize("text", ['{"text": "a", "source": NaN}', '{"text": "a", "source": 1e999}', "[" * 100_000])
def test_what_json_does_not_know_is_refused(desk: Desk, drop: Path, text: str) -> None:
    (drop / "a.json").write_text(text + "\n")
    desk.intake.scan(settle=0)
    assert [one.fault for one in quarantined(desk)] in ([Fault.UNREADABLE], [])
    assert texts(desk) in ([], ["a"])


def test_a_file_far_too_long_to_be_looked_through_is_refused_and_none_of_it_kept(desk: Desk, drop: Path) -> None:
    (drop / "a.json").write_text(json.dumps({"x": ["y" * 300_000, secret()]}) + "\n")
    desk.intake.scan(settle=0)
    [kept] = quarantined(desk)
    assert (kept.fault, kept.raw) == (Fault.TOO_LONG, "")
    assert [path.name for path in (drop / "refused").iterdir()] == ["a.json"]


def test_a_list_gives_each_of_its_captures_in_order() -> None:
    raw = f"[{GOOD}, {TWICE}, {GOOD}]".encode()
    assert [sent.fault is None for sent in dropped("a.json", raw, "a.json")] == [True, False, True]
