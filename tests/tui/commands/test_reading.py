"""Reading commands: list, show, search, log, verify, rebuild, status."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.tui.cli import run

COUNTS = {"pending": 9, "stale": 2, "undistilled": 13, "untriggered": 1, "conflicts": 6}
"""As the sample's own README counts them; an undistilled row is a block."""


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("queue", COUNTS)
def test_the_sample_has_as_many_rows_as_were_planted_in(queue: str) -> None:
    listed = run("list", queue, "--json").json
    assert listed["total"] == len(listed["rows"]) == COUNTS[queue]


@pytest.mark.usefixtures("reading")
def test_a_row_says_what_it_is_why_it_is_here_and_since_when() -> None:
    row = run("list", "pending", "--json").json["rows"][0]
    assert row["status"] == "pending-cleanup"
    assert row["why"][0]["sentence"]
    assert datetime.fromisoformat(row["since"]).utcoffset() is not None


@pytest.mark.usefixtures("reading")
def test_a_list_for_people_shows_ids_and_words_and_no_colour() -> None:
    done = run("list", "pending")
    assert len(done.out.splitlines()) == COUNTS["pending"]
    assert "mem-2026-03-24-006" in done.out
    assert "\x1b" not in done.out


@pytest.mark.usefixtures("reading")
def test_a_limited_list_says_how_many_there_are() -> None:
    done = run("list", "pending", "--limit", "2")
    assert len(done.out.splitlines()) == 2
    assert "2 of 9" in done.err
    assert len(run("list", "pending", "--limit", "2", "--json").json["rows"]) == 2


@pytest.mark.usefixtures("reading")
def test_a_filter_is_literal() -> None:
    rows = run("list", "items", "--json").json["rows"]
    for wanted in ("[", "%", "_", "*", "(state)", "NEAR(", '"', "m_m", "100%"):
        for words in (("list", "items", "--filter", wanted), ("search", "--", wanted)):
            found = run("--json", *words)
            assert found.code == 0, found.err
            assert len(found.json["rows"]) < len(rows) / 2


@pytest.mark.usefixtures("reading")
def test_a_search_finds_an_id_and_two_chinese_signs() -> None:
    assert "mem-2026-03-24-006" in run("search", "mem-2026-03-24-006").out
    rows = run("list", "items", "--json").json["rows"]
    chinese = next(row for row in rows if "\u4e00" <= row["text"][:1] <= "\u9fff")
    found = run("search", chinese["text"][:2], "--json").json["rows"]
    assert chinese["id"] in [row["id"] for row in found]


@pytest.mark.usefixtures("reading")
def test_after_two_dashes_nothing_is_an_option() -> None:
    assert run("search", "--json", "--", "--limit").json["query"] == "--limit"
    assert run("search", "--", "--json").out[:1] != "{"


SHOWN = {
    "an item": ("mem-2026-03-24-006", "item"),
    "a segment": (("archive", "id"), "segment"),
    "a block": (("undistilled", "id"), "block"),
    "a topic": (("topics", "id"), "topic"),
    "an entry": ("1", "entry"),
}


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize(("one", "what"), SHOWN.values(), ids=SHOWN)
def test_show_takes_the_id_of(one: str | tuple[str, str], what: str) -> None:
    name = one if isinstance(one, str) else run("list", one[0], "--json").json["rows"][0][one[1]]
    assert run("show", name, "--json").json["what"] == what
    assert run("show", name).out


@pytest.mark.usefixtures("reading")
def test_an_item_shows_its_words_its_reason_its_rival_and_its_history() -> None:
    one = run("show", "mem-2026-03-24-006")
    assert "contradicted by mem-2026-05-06-009" in one.out
    assert "history" in one.out
    assert "archive/" in one.out
    assert run("show", "mem-2026-03-24-006", "--json").json["seen"] in one.out


@pytest.mark.usefixtures("reading")
def test_a_listed_digest_is_the_one_that_show_gives() -> None:
    for queue in ("pending", "undistilled", "untriggered"):
        row = run("list", queue, "--json").json["rows"][0]
        assert run("show", row["id"], "--json").json["seen"] == row["seen"], queue


@pytest.mark.usefixtures("reading")
def test_the_log_is_a_stream_in_order_and_can_be_turned_round() -> None:
    seqs = [entry["seq"] for entry in run("log", "--json").lines]
    assert seqs == list(range(1, len(seqs) + 1))
    assert [entry["seq"] for entry in run("log", "--json", "--reverse", "--limit", "3").lines] == seqs[:-4:-1]


@pytest.mark.usefixtures("reading")
def test_the_log_can_be_narrowed_by_action_subject_and_time() -> None:
    assert {entry["action"] for entry in run("log", "--json", "--action", "topic").lines} == {"topic"}
    about = run("log", "--json", "--subject", "mem-2026-03-24-006").lines
    assert about
    assert all("mem-2026-03-24-006" in entry["subjects"] for entry in about)
    assert run("log", "--json", "--until", "2020-01-01").lines == []
    assert run("log", "--since", "yesterday-ish").code == 2


@pytest.mark.usefixtures("sample")
def test_rebuild_leaves_every_answer_as_it_was() -> None:
    before = [run(*words).out for words in (("list", "items", "--json"), ("log", "--json"))]
    assert run("rebuild").code == 0
    assert [run(*words).out for words in (("list", "items", "--json"), ("log", "--json"))] == before


@pytest.mark.usefixtures("reading")
def test_status_is_one_line_that_counts_what_waits() -> None:
    done = run("status")
    assert len(done.out.splitlines()) == 1
    assert "9 pending" in done.out
    assert "oldest" in done.out
    assert run("status", "--ascii").out.isascii()


def test_what_can_be_left_away_stands_in_brackets_in_the_usage() -> None:
    for words, usage in ((("key", "new"), "[PATH]"), (("key", "adopt"), "[PATH]"), (("key", "rotate"), "[KEY]")):
        assert run(*words, "--help").out.splitlines()[0].endswith(usage)


@pytest.mark.usefixtures("reading")
def test_one_is_told_as_one() -> None:
    assert "The last one of " in run("log", "--limit", "1").err
    assert "The last 2 of " in run("log", "--limit", "2").err
