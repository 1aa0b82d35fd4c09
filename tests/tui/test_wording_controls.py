"""What is said of withdrawals: whether they are in effect and why, what they reach, what they do not."""

from __future__ import annotations

import itertools

import pytest

from store.records.views import ControlView, Reach, Regained, ScopeView
from store.records.words import Assurance, ControlAction, ControlFault, ControlState, InFlight, Reason
from tui.wording.chains import tree
from tui.wording.controls import (
    effect_words,
    excluded_lines,
    fault_sentence,
    left_lines,
    reach_words,
    regained_lines,
    scope_words,
    standing_part,
    task_lines,
)
from tui.wording.glyphs import ASCII, UNICODE

_COUNT = itertools.count(1)
WITHDRAW, REINSTATE = ControlAction


def event(
    name: str,
    action: ControlAction = WITHDRAW,
    after: str | None = None,
    state: ControlState = ControlState.DECIDED,
) -> ControlView:
    """One event."""
    return ControlView(
        id=name,
        action=action,
        state=state,
        supersedes=after,
        settles=(),
        seq=next(_COUNT),
        at=0,
        actor="p-0001",
        who="mira",
        assurance=Assurance.OS_USER,
        reason=Reason.OTHER,
        note=None,
        plan=None,
        run=None,
    )


def scope(
    *events: ControlView, control: str | None = None, fault: ControlFault | None = None, excluded: bool = True
) -> ScopeView:
    """A scope with these events."""
    return ScopeView(
        key="k",
        memory_item_ids=("mem-1",),
        archive_refs=(),
        source_or_run_refs=("src-0001",),
        names=(("src-0001", "\x1b[31m[b]x"),),
        excluded=excluded,
        control=control,
        fault=fault,
        events=events,
        reach=Reach(),
        overlaps=(),
        seen="s",
        moved=1,
    )


def test_a_chain_is_a_tree_in_which_each_event_stands_below_the_one_it_follows() -> None:
    a, b, c = event("a"), event("b", REINSTATE, "a"), event("c", WITHDRAW, "b")
    assert [(depth, one.id) for depth, one in tree((a, b, c))] == [(0, "a"), (1, "b"), (2, "c")]
    other = event("d", WITHDRAW, "a")
    assert [(depth, one.id) for depth, one in tree((a, b, other, c))] == [(0, "a"), (1, "b"), (2, "c"), (1, "d")]


def test_rings_lost_predecessors_and_doubled_ids_still_show_every_event_once() -> None:
    ring = (event("a", after="b"), event("b", after="a"))
    assert sorted(one.id for _, one in tree(ring)) == ["a", "b"]
    assert [depth for depth, _ in tree((event("x", after="gone"), event("y")))] == [0, 0]
    twice = (event("a"), event("a"), event("b", after="a"))
    assert sorted(one.id for _, one in tree(twice)) == ["a", "a", "b"]


def test_a_chain_of_thousands_is_walked_without_recursion() -> None:
    long = tuple(event(f"e{n}", after=f"e{n - 1}" if n else None) for n in range(5_000))
    assert sum(1 for _ in tree(long)) == 5_000


@pytest.mark.parametrize("fault", ControlFault)
def test_every_fault_says_what_follows_from_it(fault: ControlFault) -> None:
    broken = scope(event("a"), event("b", after="a"), event("c", after="a"), fault=fault)
    assert fault_sentence(broken).endswith("; excluded until reconciled")
    assert "{" not in fault_sentence(broken)
    assert effect_words(broken).startswith("In effect: ")


def test_a_fork_and_a_lost_predecessor_are_named() -> None:
    forked = scope(event("a"), event("b", after="a"), event("c", after="a"), fault=ControlFault.FORK)
    assert fault_sentence(forked).startswith("two events follow a;")
    lost = scope(event("b", after="gone"), fault=ControlFault.PREDECESSOR_UNKNOWN)
    assert fault_sentence(lost).startswith("b follows gone, which is not known of this scope;")


def test_each_state_of_a_scope_says_whether_it_is_in_effect_and_why() -> None:
    a, b = event("a"), event("b", REINSTATE, "a")
    assert effect_words(scope(a, control="a")) == "In effect: a is the latest event of its chain."
    assert effect_words(scope(a, b, control="b", excluded=False)) == "Not in effect: b reinstated it."
    asked = scope(event("a", state=ControlState.PROPOSED), excluded=False)
    told = effect_words(asked)
    assert told.startswith("Not in effect: nobody with authority decided it. a asks for a withdrawal: ")
    assert "`memdesk decide withdraw a --reason owner-request`" in told
    assert standing_part(asked, asked.events[0], UNICODE) == ("▲ asks for a withdrawal", "warn")


@pytest.mark.parametrize("state", ControlState)
@pytest.mark.parametrize("action", ControlAction)
def test_what_became_of_an_event_needs_no_symbols(state: ControlState, action: ControlAction) -> None:
    one = event("a", action, state=state)
    assert standing_part(scope(one, control="a"), one, ASCII)[0].isascii()


def test_stored_words_of_a_source_are_harmless() -> None:
    assert "\x1b" not in scope_words(scope(event("a")))
    reach = Reach(files=("\x1b[31m/x",), given=("\u202e",), derived=("mem-2",))
    told = "".join((*left_lines(reach), *excluded_lines(reach), reach_words(reach)))
    assert not {"\x1b", "\u202e"} & set(told)


def test_what_is_reached_is_counted_and_what_is_not_is_said_even_where_nothing_is_known() -> None:
    reach = Reach(
        items=5, derived=("mem-2",), held=1, segments=1, files=("/a",), given=("distil.py",), tasks=("task-1",)
    )
    assert reach_words(reach) == "6 items (1 derived), 1 segment"
    assert "1 capture among them that still waits in the inbox" in excluded_lines(reach)
    assert left_lines(reach)[0] == "Files that agents may still read the words in: /a"
    assert left_lines(Reach())[0].startswith("Promoted rules, exports, backups")
    assert excluded_lines(Reach(items=1)) == ("1 item that it names, or that belongs to what it names",)
    assert task_lines(reach, InFlight.FINISH_LOCAL)[0].startswith("task-1 is open and has records of it.")
    for policy in InFlight:
        assert "stays in its context" in task_lines(Reach(), policy)[0]
        assert f"({policy})" in task_lines(Reach(), policy)[1]
    assert "Tell task-1 to stop" in task_lines(reach, InFlight.STOP)[-1]
    assert not any("stop" in line for line in task_lines(reach, InFlight.FINISH_LOCAL))
    assert excluded_lines(Reach())[0].startswith("Nothing that is here now")


def test_what_comes_back_comes_with_the_standing_it_has() -> None:
    back = Regained(standings=(("stale", "inferred", 2), (None, None, 1)), items=3, others=2, stays=1, by=("memwd-1",))
    assert regained_lines(back) == (
        "2 items: stale, inferred",
        "1 item: no status, no confidence given",
        "2 blocks, segments and topics",
        "1 of what it reaches stays out, by memwd-1",
    )
