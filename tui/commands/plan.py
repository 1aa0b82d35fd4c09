"""`memdesk plan`: decisions that are staged, and nothing of them has happened yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import can_ask, confirm
from tui.commands.call import Call, Group, pass_call
from tui.commands.decide import print_applied
from tui.commands.deciding import VERBS, asked_for, decision_options, show_preview, to_confirm
from tui.commands.signing import signing, writing

if TYPE_CHECKING:
    from store.records.views import PlanView, Staged


@click.group("plan", cls=Group, invoke_without_command=True, short_help="Show, fill and apply the plan.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show, fill, empty and apply the plan: staged decisions of which nothing has happened yet.

    It is the plan of the desk's `P`, survives a restart, and is applied as a whole or not at all.
    """
    if ctx.invoked_subcommand is None:
        call = ctx.ensure_object(Call)
        print_plan(call, call.desk().plan())


@command.command("show")
@pass_call
def show(call: Call) -> None:
    """Show what is staged."""
    print_plan(call, call.desk().plan())


@command.command(
    "stage",
    help=f"""Stage a decision; the options are those of `decide`.

    Without --seen it shows what would change and asks; that needs a terminal.

    Verbs: {" ".join(VERBS)}.""",
    short_help="Stage a decision.",
)
@decision_options
@pass_call
def stage(call: Call, /, **params: Any) -> None:
    """Stage a decision, and write the plan."""
    desk = call.desk()
    decision, unseen = asked_for(desk, params)
    if to_confirm(decision, unseen):
        show_preview(call, desk, decision, unseen)
        confirm(call, "Stage it?")
    print_plan(call, decision.put(desk.stage))


@command.command("drop")
@click.argument("n", type=click.IntRange(min=1), required=False, metavar="N")
@click.option("--all", "everything", is_flag=True, help="Drop all of them.")
@pass_call
def drop(call: Call, n: int | None, everything: bool) -> None:
    """Take staged decision N back, or all."""
    if (n is None) == (not everything):
        raise click.UsageError("Say which one: N, or --all.")
    desk = call.desk()
    left = desk.plan() if everything else desk.unstage(n)
    while everything and left.staged:
        left = desk.unstage()
    print_plan(call, left)


@command.command("again")
@click.argument("n", type=click.IntRange(min=1), metavar="N")
@pass_call
def again(call: Call, n: int) -> None:
    """Decide staged decision N again, on what is there now."""
    print_plan(call, call.desk().restage(n))


@command.command("apply")
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_call
def apply(call: Call, yes: bool) -> int:
    """Apply the whole plan, or nothing of it; a store with keys asks for the passphrase of yours, once."""
    desk = signing(call, writing(call))
    if not yes:
        if not can_ask():
            raise Refusal(
                RefusalKind.BAD_INPUT, "Nobody is here to be asked.", "Look at `memdesk plan`, then pass --yes."
            )
        plan = desk.plan()
        if plan.ready:
            for staged in plan.staged:
                _print_staged(call, staged, talk=True)
            confirm(call, f"Apply {_counted(len(plan.staged))}?")
    return print_applied(call, "plan-apply", desk.apply())


def print_plan(call: Call, plan: PlanView) -> None:
    """Write the plan."""
    if call.json:
        from tui.commands.shapes import shape

        call.data("plan", {"ready": plan.ready, **shape(plan)})
        return
    for staged in plan.staged:
        _print_staged(call, staged)
    if not plan.staged:
        call.talk("Nothing is staged.")
    elif plan.ready:
        all_of_it = "it" if len(plan.staged) == 1 else "them"
        told = f"{_counted(len(plan.staged))} staged, nothing is changed yet"
        call.talk(f"{told}; `memdesk plan apply` applies {all_of_it}.")
    else:
        call.talk("Something moved: decide those again (`memdesk plan again N`) or drop them (`memdesk plan drop N`).")


def _print_staged(call: Call, staged: Staged, *, talk: bool = False) -> None:
    from tui.wording.sentences import change_sentence, reason_label, staged_sentence

    out = call.err if talk else call.out
    out.line((f"{staged.n}  {staged_sentence(staged, typed=True)}", "bold"), f"  {reason_label(staged.reason)}")
    if staged.note:
        out.line("     ", (staged.note, "dim"))
    for change in staged.changes:
        out.line("     ", f"{change.id}  {change_sentence(change, call.signs)}")
    for change in staged.moved:
        out.line("   ", (call.signs.changed, "warn"), f" moved: {change.id}  {change_sentence(change, call.signs)}")
    if staged.refusal:
        out.line("   ", (call.signs.lost, "bad"), f" {staged.refusal}")


def _counted(decisions: int) -> str:
    from tui.wording.sentences import number

    return number(decisions, "decision")
