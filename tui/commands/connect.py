"""`memdesk connect`: an agent or service is made known and gets its token."""

from __future__ import annotations

import click

from store.records.words import PrincipalKind
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.moments import ahead
from tui.commands.signing import acting, writing, yes_option
from tui.commands.token import expires_option, print_token, project_option


@click.command("connect", cls=Command, short_help="Make an agent known and give it a token.")
@click.argument("name", type=WORDS, metavar="NAME")
@click.option("--service", is_flag=True, help="A service, which a constitutional grant may let decide within bounds.")
@project_option
@expires_option
@yes_option
@pass_call
def command(call: Call, name: str, service: bool, projects: tuple[str, ...], expires: str | None, yes: bool) -> int:
    """Make an agent known and give it a token: the lines to paste where it starts are shown once.

    An agent proposes and decides nothing, whatever it was given. Without --project it sees no project's memory.
    """
    desk = writing(call)
    until = ahead(expires, now=desk.now(), zone=desk.zone)
    kind = PrincipalKind.SERVICE if service else PrincipalKind.AGENT
    acting(call, desk, f"Connect {name}?", yes=yes)
    applied, token = desk.authorize.connect(name, kind, projects=projects, expires=until)
    return print_token(call, desk, "connect", applied, token)
