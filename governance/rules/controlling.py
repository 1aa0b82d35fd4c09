"""The entry of a control event, whoever brings it about: a decision, a proposal, an import (P§12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from governance.verb import payload_of
from store.ids import read_block_id
from store.records.controls import ControlAction, Selectors
from store.records.entry import Draft
from store.records.words import Action

_ACTION: Final = {ControlAction.WITHDRAW: Action.WITHDRAW, ControlAction.REINSTATE: Action.REINSTATE}
CONTROLS: Final = frozenset(_ACTION.values())
"""The actions of control events."""


def control_draft(
    made: str,
    action: ControlAction,
    selectors: Selectors,
    *,
    supersedes: str | None,
    settles: Sequence[str] = (),
    told: dict[str, Any],
    note: str | None = None,
) -> Draft:
    """The entry of a control event; `told` is what its header says beside the record itself."""
    terms = dict.fromkeys(block[0] if (block := read_block_id(term)) else term for term in selectors.terms)
    control: dict[str, Any] = {"action": action.value, "scope": selectors.to_json(), "supersedes": supersedes}
    control |= {"settles": sorted(settles)} if settles else {}
    effect = {**told, "control": control}
    return Draft(_ACTION[action], (made, *terms), effect, payload_of(note, None))
