"""Which control event of a scope is the latest: by its chain alone, never by order of arrival or by the clock (law 8).

Whatever has no one latest event is excluded, with the fault that says why (P§12.2).
"""

from __future__ import annotations

import inspect
import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store import controls, exclusion
from store.controls import Event, Standing, resolve
from store.database import Store
from store.records.controls import ControlAction, ControlFault, ControlState, Selectors
from tests.builders import AT, a_capture, a_control, did

W, R = ControlAction.WITHDRAW, ControlAction.REINSTATE
_IDS = st.sampled_from("abcdef")
EVENTS = st.lists(
    st.builds(
        Event,
        _IDS,
        st.sampled_from([W, R]),
        st.one_of(st.none(), _IDS, st.just("nobody")),
        st.frozensets(_IDS, max_size=3),
    ),
    max_size=8,
)
"""Events of one scope, as anybody could write them."""
LUCK = st.integers(0, 1 << 20)
FEW = settings(max_examples=60, deadline=None)


def chain(*actions: ControlAction, prefix: str = "c") -> list[Event]:
    """A whole chain of these."""
    return [Event(f"{prefix}{n}", one, f"{prefix}{n - 1}" if n else None) for n, one in enumerate(actions)]


def shuffled(events: list[Event], seed: int) -> list[Event]:
    found = list(events)
    random.Random(seed).shuffle(found)
    return found


@FEW
@given(EVENTS, LUCK)
def test_any_order_of_arrival_comes_to_the_same(events: list[Event], seed: int) -> None:
    assert resolve(shuffled(events, seed)) == resolve(events)


@FEW
@given(EVENTS, LUCK, st.integers(1, 4))
def test_copies_of_an_event_change_nothing(events: list[Event], seed: int, copies: int) -> None:
    assert resolve(shuffled(events * copies, seed)) == resolve(events)


@FEW
@given(EVENTS)
def test_either_one_event_is_the_latest_or_a_fault_says_why_not_and_the_scope_is_excluded(events: list[Event]) -> None:
    found = resolve(events)
    if not events:
        assert found == Standing(False, None)
    elif found.fault is not None:
        assert (found.excluded, found.control) == (True, None)
    else:
        last = next(event for event in events if event.id == found.control)
        assert found.excluded is (last.action is W)


@FEW
@given(EVENTS, EVENTS)
def test_what_nobody_reinstated_is_never_eligible(events: list[Event], more: list[Event]) -> None:
    withdrawn = [event._replace(action=W) for event in (*events, *more)]
    assert resolve(withdrawn).excluded is bool(withdrawn)


@FEW
@given(st.lists(st.sampled_from([W, R]), max_size=9), LUCK)
def test_of_a_whole_chain_the_last_event_decides(actions: list[ControlAction], seed: int) -> None:
    events = chain(W, *(R if n % 2 == 0 else W for n in range(len(actions))))
    assert resolve(shuffled(events, seed)) == Standing(events[-1].action is W, events[-1].id)


@FEW
@given(st.integers(2, 8), st.data())
def test_half_a_chain_is_excluded_whichever_event_is_missing(length: int, data: st.DataObject) -> None:
    events = chain(*(W if n % 2 == 0 else R for n in range(length)))
    missing = data.draw(st.sampled_from(events[:-1]))
    found = resolve([event for event in events if event is not missing])
    assert found == Standing(True, None, ControlFault.PREDECESSOR_UNKNOWN)


def test_the_clock_plays_no_part() -> None:
    """An event has no time at all, and the resolver asks for none."""
    assert Event._fields == ("id", "action", "supersedes", "settles")
    source = inspect.getsource(controls)
    assert not [
        word for word in ("time", "datetime", "now(", " at ") if f"import {word}" in source or f".{word}" in source
    ]


