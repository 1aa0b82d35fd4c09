"""`memdesk withdraw` and `memdesk reinstate`: a scope leaves influence, and comes back (P§12.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import ControlAction, Reason, Shown
from tui.commands.asking import can_ask, confirm
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.signing import note_option, say_waiting, signing, writing
from tui.notices import DONE, PARTLY
from tui.safe import cut
from tui.wording.controls import REASONS

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied

F = TypeVar("F", bound=Callable[..., Any])


def _reason_option(action: ControlAction) -> Callable[[F], F]:
    words = [reason.value for reason in REASONS[action]]
    return click.option(
        "--reason", type=click.Choice(words), required=True, metavar="REASON", help=f"Why: {', '.join(words)}."
    )


_seen_option = click.option(
    "--seen",
    type=WORDS,
    multiple=True,
    metavar="DIGEST",
    help="What was seen, from show; one for each thing that is named, in the order of the options here.",
)


@click.command("withdraw", cls=Command, short_help="Take a scope out of influence, until it is reinstated.")
@click.option("--item", "items", type=WORDS, multiple=True, metavar="ID", help="An item, by id or alias.")
@click.option(
    "--archive",
    type=WORDS,
    multiple=True,
    metavar="REF",
    help="A segment or block: seg-2026-05-11-001, seg-2026-05-11-001/3, archive/2026-05-11.md#3.",
)
@click.option(
    "--run", "runs", type=WORDS, multiple=True, metavar="RUN|TASK", help="All that an import or task brought."
)
@click.option(
    "--source", "sources", type=WORDS, multiple=True, metavar="TEXT", help="All whose Source says exactly this."
)
@_reason_option(ControlAction.WITHDRAW)
@note_option
@_seen_option
@pass_call
def command(
    call: Call,
    items: tuple[str, ...],
    archive: tuple[str, ...],
    runs: tuple[str, ...],
    sources: tuple[str, ...],
    reason: str,
    note: str | None,
    seen: tuple[str, ...],
) -> int:
    """Take a scope out of influence: no recall, pass, list or search uses it until it is reinstated.

    Each option may be given often; together they are one scope, their union, and it is reinstated as one. Status and
    Confidence stay as they are, nothing is erased. Whoever may not decide makes a proposal, which waits for an owner.
    """
    if not (items or archive or runs or sources):
        raise click.UsageError("Name what to withdraw: --item, --archive, --run or --source.")
    desk = writing(call)
    terms = desk.forgetting.named(items, archive, runs, sources)
    return _decide(call, desk, ControlAction.WITHDRAW, terms, terms, Reason(reason), note, seen)


@click.command("reinstate", cls=Command, short_help="Give a withdrawn scope back: it is eligible again.")
@click.argument("control", type=WORDS, metavar="MEMWD")
@_reason_option(ControlAction.REINSTATE)
@note_option
@_seen_option
@pass_call
def reinstate(call: Call, control: str, reason: str, note: str | None, seen: tuple[str, ...]) -> int:
    """Give the scope of a withdrawal back: it is eligible again, with the Status and Confidence that it has.

    MEMWD is the event in effect, as `memdesk list withdrawals` shows it. What other withdrawals reach stays out.
    Whoever may not decide makes a proposal, which waits for an owner.
    """
    desk = writing(call)
    terms = desk.forgetting.terms_of(control)
    return _decide(call, desk, ControlAction.REINSTATE, (control,), terms, Reason(reason), note, seen)


def _decide(
    call: Call,
    desk: Desk,
    action: ControlAction,
    ids: tuple[str, ...],
    terms: tuple[str, ...],
    reason: Reason,
    note: str | None,
    given: tuple[str, ...],
) -> int:
    """Show what follows, ask, decide; or propose it where whoever sits here may not decide."""
    from tui.commands.withdrawals import print_regained, print_would_reach

    desk.forgetting.refuse_unsaid(action, reason, note)
    changes = () if desk.partial else desk.preview(action.value, ids, reason=reason)
    if not desk.forgetting.may_decide(action.value, ids):
        return _propose(call, desk, action, terms, reason, note)
    if given and len(given) != len(ids):
        named = ", ".join(map(cut, ids))
        raise click.UsageError(f"--seen goes once with each thing: {named} are {len(ids)}, {len(given)} were given.")
    if not given and not can_ask():
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"A decision says what it saw of {', '.join(map(cut, ids))}, and nobody is here to be shown it.",
            "Pass --seen DIGEST for each, in this order; `memdesk show ID --json` gives it.",
            ids,
        )
    signing(call, desk)
    shown = given or tuple(desk.forgetting.seen(one) for one in ids)
    if not given:
        from tui.commands.deciding import print_changes

        if action is ControlAction.WITHDRAW:
            print_would_reach(call, desk, terms)
        else:
            print_regained(call, desk, ids[0])
        print_changes(call, changes)
        confirm(call, f"{'Withdraw' if action is ControlAction.WITHDRAW else 'Reinstate'} so?")
    applied = desk.decide(
        action.value, ids, {}, reason=reason, note=note, seen=shown, shown=Shown.LISTED if given else Shown.PREVIEWED
    )
    return _told(call, desk, action, applied)


def _propose(
    call: Call, desk: Desk, action: ControlAction, terms: tuple[str, ...], reason: Reason, note: str | None
) -> int:
    made = desk.forgetting.propose(action, terms, reason, note)
    if call.json:
        call.data(action.value, {"withdrawal_id": made, "state": "proposed", "terms": list(terms), "waiting": None})
        return DONE
    call.out.line(made)
    call.talk(f"You may not decide that, so it is a proposal: {made} waits for an owner. Nothing has changed yet.")
    return DONE


def _told(call: Call, desk: Desk, action: ControlAction, applied: Applied) -> int:
    """The id of the event, which plan it is, and how it is taken back; 6 where a second person has to sign first."""
    made = next((one for one in _made(desk, applied) if one.startswith("memwd-")), None)
    if call.json:
        from tui.commands.shapes import shape

        state = "decided" if applied.waiting is None else "waiting"
        call.data(action.value, {**shape(applied), "withdrawal_id": made, "state": state})
    elif applied.waiting is not None:
        say_waiting(call, applied.waiting)
    else:
        call.out.line(made or applied.plan)
        back = f"memdesk reinstate {made}" if action is ControlAction.WITHDRAW else f"memdesk undo {applied.plan}"
        done = "Withdrawn" if action is ControlAction.WITHDRAW else "Reinstated"
        call.talk(f"{done}, as {applied.plan}; `{back}` takes it back, by adding.")
    return DONE if applied.waiting is None else PARTLY


def _made(desk: Desk, applied: Applied) -> tuple[str, ...]:
    """What a plan made: the events that its entries are about first."""
    if applied.waiting is not None:
        return ()
    rows = desk.log_rows(range(applied.seq, applied.seq + applied.entries))
    return tuple(row.subjects[0] for row in rows if row.action.value in set(ControlAction) and row.subjects)
