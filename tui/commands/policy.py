"""`memdesk policy`: what each verb needs, the bounds and budgets, and the contract cards of the types of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.signing import acting, finish, note_option, writing, yes_option

if TYPE_CHECKING:
    from store.records.views import PolicyView


@click.group("policy", cls=Group, invoke_without_command=True, short_help="Show and change what a decision needs.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show the policy, each setting with its meaning: what each verb needs, who must sign too, bounds and cards."""
    if ctx.invoked_subcommand is None:
        call = ctx.ensure_object(Call)
        print_policy(call, call.desk().policy())


@command.command("set")
@click.argument("settings", type=WORDS, nargs=-1, required=True, metavar="NAME=VALUE...")
@note_option
@yes_option
@pass_call
def set_some(call: Call, settings: tuple[str, ...], note: str | None, yes: bool) -> int:
    """Change settings: needs.VERB=os-user|signed, two.VERB=yes|no, or a bound as `memdesk policy` shows it.

    in_flight=finish-local|stop says what open tasks are told to which something belongs that is withdrawn.

    card.TYPE=FIELD,… asks for more fields than the contract card of a type of memory does.
    """
    changes: dict[str, str] = {}
    for setting in settings:
        name, is_there, value = setting.partition("=")
        if not is_there or name in changes:
            raise click.UsageError(f"{setting!r}: each setting is NAME=VALUE, once.")
        changes[name] = value
    desk = acting(call, writing(call), "Change the policy so?", yes=yes)
    applied = desk.authorize.set_policy(changes, note=note)
    return finish(call, "policy-set", applied, "The policy is changed.")


def print_policy(call: Call, policy: PolicyView) -> None:
    """Write the policy, one setting a line, and what the contract card of each type of memory asks for."""
    if call.json:
        from tui.commands.shapes import shape

        pairs = {
            "needs": {verb: needed.value for verb, needed in policy.needs},
            "numbers": dict(policy.numbers),
        }
        call.data("policy", {**shape(policy), **pairs})
        return
    from tui.wording.authority import KEYLESS, card_lines, policy_lines

    lines = (*policy_lines(policy), *card_lines(policy))
    width = max(len(setting) for setting, _ in lines)
    for setting, meaning in lines:
        call.out.line((setting.ljust(width), "bold"), f"  {meaning}")
    if policy.keyless:
        call.talk(
            f"The store is {KEYLESS}. What speaks of a second person, plans and grants counts from its first key on: "
            "`memdesk key adopt`."
        )
    else:
        call.talk("Changes of who may decide always need the signature of an owner.")
