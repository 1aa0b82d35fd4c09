"""`memdesk init`: a new, empty store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.places import new_store

if TYPE_CHECKING:
    from pathlib import Path

KEYLESS = (
    "The store is keyless: a decision is vouched for by the system user who runs memdesk, not by a signature. "
    "Any program under the same user could decide."
)


@click.command("init", cls=Command, short_help="Make an empty store.")
@click.option("--tz", type=WORDS, metavar="ZONE", help="The zone of the user's day (Europe/Zurich); fixed for good.")
@click.option("--no-key", is_flag=True, help="Without an owner's key; every store is made so.")
@pass_call
def command(call: Call, tz: str | None, no_key: bool) -> None:  # noqa: ARG001 - there is no other kind
    """Make an empty store (./memory/memory.db, or at --store).

    A store is keyless: a decision is vouched for by the system user who runs memdesk, not by a signature.
    """
    from governance.desk import create_store, now_us

    if call.read_only or call.claimed:
        kind = RefusalKind.READ_ONLY if call.read_only else RefusalKind.NOT_ALLOWED
        raise Refusal(kind, "A new store is written by the system user who runs memdesk.", "Leave out the option.")
    path: Path = new_store(call.store)
    with create_store(path, clock=now_us, zone=tz) as desk:
        if call.json:
            call.data("init", {"store": str(path), "store_id": desk.store_id, "zone": desk.zone, "keyless": True})
            return
        call.out.line(str(path))
        call.talk(f"A new store, {desk.store_id}; days are those of {desk.zone}.")
        call.talk(KEYLESS)
        call.talk("Next: `memdesk import PATH` takes a memory in.")
