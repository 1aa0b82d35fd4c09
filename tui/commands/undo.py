"""`memdesk undo`: an applied plan is undone by adding; nothing is erased."""

from __future__ import annotations

import click

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.views import Applied
from tui.commands.asking import can_ask, confirm
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.decide import print_applied
from tui.commands.deciding import print_changes
from tui.commands.signing import signing, writing


@click.command("undo", cls=Command, short_help="Undo an applied plan, by adding.")
@click.argument("plan", type=WORDS, required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_call
def command(call: Call, plan: str | None, yes: bool) -> int:
    """Undo an applied plan by a new one; refused where something moved since. Without PLAN: the last one."""
    desk = signing(call, writing(call))
    plan = plan or _last(desk)
    changes = desk.undo_preview(plan)
    if not yes:
        if not can_ask():
            raise Refusal(
                RefusalKind.BAD_INPUT, "Nobody is here to be asked.", f"Look at `memdesk show {plan}`, then pass --yes."
            )
        if back := [one.id for one in changes if one.field == "influence" and one.after == "eligible again"]:
            from tui.commands.withdrawals import print_regained

            print_regained(call, desk, *back)
        print_changes(call, changes)
        confirm(call, f"Undo {plan}?")
    undid = applied_plan(desk, plan)
    return print_applied(call, "undo", desk.undo(plan), undid)


def applied_plan(desk: Desk, plan: str) -> Applied | None:
    """The plan that is undone, as it was applied."""
    found = desk.show(plan)
    return found if isinstance(found, Applied) else None


def _last(desk: Desk) -> str:
    """The last applied plan that still holds and is no undo itself."""
    for applied in desk.plans(limit=1000):
        if applied.undone_by is None and applied.undoes is None:
            return applied.plan
    raise Refusal(RefusalKind.NOT_FOUND, "There is no plan to undo.", "`memdesk list plans` lists them all.")
