"""What deciding and staging share: the options, the targets, what was seen of them, the preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import REVIEW_VERBS, Reason, Shown
from tui.commands.asking import can_ask
from tui.commands.call import WORDS, Call
from tui.safe import cut

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Change, ItemDetail, Strip

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

VERBS = tuple(verb.value for verb in REVIEW_VERBS)
"""The verbs there are; which one fits is the core's to say."""
FIELDS = {
    "kind": "state or knowledge.",
    "subject": "What a state item is the current value of.",
    "topic": "The topic it belongs to.",
    "source": "Where in the archive it comes from.",
    "text": "The words of the corrected or merged item.",
    "until": "How long it is put off: 1d, 7d, 30d, 90d.",
    "by": "The row that takes its place; with apart: the one row it is told apart from; with reconcile: withdraw, or"
    " reinstate.",
    "triggers": "Words that lead to a topic, parted by semicolons.",
    "date": "The day of what is sent again, as YYYY-MM-DD.",
    "project": "The project of what is sent again, or of a new lane.",
    "title": "The title of a new lane or topic, or the new one of a topic.",
    "to": "With link: the other record; with merge-topics: the topic that stays.",
    "relation": "With link: continues, references or solves.",
    "lane": "The lane it goes into, by id or title; none takes it out.",
    "purpose": "What a new lane is for.",
    "access": "Who reads a new lane: open, or closed (whom a grant lets; in a store without keys no agent).",
    "type": "With promote-type: episodic, semantic or procedural.",
    "evidence": "With promote-type: what bears it, ids or places in the archive, parted by semicolons; with current,"
    " and with resolve or stale in a conflict: the place in the archive.",
    "owner": "With current, resolve or stale: whose value or policy it is, an owner of this store by name or id; a"
    " fact takes evidence.",
    "missing": "With evidence: what is missing to settle it.",
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

    def put(self, act: Callable[..., T]) -> T:
        """Hand the decision to what decides or stages it."""
        return act(self.verb, self.ids, self.args, reason=self.reason, note=self.note, seen=self.seen, shown=self.shown)


class Target(NamedTuple):
    """What a decision is about, as it was when its digest was taken."""

    id: str
    seen: str
    words: str = ""
    strip: Strip | None = None
    item: ItemDetail | None = None


def decision_options(function: F) -> F:
    """The arguments and options of a decision."""
    reasons = [reason.value for reason in Reason]
    options = [
        click.argument("verb", type=click.Choice(VERBS), metavar="VERB"),
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
            "--field",
            "fields",
            type=WORDS,
            multiple=True,
            metavar="NAME=VALUE",
            help="With promote-type: a field that the type asks for; of one name several are taken together.",
        ),
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


def asked_for(desk: Desk, params: dict[str, Any]) -> tuple[Decision, tuple[Target, ...]]:
    """Put a decision together, with what a person still has to be shown of its targets."""
    desk.refuse_agent()
    ids: tuple[str, ...] = tuple(dict.fromkeys(params["ids"]))
    given: tuple[str, ...] = params["seen"]
    if not ids and params["group"] is None and params["verb"] in {offer.name for offer in desk.offers(())}:
        if given:
            raise click.UsageError("--seen goes with an id, and none was named: what is new was not seen yet.")
        return _decision(params, (), ()), ()
    if (params["group"] is None) == (not ids):
        raise click.UsageError("Name what to decide on: ids, or a drift group with --group.")
    if not given and not can_ask():
        raise Refusal(
            RefusalKind.BAD_INPUT,
            "A decision says what it saw, and nobody is here to be shown it.",
            "Pass --seen DIGEST for each id; `memdesk show ID` and `memdesk list QUEUE --json` give it.",
            ids,
        )
    if params["group"] is not None:
        targets = _members(desk, params["group"], given)
    elif given:
        if len(given) != len(ids):
            raise click.UsageError(f"--seen goes once with each id: {len(ids)} and {len(given)} were given.")
        targets = tuple(Target(one, seen) for one, seen in zip(ids, given, strict=True))
    else:
        targets = tuple(_target(desk, one) for one in ids)
    return _decision(params, targets, given), () if given else targets


def _decision(params: dict[str, Any], targets: Sequence[Target], given: Sequence[str]) -> Decision:
    return Decision(
        verb=params["verb"],
        ids=tuple(target.id for target in targets),
        args=_arguments(params),
        reason=Reason(params["reason"]),
        note=params["note"],
        seen=tuple(target.seen for target in targets),
        shown=Shown.LISTED if given else Shown.PREVIEWED,
    )


def to_confirm(decision: Decision, unseen: Sequence[Target]) -> bool:
    """Whether a person is asked first: about what they did not see yet, or what is made of nothing while they sit here.

    What makes something new is about no row, so that a script has nothing to have seen.
    """
    return bool(unseen) or (not decision.ids and can_ask())


def _arguments(params: dict[str, Any]) -> dict[str, str]:
    """What was given beside the verb: the fields of a type as one argument, a line each."""
    found = {name: params[name] for name in FIELDS if params[name] is not None}
    fields = "\n".join(" ".join(one.split()) for one in params["fields"])
    return found | ({"field": fields} if fields else {})


def show_preview(call: Call, desk: Desk, decision: Decision, targets: Sequence[Target]) -> None:
    """Tell the person what the decision is about and what it would change."""
    from tui.commands.show_item import print_reasons
    from tui.wording.sentences import reason_label
    from tui.wording.strip import strip_parts

    desk.forgetting.refuse_unsaid(decision.verb, decision.reason, decision.note)
    changes = desk.preview(decision.verb, decision.ids, decision.args, reason=decision.reason)
    for target in targets:
        call.err.line((target.id, "bold"))
        if target.strip:
            call.err.line("  ", *strip_parts(target.strip, call.signs))
        call.err.block(target.words)
        if target.item:
            print_reasons(call.err, call.signs, target.item)
    note = f"  {decision.note}" if decision.note else ""
    call.err.line((decision.verb, "bold"), f": {reason_label(decision.reason)}{note}")
    print_changes(call, changes)


def print_changes(call: Call, changes: Sequence[Change]) -> None:
    """Tell what would change."""
    from tui.wording.sentences import change_sentence

    for change in changes:
        call.err.line("  ", (cut(change.id), "bold"), "  ", change_sentence(change, call.signs))


def _target(desk: Desk, one: str) -> Target:
    from store.records.views import (
        BlockView,
        ItemDetail,
        LaneView,
        RunView,
        ScopeView,
        SegmentView,
        SourceView,
        TaskView,
        TopicView,
    )

    match desk.show(one):
        case ItemDetail() as item:
            return Target(one, item.seen, item.text, item.strip, item)
        case BlockView() as block:
            return Target(one, block.seen, block.text)
        case TopicView() as topic:
            return Target(one, topic.seen, f"{topic.title}  {topic.file}")
        case LaneView() as lane:
            return Target(one, lane.seen, lane.title)
        case ScopeView() as scope:
            from tui.wording.controls import effect_words, scope_words

            return Target(one, scope.seen, f"{scope_words(scope)}\n{effect_words(scope)}")
        case SegmentView() as segment:
            return _whole(desk, one, segment.path)
        case RunView() as run:
            return _whole(desk, one, run.root)
        case TaskView() as task:
            return _whole(desk, one, task.title)
        case SourceView() as source:
            return _whole(desk, one, source.name)
    raise Refusal(RefusalKind.BAD_INPUT, f"{one} is nothing that can be decided on.", "", (one,))


def _whole(desk: Desk, one: str, words: str | None) -> Target:
    """What holds other things: a segment, run, task or source."""
    return Target(one, desk.forgetting.seen(one), words or "")


def _members(desk: Desk, key: str, given: tuple[str, ...]) -> tuple[Target, ...]:
    from tui.commands.listing import group_rows, group_seen

    group = next((group for group in desk.groups() if group.key == key), None)
    if group is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no drift group {key}.", "`memdesk list drift --groups`", (key,))
    rows = group_rows(desk, group)
    if given and given not in ((group_seen(rows),), tuple(row.seen for row in rows)):
        raise Refusal(
            RefusalKind.MOVED,
            "The group is not what was seen: a row of it moved, joined or left.",
            "`memdesk list drift --groups` shows it as it is now.",
            group.ids,
        )
    return tuple(Target(row.id, row.seen, row.text, row.strip) for row in rows)
