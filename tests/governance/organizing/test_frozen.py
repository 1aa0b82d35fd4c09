"""What lies in a frozen lane is written to by nobody but who withdraws it; passes leave it, and say where it waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.verbs import VERBS
from store.records.words import LaneState, Place, Queue, Status
from tests.governance.builders import (
    a_topic,
    an_item,
    beside,
    decide,
    head,
    links_of,
    rows,
    seen,
    sound,
    stage,
    untouched,
)
from tests.governance.intake.passes.passing import both, port, send
from tests.governance.standings import PENDING, a_lane


def frozen(desk: Desk, *names: str, then: str = "freeze") -> str:
    """A lane in which these items lie, and that was shut after they came there."""
    lane = a_lane(desk, title="Baseline")
    for name in names:
        decide(desk, "lane", name, lane=lane)
    decide(desk, then, lane)
    return lane


def told(desk: Desk) -> list[tuple[str, str, LaneState, int]]:
    """What status says of lanes that are shut."""
    return [(one.lane, one.title, one.state, one.count) for one in desk.overview().left]


# verbs


def test_of_all_verbs_withdrawal_alone_reaches_what_lies_in_a_frozen_lane() -> None:
    on_items = {name: verb.reaches for name, verb in VERBS.items() if "item" in verb.on}
    assert {name for name, reaches in on_items.items() if LaneState.FROZEN in reaches} == {"withdraw"}
    moved_out = {name for name, reaches in on_items.items() if LaneState.CLEARED in reaches}
    assert moved_out == {"withdraw", "lane", "new-lane"}, "what was set aside is taken back one by one"
    assert all(LaneState.ACTIVE in reaches for reaches in on_items.values())


def test_what_was_staged_before_the_freeze_is_refused_when_it_is_applied(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    lane = a_lane(desk)
    decide(desk, "lane", name, lane=lane)
    stage(desk, "keep", name)
    decide(desk, "freeze", lane)
    before = untouched(desk)
    [staged] = desk.plan().staged
    assert "is frozen" in (staged.refusal or "")
    with pytest.raises(Refusal, match="is frozen: thaw that first") as refused:
        desk.apply()
    assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before
    decide(desk, "thaw", lane)
    desk.apply()
    assert desk.item(name).row.status is Status.ACTIVE
    sound(desk)


def test_a_freeze_between_the_look_and_the_lock_is_seen_under_the_lock(desk: Desk) -> None:
    name, lane = an_item(desk), a_lane(desk)
    decide(desk, "lane", name, lane=lane)

    def freeze(_: Any) -> None:
        desk.ask = None
        with beside(desk) as other:
            decide(other, "freeze", lane)

    desk.ask = freeze
    with pytest.raises(Refusal, match="is frozen"):
        decide(desk, "stale", name)
    assert desk.item(name).row.status is Status.ACTIVE


def test_a_plan_does_not_freeze_a_lane_and_write_into_it(desk: Desk) -> None:
    name, lane = an_item(desk), a_lane(desk)
    decide(desk, "lane", name, lane=lane)
    stage(desk, "stale", name)
    stage(desk, "freeze", lane)
    before = head(desk)
    with pytest.raises(Refusal, match=f"{name} lies in {lane}, which is itself decided"):
        desk.apply()
    assert head(desk) == before


def test_topics_are_not_merged_while_an_item_of_one_is_frozen_withdrawn_or_not(desk: Desk) -> None:
    one, two = a_topic(desk, "outage"), a_topic(desk, "retry", file="topics/more.md", title="More")
    name = an_item(desk, topic=two)
    lane = frozen(desk, name)
    for act in (lambda: None, lambda: decide(desk, "withdraw", name)):
        act()
        before = untouched(desk)
        with pytest.raises(Refusal, match=f"{name}: its lane {lane} is frozen"):
            decide(desk, "merge-topics", one, two)
        assert untouched(desk) == before


def test_an_edge_from_outside_names_what_is_frozen_and_one_from_inside_is_refused(desk: Desk) -> None:
    inside, outside = an_item(desk, text="inside"), an_item(desk, text="outside")
    frozen(desk, inside)
    before = desk.item(inside).row
    decide(desk, "link", outside, relation="references", to=inside)
    assert ("references", inside) in links_of(desk, outside)
    assert desk.item(inside).row == before
    with pytest.raises(Refusal, match="is frozen"):
        decide(desk, "link", inside, relation="references", to=outside)
    with pytest.raises(Refusal, match="is frozen"):
        decide(desk, "contradict", outside, inside)
    sound(desk)


# undo


def test_undo_reaches_what_is_frozen_only_where_it_ends_in_a_withdrawal_or_turns_the_lane(desk: Desk) -> None:
    name, other = an_item(desk, status=PENDING), an_item(desk, text="the other end")
    lane = a_lane(desk)
    decide(desk, "lane", name, lane=lane)
    kept = decide(desk, "keep", name).plan
    linked = decide(desk, "link", name, relation="references", to=other).plan
    froze = decide(desk, "freeze", lane).plan
    gone = decide(desk, "withdraw", name).plan
    for plan in (kept, linked):
        before = untouched(desk)
        with pytest.raises(Refusal):
            desk.undo(plan)
        assert untouched(desk) == before
    back = desk.undo(gone).plan
    assert name in desk.item_keys()
    for plan in (kept, linked):
        before = untouched(desk)
        with pytest.raises(Refusal, match=f"{name}: its lane {lane} is frozen: thaw that first"):
            desk.undo(plan)
        with pytest.raises(Refusal, match="is frozen"):
            desk.undo_preview(plan)
        assert untouched(desk) == before
    desk.undo(back)
    assert name not in desk.item_keys()
    desk.undo(froze)
    assert next(one.state for one in desk.lanes()) is LaneState.ACTIVE
    sound(desk)


def test_undo_puts_nothing_back_into_a_frozen_lane(desk: Desk) -> None:
    name, lane = an_item(desk), a_lane(desk)
    decide(desk, "lane", name, lane=lane)
    out = decide(desk, "lane", name, lane="none").plan
    decide(desk, "freeze", lane)
    with pytest.raises(Refusal, match=f"{lane} is frozen"):
        desk.undo(out)
    assert desk.item(name).row.lane is None
    decide(desk, "thaw", lane)
    desk.undo(out)
    assert desk.item(name).row.lane == lane


# passes


@pytest.mark.parametrize("then", ["freeze", "clear"])
def test_the_archive_pass_leaves_it_in_the_inbox_and_records_the_lane_as_the_reason(desk: Desk, then: str) -> None:
    a_lane(desk, title="Trial")
    inside, outside = send(desk, "the pier is wet", lane="Trial"), send(desk, "the board is dry")
    decide(desk, then, "lane-0001")
    report = desk.intake.archive()
    assert (report.action, report.archived) == ("archive", 1)
    assert [(one.lane, one.title, one.count) for one in report.left] == [("lane-0001", "Trial", 1)]
    assert desk.item(inside).row.place is Place.INBOX
    assert desk.item(outside).row.place is Place.ARCHIVED
    last = desk.intake.last_pass()
    assert last is not None
    assert (last.run, last.archived, last.segments, last.left) == (
        report.run, 1, report.segments, report.left,
    )  # fmt: skip
    again = desk.intake.archive()
    assert (again.action, again.left) == ("archive-skip", report.left)
    assert desk.show(str(again.run)).model_dump()["left"][0]["lane"] == "lane-0001"
    decide(desk, "thaw", "lane-0001")
    assert desk.intake.archive().left == ()
    assert desk.item(inside).row.place is Place.ARCHIVED
    assert desk.show(str(again.run)).model_dump()["left"][0]["state"] != LaneState.ACTIVE, "as it stood then"
    sound(desk)


@pytest.mark.parametrize("then", ["freeze", "clear"])
def test_the_distillation_pass_leaves_it_and_records_the_lane_whether_it_did_something_or_not(
    desk: Desk, then: str
) -> None:
    a_lane(desk, title="Trial")
    inside = send(desk, "the pier is wet", lane="Trial")
    desk.intake.archive()
    decide(desk, then, "lane-0001")
    skipped = desk.intake.distill()
    assert skipped.action == "autodream-skip"
    send(desk, "the board is dry")
    did = both(desk)
    assert did.action == "autodream"
    for report in (skipped, did):
        assert [(one.lane, one.count) for one in report.left] == [("lane-0001", 1)]
        assert getattr(desk.show(str(report.run)), "left", None) == report.left
    assert desk.item(inside).row.place is Place.ARCHIVED
    decide(desk, "thaw", "lane-0001")
    assert both(desk).left == ()
    sound(desk)


def test_a_newer_value_from_a_folder_leaves_the_frozen_one_as_it_is(desk: Desk, tmp_path: Path) -> None:
    a_lane(desk, title="Trial")
    old = port(desk, "8470", "2026-01-01", lane="Trial")
    both(desk)
    decide(desk, "freeze", "lane-0001")
    before = desk.item(old).row
    folder = tmp_path / "memory"
    folder.mkdir()
    said = "- [2026-05-01] (state) 8480. Subject: gate:port. Source: seen.\n"
    (folder / "memory.md").write_text(f"# M\n{said}", encoding="utf-8")
    assert desk.import_memory(folder).new == 1
    both(desk)
    assert desk.item(old).row == before
    sound(desk)


# what waits there


def test_what_waits_in_a_lane_that_is_shut_stands_in_no_queue_and_status_names_the_lane(desk: Desk) -> None:
    inside = [an_item(desk, status=PENDING), an_item(desk, text="stale", status="stale")]
    captured = send(desk, "the pier is wet")
    both(desk)
    waiting = send(desk, "the board is dry")
    before = {one.queue: one.count for one in desk.overview().queues}
    assert (before[Queue.PENDING], before[Queue.STALE], before[Queue.INBOX]) == (1, 1, 1)
    lane = frozen(desk, *inside, captured, waiting)
    assert {one.queue: one.count for one in desk.overview().queues if one.count} == {}
    assert [desk.queue_keys(queue) for queue in (Queue.PENDING, Queue.STALE, Queue.INBOX)] == [(), (), ()]
    assert desk.item(inside[0]).queues == ()
    assert told(desk) == [(lane, "Baseline", LaneState.FROZEN, 3)]
    decide(desk, "thaw", lane)
    assert {one.queue: one.count for one in desk.overview().queues} == before
    assert told(desk) == []


def test_a_desk_that_looks_at_the_past_sees_the_queues_as_they_were(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    lane = a_lane(desk)
    decide(desk, "lane", name, lane=lane)
    then = head(desk)
    decide(desk, "freeze", lane)
    assert desk.queue_keys(Queue.PENDING) == ()
    past = desk.at(then)
    assert (past.queue_keys(Queue.PENDING), past.overview().left) == ((name,), ())
    assert past.item(name).queues == (Queue.PENDING,)


# doors


def test_a_capture_names_what_is_frozen_and_moves_nothing_of_it(desk: Desk) -> None:
    inside = an_item(desk, text="the pier is wet", place="store")
    frozen(desk, inside)
    before = rows(desk, "items")["items"], links_of(desk, inside)
    new = send(desk, "the pier is not wet", refutes=[inside], continues=inside)
    assert ("refutes", inside) in links_of(desk, new)
    both(desk)
    assert (desk.item(inside).row.status, links_of(desk, inside)) == (Status.ACTIVE, before[1])
    assert before[0] <= rows(desk, "items")["items"]
    sound(desk)


def test_a_verb_that_is_named_from_python_is_stopped_like_one_that_is_chosen(desk: Desk) -> None:
    name = an_item(desk)
    frozen(desk, name)
    before = untouched(desk)
    for verb, offer in ((verb, offer) for verb in VERBS for offer in desk.offers([name]) if offer.name == verb):
        if "item" not in VERBS[verb].on or verb == "withdraw":
            continue
        assert not offer.fits
        assert "is frozen" in str(offer.why_not)
        with pytest.raises(Refusal, match=r"is frozen|needs|takes no"):
            decide(desk, verb, name)
    assert untouched(desk) == before
    assert seen(desk, name)
