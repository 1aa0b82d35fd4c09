"""Superseding state (P§14.2): a newer value of exactly the same subject lets the older one give way, and nothing else.

The live rows of a subject after a pass depend on which rows there are, never on the order they came in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from store.commit import Snapshot
from store.records.entry import Draft, Entry
from store.records.views.intake import Superseded
from store.records.words import Action, Kind, Relation, Status
from store.views.passes import Standing, of_subject

Key = tuple[str, str | None, str | None, str | None]


def group_of(item: Standing) -> Key | None:
    """What two state rows must have in common, string by string, for one to supersede the other."""
    if item.kind != Kind.STATE or not item.subject:
        return None
    return item.subject, item.project, item.scope, item.type


def outdated(rows: Iterable[Standing]) -> list[tuple[Standing, Standing]]:
    """(row that gives way, row it gives way to) among live rows of one group.

    The rows of the latest date stay, however many; a row without a date, or that awaits a person, supersedes nothing.
    """
    rows = list(rows)
    dated = [row for row in rows if row.date and row.status == Status.ACTIVE]
    if not dated:
        return []
    latest = max(row.date or "" for row in dated)
    newest = min((row for row in dated if row.date == latest), key=lambda row: row.created)
    return [(row, newest) for row in rows if row.date and row.date < latest]


class Subjects:
    """The live rows of each subject, read once in a commit and kept up with what it appends."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._live: dict[str, list[Standing]] = {}

    def take_in(self, item: Standing, run: str, actor: str) -> Generator[Draft, Entry, list[Superseded]]:
        """A state row entered the store: append what gives way now."""
        key = group_of(item)
        if key is None:
            return []
        if item.subject not in self._live:
            seqs = self._snapshot.find("subject", key[0])
            self._live[key[0]] = of_subject(self._snapshot.conn, seqs)
        live = self._live[key[0]]
        if all(row.id != item.id for row in live):
            live.append(item)
        found = []
        for old, new in outdated(row for row in live if group_of(row) == key):
            yield supersede_draft(old.id, str(old.status), new.id, run, actor)
            live.remove(old)
            found.append(told(old, new))
        return found


def supersede_draft(old: str, status: str, new: str, run: str, actor: str) -> Draft:
    """The entry by which one row gives way to another."""
    effect = {
        "before": {"status": status},
        "set": {"status": Status.SUPERSEDED.value, "superseded_by": new},
        "links": [[Relation.SUPERSEDED_BY.value, new]],
    }
    return Draft(Action.SUPERSEDE, (old,), effect, refs=(run, new), actor=actor)


def told(old: Standing, new: Standing) -> Superseded:
    """What a report says of it."""
    return Superseded(
        subject=old.subject or "",
        id=old.id,
        date=old.date,
        value=old.text,
        successor=new.id,
        successor_date=new.date,
        successor_value=new.text,
    )
