"""Recall and search as tools: the asker's projects alone, every result with what to doubt it by, nothing written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.governance.builders import a_topic, an_item, decide, head
from tests.tui.mcp.clients import client, said
from tests.tui.mcp.conftest import Place

pytestmark = pytest.mark.anyio
WORDS = "the harbour gate closes at nine"


def ids(found: dict[str, Any]) -> set[str]:
    """The records that an answer opens."""
    return {one["memory_id"] for group in found["groups"] for one in group["results"]}


@pytest.mark.parametrize("tool", ["recall", "search"])
async def test_an_agent_is_answered_from_its_own_projects_and_from_what_belongs_to_none(
    place: Place, tool: str
) -> None:
    mine = an_item(place.desk, text=WORDS, words={"project": "cedar"})
    theirs = an_item(place.desk, text=WORDS, words={"project": "birch"})
    everybody = an_item(place.desk, text=WORDS)
    gone = an_item(place.desk, text=WORDS)
    decide(place.desk, "withdraw", gone)
    before = head(place.desk)
    token = place.token("codex", "cedar")
    since = head(place.desk)
    async with client(place.path, token) as one:
        found = said(await one.call_tool(tool, {"query": "harbour gate", "payloads": 10}))
    async with client(place.path) as stranger:
        seen = said(await stranger.call_tool(tool, {"query": "harbour gate", "payloads": 10}))
    assert ids(found) == {mine, everybody}
    assert ids(seen) == {everybody}
    assert theirs not in str(found) + str(seen)
    assert before < since == head(place.desk)


async def test_an_answer_is_never_a_bare_text_and_its_words_say_the_same_as_its_structure(place: Place) -> None:
    name = an_item(place.desk, text=WORDS)
    async with client(place.path) as one:
        answered = await one.call_tool("recall", {"query": "harbour"})
    [result] = said(answered)["groups"][0]["results"]
    assert (result["memory_id"], result["action_authority"], result["permitted_use"]) == (name, "none", "testimony")
    text = getattr(answered.content[0], "text", "")
    assert text.startswith("Testimony, not fact")
    assert WORDS in text
    assert "authority for action: none" in text


@pytest.mark.parametrize(("tool", "scored"), [("recall", True), ("search", False)])
async def test_a_score_stands_where_a_method_gave_one_and_nowhere_else(place: Place, tool: str, scored: bool) -> None:
    an_item(place.desk, text=WORDS)
    async with client(place.path) as one:
        answered = await one.call_tool(tool, {"query": "harbour"})
    text = answered.model_dump_json()
    assert ('"score":' in text, '"score_method":"none"' in text) == (scored, not scored)


async def test_a_conflict_of_many_rows_is_told_in_part_and_says_how_to_see_the_rest(place: Place) -> None:
    for at in range(99):
        an_item(place.desk, kind="state", text=f"{WORDS} {at} {'x' * 300}", subject="harbour:gate", date="2026-05-01")
    async with client(place.path) as one:
        answered = await one.call_tool("recall", {"query": "harbour"})
    text = getattr(answered.content[0], "text", "")
    [conflict] = said(answered)["conflicts"]
    assert len(conflict["rows"]) + conflict["more"] == 99
    assert f"and {conflict['more']} more rows of it, not told here: the argument `payloads` tells every row" in text
    assert "memdesk" not in text
    assert len(text) + len(str(said(answered))) < 20_000


async def test_an_agent_raises_the_budget_by_arguments_and_is_told_what_was_read(place: Place) -> None:
    for number in range(3):
        an_item(place.desk, text=f"{WORDS} {number}")
    raised = {"payloads": 3, "category_indexes": 2, "full_history_scan": True}
    async with client(place.path) as one:
        usual = said(await one.call_tool("recall", {"query": "harbour"}))["budget"]
        more = said(await one.call_tool("recall", {"query": "harbour", **raised}))["budget"]
    assert (usual["payloads"], usual["payloads_opened"], usual["rows_weighed"]) == (2, 2, 3)
    assert {name: more[name] for name in raised} == raised
    assert (more["payloads_opened"], more["rows_weighed"], more["all_weighed"]) == (3, 3, True)


@pytest.mark.parametrize("shown", [True, False], ids=["with a token", "without one"])
async def test_a_closed_lane_of_a_keyless_store_is_read_over_no_tool_and_told_without_a_name(
    place: Place, shown: bool
) -> None:
    name = an_item(place.desk, text=WORDS)
    made = decide(place.desk, "new-lane", title="Trial", access="closed").ids
    lane = next(one for one in made if one.startswith("lane-"))
    decide(place.desk, "lane", name, lane=lane)
    async with client(place.path, place.token("codex", "cedar") if shown else None) as one:
        for tool in ("recall", "search"):
            answered = await one.call_tool(tool, {"query": "harbour"})
            assert said(answered)["beyond"] == [
                {"project": None, "lane": None, "why": "closed", "records": 1, "more": False}
            ]
            text = getattr(answered.content[0], "text", "")
            assert "not read, whatever is asked: 1 of lanes that are closed" in text
            assert not {name, lane, "Trial"} & set(text.replace(",", " ").split())


@pytest.mark.parametrize("tool", ["recall", "search"])
async def test_an_answer_names_the_topics_that_led_to_what_the_asker_may_read(place: Place, tool: str) -> None:
    mine, theirs = a_topic(place.desk, "gate", title="Harbour"), a_topic(place.desk, "gate", title="Birch", file="b.md")
    an_item(place.desk, text=WORDS, words={"project": "cedar"}, topic=mine)
    an_item(place.desk, text=WORDS, words={"project": "birch"}, topic=theirs)
    async with client(place.path, place.token("codex", "cedar")) as one:
        answered = await one.call_tool(tool, {"query": "gate"})
    [led] = said(answered)["topics"]
    assert (led["id"], led["title"], led["trigger"], led["near"]["layer"]) == (mine, "Harbour", "gate", "warm")
    text = getattr(answered.content[0], "text", "")
    assert f"led by {mine}  Harbour" in text
    assert "Birch" not in text + str(said(answered))


WRONG: tuple[dict[str, Any], ...] = (
    {},
    {"query": ""},
    {"query": 3},
    {"query": "x", "payloads": "2"},
    {"query": "x", "payloads": True},
    {"query": "x", "payloads": 1000},
    {"query": "x", "category_indexes": 0},
    {"query": "x", "full_history_scan": "yes"},
    {"query": "x", "full_history_scan": 1},
    {"query": "x", "env": "gateway"},
    {"query": "x", "env": [1]},
    {"query": "x", "use_role": "truth"},
    {"query": "x", "audit": True},
    {"query": "x", "project": "birch"},
    {"query": "x", "task": "task-0001"},
)


async def test_arguments_that_do_not_fit_are_refused_and_say_what_is_wrong(place: Place) -> None:
    an_item(place.desk, text="x")
    async with client(place.path, place.token("codex", "cedar")) as one:
        for given in WRONG:
            answered = await one.call_tool("recall", given)
            assert answered.is_error, given
            assert said(answered)["error"]["sentence"].endswith("."), given


async def test_a_revoked_token_recalls_nothing_any_more(place: Place) -> None:
    an_item(place.desk, text=WORDS)
    token = place.token("codex", "cedar")
    async with client(place.path, token) as one:
        assert not (await one.call_tool("recall", {"query": "harbour"})).is_error
        place.desk.authorize.revoke_token(place.desk.tokens()[0].id)
        answered = await one.call_tool("recall", {"query": "harbour"})
    assert answered.is_error
    assert WORDS not in str(said(answered))


async def test_stored_text_in_an_answer_acts_on_no_terminal(place: Place) -> None:
    an_item(place.desk, text="harbour \x1b]52;c;QUJD\x07 \u202egate", source="\x1b[2J")
    async with client(place.path) as one:
        answered = await one.call_tool("recall", {"query": "harbour"})
    told = str(said(answered)) + getattr(answered.content[0], "text", "")
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
