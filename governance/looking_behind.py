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
from governance.errors import Refusal, RefusalKind
from governance.seat import refusing
from store.commit import Snapshot, write
from store.ids import is_minted, read_block_id
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.facts import Fact


def _about(found: Fact, name: str) -> str:
    """What an entry about a look names: a block by its segment, an entry by what that one is about first."""
    block = read_block_id(name)
    row = getattr(found, "row", None)
    own = block[0] if block else str(getattr(found, "id", "") or getattr(row, "id", name))
    others: tuple[str, ...] = getattr(row, "subjects", ())
    subject = next((one for one in (own, *others) if is_minted(one)), None)
    if subject is None:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{name} names nothing that can be noted.",
            "--audit takes an item, block or segment.",
        )
    return subject


def look_behind(desk: Desk, name: str) -> tuple[Fact, int | None]:
    """Whatever bears this id, also where it is held back; and the entry that records it, or None."""
    require(desk.person, Assurance.OS_USER, "open the audit view")
    if desk.person.principal is not None:
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"{desk.person.name} showed a token; only people open the audit view.",
            "A person runs `memdesk show ID --audit` without MEMDESK_TOKEN.",
        )
    at = desk.now()
    with refusing(), desk.store.reading() as conn:
        found = reading_room.show(Reader(conn, now=at, day_of=desk.day_of, behind=True, only=desk.only), name)
    if desk.store.read_only:
        return found, None
    return found, record_look(desk, (_about(found, name),), at)


def record_look(desk: Desk, names: tuple[str, ...], at: int) -> int:
    """Note down that somebody looked at what is held back from the usual views; the entry that says so."""
    actor = decider(desk, at)

    def build(_: Snapshot) -> Generator[Draft, Entry, None]:
        yield Draft(Action.AUDIT, names, {}, None)

    with refusing():
        entries = write(desk.store, build, at=at, actor=actor)
    return entries[-1].seq
