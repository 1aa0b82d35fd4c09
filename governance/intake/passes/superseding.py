"""Superseding state (P§14.2): a newer value of exactly the same subject lets the older one give way, and nothing else.

A value that does not hold when the pass runs (it begins later, or is over) lets nothing give way: both stay, as rows of
one subject, and recall picks the one that holds. When it holds at last, the pass that takes in the next row of its
group lets the older ones give way.

The live rows of a subject after a pass depend on which rows there are and which of them hold then, never on the order
they came in, as long as no capture refutes one of them. A refuted row is in doubt, so nothing gives way to it from then
on: an older value that had already given way stays superseded, one that comes later stays beside it, and a person
settles both.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from governance.influence.gate import Question, later, over, typed_of
from store.commit import Snapshot
from store.records.entry import Draft, Entry
from store.records.views.intake import Superseded
from store.records.words import Action, Kind, Relation, Status
from store.views.passes import Standing, of_subject

Key = tuple[str, str | None, str | None, str | None, str | None]


def group_of(item: Standing) -> Key | None:
    """What two state rows must have in common, string by string, for one to supersede the other."""
    if item.kind != Kind.STATE or not item.subject:
        return None
    return item.subject, item.project, item.scope, item.type, item.lane


def holds(item: Standing, asked: Question) -> bool:
    """Whether a value is one at the moment asked about, as recall judges it: begun by then, and not over."""
    words = {"typed": item.typed, "date": item.date}
    return over(typed_of(words), asked) is None and not later(words, asked)


def outdated(rows: Iterable[Standing], asked: Question) -> list[tuple[Standing, Standing]]:
    """(row that gives way, row it gives way to) among live rows of one group.

    The rows of the latest date stay, however many, and what is newer than those that hold; a row that does not hold,
    without a date, or that awaits a person, supersedes nothing.
    """
    rows = list(rows)
    newest = _newest(rows, asked)
    if newest is None:
        return []
    return [(row, newest) for row in rows if row.date and row.date < (newest.date or "")]


def _newest(rows: Iterable[Standing], asked: Question) -> Standing | None:
    """The first of the latest date, among rows that may supersede another."""
    dated = [row for row in rows if row.date and row.status == Status.ACTIVE and holds(row, asked)]
    latest = max((row.date or "" for row in dated), default="")
    return min((row for row in dated if row.date == latest), key=lambda row: row.created, default=None)


class _Group:
    """The live rows of one group; once what gave way is gone, a new row is held against the latest date alone."""

    def __init__(self, asked: Question) -> None:
        self.rows: dict[str, Standing] = {}
        self._asked = asked
        self._latest: Standing | None = None
        self._settled = False

    def give_way(self, item: Standing) -> list[tuple[Standing, Standing]]:
        """Take a row in; answer (row that gives way now, row it gives way to)."""
        self.rows[item.id] = item
        latest = self._latest
        newer = item.date is not None and (latest is None or item.date > (latest.date or ""))
        if not self._settled or (newer and holds(item, self._asked)):
            found = outdated(self.rows.values(), self._asked)
        else:
            found = [(item, latest)] if latest and item.date and item.date < (latest.date or "") else []
        for old, _ in found:
            del self.rows[old.id]
        if not self._settled or item.id in self.rows:
            same = [item] if self._settled else list(self.rows.values())
            self._latest = _newest([*same, *([latest] if latest else [])], self._asked)
        self._settled = True
        return found


class Subjects:
    """The live rows of each subject, read once in a commit and kept up with what it appends."""

    def __init__(self, snapshot: Snapshot, asked: Question) -> None:
        self._snapshot = snapshot
        self._asked = asked
        self._live: dict[str, dict[Key, _Group]] = {}

    def take_in(self, item: Standing, run: str, actor: str) -> Generator[Draft, Entry, list[tuple[Standing, Standing]]]:
        """A state row entered the store: append what gives way now; (row that gave way, row it gave way to)."""
        key = group_of(item)
        if key is None:
            return []
        found = self._groups(key[0]).setdefault(key, _Group(self._asked)).give_way(item)
        for old, new in found:
            yield supersede_draft(old.id, str(old.status), new.id, run, actor)
        return found

    def _groups(self, subject: str) -> dict[Key, _Group]:
        if subject not in self._live:
            groups = self._live[subject] = {}
            for row in of_subject(self._snapshot.conn, self._snapshot.find("subject", subject)):
                if (key := group_of(row)) is not None:
                    groups.setdefault(key, _Group(self._asked)).rows[row.id] = row
        return self._live[subject]

    def moved(self, item: Standing) -> None:
        """A row was changed by something else: its subject is read anew."""
        self._live.pop(item.subject or "", None)


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
