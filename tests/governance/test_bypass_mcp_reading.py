"""An agent asks the tools recall and search of `memdesk mcp` for what its token may not read, in every way there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from governance.authority.scope import read_scope
from store.records.recall import UseRole
from tests.governance.builders import untouched
from tests.governance.reaching import SECRET, Scene, ids
from tests.governance.signed import alarms, findings, signed
from tests.governance.test_bypass_reading import scene
from tests.tui.mcp.clients import client, said

__all__ = ["scene"]
pytestmark = pytest.mark.anyio
TOOLS = ("recall", "search")
ALOUD = SECRET.upper()
"""Asked so, it is found as it stands in the records; an answer that repeats the question does not say it as they do."""


def answered(scene: Scene) -> Iterator[dict[str, Any]]:
    """Every question to which a tool has an answer for this agent."""
    for words in (
        "gate", f"gate {ALOUD}", ALOUD, f'"gate of the {ALOUD} was withdrawn"', f"about the {ALOUD}", "birch",
        scene.theirs, scene.closed, scene.withdrawn, scene.lane, scene.hidden, "project=birch", f"lane={scene.lane}",
    ):  # fmt: skip
        yield {"query": words, "payloads": 100}
        yield {"query": words, "payloads": 100, "project": "cedar"}


def of_recall_alone() -> Iterator[dict[str, Any]]:
    """What only recall takes."""
    for role in UseRole:
        yield {"query": f"gate {ALOUD}", "use_role": role.value, "payloads": 100}
    for more in (
        {"category_indexes": 100}, {"full_history_scan": True}, {"scope": "birch"}, {"when": "2026-01-01"},
        {"observed": [f"{ALOUD}=open"]}, {"env": ["project=birch", "audit"]}, {"type": "semantic"},
    ):  # fmt: skip
        yield {"query": f"gate {ALOUD}", "payloads": 100, **more}


def refused(scene: Scene, task: str) -> Iterator[dict[str, Any]]:
    """What no tool takes of this agent."""
    for more in (
        {"project": "birch"}, {"project": "*"}, {"project": ""}, {"project": ["cedar", "birch"]}, {"lane": scene.lane},
        {"task": task}, {"audit": True}, {"id": scene.theirs}, {"withdrawn": True}, {"token": "p-0001"},
        {"at_seq": 9}, {"payloads": 101}, {"payloads": True}, {"everywhere": True}, {"as": "p-0001"},
    ):  # fmt: skip
        yield {"query": "gate", **more}


async def test_no_question_to_recall_or_search_tells_what_a_token_may_not_read_and_none_writes(scene: Scene) -> None:
    desk = scene.desk
    task = desk.intake.open_task(f"the {SECRET}", project="birch")
    before = untouched(desk)
    for token in (scene.token, None):
        mine = {scene.mine, scene.everybodys} if token else {scene.everybodys}
        async with client(desk.path, token) as one:
            for tool in TOOLS:
                asks = [*answered(scene), *(of_recall_alone() if tool == "recall" else ())]
                for given in asks if token else [one for one in asks if "project" not in one]:
                    found = await one.call_tool(tool, given)
                    assert not found.is_error, (tool, given)
                    assert SECRET not in str(found), (tool, given)
                    assert ids(said(found)) <= mine, (tool, given)
                assert ids(said(await one.call_tool(tool, {"query": "gate", "payloads": 100}))) == mine
                for given in refused(scene, task):
                    found = await one.call_tool(tool, given)
                    assert found.is_error, (tool, given)
                    assert SECRET not in str(found), (tool, given)
                    assert "groups" not in said(found), (tool, given)
    assert untouched(desk) == before
    assert (findings(desk, replay=True), alarms(desk)) == ([], [])


async def test_the_same_question_tells_it_to_whoever_was_granted_it_and_a_withdrawn_record_to_nobody(
    scene: Scene,
) -> None:
    desk = scene.desk
    codex = next(one.id for one in desk.principals() if one.name == "codex")
    for scope in ("project=birch", f"lane={scene.lane}"):
        signed(desk, lambda scope=scope: desk.authorize.grant(codex, ["recall"], scope=read_scope([scope])))  # type: ignore[misc]
    async with client(desk.path, scene.token) as one:
        for tool in TOOLS:
            found = said(await one.call_tool(tool, {"query": f"gate {ALOUD}", "payloads": 100}))
            assert {scene.theirs, scene.closed} <= ids(found)
            assert SECRET in str(found)
            assert scene.withdrawn not in str(found)
