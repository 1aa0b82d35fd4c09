"""What `lane`, `topic` and `link` share: options of a decision, and the way it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from store.records.words import Reason
from tui.commands.asking import confirm
from tui.commands.call import WORDS, Call
from tui.commands.decide import print_applied
from tui.commands.deciding import FIELDS, asked_for, show_preview, to_confirm
from tui.commands.signing import note_option, signing, writing

F = TypeVar("F", bound=Callable[..., Any])


def put_options(usual: Reason) -> Callable[[F], F]:
    """The options of every decision; `usual` is the reason where none is given."""

    def options(function: F) -> F:
        function = click.option(
            "--seen",
            type=WORDS,
            multiple=True,
            metavar="DIGEST",
            help="What was seen, from show or list; one for each id, in their order.",
        )(function)
        function = note_option(function)
        return click.option(
            "--reason",
            type=click.Choice([reason.value for reason in Reason]),
            default=usual.value,
            show_default=True,
            metavar="REASON",
            help="Why; with `other` the note says it.",
        )(function)

    return options


def put(call: Call, name: str, verb: str, ids: Sequence[str], told: dict[str, Any], **args: str | None) -> int:
    """Decide so, at once, as `decide` would; `told` are reason, note and seen."""
    desk = signing(call, writing(call))
    params: dict[str, Any] = {"verb": verb, "ids": tuple(ids), "group": None, "fields": (), **dict.fromkeys(FIELDS)}
    decision, unseen = asked_for(desk, params | told | args)
    if to_confirm(decision, unseen):
        show_preview(call, desk, decision, unseen)
        confirm(call, "Decide so?")
    return print_applied(call, name, decision.put(desk.decide))
