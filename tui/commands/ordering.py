"""What `lane`, `topic` and `link` share: options of a decision, and the way it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import Reason
from tui.commands.asking import confirm
from tui.commands.call import WORDS, Call
from tui.commands.decide import print_applied
from tui.commands.deciding import FIELDS, asked_for, show_preview, to_confirm
from tui.commands.signing import note_option, signing, writing

if TYPE_CHECKING:
    from governance.looking import Looking

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
            help="Why; `other` wants a note.",
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


def lane_named(desk: Looking, name: str) -> str:
    """The id of a lane from its id or its title; one that several bear is named by its id."""
    found = [lane.id for lane in desk.lanes() if name in (lane.id, lane.title)]
    return _one(found, name, "lane", "`memdesk lane list` shows them.")


def topic_named(desk: Looking, name: str) -> str:
    """The id of a topic from its id, its title or its page."""
    found = [topic.id for topic in desk.topics() if name in (topic.id, topic.title, topic.file)]
    return _one(found, name, "topic", "`memdesk topic list` shows them.")


def _one(found: Sequence[str], name: str, what: str, hint: str) -> str:
    if len(found) == 1:
        return found[0]
    if found:
        sentence = f"Several are called {name!r}: {', '.join(found)}."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "Name it by its id.", tuple(found))
    raise Refusal(RefusalKind.NOT_FOUND, f"There is no {what} {name!r}.", hint, (name,))
