"""Lanes that are shut: what lies in one that is frozen or cleared is written to by nobody (M).

A frozen lane is a baseline, kept to be compared with: what were to change in it would drift, and nobody could say any
more what was compared. So every verb stops before it, unless it declares that it reaches further. Withdrawal does; with
it go reinstatement, erasure and what turns the lane itself, which are about no item. To name a record from outside, by
an edge, writes nothing into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from governance.verb import Target, Verb, refuse
from store.records.words import LaneState

if TYPE_CHECKING:
    from store.records.entry import Draft
    from store.records.views import LaneView

_WAY_OUT: Final = {
    LaneState.FROZEN: "thaw that first, or withdraw what may not be used",
    LaneState.CLEARED: "thaw that first, move it out, or withdraw what may not be used",
}


def shut(lane: LaneView | None) -> str | None:
    """Why nothing is written to what lies in a lane, or None."""
    if lane is None or lane.state is LaneState.ACTIVE:
        return None
    return f"its lane {lane.id} is {lane.state.said}: {_WAY_OUT[lane.state]}"


def out_of_reach(verb: Verb, target: Target) -> str | None:
    """Why a verb does not reach an item where it lies, or None."""
    lane = target.lane if target.row is not None else None
    return None if lane is None or lane.state in verb.reaches else shut(lane)


def written(drafts: Iterable[Draft]) -> list[str]:
    """The items that stand already and that these drafts write to."""
    return list(dict.fromkeys(d.subjects[0] for d in drafts if d.subjects and d.subjects[0].startswith("mem-")))


def refuse_shut(drafts: Sequence[Draft], lying: Mapping[str, LaneView]) -> None:
    """Refuse what would write to an item of a lane that is shut; `lying` says in which lane each of them lies."""
    for name in written(drafts):
        if said := shut(lying.get(name)):
            raise refuse(name, said)
