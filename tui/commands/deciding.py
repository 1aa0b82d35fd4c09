"""What deciding and staging share: the options, the targets, what was seen of them, the preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import Reason, Shown
from tui.commands.asking import can_ask
from tui.commands.call import WORDS, Call

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Change

F = TypeVar("F", bound=Callable[..., Any])

VERBS = "keep stale cool merge correct retag source resolve trigger accept defer"
"""For the help; which verb fits is the core's to say."""
FIELDS = {
    "kind": "state or knowledge.",
    "subject": "What a state item is the current value of.",
    "topic": "The topic it belongs to.",
    "source": "Where in the archive it comes from.",
    "text": "The words of the corrected or merged item.",
    "until": "How long it is put off: 1d, 7d, 30d, 90d.",
    "by": "The row that takes its place.",
    "triggers": "Words that lead to a topic, parted by commas.",
}


class Decision(NamedTuple):
    """A decision as it was asked for, with what was seen of its targets."""

    verb: str
    ids: tuple[str, ...]
    args: dict[str, str]
    reason: Reason
    note: str | None
    seen: tuple[str, ...]
    shown: Shown


def decision_options(function: F) -> F:
    """The arguments and options of a decision."""
    reasons = [reason.value for reason in Reason]
    options = [
        click.argument("verb", type=WORDS),
        click.argument("ids", nargs=-1, type=WORDS, metavar="ID..."),
        click.option(
            "--reason",
            type=click.Choice(reasons),
            required=True,
            metavar="REASON",
            help=f"Why: {', '.join(reasons)}.",
        ),
        click.option("--note", type=WORDS, help="Why, in your own words."),
        *(click.option(f"--{name}", type=WORDS, help=text) for name, text in FIELDS.items()),
        click.option(
            "--seen",
            type=WORDS,
            multiple=True,
            metavar="DIGEST",
            help="What was seen, from show or list; one for each id, in their order.",
        ),
        click.option("--group", type=WORDS, metavar="KEY", help="A drift group instead of ids (list drift --groups)."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def asked_for(desk: Desk, params: dict[str, Any]) -> tuple[Decision, bool]:
    """Put a decision together, and say whether a person still has to be shown it."""
    ids, now = _targets(desk, params["ids"], params["group"])
    given: tuple[str, ...] = params["seen"]
    if not given and not can_ask():
        raise Refusal(
            RefusalKind.BAD_INPUT,
            "A decision says what it saw, and nobody is here to be shown it.",
            "Pass --seen DIGEST for each id; `memdesk show ID` and `memdesk list QUEUE --json` give it.",
            ids,
        )
    if params["group"] is not None and given:
        _compare(given, now, ids)
        seen = now.members
    elif given:
        if len(given) != len(ids):
            raise click.UsageError(f"--seen goes once with each id: {len(ids)} and {len(given)} were given.")
        seen = given
    else:
        seen = now.members
    args = {name: params[name] for name in FIELDS if params[name] is not None}
    shown = Shown.LISTED if given else Shown.PREVIEWED
    reason = Reason(params["reason"])
    return Decision(params["verb"], ids, args, reason, params["note"], seen, shown), not given


def show_preview(call: Call, desk: Desk, decision: Decision) -> None:
    """Tell the person what the decision is about and what it would change."""
    from tui.wording.sentences import reason_label

    changes = desk.preview(decision.verb, decision.ids, decision.args, reason=decision.reason)
    for one in decision.ids:
        call.err.line((one, "bold"))
        call.err.block(_text_of(desk, one))
    call.err.line(f"{decision.verb}: {reason_label(decision.reason)}", f"  {decision.note}" if decision.note else "")
    print_changes(call, changes)


def print_changes(call: Call, changes: Sequence[Change]) -> None:
    """Tell what would change."""
    from tui.wording.sentences import change_sentence

    for change in changes:
        call.err.line("  ", (change.id, "bold"), "  ", change_sentence(change, call.signs))


class _Now(NamedTuple):
    """What the targets look like at this moment."""

    members: tuple[str, ...]
    whole: str | None = None
    """For a group: the one digest over all its members."""


def _targets(desk: Desk, ids: tuple[str, ...], key: str | None) -> tuple[tuple[str, ...], _Now]:
    if key is None:
        ids = tuple(dict.fromkeys(ids))
        if not ids:
            raise click.UsageError("Nothing to decide on: name an id, or a drift group with --group.")
        return ids, _Now(tuple(_seen_of(desk, one) for one in ids))
    if ids:
        raise click.UsageError("--group stands instead of ids.")
    from tui.commands.listing import group_rows, group_seen

    group = next((group for group in desk.groups() if group.key == key), None)
    if group is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no drift group {key}.", "`memdesk list drift --groups`", (key,))
    rows = group_rows(desk, group)
    return tuple(row.id for row in rows), _Now(tuple(row.seen for row in rows), group_seen(rows))


def _compare(given: tuple[str, ...], now: _Now, ids: tuple[str, ...]) -> None:
    if given not in ((now.whole,), now.members):
        raise Refusal(
            RefusalKind.MOVED,
            "The group is not what was seen: a row of it moved, joined or left.",
            "`memdesk list drift --groups` shows it as it is now.",
            ids,
        )


def _seen_of(desk: Desk, one: str) -> str:
    seen = getattr(desk.show(one), "seen", None)
    if not isinstance(seen, str):
        raise Refusal(RefusalKind.BAD_INPUT, f"{one} is nothing that can be decided on.", "", (one,))
    return seen


def _text_of(desk: Desk, one: str) -> str:
    shown = desk.show(one)
    for name in ("text", "title"):
        text = getattr(shown, name, None)
        if isinstance(text, str):
            return text
    return ""
