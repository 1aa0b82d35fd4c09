"""`memdesk rule`: how an agent reads what its memory says, as a rule to load with every session (P§15.2)."""

from __future__ import annotations

import click

from tui.commands.call import Call, Command, pass_call
from tui.commands.hot import form_option, print_entry
from tui.wording.hot_entry import reading_rule


@click.command("rule", cls=Command, short_help="Print the rule by which an agent reads its memory.")
@form_option
@pass_call
def command(call: Call, form: str) -> None:
    """Print the rule by which an agent reads its memory, as its own section of a file that is always loaded.

    `memdesk hot` has it too, behind the rest. Nothing is written: paste it where it belongs.
    """
    print_entry(call, "rule", form, reading_rule())
