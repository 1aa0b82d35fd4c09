"""`memdesk connect`: an agent or service is made known, and gets its token and the lines to start with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from store.records.words import PrincipalKind
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.moments import ahead
from tui.commands.signing import acting, writing, yes_option
from tui.commands.token import expires_option, print_token, project_option
from tui.notices import DONE, PARTLY
from tui.wording.agents import MAKES

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied
    from tui.wording.agents import Make


@click.command("connect", cls=Command, short_help="Make an agent known and give it a token.")
@click.argument("name", type=WORDS, metavar="NAME")
@click.option(
    "--for", "make", type=click.Choice(list(MAKES)), help="The make of agent; else that of its name, else any."
)
@click.option("--service", is_flag=True, help="A service, which a constitutional grant may let decide within bounds.")
@project_option
@expires_option
@yes_option
@pass_call
def command(
    call: Call, name: str, make: str | None, service: bool, projects: tuple[str, ...], expires: str | None, yes: bool
) -> int:
    """Make an agent known and give it a token: the lines to paste where it starts are shown once.

    An agent proposes and decides nothing, whatever it was given. Without --project it sees no project's memory.
    NAME may be claude-code, codex, gemini or a name of your own.
    """
    desk = writing(call)
    until = ahead(expires, now=desk.now(), zone=desk.zone)
    kind = PrincipalKind.SERVICE if service else PrincipalKind.AGENT
    acting(call, desk, f"Connect {name}?", yes=yes)
    applied, token = desk.authorize.connect(name, kind, projects=projects, expires=until)
    found = MAKES[make or (name if name in MAKES else "any")]
    if call.json:
        return _as_data(call, desk, applied, token, found)
    code = print_token(call, desk, "connect", applied, token)
    _print_lines(call, desk, token, found)
    return code


def _as_data(call: Call, desk: Desk, applied: Applied, token: str, make: Make) -> int:
    from tui.commands.shapes import shape

    store, inbox, entry = _places(desk)
    lines = make.lines(store, token)
    more = {
        "settings": {"file": make.settings, "lines": list(lines)},
        "hot_entry": {"file": make.hot, "lines": list(entry)},
        "inbox": inbox,
    }
    call.data("connect", {**shape(applied), "token": token, "store": store, **more})
    return PARTLY if applied.waiting is not None else DONE


def _print_lines(call: Call, desk: Desk, token: str, make: Make) -> None:
    """Write what goes into the files of the agent."""
    store, inbox, entry = _places(desk)
    told = f"# {make.title}: into {make.settings}"
    for line in ("", told, *make.lines(store, token), "", f"# into {make.hot}", *entry):
        call.out.line(line)
    call.talk(f"{inbox} is read once it is watched: `memdesk watch add {inbox}`.")


def _places(desk: Desk) -> tuple[str, str, tuple[str, ...]]:
    """The store, the inbox beside it, and the lines for the agent's hot entry."""
    from tui.wording.hot_entry import hot_entry

    store = desk.path.absolute()
    inbox = str(store.parent / "memory.md")
    return str(store), inbox, hot_entry(str(store), inbox)
