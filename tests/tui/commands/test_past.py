"""`--at-seq N`: every reading command answers as it did at entry N, and says so."""

from __future__ import annotations

import pytest

from tests.tui.cli import run
from tests.tui.commands.conftest import seen

ONE = "mem-2026-03-24-006"
READING = {
    "a queue": ("list", "pending"),
    "drift groups": ("list", "drift", "--groups"),
    "items": ("list", "items"),
    "topics": ("list", "topics"),
    "the archive": ("list", "archive"),
    "plans": ("list", "plans"),
    "an item": ("show", ONE),
    "an entry": ("show", "1"),
    "a search": ("search", "the"),
}


def head() -> int:
    """The last entry."""
    seq = run("log", "--limit", "1", "--json").lines[0]["seq"]
    assert isinstance(seq, int)
    return seq


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("words", READING.values(), ids=READING)
def test_a_decision_since_then_does_not_change_the_answer_about(words: tuple[str, ...]) -> None:
    before, then = run(*words, "--json").json, head()
    assert run("decide", "stale", ONE, "--seen", seen(ONE), "--reason", "no-longer-true").code == 0
    again = run(*words, "--at-seq", str(then), "--json").json
    assert again.pop("at_seq") == then
    for view in (before, again):  # how old a thing is depends on when one looks; a view of the past is never current
        for row in view.get("rows", [view]):
            row.pop("age_days", None)
            row.get("strip", {}).pop("age_days", None)
            for linked in row.get("links", []):
                (linked["strip"] or {}).pop("age_days", None)
            row.pop("current", None)
            for when in ("to_seq", "entry_seq"):
                row.get("row", {}).pop(when, None)
    assert again == before


@pytest.mark.usefixtures("sample")
def test_the_log_ends_at_that_entry_and_each_line_says_so() -> None:
    entries = run("log", "--at-seq", "20", "--json").lines
    assert [entry["seq"] for entry in entries] == list(range(1, 21))
    assert {entry["at_seq"] for entry in entries} == {20}
    assert "at_seq" not in run("log", "--limit", "1", "--json").lines[0]
    narrowed = run("log", "--at-seq", "20", "--action", "holder", "--json").lines
    assert {entry["action"] for entry in narrowed} == {"holder"}
    assert max(entry["seq"] for entry in narrowed) <= 20


@pytest.mark.usefixtures("reading")
def test_people_are_told_which_moment_they_look_at() -> None:
    done = run("list", "pending", "--at-seq", str(head()))
    assert f"As it was at entry {head():,}" in done.err
    assert done.out == run("list", "pending").out


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("words", [*READING.values(), ("log",)], ids=[*READING, "the log"])
@pytest.mark.parametrize("seq", ["0", "-3", "99999"])
def test_an_entry_that_is_not_there_is_a_mistake_in_asking(words: tuple[str, ...], seq: str) -> None:
    done = run(*words, "--at-seq", seq, "--json")
    assert done.code == 2
    assert done.out == ""
    assert done.error["sentence"] == f"There is no entry {seq}: the log goes from 1 to {head()}."


@pytest.mark.usefixtures("reading")
def test_what_did_not_exist_yet_says_from_when_on_it_can_be_seen() -> None:
    done = run("show", ONE, "--at-seq", "20")
    assert done.code == 2
    assert f"There was no {ONE} yet at entry 20" in done.err
    assert f"memdesk show {ONE} --at-seq {head()}" in done.err


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("beside", [("--at-seq", "3"), ("--reverse",)])
def test_what_is_followed_can_be_neither_past_nor_turned_round(beside: tuple[str, ...]) -> None:
    done = run("log", "--follow", *beside)
    assert done.code == 2
    assert "--follow" in done.err
