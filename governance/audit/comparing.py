"""The log against its witness: quickly at every opening, line by line when the store is verified.

A head that is missing from the log means one of four things: the store is *foreign* (another genesis under
the same id), it was *rolled back* (it ends before the head: an older copy), it was *cut* (it ends in the
middle of a plan), or it *forked* (another entry stands there). Heads that an owner gave up with a signed
succession are none of these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from governance.audit.lines import Head
from governance.audit.witness import Witness
from governance.errors import Refusal
from store import log, seal
from store.decided import decision_of, effect_count, plan_of
from store.records.views import Alarm
from store.records.words import Action

if TYPE_CHECKING:
    from sqlite3 import Connection

Abandoned = Collection[tuple[int, str]]
"""Heads (seq, hash) that an owner gave up."""
RESTORE = "If you restored a backup yourself, an owner gives the lost heads up with `memdesk witness succeed`."
GONE = "gone"
"""The code of a witness that vanished: what is left of its copies does not speak against the log."""
_ELSE = "If nobody did, keep this file as it is, and compare it with a backup and with a copy of the witness."


class Missing(NamedTuple):
    """What a head that is not in the log means."""

    code: str
    """foreign | rolled-back | cut | forked."""
    sentence: str
    hint: str
    seq: int


def check_last(conn: Connection, witness: Witness, abandoned: Abandoned) -> Alarm | None:
    """Whether the log contains the pin and the head that was noted last, and all that copies know beyond them."""
    try:
        pin, last = witness.pinned(), witness.last()
    except Refusal as refusal:
        return Alarm(code="unwitnessed", sentence=refusal.sentence, hint=refusal.hint)
    found = None
    if pin is not None:
        found = foreign(conn, pin)
    if found is None and last is not None and last not in abandoned:
        found = missing(conn, last)
    if found is None:
        return _check_lost(conn, witness, abandoned)
    return Alarm(code=found.code, sentence=found.sentence, hint=found.hint, seq=found.seq)


def _check_lost(conn: Connection, witness: Witness, abandoned: Abandoned) -> Alarm | None:
    """Where the witness has less than was sent of it: what its copies say of the log, the worst first."""
    if not (witness.places.exists() or witness.places_once.exists()):
        return None  # asked at every opening: what sends is loaded only where something is sent
    from governance.audit.copies import COMPLETE, WITHOUT, lost

    short = []
    for one in lost(witness):
        for found in first_missing(conn, [head for head in one.heads if head not in abandoned]):
            sentence = f"{one.sentence} {found.sentence}"
            return Alarm(code=found.code, sentence=sentence, hint=f"{found.hint} {COMPLETE}", seq=found.seq)
        short.append(one)
    short.sort(key=lambda one: not one.heads)
    hint = f"{COMPLETE} {WITHOUT}"
    return Alarm(code=GONE, sentence=short[0].sentence, hint=hint) if short else None


def missing_heads(conn: Connection, witness: Witness, abandoned: Abandoned) -> list[Head]:
    """The heads that a succession has to give up: noted, and not in this log."""
    return [head for head in witness.heads() if head not in abandoned and not stands(conn, head)]


def stands(conn: Connection, head: Head) -> bool:
    """Whether the log has this very entry; the hash is taken anew."""
    line = log.header(conn, head.seq)
    return line is not None and seal.entry_hash(line) == head.hash


def foreign(conn: Connection, pin: str) -> Missing | None:
    """Another genesis than the one that is pinned, or None."""
    if stands(conn, Head(1, pin)):
        return None
    return Missing(
        "foreign",
        "This store bears the id of one that the witness knows, and began otherwise: it is another store.",
        "Do not decide anything here; find out who put this file in the place of yours.",
        1,
    )


def missing(conn: Connection, head: Head) -> Missing | None:
    """What it means that the log does not have a head, or None where it does."""
    if stands(conn, head):
        return None
    end = log.head(conn)[0]
    if head.seq <= end:
        return Missing(
            "forked",
            f"Another entry {head.seq:,} stands in the log than the witness saw there:"
            " its history was rewritten, or went on from an older copy.",
            f"{RESTORE} {_ELSE}",
            head.seq,
        )
    what = f"The log ends at entry {end:,}, and the witness saw entry {head.seq:,}"
    if plan_end(conn, end) > end:
        return Missing("cut", f"{what}: its end was cut off in the middle of a plan.", _ELSE, head.seq)
    return Missing(
        "rolled-back",
        f"{what}: an older copy was put in its place, or its end was cut off.",
        f"{RESTORE} {_ELSE}",
        head.seq,
    )


def first_missing(conn: Connection, heads: Iterable[Head]) -> list[Missing]:
    """The first head that the log has otherwise, and the last that lies behind its end: each says all of its kind."""
    end = log.head(conn)[0]
    gone = sorted({head for head in heads if not stands(conn, head)})
    forked = [head for head in gone if head.seq <= end][:1]
    behind = [head for head in gone if head.seq > end][-1:]
    return [found for head in (*forked, *behind) if (found := missing(conn, head)) is not None]


def plan_end(conn: Connection, seq: int) -> int:
    """Where the plan ends that an entry belongs to, by the text that was decided; the entry itself where none does."""
    try:
        entry = log.entry(conn, seq)
        plan = plan_of(entry) if entry else None
        if entry is None or plan is None:
            return seq
        decision = entry if entry.action is Action.DECISION else decision_of(conn, plan, seq)
        return seq if decision is None else max(seq, decision.seq + effect_count(conn, decision.seq))
    except (ValueError, KeyError, TypeError):
        return seq  # what cannot be read there is told by other steps
