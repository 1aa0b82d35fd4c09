"""`memdesk grant`: who may use which verbs, where, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from store.records.words import Field
from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.moments import ahead
from tui.commands.signing import acting, finish, note_option, who_is, writing, yes_option
from tui.commands.token import expires_option

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied

FIELDS = ", ".join(field.value for field in Field)


def _bounds(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every grant."""
    options = (
        click.option(
            "--scope",
            type=WORDS,
            multiple=True,
            metavar="FIELD=VALUE",
            help=f"Only rows where all of these hold; VALUE* for what begins so. Fields: {FIELDS}.",
        ),
        expires_option,
        click.option(
            "--depth", type=click.IntRange(min=0), default=0, metavar="N", help="How often it may be handed on."
        ),
        note_option,
        yes_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.group("grant", cls=Group, invoke_without_command=True, short_help="Show and give grants: who may use what.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show and give grants. Nobody but an owner may do anything without one; `memdesk revoke` ends one."""
    if ctx.invoked_subcommand is None:
        print_all(ctx.ensure_object(Call))


@command.command("list")
@pass_call
def list_all(call: Call) -> None:
    """List every grant in words, and why one allows nothing."""
    print_all(call)


@command.command("add")
@click.argument("who", type=WORDS, metavar="WHO")
@click.argument("verbs", type=WORDS, nargs=-1, required=True, metavar="VERB...")
@_bounds
@click.option("--constitutional", is_flag=True, help="Let a service use it by itself; needs --count and --expires.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="The most rows that may be decided about.")
@pass_call
def add(
    call: Call,
    who: str,
    verbs: tuple[str, ...],
    scope: tuple[str, ...],
    expires: str | None,
    depth: int,
    note: str | None,
    yes: bool,
    constitutional: bool,
    count: int | None,
) -> int:
    """Let somebody use verbs (keep, stale, …) on the rows of a scope; without --scope on every row."""
    desk = writing(call)
    one = who_is(desk, who)
    until = ahead(expires, now=desk.now(), zone=desk.zone)
    acting(call, desk, f"Grant that to {one.name}?", yes=yes)
    applied = desk.authorize.grant(
        one.id,
        verbs,
        scope=desk.authorize.scope(scope),
        expires=until,
        depth=depth,
        constitutional=constitutional,
        count=count,
        note=note,
    )
    return _told(call, desk, "grant-add", applied)


@command.command("hand-on")
@click.argument("grant", type=WORDS, metavar="GRANT")
@click.argument("who", type=WORDS, metavar="WHO")
@click.argument("verbs", type=WORDS, nargs=-1, required=True, metavar="VERB...")
@_bounds
@pass_call
def hand_on(
    call: Call,
    grant: str,
    who: str,
    verbs: tuple[str, ...],
    scope: tuple[str, ...],
    expires: str | None,
    depth: int,
    note: str | None,
    yes: bool,
) -> int:
    """Hand a grant of yours on: a new grant that is narrower than yours and ends with it.

    Its --scope repeats the terms of yours, narrower or as they are; its end is not later, and it may be handed on less.
    """
    desk = writing(call)
    one = who_is(desk, who)
    until = ahead(expires, now=desk.now(), zone=desk.zone)
    acting(call, desk, f"Hand {grant} on to {one.name}?", yes=yes)
    applied = desk.authorize.grant(
        one.id, verbs, scope=desk.authorize.scope(scope), expires=until, depth=depth, parent=grant, note=note
    )
    return _told(call, desk, "grant-hand-on", applied)


def _told(call: Call, desk: Desk, name: str, applied: Applied) -> int:
    from tui.wording.authority import grant_sentence

    made = next((one for one in desk.grants() if one.id in applied.ids), None)
    return finish(call, name, applied, f"{grant_sentence(made, desk.zone)}." if made else "")


def print_all(call: Call) -> None:
    """Write every grant, one a line."""
    desk = call.desk()
    found, keyless = desk.grants(), desk.policy().keyless
    if call.json:
        from tui.commands.shapes import shape

        call.data("grant-list", {"keyless": keyless, "grants": shape(found)})
        return
    from tui.wording.authority import KEYLESS, grant_sentence

    for one in found:
        call.out.line((one.id, "dim" if one.void else "bold"), f"  {grant_sentence(one, desk.zone)}")
    if keyless:
        call.talk(f"The store is {KEYLESS}. Whoever sits down may decide.")
    elif not found:
        call.talk("Nothing is granted: only an owner decides.")
