"""`memdesk search`: literal words in, rows out that say where the words stand, and an honest count."""

from __future__ import annotations

from operator import itemgetter

import pytest

from tests.tui.cli import run
from tui.wording.sentences import CONFLICT

pytestmark = pytest.mark.usefixtures("reading")


def test_each_row_says_where_its_words_stand() -> None:
    lines = [line for line in run("search", "runner").out.splitlines() if line.startswith("mem-")]
    assert len(lines) == 5
    assert sum("in words" in line for line in lines) == 4
    (source,) = [line for line in lines if "in source" in line]
    assert "archive/2026-05-19.md#runner-heron · Builds on heron" in source


def test_json_says_so_too_and_keeps_all_that_a_row_had() -> None:
    found = run("search", "runner", "--json").json
    assert (found["query"], found["more"], found["cut"], len(found["rows"])) == ("runner", False, False, 5)
    listed = {row["id"]: row for row in run("list", "items", "--json").json["rows"]}
    for row in found["rows"]:
        assert set(row) - set(listed[row["id"]]) == {"found", "excerpt", "marks"}
        plain = {name: row[name] for name in listed[row["id"]]}
        assert plain | {"why": [one for one in row["why"] if one["code"] not in CONFLICT]} == listed[row["id"]]
        assert all(row["excerpt"][start:end].casefold() == "runner" for start, end in row["marks"])
    assert [row["found"][0] for row in found["rows"]].count("source") == 1


def test_a_phrase_is_found_as_one_also_while_it_is_open() -> None:
    whole = run("search", '"build runner heron"', "--json").json["rows"]
    assert len(whole) == 2
    opened = run("search", '"build runner her', "--json").json["rows"]
    assert [row["id"] for row in opened] == [row["id"] for row in whole]
    assert len(run("search", "heron runner build", "--json").json["rows"]) == 3
    assert run("search", '"heron runner build"').err.strip() == "Nothing here."


def test_more_than_the_limit_is_said() -> None:
    done = run("search", "runner", "--limit", "2")
    assert len(done.out.splitlines()) == 2
    assert "There are more than 2" in done.err
    assert run("search", "runner", "--limit", "5").err == ""
    assert run("search", "runner", "--limit", "2", "--json").json["more"] is True


def test_a_search_that_took_too_long_is_not_passed_off_as_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.views.search.PATIENCE", -1.0)
    assert "There may be more" in run("search", "--", "--flag").err
    assert run("search", "--json", "--", "--flag").json["cut"] is True


@pytest.mark.parametrize("query", ["", " ", '"', '""', "\u0301", "\u200b", "((", "AND", "NEAR/3", "'", "\\", "^", "{}"])
def test_no_query_is_a_mistake(query: str) -> None:
    done = run("search", "--json", "--", query)
    assert done.code == 0, done.err
    assert len(done.json["rows"]) < 100


@pytest.mark.parametrize("at", range(6))
def test_a_row_says_with_which_others_it_disagrees_as_its_card_does(at: int) -> None:
    names = run("list", "conflicts", "--json").json["rows"][at]["group"].split()
    for name in names:
        row = next(one for one in run("search", name, "--json").json["rows"] if one["id"] == name)
        told = [why for why in row["why"] if why["code"] in CONFLICT]
        card = [why for why in run("show", name, "--json").json["why"] if why["code"] in CONFLICT]
        key = itemgetter("code")
        assert sorted(told, key=key) == sorted(card, key=key)
        assert {one for why in told for one in why["ids"]} == {*names} - {name}
        lines = run("search", name).out.splitlines()
        at_row = next(n for n, line in enumerate(lines) if line.startswith(name))
        assert lines[at_row + 1 : at_row + 1 + len(told)] == [f"    {why['sentence']}" for why in told]


def test_a_row_in_no_conflict_says_nothing_of_one() -> None:
    at_odds = {name for row in run("list", "conflicts", "--json").json["rows"] for name in row["group"].split()}
    rows = run("search", "the", "--limit", "1000", "--json").json["rows"]
    assert {row["id"] for row in rows if any(why["code"] in CONFLICT for why in row["why"])} <= at_odds
    assert len(rows) > len(at_odds)
