"""Lanes: made, filled, frozen, thawed and cleared by people; what each state stops, and what it never stops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Fault, LaneState, Place, Reason, Shown, Status
from tests.governance.builders import a_desk, an_item, decide, head, made, rows, sound, stage, untouched
from tests.governance.intake.passes.passing import both, port, send
from tests.governance.standings import a_lane


def state(desk: Desk, lane: str) -> LaneState:
    return next(one.state for one in desk.lanes() if one.id == lane)


def test_a_lane_is_made_of_nothing_and_says_what_it_is(desk: Desk) -> None:
    shown = desk.preview("new-lane", [], {"title": "Baseline", "access": "closed", "purpose": "to compare with"})
    assert [(one.field, one.after) for one in shown] == [
        ("new lane", "Baseline"), ("purpose", "to compare with"), ("read by", "grant"),
    ]  # fmt: skip
    lane = a_lane(desk, title="Baseline", access="closed", purpose="to compare with", project="cedar")
    [one] = desk.lanes()
    assert (one.id, one.title, one.purpose, one.project) == (lane, "Baseline", "to compare with", "cedar")
    assert (one.state, one.closed, one.items) == (LaneState.ACTIVE, True, 0)
    assert desk.show(lane) == one
    sound(desk)


def test_the_text_of_a_lane_out_of_nothing_names_no_row_and_lists_its_one_effect(desk: Desk) -> None:
    applied = desk.decide(
        "new-lane", [], {"title": "Baseline"}, reason=Reason.ORGANIZED, seen=[], shown=Shown.PREVIEWED
    )
    assert (applied.decisions, applied.entries, applied.ids) == (1, 2, ("lane-0001",))
    decision = desk.decision(applied.plan)
    assert (decision.targets, decision.fault) == ((), None)
    assert '"effects":[[1,"lane",["new:1"]' in decision.text
    assert "Baseline" not in decision.text


def test_items_lie_in_one_lane_and_only_that_changes(desk: Desk) -> None:
    lane, name = a_lane(desk, title="Trial"), an_item(desk)
    before = desk.item(name)
    decide(desk, "lane", name, lane="Trial")
    after = desk.item(name)
    assert (after.row.lane, after.lane and after.lane.title) == (lane, "Trial")
    moved = {"lane", "from_seq", "entry_seq"}
    assert after.row.model_copy(update={f: getattr(before.row, f) for f in moved}) == before.row
    assert after.words == before.words
    decide(desk, "lane", name, lane="none")
    assert desk.item(name).row.lane is None
    sound(desk)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"title": "  "}, "needs title"),
        ({"title": "\u200b\u200b"}, "title: a lane needs a title that can be read"),
        ({"title": "lane-0007"}, "is no title of a lane"),
        ({"title": "None"}, "is no title of a lane"),
        ({"title": "x" * 121}, "121 characters"),
        ({"title": "T", "purpose": "x" * 401}, "401 characters"),
        ({"title": "T", "access": "secret"}, "open or closed"),
    ],
)
def test_a_lane_that_could_not_be_named_is_refused(desk: Desk, args: dict[str, str], why: str) -> None:
    before = untouched(desk)
    with pytest.raises(Refusal, match=why):
        desk.preview("new-lane", [], args)
    assert untouched(desk) == before


def test_a_title_that_holds_a_credential_is_refused_and_kept_nowhere(desk: Desk) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with pytest.raises(Refusal) as refused:
        a_lane(desk, title=f"lane {secret}")
    assert secret not in refused.value.sentence + refused.value.hint
    assert desk.lanes() == ()


def test_a_title_is_one_lanes_within_its_project_and_free_in_another(desk: Desk) -> None:
    a_lane(desk, title="Baseline")
    with pytest.raises(Refusal, match="lane-0001 is called 'Baseline' already"):
        a_lane(desk, title="Baseline")
    a_lane(desk, title="Baseline", project="cedar")
    with pytest.raises(Refusal, match="lane-0002 is called 'Baseline' already"):
        a_lane(desk, title="Baseline", project="cedar")
    seen: dict[str, Any] = {"reason": Reason.OTHER, "seen": [], "shown": Shown.PREVIEWED}
    desk.stage("new-lane", [], {"title": "Twice"}, **seen)
    desk.stage("new-lane", [], {"title": "Twice"}, **seen)
    before = head(desk)
    with pytest.raises(Refusal, match="Another decision of this plan makes one"):
        desk.apply()
    assert head(desk) == before


def test_a_lane_of_a_project_takes_no_record_of_another(desk: Desk) -> None:
    a_lane(desk, title="Theirs", project="cedar")
    mine, theirs, none = (an_item(desk, words={"project": p} if p else {}) for p in ("tides", "cedar", None))
    for name, why in ((mine, "there is no lane 'Theirs'"), (none, "there is no lane 'Theirs'")):
        with pytest.raises(Refusal, match=why):
            decide(desk, "lane", name, lane="Theirs")
        with pytest.raises(Refusal, match="takes what is of cedar"):
            decide(desk, "lane", name, lane="lane-0001")
    decide(desk, "lane", theirs, lane="Theirs")
    with pytest.raises(Refusal, match="takes what is of cedar"):
        decide(desk, "new-lane", mine, title="Other", project="cedar")
    assert desk.item(theirs).row.lane == "lane-0001"


# what each state stops


@pytest.mark.parametrize(("verb", "word"), [("freeze", "frozen"), ("clear", "cleared")])
def test_nothing_is_captured_into_a_lane_that_is_shut_and_what_was_sent_is_kept(
    desk: Desk, verb: str, word: str
) -> None:
    lane = a_lane(desk, title="Trial")
    before = send(desk, "the pier is wet", lane="Trial", client_ref="a")
    decide(desk, verb, lane)
    for named in ("Trial", lane):
        receipt = desk.intake.capture({"text": f"to {named}", "source": "seen", "lane": named})
        assert (receipt.came, receipt.fault) == ("refused", Fault.LANE)
        assert f"{lane} is {word}" in receipt.sentence
        held = desk.show(str(receipt.id))
        assert f"to {named}" in str(getattr(held, "raw", ""))
    again = desk.intake.capture(
        {"text": "the pier is wet", "kind": "knowledge", "source": "seen", "lane": "Trial", "client_ref": "a"}
    )
    assert (again.came, again.id) == ("known", before), "what was taken in before is answered, not refused"
    decide(desk, "thaw", lane)
    assert desk.intake.capture({"text": "to lane-0001", "source": "seen", "lane": lane}).came == "captured"
    sound(desk)


def test_a_capture_names_a_lane_that_is_there_for_its_project_or_is_refused(desk: Desk) -> None:
    ours, theirs = a_lane(desk, title="Ours"), a_lane(desk, title="Theirs", project="cedar")
    both_called = a_lane(desk, title="Ours", project="cedar")
    assert desk.item(send(desk, "one", lane="Ours")).row.lane == ours
    assert desk.item(send(desk, "two", lane="Ours", project="cedar")).row.lane == both_called
    assert desk.item(send(desk, "three", lane=theirs, project="cedar")).row.lane == theirs
    for given in ({"lane": "Nowhere"}, {"lane": "lane-0099"}, {"lane": theirs}, {"lane": "Theirs", "project": "tides"}):
        receipt = desk.intake.capture({"text": f"{given}", "source": "seen", **given})
        assert (receipt.came, receipt.fault) == ("refused", Fault.LANE), given
        assert "There is no lane" in receipt.sentence, "whether there is one of another project is nobody's to hear"
    task = desk.intake.open_task("drill")
    receipt = desk.intake.capture({"text": "goal", "type": "working", "task": task, "source": "s", "lane": "Ours"})
    assert receipt.fault is Fault.LANE
    sound(desk)


def test_the_same_words_in_two_lanes_are_two_captures(desk: Desk) -> None:
    a_lane(desk, title="A"), a_lane(desk, title="B")
    names = [send(desk, "the pier is wet", **({"lane": lane} if lane else {})) for lane in ("A", "B", None, "A")]
    assert len(set(names)) == 3
    assert names[0] == names[3]


def test_what_was_refused_for_its_lane_is_sent_again_into_another_or_into_none(desk: Desk) -> None:
    a_lane(desk, title="Here")
    held = str(desk.intake.capture({"text": "the pier is wet", "source": "seen", "lane": "Gone"}).id)
    with pytest.raises(Refusal, match="lane: There is no lane 'Gone' for it"):
        decide(desk, "resubmit", held)
    other = str(desk.intake.capture({"text": "the pier is dry", "source": "seen", "lane": "Gone"}).id)
    mended = made(decide(desk, "resubmit", held, lane="Here"))
    assert desk.item(mended).row.lane == "lane-0001"
    assert desk.item(made(decide(desk, "resubmit", other, lane="none"))).row.lane is None
    sound(desk)


@pytest.mark.parametrize("verb", ["freeze", "clear"])
def test_a_pass_takes_nothing_out_of_a_lane_that_is_shut(desk: Desk, verb: str) -> None:
    lane = a_lane(desk, title="Trial")
    inside, outside = send(desk, "the pier is wet", lane="Trial"), send(desk, "the board is dry")
    decide(desk, verb, lane)
    both(desk)
    assert desk.item(inside).row.place is Place.INBOX, "it is left where it is"
    assert desk.item(outside).row.place is Place.STORE
    decide(desk, "thaw", lane)
    both(desk)
    assert desk.item(inside).row.place is Place.STORE
    sound(desk)


def test_a_pass_lets_state_give_way_within_its_lane_alone(desk: Desk) -> None:
    a_lane(desk, title="Trial"), a_lane(desk, title="Other")
    old = [port(desk, "8470", "2026-01-01", **lane) for lane in ({"lane": "Trial"}, {"lane": "Other"}, {})]
    both(desk)
    new = port(desk, "8480", "2026-02-01", lane="Trial")
    both(desk)
    assert [desk.item(name).row.superseded_by for name in old] == [new, None, None]
    assert [desk.item(name).row.status for name in old] == [Status.SUPERSEDED, Status.ACTIVE, Status.ACTIVE]
    with pytest.raises(Refusal, match="lies in another lane"):
        decide(desk, "resolve", old[2], by=new, owner="mira")
    sound(desk)


@pytest.mark.parametrize("verb", ["freeze", "clear"])
def test_state_of_a_lane_that_is_shut_neither_gives_way_nor_is_put_in_doubt(desk: Desk, verb: str) -> None:
    lane = a_lane(desk, title="Trial")
    old = port(desk, "8470", "2026-01-01", lane="Trial")
    both(desk)
    newer = port(desk, "8480", "2026-02-01", lane="Trial")
    desk.intake.archive()
    decide(desk, verb, lane)
    send(desk, "that is not so", refutes=[old])
    both(desk)
    assert desk.item(old).row.status is Status.ACTIVE
    assert desk.item(newer).row.place is Place.ARCHIVED
    sound(desk)


def test_passes_suggest_and_cool_nothing_of_a_frozen_lane_nor_across_lanes(tmp_path: Path) -> None:
    with a_desk(tmp_path) as desk:
        a_lane(desk, title="Trial")
        words = "the retry of a payment is safe after a timeout of the gateway"
        inside = send(desk, words, lane="Trial")
        both(desk)
        beside = send(desk, f"{words} at night")
        both(desk)
        assert rows(desk, "links")["links"] == set(), "what lies in two lanes is not put side by side"
        twin = send(desk, f"{words} too", lane="Trial")
        both(desk)
        found = {
            (src, dst) for src, relation, dst, _ in rows(desk, "links")["links"] if relation.startswith("possible")
        }
        assert {frozenset(pair) for pair in found} == {frozenset((inside, twin))}
        assert beside not in {name for pair in found for name in pair}


@pytest.mark.parametrize("verb", ["cool", "merge", "correct", "stale", "retag", "defer"])
@pytest.mark.parametrize("shut", ["freeze", "clear"])
def test_nobody_judges_folds_or_rewrites_what_lies_in_a_lane_that_is_shut(desk: Desk, verb: str, shut: str) -> None:
    lane, name, other = a_lane(desk), an_item(desk, text="one"), an_item(desk, text="two")
    decide(desk, "lane", name, lane=lane)
    decide(desk, shut, lane)
    args: dict[str, Any] = {"correct": {"text": "x"}, "retag": {"kind": "state", "subject": "a"}}.get(verb, {})
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"its lane {lane} is (frozen|cleared): thaw that first") as refused:
        decide(desk, verb, name, *([other] if verb == "merge" else []), **args)
    assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before


def test_a_frozen_lane_lets_nothing_in_or_out_and_withdrawal_reaches_it(desk: Desk) -> None:
    lane, name, other = a_lane(desk), an_item(desk, text="one"), an_item(desk, text="two")
    decide(desk, "lane", name, lane=lane)
    decide(desk, "freeze", lane)
    for moved, to in ((name, "none"), (other, lane)):
        with pytest.raises(Refusal, match="frozen"):
            decide(desk, "lane", moved, lane=to)
    event = decide(desk, "withdraw", name).ids[0]
    assert name not in desk.item_keys()
    decide(desk, "reinstate", event)
    assert desk.item(name).row.lane == lane
    assert state(desk, lane) is LaneState.FROZEN
    sound(desk)


def test_a_merge_lies_in_the_lane_of_its_parents_and_never_in_two(desk: Desk) -> None:
    one, two = a_lane(desk, title="One"), a_lane(desk, title="Two")
    a, b, c = (an_item(desk, text=text) for text in ("a is so", "a is so too", "a is so as well"))
    decide(desk, "lane", a, lane=one)
    decide(desk, "lane", b, lane=two)
    with pytest.raises(Refusal, match="they lie in different lanes"):
        decide(desk, "merge", a, b)
    folded = made(decide(desk, "merge", a, c), a, c)
    assert desk.item(folded).row.lane == one, "the narrowest of the two"
    assert desk.item(made(decide(desk, "correct", b, text="b"), b)).row.lane == two
    sound(desk)


def test_a_plan_does_not_shut_a_lane_and_put_something_into_it(desk: Desk) -> None:
    lane, name = a_lane(desk), an_item(desk)
    stage(desk, "lane", name, lane=lane)
    stage(desk, "freeze", lane)
    before = head(desk)
    with pytest.raises(Refusal, match=f"{name} is to lie in {lane}, which is itself decided"):
        desk.apply()
    assert head(desk) == before


def test_what_is_made_is_not_taken_back_while_something_lies_in_it(desk: Desk) -> None:
    plan = decide(desk, "new-lane", title="Trial").plan
    name = an_item(desk)
    moved = decide(desk, "lane", name, lane="Trial")
    with pytest.raises(Refusal, match=rf"{name} gave way to lane-0001 since, .*or lies in it"):
        desk.undo(plan)
    desk.undo(moved.plan)
    gone = desk.undo(plan)
    assert desk.lanes() == ()
    with pytest.raises(Refusal):
        desk.show("lane-0001")
    assert a_lane(desk, title="Trial") == "lane-0002", "an id names one thing for good"
    with pytest.raises(Refusal, match="there is no lane"):
        decide(desk, "lane", name, lane="lane-0001")
    desk.undo(gone.plan)
    assert [one.id for one in desk.lanes()] == ["lane-0001", "lane-0002"]
    sound(desk)


def test_the_past_shows_a_lane_as_it_was(desk: Desk) -> None:
    lane, name = a_lane(desk, title="Trial"), an_item(desk)
    decide(desk, "lane", name, lane=lane)
    then = head(desk)
    decide(desk, "clear", lane)
    decide(desk, "lane", name, lane="none")
    past = desk.at(then)
    assert [(one.state, one.items) for one in past.lanes()] == [(LaneState.ACTIVE, 1)]
    assert past.item(name).row.lane == lane
    assert [(one.state, one.items) for one in desk.lanes()] == [(LaneState.CLEARED, 0)]
