"""The same act on the command line, quoted for a shell."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from store.records.words import Reason
from tui.safe import safe


def decide_command(verb: str, ids: Sequence[str], args: Mapping[str, str], reason: Reason, note: str | None) -> str:
    """The command line of a decision."""
    words = ["memdesk", "decide", verb, *ids]
    for name, value in args.items():
        words += [f"--{name}", value]
    words += ["--reason", reason.value]
    if note:
        words += ["--note", note]
    return safe(shlex.join(words))


def show_command(target: str) -> str:
    """The command line that shows one thing."""
    return safe(shlex.join(["memdesk", "show", target]))


def place_command(command: Sequence[str], text: str = "") -> str:
    """The command line that lists what a place shows."""
    words = ["memdesk", *command]
    if text:
        words += ["--text", text]
    return safe(shlex.join(words))