FAULTS = {
    "two beginnings": ([Event("a", W), Event("b", W)], ControlFault.TWO_BEGINNINGS),
    "a withdrawal beside a whole chain": ([*chain(W, R), Event("x", W)], ControlFault.TWO_BEGINNINGS),
    "a fork": ([*chain(W), Event("x", R, "c0"), Event("y", W, "c0")], ControlFault.FORK),
    "a fork that agrees": ([*chain(W), Event("x", R, "c0"), Event("y", R, "c0")], ControlFault.FORK),
    "a cycle": ([Event("a", W, "b"), Event("b", R, "a")], ControlFault.CYCLE),
    "a cycle beside a chain": ([*chain(W), Event("a", W, "b"), Event("b", R, "a")], ControlFault.CYCLE),
    "an event that follows itself": ([*chain(W), Event("a", R, "a")], ControlFault.CYCLE),
    "an unknown predecessor": ([Event("a", R, "nobody")], ControlFault.PREDECESSOR_UNKNOWN),
    "the end of a chain alone": (chain(W, R, W)[2:], ControlFault.PREDECESSOR_UNKNOWN),
    "a reinstatement of nothing": ([Event("a", R)], ControlFault.NO_WITHDRAWAL),
    "a reinstatement of a reinstatement": (chain(W, R, R), ControlFault.NO_WITHDRAWAL),
    "two records of one id": ([Event("a", W), Event("a", R)], ControlFault.TWO_RECORDS),
    "two records of one id that both withdraw": (
        [*chain(W), Event("a", W, "c0"), Event("a", W, "c1")],
        ControlFault.TWO_RECORDS,
    ),
    "an event that follows and settles itself": ([Event("a", R, "a", frozenset("a"))], ControlFault.CYCLE),
    "a reconciling event without what it settled": (
        [Event("a", R, "b", frozenset("b"))],
        ControlFault.PREDECESSOR_UNKNOWN,
    ),
    "a reconciling event without some of what it settled": (
        [*chain(W), Event("a", R, "c0", frozenset(("c0", "b")))],
        ControlFault.PREDECESSOR_UNKNOWN,
    ),
    "events that settle each other": (
        [Event("a", R, None, frozenset("b")), Event("b", R, None, frozenset("a"))],
        ControlFault.CYCLE,
    ),
}


@pytest.mark.parametrize("case", FAULTS)
@pytest.mark.parametrize("seed", range(4))
def test_what_has_no_one_latest_event_stays_excluded_with_its_fault(case: str, seed: int) -> None:
    events, fault = FAULTS[case]
    assert resolve(shuffled(events, seed)) == Standing(True, None, fault)


@pytest.mark.parametrize("case", FAULTS)
@pytest.mark.parametrize("action", [W, R])
def test_a_reconciling_event_gives_one_latest(case: str, action: ControlAction) -> None:
    events, fault = FAULTS[case]
    named = frozenset(event.id for event in events)
    found = resolve([*events, Event("z", action, events[-1].id, named)])
    if fault is ControlFault.TWO_RECORDS:
        assert found == Standing(True, None, fault), "no event says which of two records of one id it means"
    else:
        assert found == Standing(action is W, "z")


@FEW
@given(EVENTS, st.sampled_from([W, R]), LUCK)
def test_whatever_was_broken_is_whole_after_one_reconciling_event_and_may_go_on(
    events: list[Event], action: ControlAction, seed: int
) -> None:
    known = list({event.id: event for event in [*events, Event("g", W)]}.values())
    settled = Event("z", action, known[-1].id, frozenset(event.id for event in known))
    assert resolve(shuffled([*known, settled], seed)) == Standing(action is W, "z")
    after = Event("zz", R if action is W else W, "z")
    assert resolve(shuffled([*known, settled, after], seed)) == Standing(after.action is W, "zz")


@FEW
@given(EVENTS)
def test_two_people_who_reconcile_apart_have_to_do_it_again(events: list[Event]) -> None:
    known = list({event.id: event for event in events}.values())
    named = frozenset(event.id for event in known)
    found = resolve([*known, Event("y", R, None, named), Event("z", W, None, named)])
    assert (found.excluded, found.fault) == (True, ControlFault.TWO_BEGINNINGS)


# scopes

_TERMS = st.lists(
    st.one_of(
        st.integers(1, 4).map(lambda n: f"mem-2026-06-01-{n:03}"),
        st.integers(1, 4).map(lambda n: f"seg-2026-06-01-{n:03}"),
        st.integers(1, 4).map(lambda n: f"seg-2026-06-01-001/{n}"),
        st.integers(1, 4).map(lambda n: f"run-2026-06-01-{n:03}"),
        st.sampled_from(["task-0001", "src-0001", "src-0002"]),
    ),
    min_size=1,
    max_size=8,
)


@FEW
@given(_TERMS, LUCK)
def test_order_and_repeats_of_identifiers_make_no_other_scope(terms: list[str], seed: int) -> None:
    again = [*terms, *terms]
    random.Random(seed).shuffle(again)
    assert Selectors.of(again) == Selectors.of(terms)
    assert exclusion.scope_key(Selectors.of(again)) == exclusion.scope_key(Selectors.of(terms))


@FEW
@given(_TERMS, _TERMS)
def test_two_scopes_are_one_only_when_their_identifiers_are_equal(one: list[str], other: list[str]) -> None:
    same = exclusion.scope_key(Selectors.of(one)) == exclusion.scope_key(Selectors.of(other))
    assert same is (set(one) == set(other))


