"""What bears less comes later: sound records, then what was cooled or bears nothing, then history and doubt."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.influence.pool import POOL
from store.records.recall import Standing
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import asked, results, told

GATE = "the harbour gate"
WEAK: dict[str, dict[str, Any]] = {
    "lost source": {"source_state": "missing"},
    "drift": {"drift": ["date-missing"]},
    "cooled": {"cooled": True},
    "old and alone": {"date": "2024-01-01"},
}


@pytest.mark.parametrize("more", WEAK.values(), ids=WEAK)
def test_a_record_that_bears_less_comes_behind_one_that_is_sound(desk: Desk, more: dict[str, Any]) -> None:
    sound = an_item(desk, text=f"{GATE} is shut at night, as the warden says", date="2026-05-01")
    weak = an_item(desk, text=GATE, **({"date": "2026-06-01"} | more))
    [found] = results(desk.recalling.recall(GATE, payloads=1))
    assert found.memory_id == sound
    assert asked(desk, GATE) == (sound, weak)


@pytest.mark.parametrize("more", WEAK.values(), ids=WEAK)
@pytest.mark.parametrize("status", ["stale", "superseded", "pending-cleanup"])
def test_history_and_doubt_come_behind_it(desk: Desk, more: dict[str, Any], status: str) -> None:
    weak = an_item(desk, text=f"{GATE} is shut at night", **more)
    past = an_item(desk, text=GATE, status=status)
    assert asked(desk, GATE) == (weak, past)


def test_a_record_that_a_person_cools_falls_behind(desk: Desk) -> None:
    first = an_item(desk, text=f"{GATE} and {GATE}")
    other = an_item(desk, text=f"{GATE} is shut")
    assert asked(desk, GATE) == (first, other)
    decide(desk, "cool", first)
    assert asked(desk, GATE) == (other, first)


def test_newer_records_that_bear_less_push_no_sound_one_out_of_the_pool(desk: Desk) -> None:
    sound = an_item(desk, text=GATE, date="2026-01-01")
    for number in range(POOL + 1):
        an_item(desk, text=f"gate {number}", source_state="missing")
    answer = desk.recalling.recall("gate")
    assert told(answer)[0] == sound
    assert results(answer)[1].standing is Standing.NOT_LOAD_BEARING
    assert (answer.budget.rows_weighed, answer.budget.all_weighed) == (POOL + 1, False)


def test_words_move_nothing_out_of_its_tier(desk: Desk) -> None:
    sound = an_item(desk, text="the gate of the foo")
    weak = an_item(desk, text="foo-bar foo-bar gate", source_state="missing")
    assert asked(desk, "foo-bar") == (sound, weak)
