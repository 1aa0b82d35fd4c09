"""`memdesk rebuild`: the tables made anew from the log."""

from __future__ import annotations

import click

from tui.commands.call import Call, Command, pass_call


@click.command("rebuild", cls=Command, short_help="Make the tables anew from the log.")
@pass_call
def command(call: Call) -> None:
    """Make the tables anew from the log; the log itself stays as it is."""
    entries = call.desk().rebuild()
    if call.json:
        call.data("rebuild", {"entries": entries})
    else:
        from tui.wording.sentences import number

        call.out.line(f"Rebuilt from {number(entries, 'entry', 'entries')}.")
