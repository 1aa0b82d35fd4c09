"""The audit view: what is held back from every other view, on demand and on the record.

Held back is what an import brought in that was never finished. Looking at it is an entry of its own where the
store can be written; where it cannot, whoever looks is told that nothing recorded it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from governance import reading_room
from governance.authority.people import require
from governance.committing import decider
from governance.seat import refusing
from store.commit import Snapshot, write
from store.ids import read_block_id
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.facts import Fact


def look_behind(desk: Desk, name: str) -> tuple[Fact, int | None]:
    """Whatever bears this id, also where it is held back; and the entry that records it, or None."""
    require(desk.person, Assurance.OS_USER, "open the audit view")
    at = desk.now()
    with refusing(), desk.store.reading() as conn:
        found = reading_room.show(Reader(conn, now=at, day_of=desk.day_of, behind=True), name)
    if desk.store.read_only:
        return found, None
    block = read_block_id(name)
    subject = block[0] if block else str(getattr(found, "id", "") or getattr(getattr(found, "row", None), "id", name))
    actor = decider(desk, at)

    def build(_: Snapshot) -> Generator[Draft, Entry, None]:
        yield Draft(Action.AUDIT, (subject,), {}, None)

    with refusing():
        entries = write(desk.store, build, at=at, actor=actor)
    return found, entries[-1].seq
