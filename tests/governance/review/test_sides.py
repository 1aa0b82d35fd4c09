"""The rows of a conflict one by one: in the order of their dates, each with whom it disagrees."""

from __future__ import annotations

from governance.desk import Desk
from tests.governance.builders import an_item, decide
from tests.governance.review.disagreeing import pair, state


def test_the_rows_of_a_conflict_stand_by_date_whichever_of_them_is_asked_for(desk: Desk) -> None:
    new, old = state(desk, "b", date="2026-06-02"), state(desk, "a", date="2026-06-01")
    undated = state(desk, "c", date=None)
    for name in (new, old, undated):
        assert desk.side_keys([name]) == (undated, old, new)
    assert desk.side_keys([an_item(desk)]) == ()


def test_a_filter_leaves_the_rows_that_have_the_words(desk: Desk) -> None:
    old, new = pair(desk)
    assert desk.side_keys([old], "198.51") == (new,)


def test_each_row_says_with_whom_it_disagrees_and_what_is_missing(desk: Desk) -> None:
    old, new = pair(desk)
    claim = an_item(desk, text="the address is never public")
    decide(desk, "contradict", claim, new)
    decide(desk, "evidence", new, missing="a look at the router")
    whys = {row.id: {why.code: why.ids for why in row.why} for row in desk.side_rows((old, new, claim))}
    assert whys[old]["same-subject"] == (new,)
    assert (whys[new]["same-subject"], whys[new]["contradicts"]) == ((old,), (claim,))
    assert whys[new]["needs-evidence"] == (new,)
    assert "needs-evidence" not in whys[claim]


def test_of_the_past_they_stand_as_they_stood(desk: Desk) -> None:
    old, new = pair(desk)
    then = desk.pulse()[1]
    decide(desk, "stale", old, owner="mira")
    assert desk.side_keys([new]) == ()
    assert desk.at(then).side_keys([new]) == (old, new)
