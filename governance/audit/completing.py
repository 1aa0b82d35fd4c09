"""Completing a witness from a copy of it that knows more: nothing is taken that goes another way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from governance.audit.comparing import Abandoned, first_missing
from governance.audit.copies import lost, refuse_lost
from governance.audit.destinations import bytes_at, place_of
from governance.audit.witness import Read, Witness, read_all
from governance.errors import Refusal, RefusalKind

if TYPE_CHECKING:
    from sqlite3 import Connection


def complete(conn: Connection, witness: Witness, path: Path, abandoned: Abandoned) -> int:
    """Complete the witness from a longer copy of it, if one stands there; how many lines that added.

    A file that is none of this store is left to whoever adds it; one that goes another way is refused.
    """
    file = place_of(witness, path)
    raw = bytes_at(file) if file else None
    if raw is None:
        return 0
    copy = read_all(raw)
    pins = [(line.number, line.fields["store"], line.fields["genesis"]) for line in copy.lines if line.kind == "pin"]
    if pins != [(1, witness.store_id, witness.genesis)] or copy.unreadable:
        return 0
    for number, (here, there) in enumerate(zip(witness.read().raw, copy.raw, strict=False), 1):
        if here != there:
            _refuse_other(conn, f"{file} is of this store, and from line {number:,} on not", copy, abandoned)
    return witness.complete(raw)


def _refuse_other(conn: Connection, what: str, copy: Read, abandoned: Abandoned) -> None:
    heads = [head for line in copy.lines for head in line.heads if head not in abandoned]
    found = first_missing(conn, heads)
    raise Refusal(
        RefusalKind.BROKEN if found else RefusalKind.BAD_INPUT,
        " ".join([f"{what} what the witness here has.", *(one.sentence for one in found[:1])]),
        "One of the two was edited, or begun anew where the other had gone on; neither was changed.",
    )


def complete_all(conn: Connection, witness: Witness, abandoned: Abandoned) -> None:
    """Complete the witness from the copies that are known to have more; refused where it stays short."""
    for one in lost(witness):
        if one.place.path is not None:
            complete(conn, witness, Path(one.place.path), abandoned)
    refuse_lost(witness)
