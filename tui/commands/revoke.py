"""`memdesk revoke`: a grant ends, and every grant that was made from it."""

from __future__ import annotations

import click

from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.signing import acting, finish, note_option, writing, yes_option


@click.command("revoke", cls=Command, short_help="End a grant, and every grant made from it.")
@click.argument("grant", type=WORDS, metavar="GRANT")
@note_option
@yes_option
@pass_call
def command(call: Call, grant: str, note: str | None, yes: bool) -> int:
    """End a grant, and every grant made from it. It cannot be undone; what was decided under it stays."""
    desk = acting(call, writing(call), f"Revoke {grant}?", yes=yes)
    return finish(call, "revoke", desk.authorize.revoke(grant, note=note), f"{grant} allows nothing any more.")
