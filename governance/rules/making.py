"""The draft of an item that a person makes out of others: whole, active, in the store, of no import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.verb import Decided, payload_of
from store.records.entry import Draft
from store.records.item import ItemWords
from store.records.words import Action, Place, Relation, Status


def fresh(**given: Any) -> dict[str, Any]:
    """The row of a new item, with what is given beside that."""
    item: dict[str, Any] = {
        "place": Place.STORE.value,
        "status": Status.ACTIVE.value,
        "superseded_by": None,
        "cooled": False,
        "run": None,
        "block": None,
        "drift": [],
    }
    return item | {k: v if v is None or isinstance(v, int) else str(v) for k, v in given.items()}


def new_item(
    action: Action,
    made: str,
    verb: str,
    decided: Decided,
    item: dict[str, Any],
    words: ItemWords,
    sources: Sequence[int],
    links: Sequence[tuple[str, str]] = (),
) -> Draft:
    """The draft that makes an item; `sources` are the blocks that its Source resolves to."""
    effect: dict[str, Any] = {
        "verb": verb,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "item": item,
        "links": [*([Relation.SOURCE.value, seq] for seq in sources), *map(list, links)],
    }
    return Draft(action, (made,), effect, payload_of(decided.note, words), refs=tuple(sources))
