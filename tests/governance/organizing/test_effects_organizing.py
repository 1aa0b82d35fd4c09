"""Effects about lanes, links and topics that no decision covers: they say more than their verb, or of others."""

from __future__ import annotations

from typing import Any

import pytest

from governance.authority.effects import effects_fault
from governance.authority.judge import Act
from store.records.words import Action

MINE, OTHER = "mem-2026-06-01-001", "mem-2026-06-01-002"
LANE, TOP = "lane-0001", "top-0001"


def act(action: Action, verb: str, name: str, **effect: Any) -> Act:
    return Act(action, (name,), {"verb": verb, "reason": "other", "shown": "listed", **effect}, None)


BEYOND: dict[str, tuple[dict[str, Any], Act, str]] = {
    "a lane that is frozen as it is thawed": (
        {"verb": "thaw", "targets": [LANE]},
        act(Action.LANE, "thaw", LANE, set={"state": "frozen_readonly"}),
        "thaw leaves no lane frozen_readonly",
    ),
    "another lane": (
        {"verb": "freeze", "targets": [LANE]},
        act(Action.LANE, "freeze", "lane-0002", set={"state": "frozen_readonly"}),
        "none of its decisions is about",
    ),
    "a lane that is opened as it is frozen": (
        {"verb": "freeze", "targets": [LANE]},
        act(Action.LANE, "freeze", LANE, set={"state": "frozen_readonly", "closed": False}),
        "freeze does not touch closed",
    ),
    "a lane that is made as one is cleared": (
        {"verb": "clear", "targets": [LANE]},
        act(Action.LANE, "clear", LANE, state="cleared", closed=False),
        "clear does not touch closed, state",
    ),
    "a lane that begins frozen": (
        {"verb": "new-lane", "targets": []},
        act(Action.LANE, "new-lane", "new:1", state="frozen_readonly", closed=False),
        "new-lane leaves no lane frozen_readonly",
    ),
    "a row that nobody named goes into a new lane": (
        {"verb": "new-lane", "targets": [MINE]},
        act(Action.REVIEW, "new-lane", OTHER, set={"lane": "new:1"}),
        "none of its decisions is about",
    ),
    "a status that moves with the lane": (
        {"verb": "lane", "targets": [MINE]},
        act(Action.REVIEW, "lane", MINE, set={"lane": LANE, "status": "active"}),
        "lane does not touch status",
    ),
    "a link by which a row gives way": (
        {"verb": "link", "targets": [MINE]},
        act(Action.LINK, "link", MINE, links=[["superseded-by", OTHER]]),
        "link begins no such edge",
    ),
    "a link that writes into its row": (
        {"verb": "link", "targets": [MINE]},
        act(Action.LINK, "link", MINE, links=[["continues", OTHER]], set={"cooled": True}),
        "link does not touch",
    ),
    "an item that goes under a topic that is not merged": (
        {"verb": "merge-topics", "targets": [TOP, "top-0002"]},
        act(Action.REVIEW, "merge-topics", MINE, set={"topic": "top-0003"}),
        "none of its decisions is about",
    ),
    "a topic that ends unmerged": (
        {"verb": "merge-topics", "targets": [TOP, "top-0002"]},
        act(Action.REVIEW, "merge-topics", "top-0003", restore=None),
        "ends the topics that it is about",
    ),
    "a version that comes back": (
        {"verb": "merge-topics", "targets": [TOP, "top-0002"]},
        act(Action.REVIEW, "merge-topics", TOP, restore=4),
        "ends the topics that it is about",
    ),
    "a topic that is retitled as another is made": (
        {"verb": "retitle", "targets": [TOP]},
        act(Action.TOPIC, "retitle", "top-0002", layer=None, run=None, triggered=False),
        "none of its decisions is about",
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_no_decision_covers(name: str) -> None:
    decision, effect, why = BEYOND[name]
    assert why in (effects_fault([decision], [effect]) or "it holds")
