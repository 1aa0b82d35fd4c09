"""The same act on the command line, quoted for a shell."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from store.records.controls import SOURCE_NAMED
from store.records.words import Reason
from tui.safe import safe

_SELECTORS = {"mem": "--item", "seg": "--archive", "run": "--run", "task": "--run", "src": "--source"}
"""The option of `withdraw` that names an id, by how the id begins."""


def decide_command(verb: str, ids: Sequence[str], args: Mapping[str, str], reason: Reason, note: str | None) -> str:
    """The command line of a decision."""
    options = [_option(one) for one in ids]
    ids = [one.removeprefix(SOURCE_NAMED) for one in ids]
    if verb == "withdraw" and all(options):
        words = ["memdesk", "withdraw", *(word for pair in zip(options, ids, strict=True) for word in pair if word)]
    elif verb == "reinstate" and len(ids) == 1:
        words = ["memdesk", "reinstate", *ids]
    else:
        words = ["memdesk", "decide", verb, *ids]
    for name, value in args.items():
        for one in value.split("\n") if name == "field" else (value,):
            words += [f"--{name}", one]
    words += ["--reason", reason.value]
    if note:
        words += ["--note", note]
    return safe(shlex.join(words))


def _option(name: str) -> str | None:
    """The option of `withdraw` that names this; None where it takes no such thing."""
    return "--source" if name.startswith(SOURCE_NAMED) else _SELECTORS.get(name.partition("-")[0])


def show_command(target: str) -> str:
    """The command line that shows one thing."""
    return safe(shlex.join(["memdesk", "show", target]))


def place_command(command: Sequence[str], text: str = "") -> str:
    """The command line that lists what a place shows."""
    words = ["memdesk", *command]
    if text and "reconcile" not in command[:1]:
        words += ["--", text] if "search" in command[:1] else ["--text", text]
    return safe(shlex.join(words))
