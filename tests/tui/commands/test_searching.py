"""`memdesk search`: literal words in, rows out that say where the words stand, and an honest count."""

from __future__ import annotations

import pytest

from tests.tui.cli import run

pytestmark = pytest.mark.usefixtures("reading")


def test_each_row_says_where_its_words_stand() -> None:
    lines = run("search", "runner").out.splitlines()
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
        assert {name: row[name] for name in listed[row["id"]]} == listed[row["id"]]
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
