"""The sides of a conflict, and how it is told: dated rows, and a sentence that says what stands (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from store.records.item import ItemRow
from store.records.views.recall import ConflictRow
from store.views.reader import Reader

VALUE: Final = 400
"""Characters of a value that a conflict shows."""
SIDES: Final = 5
"""Rows of one conflict that are told beside those that were returned: the newest of all, and of each one's own."""
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
    return [
        Side(row, words, text) for row, words, text in reader.worded(rows) if words is not None and text is not None
    ]


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
        cut=len(side.text) > VALUE,
        source=side.words.get("source"),
        status=side.row.status,
        current=current,
        returned=returned,
    )


def at_home(*sides: Side) -> bool:
    """Whether records belong to one project, lane and scope; what names no scope speaks of whichever the others do."""
    scopes = {side.words.get("scope") for side in sides} - {None, ""}
    return len({(side.words.get("project"), side.row.lane) for side in sides}) == 1 and len(scopes) <= 1


class Around(NamedTuple):
    """What there is beside the value that stands for an answer."""

    earlier: bool
    """Values that are earlier."""
    tied: bool = False
    """Values of its very date that came before it."""
    after: bool = False
    """Values that came after the moment that was asked about."""
    doubtful: bool = False
    """Later values that are in doubt, or do not hold at that moment."""


def acting(newest: Side, around: Around) -> str:
    """What stands for the answer, and why the others do not."""
    told = [f"The value of {newest.words.get('date') or 'no date'} ({newest.row.id}) stands for this answer"]
    told += ["what is later came after the moment that was asked about"] if around.after else []
    told += ["what is later is in doubt or does not hold then"] if around.doubtful else []
    if around.tied:
        told[-1] += ", as it came last of that date"
        told.append("what came before it is kept as history")
    elif around.earlier:
        told.append("what is earlier is kept as history")
    return f"{'; '.join(told)}. Where another one should hold, ask a person to reconcile."


def given_way(last: Side) -> str:
    """What took the place of others, and does not hold when it is asked about."""
    return (
        f"What took the place of these, {last.row.id} of {last.words.get('date') or 'no date'}, does not hold at the"
        " moment that was asked about: each is what was written down then, and nothing is open between them."
    )


def unpicked(seen: str | None, *, parted: bool, spelled: bool) -> str:
    """Why nothing is picked; `seen`: a subject that was observed live."""
    if seen is not None:
        return f"What was observed live ({seen}) outranks all of them. Ask a person to reconcile what is kept."
    if parted:
        return (
            "They belong to different projects, lanes or scopes, and none of them is picked: say which of them you act"
            " on."
        )
    if spelled:
        return (
            "Their subject is spelled in different ways, so that none of them is picked: cite all, and ask a person"
            " which spelling stands."
        )
    return (
        "None of them is picked: cite all. It takes evidence, or its owner's decision on a value or a policy, to"
        " settle it."
    )