@FEW
@given(_TERMS)
def test_an_empty_category_is_absent_and_a_record_reads_back_as_it_was(terms: list[str]) -> None:
    found = Selectors.of(terms)
    told = found.to_json()
    assert all(told.values())
    assert Selectors.from_json(told) == found
    padded = {name: told.get(name, []) for name in Selectors._fields}
    assert exclusion.scope_key(Selectors.from_json(padded)) == exclusion.scope_key(found)


@FEW
@given(_TERMS, LUCK)
def test_the_key_of_a_scope_asks_for_no_order_in_what_was_written(terms: list[str], seed: int) -> None:
    messy = [*terms, terms[0]]
    random.Random(seed).shuffle(messy)
    parts = {name: [t for t in messy if t in getattr(Selectors.of(terms), name)] for name in Selectors._fields}
    assert exclusion.scope_key(Selectors(*map(tuple, parts.values()))) == exclusion.scope_key(Selectors.of(terms))


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"memory_item_ids": []},
        {"memory_item_ids": ["seg-2026-06-01-001"]},
        {"archive_refs": ["mem-2026-06-01-001"]},
        {"source_or_run_refs": ["p-0001"]},
        {"everything": ["mem-2026-06-01-001"]},
        {"memory_item_ids": "mem-2026-06-01-001"},
    ],
    ids=["nothing", "no identifier", "a segment among items", "an item in the archive", "a person", "a fourth category",
         "one that is no list"],
)  # fmt: skip
def test_what_bounds_no_scope_is_none(told: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match=r"scope|is no item"):
        Selectors.from_json(told)


def test_a_proposal_or_its_answer_counts_for_nothing_and_a_carried_withdrawal_does() -> None:
    assert {state for state in ControlState if state.counts} == {ControlState.DECIDED, ControlState.CARRIED}


# several scopes at once


def flagged(store: Store) -> set[str]:
    return {row[0] for row in store.reader().execute("SELECT id FROM items WHERE withdrawn = 1 AND to_seq IS NULL")}


def test_of_several_overlapping_scopes_one_that_is_reinstated_leaves_what_another_still_holds(store: Store) -> None:
    one, two, three = (entry.subjects[0] for entry in did(store, *[a_capture(f"fact {n}") for n in range(3)]))
    first, second = (entry.subjects[0] for entry in did(store, a_control(one, two), a_control(two, three)))
    assert flagged(store) == {one, two, three}
    did(store, a_control(one, two, reinstates=first))
    assert flagged(store) == {two, three}
    did(store, a_control(two))
    did(store, a_control(two, three, reinstates=second))
    assert flagged(store) == {two}


def test_a_reinstatement_of_another_scope_gives_nothing_back(store: Store) -> None:
    one, two = (entry.subjects[0] for entry in did(store, a_capture("one"), a_capture("two")))
    (control,) = did(store, a_control(one, two))
    did(store, a_control(one, reinstates=control.subjects[0]))
    assert flagged(store) == {one, two}


@pytest.mark.parametrize("skew", [-10 * 365 * 86_400, 10 * 365 * 86_400], ids=["ten years behind", "ten years ahead"])
def test_a_clock_that_is_wrong_changes_nothing(store: Store, skew: int) -> None:
    name = did(store, a_capture("one"))[0].subjects[0]
    first = did(store, a_control(name))[0].subjects[0]
    second = did(store, a_control(name, reinstates=first), at=AT + skew * 1_000_000)[0].subjects[0]
    assert flagged(store) == set()
    did(store, a_control(name, supersedes=second), at=AT - skew * 1_000_000)
    assert flagged(store) == {name}


@pytest.mark.parametrize("order", permutations(range(4)), ids=lambda order: "".join(map(str, order)))
def test_records_of_one_chain_that_arrive_in_any_order_end_the_same(store: Store, order: tuple[int, ...]) -> None:
    name = did(store, a_capture("one"))[0].subjects[0]
    ids = [f"memwd-2026-06-01-{n:03}" for n in range(1, 5)]
    builds = [
        a_control(name, name=ids[0]),
        a_control(name, name=ids[1], reinstates=ids[0]),
        a_control(name, name=ids[2], supersedes=ids[1]),
        a_control(name, name=ids[3], reinstates=ids[2]),
    ]
    for n, at in enumerate(order, 1):
        did(store, builds[at])
        whole = set(order[:n]) == set(range(n))
        assert flagged(store) == (set() if whole and n % 2 == 0 else {name}), "half a chain is no reinstatement"
