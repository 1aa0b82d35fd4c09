"""The budgets of M: defaults that a caller raises, each of which shows in what an answer bears; and what was read."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.influence import pool
from governance.influence.pool import POOL
from store.records.views.recall import Budget
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import results, told

GATE = "the harbour gate"


@pytest.fixture
def crowded(desk: Desk) -> str:
    """A record that stands, and one that does not any more, behind more of either than one list holds."""
    behind = an_item(desk, text="gate gate gate", date="2024-01-01", confidence="confirmed")
    an_item(desk, text="gate of old", date="2024-01-01", status="stale")
    for number in range(POOL + 1):
        an_item(desk, text=f"gate {number}")
        an_item(desk, text=f"gate of old {number}", status="stale")
    return behind


def test_without_more_an_answer_reads_one_index_one_list_two_records_and_no_whole_history(desk: Desk) -> None:
    for number in range(3):
        an_item(desk, text=f"{GATE} {number}")
    assert desk.recalling.recall(GATE).budget == Budget(
        meta_indexes=1, meta_indexes_read=1, category_indexes=1, category_indexes_read=1, payloads=2,
        payloads_opened=2, full_history_scan=False, rows_weighed=3, all_weighed=True,
    )  # fmt: skip


def test_payloads_opens_more(desk: Desk) -> None:
    for number in range(5):
        an_item(desk, text=f"{GATE} {number}")
    answer = desk.recalling.recall(GATE, payloads=4)
    assert (answer.budget.payloads, answer.budget.payloads_opened, len(told(answer))) == (4, 4, 4)
    assert answer.not_opened == 1


def test_one_list_ends_and_a_second_one_reaches_what_stands_behind_it(desk: Desk, crowded: str) -> None:
    one, two = (desk.recalling.recall("gate", payloads=100, category_indexes=many) for many in (1, 2))
    assert (one.budget.rows_weighed, one.budget.category_indexes_read, one.budget.all_weighed) == (2 * POOL, 1, False)
    assert (two.budget.rows_weighed, two.budget.category_indexes_read) == (2 * (POOL + 2), 2)
    assert two.budget.all_weighed
    assert crowded not in one.model_dump_json()
    assert told(desk.recalling.recall("gate", category_indexes=2))[0] == crowded, "it says it most, so it is best"


def test_a_full_history_scan_weighs_everything_history_too(desk: Desk, crowded: str) -> None:
    answer = desk.recalling.recall("gate", full_history_scan=True)
    assert answer.budget.full_history_scan
    assert (answer.budget.category_indexes, answer.budget.category_indexes_read) == (1, 2)
    assert (answer.budget.rows_weighed, answer.budget.all_weighed) == (2 * (POOL + 2), True)
    assert told(answer)[0] == crowded


def test_a_full_history_scan_opens_no_more_and_makes_nothing_a_premise_that_is_none(desk: Desk) -> None:
    for number in range(4):
        an_item(desk, text=f"{GATE} {number}", status="stale")
    gone = an_item(desk, text=GATE)
    decide(desk, "withdraw", gone)
    answer = desk.recalling.recall(GATE, full_history_scan=True)
    assert answer.budget.payloads_opened == 2
    assert gone not in answer.model_dump_json()
    assert told(desk.recalling.recall(GATE, full_history_scan=True, use_role="action-premise")) == ()


def test_exactly_as_many_as_a_list_holds_are_all_of_them(desk: Desk) -> None:
    for number in range(POOL):
        an_item(desk, text=f"gate {number}")
    assert desk.recalling.recall("gate").budget.all_weighed


def test_where_most_weighs_less_the_sound_ones_far_behind_are_not_sought_and_the_answer_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "SOUGHT", 1)
    an_item(desk, text="gate sound")
    for number in range(POOL):
        an_item(desk, text=f"gate {number}", source=None)
    answer, whole = desk.recalling.recall("gate"), desk.recalling.recall("gate", full_history_scan=True)
    assert (answer.budget.all_weighed, whole.budget.all_weighed) == (False, True)
    assert "gate sound" not in answer.model_dump_json()
    assert results(whole)[0].snippet == "gate sound"


def test_a_search_says_whether_it_looked_at_everything(desk: Desk) -> None:
    for number in range(103):
        an_item(desk, text=f"gate {number}")
    few, many = desk.recalling.search("gate", payloads=1), desk.recalling.search("gate", payloads=10)
    assert (few.budget.rows_weighed, few.budget.all_weighed) == (101, False)
    assert (many.budget.rows_weighed, many.budget.all_weighed) == (103, True)


@pytest.mark.parametrize(
    "asked", [{"payloads": 0}, {"payloads": 101}, {"category_indexes": 0}, {"category_indexes": 101}]
)
def test_more_than_can_be_read_or_nothing_is_refused(desk: Desk, asked: dict[str, int]) -> None:
    with pytest.raises(Refusal, match="between 1 and 100"):
        desk.recalling.recall("gate", **asked)  # type: ignore[arg-type]


def test_an_audit_weighs_everything(desk: Desk, crowded: str) -> None:
    answer = desk.recalling.audit("gate", payloads=3)
    assert (answer.budget.full_history_scan, answer.budget.all_weighed) == (True, True)
    assert told(answer)[0] == crowded
