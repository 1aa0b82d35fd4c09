"""Copies of a witness that can be read here, and a witness that has less than what was sent of it.

What was sent is known by the list of destinations, which lies elsewhere: a witness that vanished, or whose end
did, is missed even where nothing of its copies can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from governance.audit.destinations import Destination, listed
from governance.audit.lines import Head
from governance.audit.witness import Read, Witness, read_all
from governance.errors import Refusal, RefusalKind

COMPLETE = "`memdesk witness add PATH` completes it from a copy."
WITHOUT = "Where no copy is left, `memdesk witness remove N` goes on without what was sent there."


class Lost(NamedTuple):
    """A destination that was sent more than the witness here has."""

    place: Destination
    sentence: str
    heads: tuple[Head, ...]
    """What its copy knows; none where it cannot be read."""


def lost(witness: Witness) -> tuple[Lost, ...]:
    """Every destination that has more than the witness here: it is gone, or its end is."""
    try:
        sent = listed(witness)  # first: both may grow meanwhile, and the witness is ahead of what is sent
        size = witness.size()
    except Refusal:
        return ()  # a list that is damaged is told when it is to be sent
    what = "was cut short" if size else "is gone"
    return tuple(_lost(witness, one, f"The witness of this store {what}; ") for one in sent if one.size > (size or 0))


def _lost(witness: Witness, one: Destination, what: str) -> Lost:
    file = one.file(witness.store_id)
    copy = None if file is None else _read(file)
    heads = () if copy is None or isinstance(copy, str) else tuple(h for line in copy.lines for h in line.heads)
    if heads:
        return Lost(one, f"{what}its copy at {file} knows entry {max(heads).seq:,}.", heads)
    return Lost(one, f"{what}{one.delivered:,} lines of it were sent to {one.told}, and cannot be read there.", ())


def refuse_lost(witness: Witness) -> None:
    """Refuse to begin anew, or to go on, where lines that were sent are not here any more."""
    if found := lost(witness):
        raise Refusal(RefusalKind.BROKEN, found[0].sentence, f"{COMPLETE} {WITHOUT}")


def copies(witness: Witness) -> Iterator[tuple[str, Read | str]]:
    """Each destination that has taken lines: its name, and what it holds or why that was not looked at."""
    try:
        found = listed(witness)
    except Refusal as refusal:
        yield "of every destination", refusal.sentence.rstrip(".")
        return
    for one in found:
        if one.delivered:
            file = one.file(witness.store_id)
            yield (one.told, "what a program took cannot be read here") if file is None else (str(file), _read(file))


def _read(file: Path) -> Read | str:
    try:
        return read_all(file.read_bytes())
    except OSError as error:
        return error.strerror or str(error)
