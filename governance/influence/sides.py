"""The sides of a conflict, and how it is told: dated rows, and a sentence that says what stands (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from store import index
from store.records.item import ItemRow
from store.records.views.recall import ConflictRow
from store.views.reader import Reader

VALUE: Final = 400
"""Characters of a value that a conflict shows."""
_NAMED: Final = 3


class Side(NamedTuple):
    """A record in a conflict."""

    row: ItemRow
    words: Mapping[str, Any]
    text: str

    @property
    def newness(self) -> tuple[str, int]:
        """What is newer compares greater."""
        return str(self.words.get("date") or ""), self.row.created


def sides_of(reader: Reader, rows: Sequence[ItemRow]) -> list[Side]:
    """These rows with their words, but those whose words were erased."""
    bodies = reader.payloads(row.body for row in rows)
    blocks = bodies | reader.payloads({row.block for row in rows if row.block} - bodies.keys())
    found: list[Side] = []
    for row in rows:
        words = (bodies.get(row.body) or {}).get("words")
        text = index.text_of(words, blocks.get) if words else None
        if words is not None and text is not None:
            found.append(Side(row, words, text))
    return found


def few(names: Sequence[str]) -> str:
    """The first of some records by their ids, and how many more there are."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def row_of(side: Side, *, current: bool, returned: bool) -> ConflictRow:
    """A side as a row of a conflict."""
    return ConflictRow(
        memory_id=side.row.id,
        date=side.words.get("date"),
        kind=side.row.kind,
        value=side.text[:VALUE],
        source=side.words.get("source"),
        status=side.row.status,
        current=current,
        returned=returned,
    )


def home(side: Side) -> tuple[object, object]:
    """The project and the lane that a record belongs to."""
    return side.words.get("project"), side.row.lane


def acting(newest: Side, *, tied: bool, after: bool) -> str:
    """What stands for the answer; `tied`: others bear its date; `after`: others are later than what was asked about."""
    told = f"The value of {newest.words.get('date') or 'no date'} ({newest.row.id}) stands for this answer"
    told += "; what is later came after the moment that was asked about" if after else ""
    last = ", as it came last of that date; what came before it" if tied else "; what is earlier"
    return f"{told}{last} is kept as history. Where an earlier one should hold, ask a person to reconcile."


def unpicked(seen: str | None, *, parted: bool, spelled: bool) -> str:
    """Why nothing is picked; `seen`: a subject that was observed live."""
    if seen is not None:
        return f"What was observed live ({seen}) outranks all of them. Ask a person to reconcile what is kept."
    if parted:
        return "They belong to different projects or lanes, and none of them is picked: say which of them you act on."
    if spelled:
        return (
            "Their subject is spelled in different ways, so that none of them is picked: cite all, and ask a person"
            " which spelling stands."
        )
    return (
        "None of them is picked: cite all. It takes evidence, or its owner's decision on a value or a policy, to"
        " settle it."
    )
