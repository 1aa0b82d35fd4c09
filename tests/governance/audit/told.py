"""What a witness tells: at opening, by its last head, and line by line."""

from __future__ import annotations

from governance.audit.comparing import check_last
from governance.audit.verifying import check_all
from governance.audit.witness import Witness
from governance.audit.witnessing import opened
from governance.authority.reading import authority_at
from store.database import Store
from store.records.views import Alarm, Finding


def at_opening(store: Store, witness: Witness, abandoned: list[tuple[int, str]] | None = None) -> Alarm | None:
    with store.reading() as conn:
        return opened(conn, witness, abandoned or [])


def quickly(store: Store, witness: Witness, abandoned: list[tuple[int, str]] | None = None) -> str | None:
    with store.reading() as conn:
        alarm = check_last(conn, witness, abandoned or [])
    return alarm.code if alarm else None


def thoroughly(store: Store, witness: Witness, abandoned: list[tuple[int, str]] | None = None) -> list[str]:
    with store.reading() as conn:
        found = list(check_all(conn, witness, abandoned or [], authority_at(conn)))
    return [one.sentence for one in found if isinstance(one, Finding)]


def counted(store: Store, witness: Witness) -> int:
    with store.reading() as conn:
        return sum(one for one in check_all(conn, witness, []) if isinstance(one, int))


def noted(store: Store, witness: Witness) -> list[str]:
    with store.reading() as conn:
        return [one for one in check_all(conn, witness, []) if isinstance(one, str)]
