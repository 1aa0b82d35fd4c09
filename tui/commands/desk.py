"""No command: the desk itself."""

from __future__ import annotations

import os
import sys

import click

from tui.commands.call import Call
from tui.commands.places import find_store, named_store, nearest_store

FRAMES = "200"
"""So often a second what changed is drawn, at most: from a key to its list that is twice, and each waits its turn."""


def at_terminal() -> bool:
    """Whether keys and pictures go to a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def open_the_desk(call: Call, *, theme: str | None = None, density: str | None = None) -> int:
    """Open the desk on the store there is, or on none."""
    if not at_terminal():
        raise click.UsageError("The desk needs a terminal; the commands do not.")
    if call.json:
        raise click.UsageError("The desk is for eyes; --json goes with a command.")
    if call.claimed:
        raise click.UsageError("The desk is worked by whoever sits there; --as goes with a command.")
    if os.environ.get("MEMDESK_TOKEN"):
        raise click.UsageError("The desk is worked by people; unset MEMDESK_TOKEN to sit down at it.")
    from tui.settings import THEMES

    if theme is not None and theme not in THEMES:
        raise click.UsageError(f"There is no theme {theme!r}; there are {', '.join(THEMES)}.")
    path = find_store(call.store) if named_store(call.store) else nearest_store()
    os.environ.setdefault("TEXTUAL_FPS", FRAMES)
    from tui.app import run_desk

    return run_desk(path, read_only=call.read_only, ascii=call.ascii, theme=theme, density=density)
