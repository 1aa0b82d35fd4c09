"""What a fresh session needs (P§21), by name: where the memory is, when to read it, what leads to what, from when."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.cli import run

DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def test_p21_1_a_fresh_session_finds_the_memory_by_its_hot_entry(reading: Path) -> None:
    told = run("hot", "--for", "agents-md").out
    [path] = re.findall(r"in `(/\S+memory\.db)`", told)
    assert Path(path) == reading / "memory" / "memory.db"
    assert Path(path).is_file()


@pytest.mark.usefixtures("reading")
def test_p21_2_it_says_when_to_read_and_where_to_begin_and_the_index_is_there() -> None:
    told = run("hot", "--for", "claude-md").out
    assert "when the work rests on how something was set up" in told
    assert "Where to begin at all: the page memdesk://index, or `memdesk list index`" in told
    assert run("list", "index").out.startswith("Topic map")


@pytest.mark.usefixtures("reading")
def test_p21_6_the_index_leads_to_each_topic_by_its_triggers_and_says_of_the_others_that_nothing_does() -> None:
    found = run("list", "index", "--json", "--limit", "1").json["topics"]
    items = {one["id"]: one["items"] for one in run("list", "topics", "--json", "--limit", "0").json["rows"]}
    assert len(found) == 7
    for topic in found:
        assert topic["items"] == items[topic["id"]] > 0
        if topic["triggers"]:
            assert (topic["near"]["layer"], topic["near"]["why"].endswith("lead to it")) == ("warm", True)
        else:
            assert topic["near"]["why"] == "no trigger leads to it, so that it is cold in effect"


@pytest.mark.usefixtures("reading")
def test_p21_7_every_topic_page_has_the_dates_of_its_sources() -> None:
    for topic in run("list", "index", "--json", "--limit", "1").json["topics"]:
        assert topic["source_dates"], topic["id"]
        assert all(DAY.fullmatch(day) for day in (*topic["source_dates"], topic["last_updated"]))
