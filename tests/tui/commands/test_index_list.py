"""`list index`: where to begin, for people; with --json the meta index and the rows of the category index."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.views import MetaRow
from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.desks import memory_store

HAVE = "rows of the category index have these words"
pytestmark = pytest.mark.usefixtures("sample")


def test_people_read_topics_with_triggers_standing_layer_and_source_then_what_is_new_and_what_waits() -> None:
    done = run("list", "index")
    assert done.code == 0, done.err
    out = done.out
    assert [
        out.index(part) for part in ("Topic map", "Recent activity", "Pending cleanup", "Static knowledge")
    ] == sorted(out.index(part) for part in ("Topic map", "Recent activity", "Pending cleanup", "Static knowledge"))
    for piece in (
        "topics/environment.md",
        "read when",
        "6 triggers lead to it",
        "pending-cleanup (",
        "comes from seg-",
    ):
        assert piece in out
    assert "cold (searched or audited): no trigger leads to it, so that it is cold in effect" in out
    assert "conventions.md" in out
    recent = out.partition("Recent activity")[2].partition("Pending cleanup")[0]
    assert len([line for line in recent.splitlines() if line.strip().startswith("mem-")]) == 10


def test_a_topic_whose_page_is_withdrawn_is_told_by_no_list_and_leads_to_nothing() -> None:
    [topic] = [one for one in run("list", "index", "--json").json["topics"] if one["title"] == "Environment"]
    said = ("--reason", "untrusted", "--seen", seen(topic["source"]))
    assert run("withdraw", "--archive", topic["source"], *said).code == 0
    ways = (("list", "index"), ("list", "topics"), ("topic", "list"), ("list", "index", "--json"), ("hot",))
    for way in ways:
        told = run(*way).out
        assert [one for one in ("Environment", *topic["triggers"]) if one in told] == [], way
    assert run("recall", "what is the backup schedule?", "--json").json["topics"] == []
    gone = run("show", topic["id"])
    assert (gone.code, "Environment" in gone.out + gone.err) == (2, False), gone


def test_json_gives_the_chain_the_budget_and_every_field_of_a_category_row() -> None:
    found = run("list", "index", "--json", "--limit", "3").json
    assert found["schema"] == "memdesk/list/1"
    assert found["queue"] == "index"
    assert found["meta"]["adapted"] == "full"
    assert found["meta"]["budget"] == {
        "meta_indexes": 1, "category_indexes": 1, "payloads": 2, "full_history_scan": False,
    }  # fmt: skip
    assert len(found["meta"]["chain"]) == 3
    assert (len(found["rows"]), found["total"]) == (3, 141)
    for row in found["rows"]:
        assert set(row) == set(MetaRow.model_fields)
        assert row["updated_at"].endswith("Z")
        assert set(row["confidence"]) == {"label", "basis"}
        assert row["near"]["layer"] in ("hot", "warm", "cold")
    assert {page["role"] for page in found["pages"]} >= {"conventions", "topic"}


@pytest.mark.parametrize(("limit", "rows"), [((), 100), (("--limit", "0"), 141), (("--limit", "7"), 7)])
def test_rows_are_bounded_and_their_number_is_told_honestly(limit: tuple[str, ...], rows: int) -> None:
    found = run("list", "index", "--json", *limit).json
    assert (len(found["rows"]), found["total"]) == (rows, 141)


def test_words_narrow_every_part() -> None:
    out = run("list", "index", "--filter", "certificate").out
    assert "Incidents" in out
    assert "Workflows" not in out
    assert run("list", "index", "--filter", "no such words anywhere").out.count("none yet") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "--json gives the newest 100 rows of the category index; it has 141 in all, and --limit 0 takes all."),
        ("--limit 0", "--json gives the category index as well: 141 rows."),
        ("--limit 0 --filter certificate", "18 rows of the category index have these words: --json gives them."),
        ("--limit 7 --filter zzz", f"0 {HAVE}, of its newest 7; it has 141 in all, and --limit 0 takes all."),
        ("--limit 0 --filter zzz", "No row of the category index has these words."),
    ],
)  # fmt: skip
def test_how_many_rows_there_are_is_said_in_a_sentence(words: str, said: str) -> None:
    assert run("list", "index", *words.split()).err.strip() == said


def test_a_narrowed_queue_tells_how_many_of_all_it_names() -> None:
    assert "Pending cleanup  0 of 9" in run("list", "index", "--filter", "no such words").out


def test_a_topic_that_never_had_a_page_or_an_item_says_that_nothing_of_it_is_in_use() -> None:
    assert run("topic", "create", "Harbour").code == 0
    topic = run("list", "index", "--filter", "Harbour").out
    assert "0 items, empty\n" in topic
    assert "comes from nothing that is in use: its items and its page are withdrawn, or there never were any" in topic


def test_the_commands_of_the_chain_lead_from_the_index_to_a_page_and_to_a_record() -> None:
    found = run("list", "index", "--json", "--limit", "1").json
    page = next(one for one in found["pages"] if one["capsules"])
    assert run("show", page["id"]).code == 0
    assert run("show", page["capsules"][0]).code == 0
    assert run("show", found["topics"][0]["id"]).code == 0


def test_an_item_and_a_topic_say_how_near_they_are() -> None:
    item = run("show", "mem-2026-08-13-011")
    assert "near cold (searched or audited): its topic top-0004: no trigger leads to it" in item.out
    assert run("show", "mem-2026-08-13-011", "--json").json["near"]["layer"] == "cold"
    assert "near warm (read when a trigger calls it): 6 triggers lead to it" in run("show", "top-0001").out
    assert run("show", "top-0004", "--json").json["near"]["layer"] == "cold"
    assert {row["near"]["layer"] for row in run("list", "topics", "--json").json["rows"]} == {"warm", "cold"}


def test_a_memory_without_topics_says_that_its_index_is_partial(tmp_path: Path) -> None:
    store = memory_store(tmp_path, "# M\n\n- [2026-08-28] (knowledge) it is so. Source: told\n")
    done = run("--store", str(store), "list", "index")
    assert "only partially adapted" in done.out
    assert run("--store", str(store), "list", "index", "--json").json["meta"]["adapted"] == "partial"


def test_stored_words_reach_the_terminal_harmless(tmp_path: Path) -> None:
    item = "- [2026-08-28] red \x1b[31malert\x1b[0m \u202eevil\n  - kind: knowledge\n  - Status: pending-cleanup\n"
    store = memory_store(tmp_path, f"# M\n\n{item}  - Source: told\n")
    out = run("--store", str(store), "list", "index").out
    assert "alert" in out
    assert "\x1b" not in out
    assert "\u202e" not in out
