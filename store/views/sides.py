"""The rows of a conflict one by one: in the order of their dates, each with whom it disagrees (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from store.records.views import Row, Why
from store.views.asked import asked_for
from store.views.disputes import Conflict, conflicts_of, why_of_conflict
from store.views.items import item_list, matching
from store.views.reader import Reader

_Any = TypeVar("_Any", bound=Row)


def side_keys(reader: Reader, names: Sequence[str], text: str = "") -> tuple[str, ...]:
    """Every row of the conflicts that these items are in, the oldest date first; `text` leaves those that have it."""
    ids = list(dict.fromkeys(name for one in conflicts_of(reader, names).values() for name in one.ids))
    if text.strip():
        ids = list(matching(reader, ids, text))
    rows = reader.item_rows(ids)
    words = reader.words(rows.values())
    dates = {name: told.date or "" if (told := words[name][0]) else "" for name in rows}
    return tuple(sorted(dates, key=lambda name: (dates[name], rows[name].created)))


def side_rows(reader: Reader, names: Sequence[str]) -> tuple[Row, ...]:
    """These items, each with whom it disagrees, how that is known, and what somebody said is missing."""
    return with_sides(reader, item_list(reader, names))


def with_sides(reader: Reader, rows: Sequence[_Any]) -> tuple[_Any, ...]:
    """These rows of items, each that is in a conflict with whom it disagrees."""
    found = conflicts_of(reader, [row.id for row in rows])
    return tuple(_told(reader, row, found[row.id]) if row.id in found else row for row in rows)


def why_in_conflict(reader: Reader, name: str) -> tuple[Why, ...]:
    """With which others an item is in conflict, and how that is known; nothing where it is in none."""
    one = conflicts_of(reader, [name]).get(name)
    return () if one is None else (*why_of_conflict(one, name), *asked_for(reader, (name,)))


def _told(reader: Reader, row: _Any, one: Conflict) -> _Any:
    told = (*why_of_conflict(one, row.id), *asked_for(reader, (row.id,)))
    known = {why.code for why in told}
    return row.model_copy(update={"why": (*told, *(why for why in row.why if why.code not in known))})
