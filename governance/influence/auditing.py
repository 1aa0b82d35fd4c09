"""Auditing: what an answer bears out of lanes of which recall uses nothing is marked as that, and says so (M)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from store.records.views.recall import Answer, ConflictRow, Further, Recalled
from store.records.words import LaneState
from store.views.lanes import shut_lanes
from store.views.reader import Reader

_Bears = TypeVar("_Bears", ConflictRow, Further)


def marked(reader: Reader, answer: Answer) -> Answer:
    """The same answer, each record of a lane that is frozen or cleared with the state of that."""
    names = {one.memory_id for group in answer.groups for one in group.results}
    names |= {row.memory_id for conflict in answer.conflicts for row in conflict.rows}
    names |= {one.memory_id for one in answer.further}
    shut, rows = shut_lanes(reader), reader.item_rows(sorted(names))
    states = {name: reader.lane_states[row.lane] for name, row in rows.items() if row.lane in shut}

    def told(bearing: Iterable[_Bears]) -> tuple[_Bears, ...]:
        return tuple(one.model_copy(update={"lane_state": states.get(one.memory_id)}) for one in bearing)

    groups = [
        group.model_copy(update={"results": tuple(_cautioned(one, states.get(one.memory_id)) for one in group.results)})
        for group in answer.groups
    ]
    conflicts = [one.model_copy(update={"rows": told(one.rows)}) for one in answer.conflicts]
    more = {"groups": tuple(groups), "conflicts": tuple(conflicts), "further": told(answer.further)}
    return answer.model_copy(update=more)


def _cautioned(one: Recalled, state: LaneState | None) -> Recalled:
    if state is None:
        return one
    said = f"It lies in {one.lane}, which is {state.said}: read for audit or comparison, and no context to go on."
    return one.model_copy(update={"lane_state": state, "cautions": (said, *one.cautions)})
