"""A request is read field by field: what no writer may set is known however it is spelled, and nothing counts as given
that shows nothing."""

from __future__ import annotations

from typing import Any

import pytest

from governance.authority.policy import DEFAULT
from governance.rules.request import FORBIDDEN, LISTS, WORDS, Request, read_request
from store.records.words import Flag

FACT = {"text": "The port is 8080.", "source": "runbook 4", "kind": "knowledge"}


def read(given: dict[str, Any]) -> Request:
    return read_request(given, DEFAULT, lambda _: "2026-06-01")


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


SPELLINGS = {
    "as it is": str,
    "with a capital": str.capitalize,
    "in capitals": str.upper,
    "with capitals": lambda name: "_".join(map(str.capitalize, name.split("_"))),
    "with dashes": lambda name: name.replace("_", "-"),
    "with blanks": lambda name: name.replace("_", " "),
    "with dots": lambda name: name.replace("_", "."),
    "in camel case": camel,
    "in one word": lambda name: name.replace("_", ""),
    "with a line before it": lambda name: f"_{name}",
    "in wide letters": lambda name: "".join(chr(ord(sign) + 0xFEE0) for sign in name),
    "with an empty sign inside": lambda name: f"{name[:3]}\u200b{name[3:]}",
    "a second time in a file": lambda name: f"{name} (again)",
}


@pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("name", sorted(FORBIDDEN))
def test_a_field_that_no_writer_may_set_is_taken_off_however_it_is_spelled(name: str, spelled: Any) -> None:
    found = read({**FACT, spelled(name): "root"})
    assert (found.flags, found.faults) == ({Flag.FIELD_STRIPPED}, [])
    assert found.stripped == [(spelled(name), "root")]


@pytest.mark.parametrize("name", ["colour", "reviews", "statuses", "owner_of", "note", "approval notes"])
def test_any_other_field_is_only_not_known(name: str) -> None:
    assert read({**FACT, name: "x"}).flags == {Flag.FIELD_UNKNOWN}


NOTHING = {
    "nothing": "",
    "blanks": " \u3000\t",
    "an empty sign": "\u200b",
    "empty signs and blanks": "\u200b \u2060 \ufeff",
    "a filler": "\u3164",
    "a soft hyphen": "\u00ad",
    "a blank of Braille": "\u2800",
    "a selector": "\ufe0f",
    "tags": "\U000e0041\U000e0042",
    "a bell": "\x07",
    "a dash with an empty sign": "\u200b-",
    "a word for nothing with an empty sign": "no\u200bne",
}


@pytest.mark.parametrize("written", NOTHING.values(), ids=NOTHING)
def test_what_shows_nothing_is_no_source_and_no_subject(written: str) -> None:
    assert read({**FACT, "source": written}).faults == [("source", "It has no Source: say where it comes from.")]
    found = read({**FACT, "kind": "state", "subject": written})
    assert (found.kind.value, found.flags) == ("knowledge", {Flag.SUBJECT_MISSING})


@pytest.mark.parametrize("name", LISTS)
def test_what_shows_nothing_is_no_value_of_a_list(name: str) -> None:
    assert read({**FACT, name: ["\u200b", "x", "\x07"]}).lists == {name: ("x",)}


@pytest.mark.parametrize("name", [*WORDS, *LISTS])
def test_a_nul_byte_in_a_field_is_refused(name: str) -> None:
    assert (name, "It holds a NUL byte, which is no text.") in read({**FACT, name: "a\0b"}).faults


@pytest.mark.parametrize("name", ["text", *WORDS, *LISTS])
def test_a_field_that_is_named_twice_with_blanks_around_it_loses_nothing_silently(name: str) -> None:
    found = read({"text": "a", "source": "s", "type": "working"} | {name: "a"} | {f" {name}": "b", f"{name} ": "c"})
    assert [said for said in found.faults if "twice" in said[1]] == [(name, "It is named twice: say each field once.")]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"type": "episodic"}, "An episodic record cannot do without it."),
        ({"type": "semantic"}, "A semantic record cannot do without it."),
        ({"type": "episodic", "owner": "x"}, "It is no field of an episodic record."),
        ({"type": "semantic", "owner": "x"}, "It is no field of a semantic record."),
        ({"type": "episodic", "kind": "state", "subject": "x"}, "An episodic record is knowledge"),
    ],
)
def test_a_type_is_told_with_its_article(given: dict[str, str], sentence: str) -> None:
    assert any(said.startswith(sentence) for _, said in read({**FACT, **given}).faults)
