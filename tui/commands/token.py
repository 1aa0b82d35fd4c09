"""`memdesk token`: what agents and services show to be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.moments import ahead
from tui.commands.signing import acting, note_option, who_is, writing, yes_option
from tui.notices import DONE, PARTLY

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied

project_option = click.option(
    "--project", "projects", type=WORDS, multiple=True, metavar="P", help="A project it is for; may be given often."
)
expires_option = click.option(
    "--expires", type=WORDS, metavar="MOMENT", help="Until when: 2027-06-01, 90d; else for good."
)


@click.group("token", cls=Group, invoke_without_command=True, short_help="Show, give and end tokens of agents.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show, give and end the tokens of agents and services; only their hashes are kept."""
    if ctx.invoked_subcommand is None:
        print_all(ctx.ensure_object(Call))


@command.command("list")
@pass_call
def list_all(call: Call) -> None:
    """List every token: whose, for which projects, until when."""
    print_all(call)


@command.command("new")
@click.argument("who", type=WORDS, metavar="WHO")
@project_option
@expires_option
@note_option
@yes_option
@pass_call
def new(call: Call, who: str, projects: tuple[str, ...], expires: str | None, note: str | None, yes: bool) -> int:
    """Give an agent or service that is known a further token; it is shown once."""
    desk = writing(call)
    one = who_is(desk, who)
    until = ahead(expires, now=desk.now(), zone=desk.zone)
    acting(call, desk, f"Give {one.name} a token?", yes=yes)
    applied, token = desk.authorize.issue_token(one.id, projects=projects, expires=until, note=note)
    return print_token(call, desk, "token-new", applied, token)


@command.command("revoke")
@click.argument("token", type=WORDS, metavar="TOK")
@note_option
@yes_option
@pass_call
def revoke(call: Call, token: str, note: str | None, yes: bool) -> int:
    """Let a token open nothing any more; TOK is its id, tok-…."""
    from tui.commands.signing import finish

    desk = acting(call, writing(call), f"Revoke {token}?", yes=yes)
    applied = desk.authorize.revoke_token(token, note=note)
    return finish(call, "token-revoke", applied, f"{token} opens nothing any more.")


def print_token(call: Call, desk: Desk, name: str, applied: Applied, token: str) -> int:
    """Write what to paste where the agent runs; this is the only time that the token is seen."""
    import shlex

    store = str(desk.path.absolute())
    waits = applied.waiting is not None
    if call.json:
        from tui.commands.shapes import shape

        call.data(name, {**shape(applied), "token": token, "store": store})
        return PARTLY if waits else DONE
    call.out.line(f"export MEMDESK_STORE={shlex.quote(store)}")
    call.out.line(f"export MEMDESK_TOKEN={token}")
    call.talk(
        "Paste these lines where the agent starts. The token is shown this once and kept nowhere: only its hash is."
    )
    if waits:
        from tui.wording.authority import waiting_sentence

        call.talk(f"It opens nothing yet. {waiting_sentence(applied.waiting or 0)}")
        return PARTLY
    call.talk(f"It is {applied.ids[-1]}; `memdesk token revoke {applied.ids[-1]}` ends it.")
    return DONE


def print_all(call: Call) -> None:
    """Write every token, one a line."""
    desk = call.desk()
    found = desk.tokens()
    if call.json:
        from tui.commands.shapes import shape

        call.data("token-list", {"tokens": shape(found)})
        return
    from tui.wording.authority import token_sentence

    for one in found:
        call.out.line((one.id, "bold" if one.live else "dim"), f"  {token_sentence(one, desk.zone)}")
    if not found:
        call.talk("There are no tokens; `memdesk connect NAME` makes an agent known and gives it one.")
