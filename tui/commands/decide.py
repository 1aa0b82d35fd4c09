"""`memdesk decide`: one decision, applied at once as a plan of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.commands.asking import confirm
from tui.commands.call import Call, Command, pass_call
from tui.commands.deciding import VERBS, asked_for, decision_options, show_preview

if TYPE_CHECKING:
    from store.records.views import Applied


@click.command(
    "decide",
    cls=Command,
    help=f"""Decide on items, archived blocks or topics: a plan of one decision, applied at once.

    Without --seen it shows what would change and asks; that needs a terminal.

    Verbs: {" ".join(VERBS)}.""",
    short_help="Decide on items, archived blocks or topics.",
)
@decision_options
@pass_call
def command(call: Call, /, **params: Any) -> None:
    """Decide, and write the id of the plan."""
    desk = call.desk()
    decision, unseen = asked_for(desk, params)
    if unseen:
        show_preview(call, desk, decision, unseen)
        confirm(call, "Decide so?")
    print_applied(call, "decide", decision.put(desk.decide))


def print_applied(call: Call, name: str, applied: Applied) -> None:
    """Write the id of an applied plan, and tell what it did."""
    if call.json:
        from tui.commands.shapes import shape

        call.data(name, shape(applied))
        return
    from tui.wording.sentences import result_sentence

    call.out.line(applied.plan)
    call.talk(result_sentence(applied.verbs, applied.entries, applied.seq + applied.entries - 1, typed=True))
    call.talk(f"`memdesk undo {applied.plan}` undoes it, by adding.")
