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
