"""What a person should know before they sign a decision about rows in conflict, and the second signer as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.desk import Desk
from store.records.views import Change
from tests.governance.builders import an_item, decide
from tests.governance.promotion.records import given
from tests.governance.review.disagreeing import claimed, pair
from tests.governance.signed import a_maintainer, a_signed_desk, signed


def minds(changes: tuple[Change, ...]) -> list[str]:
    """The cautions among what would change."""
    return [change.after or "" for change in changes if change.field == "caution"]


def test_a_promotion_that_rests_on_a_disputed_claim_says_with_what_it_disagrees(desk: Desk) -> None:
    one, other = claimed(desk)
    decide(desk, "evidence", one, missing="a run of the suite")
    told = minds(desk.preview("promote-type", [one], given(desk, "semantic")))
    assert told[1:] == [
        f"{one} disagrees with {other}, and stays in conflict",
        f"missing for {one}: a run of the suite",
    ]


def test_a_row_is_made_current_with_a_word_about_the_claim_that_stays(desk: Desk) -> None:
    old, new = pair(desk)
    assert minds(desk.preview("current", [new, old], {"owner": "mira"})) == []
    claim = an_item(desk, text="the address is never public")
    decide(desk, "contradict", claim, new)
    told = minds(desk.preview("current", [new, old], {"owner": "mira"}))
    assert told == [f"{new} disagrees with {claim}, and stays in conflict"]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Desk]:
    """A store with keys in which two people sign what is current."""
    with a_signed_desk(tmp_path) as made:
        signed(made, lambda: made.authorize.set_policy({"two.current": "yes"}))
        yield made


def test_the_second_signer_is_told_what_the_first_one_was_and_what_came_since(two: Desk) -> None:
    old, new = pair(two)
    claim = an_item(two, text="the address is never public")
    signed(two, lambda: decide(two, "contradict", claim, new))
    first = minds(two.preview("current", [new, old], {"owner": "mira"}))
    assert first == [f"{new} disagrees with {claim}, and stays in conflict"]
    signed(two, lambda: decide(two, "current", new, old, owner="mira"))
    with a_maintainer(two, "ines", "current") as ines:
        (request,) = ines.requests()
        assert minds(request.changes) == first
        later = an_item(two, text="nobody has a public address")
        signed(two, lambda: decide(two, "contradict", later, claim))
        signed(two, lambda: decide(two, "contradict", later, new))
        (request,) = ines.requests()
        assert minds(request.changes) == [f"{new} disagrees with {claim}, {later}, and stays in conflict"]
