"""What one item is compared with: the likeliest others, at most twenty, however long the texts are."""

from __future__ import annotations

import random
import time

import pytest

from governance.desk import Desk
from governance.intake.passes.suggesting import Candidates
from store.views.passes import Standing
from tests.clock import StillClock
from tests.governance.intake.passes.passing import send

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EXACTLY_COOLED, EXACTLY_COMPARED = 500, 20


def vocabulary(many: int, seed: int = 1) -> list[str]:
    """Words that nobody wrote."""
    dice = random.Random(seed)
    return ["".join(dice.choices(LETTERS, k=dice.randint(4, 9))) for _ in range(many)]


def a_fact(name: str, text: str, project: str | None = None) -> Standing:
    """A live knowledge item."""
    return Standing(name, 1, "knowledge", "active", None, "store", 1, None, None, project, None, None, text)


def facts(many: int, length: int, seed: int = 2) -> list[Standing]:
    """So many texts of so many words."""
    dice, words = random.Random(seed), vocabulary(2_000)
    return [a_fact(f"mem-{n}", " ".join(dice.sample(words, length))) for n in range(many)]


def near(items: list[Standing], one: Standing) -> list[str]:
    """The ids of what one is compared with."""
    return [other.id for other in Candidates(items).near(one)]


def test_an_item_is_compared_with_twenty_others_at_most() -> None:
    alike = [a_fact(f"mem-{n}", f"retries are safe after a timeout of the gateway on quay {n}") for n in range(100)]
    assert len(near(alike, alike[50])) == EXACTLY_COMPARED


def test_a_pass_suggests_twenty_pairs_at_most_for_one_new_item(desk: Desk) -> None:
    for n in range(40):
        send(desk, "retries are safe after a timeout", subject=f"quay:{n}")
    desk.intake.archive()
    desk.intake.distill()
    new = send(desk, "retries are not safe after a timeout")
    desk.intake.archive()
    found = desk.intake.distill().suggested
    assert len(found) == EXACTLY_COMPARED
    assert {one.id for one in found} == {new}


def test_a_pass_cools_five_hundred_items_at_most_and_the_next_goes_on(desk: Desk, clock: StillClock) -> None:
    from governance.rules.examining import Sent
    from store.records.words import Door

    given = [{"text": f"crane {n} is slow", "kind": "knowledge", "source": "seen"} for n in range(EXACTLY_COOLED + 3)]
    desk.intake.capture_all([Sent(one, Door.BATCH) for one in given])
    desk.intake.archive()
    desk.intake.distill()
    clock.tick(days=181)
    assert [len(desk.intake.distill().cooled) for _ in range(3)] == [EXACTLY_COOLED, 3, 0]


@pytest.mark.parametrize("length", [12, 40, 80, 200])
@pytest.mark.parametrize("seed", range(4))
def test_a_long_text_with_some_other_words_is_found_among_many(length: int, seed: int) -> None:
    items = facts(600, length)
    dice = random.Random(seed)
    words = items[300].text.split()
    for at in dice.sample(range(length), min(6, length // 3)):
        words[at] += "s"
    other = a_fact("mem-other", " ".join((*words, "moreover", "everywhere")[: length + length // 12]))
    assert near([*items, other], other)[:1] == ["mem-300"]
    assert "mem-other" in near([*items, other], items[300])


def test_another_project_is_not_looked_at() -> None:
    one, other = a_fact("mem-1", "the crane is slow", "cedar"), a_fact("mem-2", "the crane is slow", "birch")
    assert near([one, other], one) == []


def test_texts_of_many_words_cost_no_more_comparing_than_those_of_some() -> None:
    spent = {}
    for length in (40, 160):
        items = facts(1_500, length)
        candidates = Candidates(items)
        start = time.process_time()
        for item in items:
            list(candidates.near(item))
        spent[length] = time.process_time() - start
    assert spent[160] < 3 * spent[40], spent
