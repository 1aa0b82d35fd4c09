"""What waits for a person: in which queue, in which order, why, how much of it and since when."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views import ItemDetail, ItemFilter, QueueCount
from store.records.words import Queue
from tests.builders import a_pass, an_archive_block
from tests.clock import StillClock
from tests.governance.builders import a_block, a_topic, an_item, an_open_run, closed, decide, did
from tests.governance.standings import PENDING, STANDINGS

WAITS: dict[str, tuple[Queue, ...]] = {
    "active": (),
    "pending": (Queue.PENDING,),
    "stale": (Queue.STALE,),
    "cooled": (),
    "pending and cooled": (Queue.PENDING,),
    "drifting": (Queue.DRIFT,),
    "unreadable": (Queue.DRIFT,),
    "erased": (),
    "a lone state": (),
    "a state with a rival": (Queue.ADDITIVE, Queue.CONFLICTS),
    "a pending state": (Queue.PENDING,),
    "a pending state with a successor": (Queue.PENDING,),
    "a stale state": (Queue.STALE,),
    "a superseded state": (),
    "a block": (Queue.UNDISTILLED,),
    "a judged block": (),
    "a topic": (Queue.UNTRIGGERED,),
    "a flagged capture": (Queue.INBOX,),
    "a quarantined capture": (Queue.QUARANTINE,),
    "a suggested item": (Queue.SUGGESTED, Queue.CONFLICTS),
    "a withdrawal": (),
    "a proposal": (Queue.WITHDRAWALS,),
    "a broken chain": (Queue.WITHDRAWALS,),
    "merged with what is withdrawn": (),
    "an item of a topic": (),
    "an item of a frozen lane": (),
    "an item of a cleared lane": (),
    "a lane": (),
    "a frozen lane": (),
    "a cleared lane": (),
}


def queues_of(desk: Desk, name: str) -> tuple[Queue, ...]:
    return tuple(queue for queue in Queue if name in waiting_in(desk, queue))


def waiting_in(desk: Desk, queue: Queue) -> set[str]:
    """What waits in a queue; of a conflict every row."""
    keys = desk.queue_keys(queue)
    rows = desk.queue_rows(queue, keys) if queue is Queue.CONFLICTS else ()
    return {*keys, *(name for row in rows for name in (row.group or "").split())}


def counts(desk: Desk) -> dict[Queue, QueueCount]:
    return {count.queue: count for count in desk.overview().queues}


def test_every_standing_waits_in_its_queue_and_in_no_other(desk: Desk) -> None:
    world = {where: build(desk) for where, build in STANDINGS.items()}
    assert {where: queues_of(desk, name) for where, name in world.items()} == WAITS
    for where, name in world.items():
        shown = desk.show(name)
        if isinstance(shown, ItemDetail):
            assert shown.queues == WAITS[where], where
    for queue, count in counts(desk).items():
        keys = desk.queue_keys(queue)
        rows = desk.queue_rows(queue, keys)
        assert count.count == len(keys) == len(rows)
        assert [row.id for row in rows] == list(keys)
        assert all(row.why for row in rows)


@pytest.mark.parametrize("then", ["cool", "merge", "correct"])
def test_a_stale_item_that_was_dealt_with_waits_no_more(desk: Desk, then: str) -> None:
    name, other = an_item(desk, status="stale"), an_item(desk, text="other")
    args: dict[str, Any] = {"text": "better words"} if then == "correct" else {}
    decide(desk, then, name, *([other] if then == "merge" else []), **args)
    assert desk.queue_keys(Queue.STALE) == ()
    assert desk.item(name).queues == ()


def test_queues_begin_with_the_oldest_and_count_in_numbers_past_999(desk: Desk) -> None:
    days = {20260103: "mem-2026-01-03-1000", 20260102: "mem-2026-01-02-002"}
    names = [an_item(desk, status=PENDING, name=name, day=day) for day, name in days.items()]
    late = an_item(desk, status=PENDING, name="mem-2026-01-03-999")
    assert desk.queue_keys(Queue.PENDING) == (names[1], late, names[0])
    drifting = [an_item(desk, drift=["id-taken"], day=day) for day in (20260301, 20260201)]
    assert desk.queue_keys(Queue.DRIFT) == tuple(reversed(drifting))
    blocks = [a_block(desk, f"- {day}\n", day=day) for day in (20260301, 20260201)]
    assert desk.queue_keys(Queue.UNDISTILLED) == tuple(reversed(blocks))
    topics = [a_topic(desk, file=f"topics/{n}.md") for n in range(2)]
    assert desk.queue_keys(Queue.UNTRIGGERED) == tuple(topics)


def test_rivals_stand_together_those_with_the_oldest_first(desk: Desk) -> None:
    days = {"b": (20260102, 20260105), "a": (20260101, 20260106)}
    pairs = {s: [an_item(desk, kind="state", subject=s, day=day) for day in when] for s, when in days.items()}
    an_item(desk, kind="state", subject="alone")
    an_item(desk, kind="state", subject="A")
    assert desk.queue_keys(Queue.ADDITIVE) == (*pairs["a"], *pairs["b"])
    rows = desk.queue_rows(Queue.ADDITIVE, desk.queue_keys(Queue.ADDITIVE))
    assert [(row.why[0].code, row.why[0].ids) for row in rows[:2]] == [
        ("same-subject", (pairs["a"][1],)),
        ("same-subject", (pairs["a"][0],)),
    ]
    decide(desk, "defer", pairs["a"][0])
    assert desk.queue_keys(Queue.ADDITIVE) == (pairs["a"][1], *pairs["b"])
    decide(desk, "resolve", pairs["b"][0], owner="mira")
    assert desk.queue_keys(Queue.ADDITIVE) == (pairs["a"][1],)


def test_each_row_says_why_it_is_here_most_telling_first(desk: Desk) -> None:
    against, newer = an_item(desk, text="no"), an_item(desk, kind="state", subject="x")
    links = [("contradicted-by", against)]
    rows = {
        an_item(desk, status=PENDING, links=links): [
                ("contradicted-by", (against,)), ("marked-pending", ()), ("source-not-archive", ())],
        an_item(desk, kind="state", subject="x", status=PENDING, superseded_by=newer, source=None): [
            ("successor-known", (newer,)), ("marked-pending", ()), ("no-source", ())],
        an_item(desk, kind="state", status=PENDING, source_state="missing"): [
            ("successor-unknown", ()), ("marked-pending", ()), ("source-missing", ())],
        an_item(desk, status="stale", source_state="found"): [("judged-stale", ())],
        an_item(desk, status=None, drift=["kind-missing", "source-missing"], source=None): [
            ("drift:kind-missing", ()), ("drift:source-missing", ())],
    }  # fmt: skip
    for row in desk.item_rows(list(rows)):
        assert [(why.code, why.ids) for why in row.why] == rows[row.id]


def test_a_defect_is_shown_with_the_word_that_was_written(desk: Desk) -> None:
    name = an_item(desk, status=None, drift=["status-unknown"], words={"as_written": [["status", "[bold]done"]]})
    assert desk.queue_rows(Queue.DRIFT, [name])[0].why[0].detail == "[bold]done"


def test_counts_and_ages_are_those_of_what_waits(desk: Desk, clock: StillClock) -> None:
    for day in (20260601, 20260531, 20260530, 20260525, 20260520, 20260501, 20260401, 20260302, 20251201):
        an_item(desk, status=PENDING, day=day)
    hidden = an_item(desk, status=PENDING, day=20250101)
    decide(desk, "defer", hidden, until="1d")
    count = counts(desk)[Queue.PENDING]
    assert (count.count, sum(count.by_age)) == (9, 9)
    assert count.by_age == (2, 2, 1, 2, 2)
    assert desk.day_of(count.oldest_at or 0) == "2025-12-01"
    clock.tick(days=1)
    assert counts(desk)[Queue.PENDING].count == 10
    assert desk.day_of(counts(desk)[Queue.PENDING].oldest_at or 0) == "2025-01-01"
    assert (counts(desk)[Queue.DRIFT].count, counts(desk)[Queue.DRIFT].oldest_at) == (0, None)


def test_ages_are_counted_from_the_items_own_date(desk: Desk) -> None:
    rows = desk.item_rows(
        [an_item(desk, date=date) for date in ("2026-05-31", "2026-06-01", "2026-06-02", None, "soon")]
    )
    assert [row.strip.age_days for row in rows if row.strip] == [1, 0, -1, None, None]


def test_what_an_unfinished_import_added_is_nowhere_to_be_seen(desk: Desk) -> None:
    run = an_open_run(desk)
    still = an_item(desk, kind="state", subject="x", text="the old value")
    held = [
        an_item(desk, run=run, status=PENDING, text="heldword pending"),
        an_item(desk, run=run, drift=["id-taken"], text="heldword drifting", words={"written_id": "held-id"}),
        an_item(desk, run=run, kind="state", subject="x", text="heldword state"),
    ]
    block = a_block(desk, "- heldword block\n", run=run, path="archive/held.md")
    before = desk.overview()
    assert (before.items, before.open_runs, before.segments) == (1, 1, 0)
    assert [count.count for count in before.queues] == [0] * len(Queue)
    assert desk.item_keys() == desk.item_keys(ItemFilter(live=True)) == (still,)
    assert [desk.queue_keys(queue) for queue in Queue] == [()] * len(Queue)
    assert (desk.search("heldword"), desk.groups(), desk.segments()) == ((), (), ())
    assert desk.item_rows(held) == ()
    assert [why.code for why in desk.item(still).why] == ["source-not-archive"]
    for name in (*held, "held-id", block, block.split("/")[0]):
        with pytest.raises(Refusal, match="There is no"):
            desk.show(name)
        with pytest.raises(Refusal, match="There is nothing called"):
            desk.preview("defer", [name])
    for name in held:
        with pytest.raises(Refusal):
            decide(desk, "resolve", still, by=name, owner="mira")
    seen_before = desk.item(still).seen
    closed(desk, run)
    assert desk.overview().items == 4
    assert desk.queue_keys(Queue.ADDITIVE) == (still, held[2])
    assert len(desk.search("heldword")) == 3
    assert desk.show(block) is not None
    assert desk.item(still).seen != seen_before


def test_only_archived_entries_that_nothing_came_from_wait_to_be_distilled(desk: Desk) -> None:
    waits = a_block(desk, "- waits\n")
    cited, covered = did(desk, an_archive_block("- cited\n"), an_archive_block("- covered\n"))
    an_item(desk, block=cited.seq, links=[("source", cited.seq)])
    did(desk, an_archive_block("- of a topic page\n", role="topic"), an_archive_block("# a heading\n", entry=False))
    did(desk, a_pass(covered.subjects[0]))
    assert desk.queue_keys(Queue.UNDISTILLED) == (waits,)
