"""Lanes, topics and links on the command line: made, filled, turned, walked; thin over the one way to decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import Keyed, signed
from tests.tui.commands.organized import HOSTILE, ONE, THREE, TWO, lane, put, row, topics
from tests.tui.commands.test_shapes import check
from tests.tui.commands.test_terminal import at_terminal


@pytest.mark.usefixtures("sample")
def test_a_closed_lane_of_a_keyless_store_is_told_to_its_owner_who_reads_it_in_an_audit() -> None:
    made = lane("Trial", "--closed", ONE, "--seen", seen(ONE))
    words = run("show", ONE, "--json").json["text"].split()[:6]
    told = run("recall", *words).out
    assert ONE not in told
    assert f"not read, whatever is asked: 1 of the closed lane {made}; --audit reads it, on the record" in told
    audited = run("recall", "--audit", *words).out
    assert ONE in audited
    assert "not read, whatever" not in audited
    assert "--audit" not in run("--as", "codex", "recall", *words).out


@pytest.mark.usefixtures("sample")
def test_where_no_agent_can_be_let_into_a_closed_lane_the_help_and_the_lane_itself_say_so() -> None:
    told = "a store without keys has no grants: no agent reads a closed lane there"
    assert told in " ".join(run("lane", "--help").out.split()).lower()
    assert "without keys there is none, and no agent does" in " ".join(run("lane", "create", "--help").out.split())
    made = lane("Trial", "--closed", ONE, "--seen", seen(ONE))
    for way in (("lane", "show", made), ("lane", "list"), ("show", made)):
        assert f"closed: {told}" in " ".join(run(*way).out.split())


@pytest.mark.usefixtures("keyed")
def test_in_a_store_with_keys_a_closed_lane_is_read_under_a_grant() -> None:
    assert signed("lane", "create", "Trial", "--closed").code == 0
    assert "closed: read under a grant" in run("lane", "list").out


@pytest.mark.usefixtures("sample")
def test_a_lane_goes_its_whole_course_by_title_and_by_id() -> None:
    made = lane("Trial", "--closed", "--purpose", "to compare", ONE, "--seen", seen(ONE))
    assert row(ONE)["lane"] == made
    moved = put("lane", "move", TWO, "--lane", "Trial")
    assert moved.out.startswith("plan-")
    [listed] = run("lane", "list", "--json").json["rows"]
    assert (listed["title"], listed["items"], listed["closed"], listed["state"]) == ("Trial", 2, True, "active")
    assert listed == run("list", "lanes", "--json").json["rows"][0]
    for act, state, word in (
        ("freeze", "frozen_readonly", "frozen"),
        ("thaw", "active", "in use"),
        ("clear", "cleared", "cleared"),
    ):
        assert put("lane", act, made).code == 0
        assert run("lane", "show", "Trial", "--json").json["state"] == state
        assert word in run("lane", "list").out
        assert word in run("show", made).out
    told = run("show", ONE).out
    assert "Trial" in told.splitlines()[1]
    assert "closed" in told.splitlines()[1]
    put("lane", "thaw", made)
    put("lane", "move", ONE, "--lane", "none")
    assert row(ONE)["lane"] is None
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("sample")
def test_what_was_not_seen_is_not_turned_and_what_is_made_of_nothing_needs_nothing_seen() -> None:
    made = lane()
    for words in (
        ("lane", "freeze", made),
        ("lane", "move", ONE, "--lane", made),
        ("decide", "clear", made, "--reason", "other"),
    ):
        done = run(*words)
        assert (done.code, "nobody is here to be shown it" in done.err) == (2, True), words
    assert run("lane", "show", made, "--json").json["state"] == "active"
    assert run("decide", "new-lane", "--title", "Other", "--reason", "organized").code == 0
    assert run("decide", "keep", "--reason", "other").code == 2, "every other verb is about something"


@pytest.mark.usefixtures("sample")
def test_a_lane_that_is_not_there_or_named_twice_is_refused_by_name() -> None:
    lane("Trial"), lane("Trial", "--project", "cedar")
    lost = run("lane", "freeze", "Nowhere", "--json")
    assert (lost.code, lost.error["kind"], lost.error["ids"]) == (2, "not-found", ["Nowhere"])
    twice = run("lane", "freeze", "Trial", "--json")
    assert (twice.code, twice.error["ids"]) == (2, ["lane-0001", "lane-0002"])
    again = run("lane", "create", "Trial", "--json")
    assert (again.code, "called 'Trial' already" in again.error["sentence"]) == (4, True)


@pytest.mark.usefixtures("sample")
def test_a_capture_names_its_lane_and_what_it_continues() -> None:
    made = lane()
    given = ("--source", "seen", "--kind", "knowledge")
    first = run("capture", "The migration began.", *given, "--lane", "Trial").out.strip()
    after = run("capture", "The migration ended.", *given, "--lane", made, "--continues", first).out.strip()
    assert [row(one)["lane"] for one in (first, after)] == [made, made]
    assert "continued by" in run("links", first).out
    put("lane", "freeze", made)
    refused = run("capture", "It was in vain.", *given, "--lane", "Trial")
    assert (refused.code, refused.err.startswith("Refused (lane)")) == (4, True)
    held = refused.err.partition("kept as ")[2].split(".")[0]
    assert run("show", held, "--json").json["fault"] == "lane"


@pytest.mark.usefixtures("sample")
def test_what_a_title_says_drives_no_terminal() -> None:
    made = lane(HOSTILE)
    run("topic", "create", HOSTILE)
    put("lane", "move", ONE, "--lane", made)
    for words in (("lane",), ("lane", "show", made), ("show", ONE), ("list", "lanes"), ("topic",), ("log",)):
        told = run(*words).out
        assert not {"\x1b", "\u202e", "\x07"} & set(told), words
    assert run("lane", "show", made, "--json").json["title"] == " ".join(HOSTILE.split())


@pytest.mark.usefixtures("sample")
def test_topics_are_made_retitled_triggered_split_and_merged() -> None:
    first = run("topic", "create", "Harbour", "--trigger", "pier", "--trigger", "gull", "--json").json["ids"][0]
    assert topics()["Harbour"]["triggers"] == ["pier", "gull"]
    put("topic", "retitle", first, "The harbour")
    assert run("topic", "trigger", "The harbour", "pier", "quay", "--seen", seen(first)).code == 0
    assert topics()["The harbour"]["triggers"] == ["pier", "quay"]
    for one in (ONE, TWO, THREE):
        put("decide", "retag", one, "--topic", first, "--reason", "routing")
    split = run("topic", "split", "The quay", ONE, "--seen", seen(ONE), "--trigger", "boat", "--json").json["ids"]
    second = next(one for one in split if one.startswith("top-"))
    assert (topics()["The quay"]["items"], topics()["The harbour"]["items"]) == (1, 2)
    merged = run("topic", "merge", "The quay", "--into", first, "--seen", seen(second), "--seen", seen(first))
    assert merged.code == 0, merged.err
    assert (topics()["The harbour"]["items"], topics()["The harbour"]["triggers"]) == (3, ["pier", "quay", "boat"])
    lost = run("topic", "show", "the QUAY", "--json")
    assert (lost.code, lost.error["ids"]) == (2, [second, first])
    assert lost.error["sentence"].startswith(f"{second} 'The quay' was merged into {first} 'The harbour' on ")
    for words in (("show", second), ("list", "items", "--topic", second), ("links", second)):
        assert run(*words, "--json").error["sentence"] == lost.error["sentence"], words
    assert "The harbour" in run("topic", "show", first).out
    plan = merged.out.strip()
    assert run("undo", plan, "--yes").code == 0
    assert set(topics()) >= {"The harbour", "The quay"}
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("sample")
def test_links_are_walked_both_ways_and_deep() -> None:
    for one, relation, other in ((ONE, "continues", TWO), (THREE, "solves", TWO)):
        put_link = ("decide", "link", one, "--relation", relation, "--to", other, "--reason", "organized")
        assert run(*put_link, "--seen", seen(one)).code == 0
    mine = {"continues", "solves"}
    made = [(e["word"], e["other"]) for e in run("links", TWO, "--json").json["links"] if e["relation"] in mine]
    assert made == [("continued_by", ONE), ("solved_by", THREE)]
    deep = run("links", ONE, "--deep", "2", "--json").json["links"]
    assert {(e["deep"], e["id"], e["other"]) for e in deep if e["relation"] == "solves"} == {(2, TWO, THREE)}
    plain = run("links", TWO).out
    assert "solved by" in plain
    assert "continued by" in run("show", TWO).out
    assert run("links", "mem-1999-01-01-001").code == 2
    assert run("links", ONE, "--deep", "0").code == 2


@pytest.mark.usefixtures("sample")
def test_the_ledger_is_asked_about_places_of_the_archive_segments_topics_and_lanes() -> None:
    block, item = "seg-2026-03-24-001/4", "mem-2026-03-24-004"
    for place in ("archive/2026-03-24.md#4", "archive/2026-03-24#4", "memory/archive/2026-03-24.md#4", block):
        found = [(one["id"], one["word"], one["other"]) for one in run("links", place, "--json").json["links"]]
        assert (block, "archives", item) in found, place
        assert {one[0] for one in found} == {block}, place
    whole = run("links", "archive/2026-03-24.md", "--json").json["links"]
    assert block in [one["id"] for one in whole if one["other"] == item]
    assert len({one["id"] for one in whole}) > 5, "every block of the file"
    segment = run("links", "seg-2026-03-24-001", "--json").json["links"]
    assert {one["id"] for one in whole} <= {one["id"] for one in segment}
    assert f"{block}  archives  {item}" in run("links", "seg-2026-03-24-001").out
    for lost in ("archive/1999-01-01.md", "archive/2026-03-24.md#99", "archive/../archive/2026-03-24.md"):
        done = run("links", lost, "--json")
        assert (done.code, done.error["kind"]) == (2, "not-found"), lost
    made = lane()
    assert "0 items lie in it." in run("links", made).out
    put("lane", "move", ONE, "--lane", made)
    done = run("links", made)
    assert f"1 item lies in it: `memdesk list items --lane {made}`." in done.out
    assert "linked to nothing" not in done.out + done.err
    topic = row(ONE)["topic"]
    told = run("links", topic, "--json").json
    assert (told["items"], told["list"]) == (
        run("topic", "show", topic, "--json").json["items"], f"memdesk list items --topic {topic}",
    )  # fmt: skip


@pytest.mark.usefixtures("sample")
def test_the_shapes_of_organizing_are_kept() -> None:
    check("lane-create", run("lane", "create", "Trial", "--json"))
    put("lane", "move", ONE, "--lane", "Trial")
    check("list-lanes", run("list", "lanes", "--json"))
    check("show-lane", run("show", "lane-0001", "--json"))
    run("decide", "link", ONE, "--relation", "references", "--to", TWO, "--reason", "other", "--seen", seen(ONE))
    check("links", run("links", ONE, "--json"))


def test_a_store_with_keys_asks_for_the_key_and_refuses_whoever_only_gives_a_name(keyed: Keyed) -> None:
    bare = run("lane", "create", "Trial")
    assert (bare.code, "passphrase" in bare.err) == (3, True)
    assert signed("lane", "create", "Trial").code == 0
    for words in (("lane", "create", "Mine"), ("topic", "create", "Mine"), ("lane", "freeze", "Trial", "--seen", "x")):
        done = run("--as", "codex", *words)
        assert (done.code, "Traceback" in done.err) == (3, False), words
    assert [one["title"] for one in run("lane", "list", "--json").json["rows"]] == ["Trial"]
    assert signed("lane", "freeze", "Trial", "--seen", seen("lane-0001")).code == 0
    assert run("verify").code == 0
    assert keyed.store.exists()


def test_at_a_terminal_a_person_is_asked_before_a_lane_is_made(sample: Path) -> None:
    code, said = at_terminal("lane", "create", "Trial", "--closed", cwd=sample, answer="n")
    assert (code == 0, "whom a grant lets" in said, "Decide so?" in said) == (False, True, True)
    assert run("lane", "list", "--json").json["rows"] == []
    code, said = at_terminal("lane", "create", "Trial", cwd=sample, answer="y")
    assert code == 0, said
    assert [one["title"] for one in run("lane", "list", "--json").json["rows"]] == ["Trial"]


@pytest.mark.usefixtures("sample")
def test_undo_says_which_decisions_on_what_it_undid() -> None:
    made = lane("Baseline")
    moved = put("lane", "move", ONE, TWO, THREE, "--lane", made)
    plan = moved.out.split()[0]
    assert "Applied: lane 3." in moved.err
    undone = run("undo", plan, "--yes")
    assert f"Undone: lane 3 on {ONE}, {TWO}, {THREE} ({plan}). 4 entries added" in undone.err.replace("\n", " ")
    by = undone.out.split()[0]
    told = run("undo", by, "--yes", "--json").json
    assert told["undid"] == [{"verb": "undo", "ids": told["undid"][0]["ids"]}]
    assert set(told["undid"][0]["ids"]) == {ONE, TWO, THREE}
    assert told["done"][0]["verb"] == "undo"


@pytest.mark.usefixtures("sample")
def test_items_are_listed_by_lane_and_topic_whatever_way_these_are_named() -> None:
    made = lane()
    for one in (ONE, TWO, THREE):
        put("lane", "move", one, "--lane", made)
    topic = row(ONE)["topic"]

    def listed(*words: str) -> list[str]:
        return [one["id"] for one in run("list", "items", *words, "--json").json["rows"]]

    assert listed("--lane", "TRIAL") == listed("--lane", made) == [THREE, TWO, ONE], "newest first"
    both = listed("--lane", made, "--topic", topic)
    assert (ONE in both, set(both) <= {ONE, TWO, THREE}) == (True, True)
    head = run("list", "items", "--topic", topic, "--json").json
    assert (head["topic"], head["total"]) == (topic, run("topic", "show", topic, "--json").json["items"])
    assert listed("--lane", made, "--filter", row_text(TWO)) == [TWO]
    assert run("list", "items", "--lane", "Nowhere").code == 2
    assert run("list", "pending", "--lane", made).code == 2


def row_text(one: str) -> str:
    return str(run("show", one, "--json").json["text"])


@pytest.mark.usefixtures("sample")
def test_a_topic_and_a_lane_count_what_they_have_name_the_first_and_say_how_the_rest_is_listed() -> None:
    big = max(topics().values(), key=lambda one: int(one["items"]))
    shown = run("topic", "show", big["id"], "--json").json
    every = [one["id"] for one in run("list", "items", "--topic", big["id"], "--json").json["rows"]]
    assert [one["id"] for one in shown["first"]] == every[:10]
    assert shown["list"] == f"memdesk list items --topic {big['id']}"
    told = run("show", big["id"]).out
    assert f"{big['items']} items" in told
    assert f"and {big['items'] - 10} more: memdesk list items --topic {big['id']}" in told
    made = lane()
    put("lane", "move", ONE, "--lane", made)
    told = run("lane", "show", made).out
    assert ("1 item" in told, ONE in told, "more:" in told) == (True, True, False)
    before = run("log", "--limit", "1", "--json").lines[0]["seq"]
    put("lane", "move", ONE, "--lane", "none")
    past = run("lane", "show", made, "--at-seq", str(before), "--json").json
    assert ([one["id"] for one in past["first"]], past["list"].endswith(f" --at-seq {before}")) == ([ONE], True)


@pytest.mark.usefixtures("sample")
def test_a_digest_of_nothing_is_refused_and_the_topic_that_stays_needs_none() -> None:
    for words in (("lane", "create", "Trial"), ("topic", "create", "Trial"), ("decide", "new-lane", "--title", "T")):
        more = ("--reason", "organized") if words[0] == "decide" else ()
        done = run(*words, *more, "--seen", "x")
        assert (done.code, "--seen goes with an id" in done.err) == (2, True), words
    assert run("lane", "list", "--json").json["rows"] == []
    one, two, three = (run("topic", "create", title, "--json").json["ids"][0] for title in ("One", "Two", "Three"))
    assert run("topic", "merge", one, "--into", three, "--seen", "x").code != 0
    assert run("topic", "merge", one, "--into", "three", "--seen", seen(one)).code == 0
    all_named = ("topic", "merge", three, two, "--into", three, "--seen", seen(three), "--seen", seen(two))
    assert run(*all_named).code == 0, "in the order of the ids, the one that stays among them"
    assert {one, two}.isdisjoint(topic["id"] for topic in topics().values())
