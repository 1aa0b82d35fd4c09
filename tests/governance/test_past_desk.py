"""The desk as it was at an entry: what it answers, what it refuses, and that it cannot decide."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.purge import purge
from store.records.views import ItemDetail, LogFilter
from store.records.words import Queue, Status
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import a_topic, an_item, an_open_run, closed, decide, head
from tests.governance.standings import PENDING


def test_it_answers_as_the_desk_did_then(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    then = head(desk)
    decide(desk, "stale", name)
    past = desk.at(then)
    assert past.queue_keys(Queue.PENDING) == (name,)
    assert past.item(name).row.status is Status.PENDING
    assert list(past.log_keys()) == list(range(1, then + 1))
    assert past.overview().head == then
    assert {count.queue: count.count for count in past.overview().queues}[Queue.PENDING] == 1
    assert desk.queue_keys(Queue.PENDING) == ()


def test_it_can_only_look(desk: Desk) -> None:
    past = desk.at(1)
    assert [verb for verb in ("stage", "apply", "decide", "undo", "import_memory") if hasattr(past, verb)] == []


def test_its_time_is_the_time_of_the_entry(desk: Desk, clock: StillClock) -> None:
    name = an_item(desk, status=PENDING)
    decide(desk, "defer", name, until="7d")
    put_off, then = head(desk), desk.now()
    clock.tick(days=30)
    assert desk.queue_keys(Queue.PENDING) == (name,)
    past = desk.at(put_off)
    assert past.now() == then
    assert past.queue_keys(Queue.PENDING) == ()
    assert past.item(name).strip.age_days == (desk.item(name).strip.age_days or 0) - 30


@pytest.mark.parametrize("beyond", [-1, 0, 1, 1 << 80], ids=["negative", "nought", "one too far", "absurd"])
def test_an_entry_that_is_not_in_the_log_is_refused_and_the_end_is_told(desk: Desk, beyond: int) -> None:
    seq = head(desk) + 1 if beyond == 1 else beyond
    for ask in (lambda: desk.at(seq), lambda: desk.item_keys(at_seq=seq), lambda: desk.show("1", at_seq=seq)):
        with pytest.raises(Refusal, match=f"the log goes from 1 to {head(desk)}") as refused:
            ask()
        assert refused.value.kind is RefusalKind.BAD_INPUT


def test_what_came_later_says_when_it_came(desk: Desk) -> None:
    then = head(desk)
    names = [an_item(desk), a_topic(desk)]
    came = [desk.log_keys(LogFilter(subject=name))[0] for name in names]
    for name, seq in zip(names, came, strict=True):
        with pytest.raises(
            Refusal, match=f"There was no {name} yet at entry {then}: .* from entry {seq} on"
        ) as refused:
            desk.show(name, at_seq=then)
        assert refused.value.kind is RefusalKind.NOT_FOUND
        desk.show(name, at_seq=seq)
    with pytest.raises(Refusal, match=r"There is no mem-1999-01-01-001\."):
        desk.show("mem-1999-01-01-001", at_seq=then)


def test_what_an_import_brought_is_seen_from_its_end_on(desk: Desk) -> None:
    run = an_open_run(desk)
    name = an_item(desk, run=run)
    then = head(desk)
    closed(desk, run)
    with pytest.raises(Refusal, match=f"from entry {head(desk)} on"):
        desk.show(name, at_seq=then)
    assert isinstance(desk.show(name, at_seq=head(desk)), ItemDetail)


def test_an_entry_behind_the_moment_is_not_there_yet(desk: Desk) -> None:
    then = head(desk)
    an_item(desk)
    with pytest.raises(Refusal, match=f"Entry {then + 1} was not in the log yet at entry {then}"):
        desk.show(str(then + 1), at_seq=then)
    assert desk.at(then).log_rows([then, then + 1]) == desk.log_rows([then])


def test_a_stale_item_that_was_corrected_later_waits_then(desk: Desk) -> None:
    name = an_item(desk, status="stale")
    then = head(desk)
    decide(desk, "correct", name, text="better words")
    assert desk.queue_keys(Queue.STALE) == ()
    assert desk.queue_keys(Queue.STALE, at_seq=then) == (name,)


def test_a_plan_in_the_middle_of_which_one_looks_has_done_half(desk: Desk) -> None:
    names = [an_item(desk, status=PENDING), an_item(desk, status=PENDING)]
    plan = decide(desk, "keep", *names)
    found = {applied.plan: applied for applied in desk.plans(at_seq=plan.seq + 1)}
    assert found[plan.plan].ids == (names[0],)
    assert desk.plans()[0].ids == tuple(names)


def test_what_was_erased_since_stays_erased(desk: Desk) -> None:
    name = an_item(desk, text="words that must go")
    then = head(desk)
    assert desk.at(then).item(name).text == "words that must go"
    body = desk.item(name).row.body
    assert purge(desk.store, [body], at=desk.now(), actor=MIRA, day=DAY).rewritten
    past = desk.at(then)
    assert past.item(name).words is None
    assert past.item(name).strip.erased_by is not None
    assert past.entry(body).payload is None
    assert past.entry(body).row.erased_by is not None
    assert past.search("must go") == ()


def test_a_search_of_the_past_is_not_crowded_out_by_what_came_later(desk: Desk) -> None:
    name = an_item(desk, text="the crane lifts salt")
    then = head(desk)
    for _ in range(25):
        an_item(desk, text="the crane lifts salt")
    assert [row.id for row in desk.search("crane", 1, at_seq=then)] == [name]


def test_entries_behind_one_are_found_alone(desk: Desk) -> None:
    name = an_item(desk, status=PENDING, text="the crane lifts salt")
    after = head(desk)
    decide(desk, "keep", name, note="salt again")
    for where in (LogFilter(), LogFilter(subject=name), LogFilter(text="salt"), LogFilter(text="keep")):
        everything = list(desk.log_keys(where))
        behind = [seq for seq in everything if seq > after]
        assert list(desk.log_keys(where, after=after)) == behind
        assert behind, where
