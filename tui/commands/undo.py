"""`memdesk undo`: an applied plan is undone by adding; nothing is erased."""

from __future__ import annotations

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import can_ask, confirm
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.decide import print_applied
from tui.commands.deciding import print_changes


@click.command("undo", cls=Command, short_help="Undo an applied plan, by adding.")
@click.argument("plan", type=WORDS, required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_call
def command(call: Call, plan: str | None, yes: bool) -> None:
    """Undo an applied plan by a new one; refused where something moved since. Without PLAN: list them."""
    desk = call.desk()
    if plan is None:
        from tui.commands.listing import library

        return library(call, desk, "plans", "", None)
    changes = desk.undo_preview(plan)
    if not yes:
        if not can_ask():
            raise Refusal(RefusalKind.BAD_INPUT, "Nobody is here to be asked.", "Pass --yes.", (plan,))
        print_changes(call, changes)
        confirm(call, f"Undo {plan}?")
    return print_applied(call, "undo", desk.undo(plan))
