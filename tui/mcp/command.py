"""`memdesk mcp`: serve one agent over stdin and stdout, by the Model Context Protocol."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import Call, Command, pass_call
from tui.notices import DONE

UNNAMED = "mcp client"
"""A client that neither showed a token nor said what it is called."""
MISSING = "Serving agents over MCP needs the package mcp, which is not installed."
INSTALL = "pipx inject memdesk 'mcp>=2.3,<3'; or in a checkout: pip install '.[mcp]'."


@click.command("mcp", cls=Command, short_help="Serve an agent over MCP, on stdin and stdout.")
@pass_call
def command(call: Call) -> int:
    """Serve an agent over MCP: it may capture, recall, search, open and close tasks, and read index, topics and rules.

    Whoever shows a token in MEMDESK_TOKEN writes and reads as that agent, for its projects. Without one a client is
    only a name that was claimed, and is never the system user. It decides nothing; `memdesk connect` prints the lines
    that let an agent start this.
    """
    try:
        from tui.mcp.serving import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in {"mcp", "mcp_types", "anyio"}:
            raise
        raise Refusal(RefusalKind.BAD_INPUT, MISSING, INSTALL) from None
    named = call.claimed is not None or bool(os.environ.get("MEMDESK_TOKEN"))
    call.claimed = call.claimed if named else UNNAMED
    try:
        serve(call.desk(), unnamed=not named)
    except BaseExceptionGroup as group:
        for error in _leaves(group):
            if not isinstance(error, OSError):
                raise error from None
    return DONE


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    """The errors in a group; that the client went away is one of the system's."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
