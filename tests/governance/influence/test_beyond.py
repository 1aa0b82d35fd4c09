"""What an asker may not read: told as totals that no question moves, by name to people alone, and read by an audit."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views.recall import Beyond
from store.views import beyond as views
from tests.governance.builders import an_item, decide, head
from tests.governance.influence.learned import asked, told
from tests.governance.influence.test_cedar_recalled import agent
from tests.governance.signed import new_id

WORDS = "harbour gate"
QUESTIONS = ("harbour gate", "harbour", "something that nobody ever wrote", "安全")


@pytest.fixture
def shut(desk: Desk) -> str:
    """A record in a closed lane of a keyless store, beside one that lies in none."""
    an_item(desk, text="the harbour gate is of iron")
    name = an_item(desk, text="at nine they shut the harbour gate")
    lane = new_id(decide(desk, "new-lane", title="Trial", access="closed").ids, "lane-")
    decide(desk, "lane", name, lane=lane)
    return name


def totals(desk: Desk) -> tuple[Beyond, ...]:
    """What is told to be out of reach; whatever is asked and however, it is the same."""
    found = {desk.recalling.recall(one, payloads=3).beyond for one in QUESTIONS}
    found |= {desk.recalling.search(one).beyond for one in QUESTIONS}
    [only] = found
    return only


def test_the_owner_of_a_keyless_store_is_told_that_a_closed_lane_was_not_read(desk: Desk, shut: str) -> None:
    assert shut not in asked(desk, WORDS)
    assert totals(desk) == (Beyond(lane="lane-0001", why="closed", records=1),)


def test_an_audit_reads_it_for_the_owner_and_on_the_record(desk: Desk, shut: str) -> None:
    before = head(desk)
    answer = desk.recalling.audit(WORDS)
    assert shut in told(answer)
    assert (answer.beyond, answer.audit) == ((), before + 1)


def test_an_agent_of_a_keyless_store_reads_no_closed_lane_by_any_way_and_learns_no_name(desk: Desk, shut: str) -> None:
    with agent(desk, "codex", "cedar") as codex:
        for answer in (
            codex.recalling.recall(WORDS, payloads=9, full_history_scan=True),
            codex.recalling.search(WORDS),
        ):
            assert shut not in answer.model_dump_json()
            assert "lane-0001" not in answer.model_dump_json()
        assert totals(codex) == (Beyond(why="closed", records=1),)
        with pytest.raises(Refusal, match="only people"):
            codex.recalling.audit(WORDS)


def test_projects_are_told_by_name_to_people_and_as_one_sum_to_agents(desk: Desk) -> None:
    for project in ("cedar", "cedar", "birch", "aspen"):
        an_item(desk, text=f"the gate of {project}", words={"project": project})
    assert totals(desk) == (
        Beyond(project="aspen", why="other", records=1),
        Beyond(project="birch", why="other", records=1),
        Beyond(project="cedar", why="other", records=2),
    )
    with agent(desk, "codex", "cedar") as codex:
        assert totals(codex) == (Beyond(why="other", records=2),)


def test_what_could_answer_nobody_is_not_counted(desk: Desk) -> None:
    rows: tuple[dict[str, Any], ...] = ({"review": "held"}, {"review": "needs-review"}, {"place": "inbox"})
    for more in rows:
        an_item(desk, text="the gate", words={"project": "cedar"}, **more)
    decide(desk, "withdraw", an_item(desk, text="the gate", words={"project": "cedar"}))
    assert totals(desk) == ()


def test_of_very_many_it_is_only_said_that_there_are_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST", 2)
    for _ in range(3):
        an_item(desk, text="the gate", words={"project": "cedar"})
    assert totals(desk) == (Beyond(project="cedar", why="other", records=2, more=True),)
