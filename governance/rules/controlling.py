"""The entry of a control event, whoever brings it about: a decision, a proposal, an import (P§12.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from governance.errors import Refusal, RefusalKind
from governance.verb import payload_of
from store.ids import read_block_id
from store.records.controls import ControlAction, Selectors
from store.records.entry import Draft
from store.records.words import Action, Reason

_ACTION: Final = {ControlAction.WITHDRAW: Action.WITHDRAW, ControlAction.REINSTATE: Action.REINSTATE}
CONTROLS: Final = frozenset(_ACTION.values())
"""The actions of control events."""
MEMBERS: Final = 2_000
"""How many items one entry links to a source."""


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


def source_drafts(made: str, words: str, items: Sequence[str], told: Mapping[str, Any]) -> Iterator[Draft]:
    """The entries that give a source its id, or link further items that name it."""
    for start in range(0, max(1, len(items)), MEMBERS):
        part = items[start : start + MEMBERS]
        yield Draft(Action.SOURCE, (made, *part), dict(told), {"v": 1, "name": words})


def refuse_unsaid(verb: str, reason: Reason, note: str | None) -> None:
    """Refuse a reason that says nothing, without a note, where others rely on why: what is in use, and what is not."""
    if reason is Reason.OTHER and verb in set(ControlAction) and not (note or "").strip():
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"The reason `other` does not say why: {verb} asks for a note with it.",
            "Give --note (or fill in the note), or choose the reason that fits.",
        )
