"""The seat: who sits at the desk as the store knows them, and the key they would sign with, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from governance.errors import Refusal
from store.records.words import Assurance, Role
from tui.safe import safe
from tui.wording.strip import Part

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Overview
    from tui.wording.glyphs import Glyphs

READS = "An auditor reads everything and changes nothing: this key is off for you."
READ_ONLY = "The store was opened for reading only: nothing can be decided."


class Seat(NamedTuple):
    """Who sits here."""

    known: bool
    """Whether the store knows them."""
    role: Role | None
    keyless: bool
    key: str
    """Their key in words: locked, open, no key here, key file unusable."""
    trouble: str = ""
    """Why the key file cannot be used, in a sentence."""


def seat_of(desk: Desk) -> Seat:
    """Who sits at the desk now, and whether a key of theirs is at hand; cheap enough for each redraw."""
    with desk.reader() as reader:
        auth, me = desk.authority(reader), desk.principal(reader)
        person = auth.principals.get(me)
        role = person.role if person else None
        trouble = ""
        try:
            found = desk.hand.file_for(auth, me)
        except Refusal as refusal:
            found, trouble = None, f"{refusal.sentence} {refusal.hint}".strip()
        if trouble:
            key = "key file unusable"
        elif found is None:
            key = "no key here"
        else:
            key = "key open" if desk.hand.unlocked else "key locked"
        return Seat(person is not None, role, auth.keyless, key, trouble)


def seat_parts(desk: Desk, o: Overview, seat: Seat, until: str, signs: Glyphs) -> list[Part]:
    """`mira · owner · key open until 10:41`, for the header."""
    parts: list[Part] = [(safe(o.who), "accent")]

    def add(text: str, style: str = "dim") -> None:
        parts.append((f" {signs.dot} {text}", style))

    if seat.role is not None:
        add(seat.role.value)
    if desk.auditor:
        add("reads only", "warn")
    elif seat.keyless:
        add(f"keyless ({o.assurance.value})")
    elif o.assurance is not Assurance.OS_USER:
        add(o.assurance.value)
    elif not seat.known:
        add("not known here", "warn")
    elif seat.key == "key open":
        add(f"key open until {until}" if until else "key open", "warn")
    else:
        add(seat.key, "dim" if seat.key == "key locked" else "warn")
    if desk.store.read_only:
        add("read-only", "warn")
    return parts


def why_reading(desk: Desk) -> str:
    """Why nothing can be decided at this desk; empty where something can."""
    if not desk.read_only:
        return ""
    return READS if desk.auditor and not desk.store.read_only else READ_ONLY


def who_sentence(o: Overview, seat: Seat | None = None) -> str:
    """Who decides here and what the log can prove of it."""
    who = safe(o.who)
    if o.keyless:
        return (
            f"{who} ({o.assurance.value}). This store is keyless: the log records who the operating system "
            "says you are, and no signature proves it. Any program you run could decide in your name."
        )
    if seat is None:
        return f"{who} ({o.assurance.value})."
    role = f", {seat.role.value}" if seat.role else ""
    if seat.role is Role.AUDITOR:
        return f"{who}{role}: reads everything, changes nothing."
    if not seat.known:
        return f"{who} is nobody this store knows, so nothing can be decided. An owner enrolls people."
    told = {
        "key locked": "Your key is on this machine and locked; applying a plan asks for its passphrase once.",
        "key open": "Your key is open: a plan is signed without being asked for it.",
        "no key here": "No key of yours is named on this machine: `memdesk key use PATH` names it.",
        "key file unusable": seat.trouble,
    }[seat.key]
    return f"{who}{role}. Decisions here bear their author's signature. {told}"
