"""Verbs about influence: withdraw, reinstate, reconcile a broken chain, decline a proposal, split off (P§12.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from governance.forgetting.naming import source_words
from governance.rules.controlling import control_draft, source_drafts
from governance.verb import Decided, Lookup, Target, Verb, item_change, payload_of, refuse
from store.records.controls import SOURCE_NAMED, ControlAction, ControlState, Selectors
from store.records.entry import Draft
from store.records.words import Action, LaneState, Reason, Relation

if TYPE_CHECKING:
    from store.records.views.controls import ControlView, ScopeView

NAMED: Final = frozenset({"item", "block", "segment", "run", "task", "source", "control"})
"""What a withdrawal may be about; of a control event, the scope that it proposes."""


def _told(verb: str, decided: Decided) -> dict[str, Any]:
    return {
        "verb": verb,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "state": ControlState.DECIDED.value,
    }


def selectors_of(targets: Sequence[Target], called: Mapping[str, str]) -> Selectors:
    """The scope that these targets make: a proposal stands for its own, `called` gives sources their new ids."""
    terms: list[str] = []
    for target in targets:
        terms += target.scope.terms if target.scope is not None else (called.get(target.id, target.id),)
    return Selectors.of(terms)


def _sourced(targets: Sequence[Target], decided: Decided, new: int) -> tuple[dict[str, str], list[Draft]]:
    """The sources that get an id with this decision, and the entries by which they and their items do."""
    called: dict[str, str] = {}
    drafts: list[Draft] = []
    for target in targets:
        if target.id.startswith(SOURCE_NAMED):
            called[target.id] = f"new:{new + len(called)}"
        if target.id in called or target.unlinked:
            told = {"verb": "withdraw", "reason": decided.reason.value, "shown": decided.shown.value}
            made = called.get(target.id, target.id)
            drafts += source_drafts(made, source_words(target.source), target.unlinked, told)
    return called, drafts


def own(target: Target) -> ControlView | None:
    """The event that a target is, among those of its scope."""
    return next((event for event in target.scope.events if event.id == target.id), None) if target.scope else None


def _asks(target: Target, action: ControlAction) -> bool:
    event = own(target)
    return event is not None and event.state is ControlState.PROPOSED and event.action is action


def _withdraw_why_not(target: Target, look: Lookup) -> str | None:
    if target.scope is not None and not _asks(target, ControlAction.WITHDRAW):
        return "it is no proposal to withdraw; name what it is about"
    return None


def _standing(found: ScopeView | None) -> str | None:
    """Why a scope cannot be withdrawn (again), or None."""
    if found is None or not found.excluded:
        return None
    if found.fault is not None:
        return f"its withdrawals have no one latest event ({found.fault}); reconcile {found.last.id} first"
    return f"exactly this is withdrawn already, by {found.control}"


def _withdraw(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    called, sources = _sourced(targets, decided, new)
    selectors = selectors_of(targets, called)
    found = look.scope(selectors)
    if said := _standing(found):
        raise refuse(targets[0], said)
    before = found.control if found is not None else None
    told = _told("withdraw", decided)
    made, action = f"new:{new + len(called)}", ControlAction.WITHDRAW
    control = control_draft(made, action, selectors, supersedes=before, told=told, note=decided.note)
    answers = (_answered(target, "withdraw", decided, ControlState.FOLLOWED) for target in targets if target.scope)
    return [*sources, control, *answers]


def _answered(target: Target, verb: str, decided: Decided, state: ControlState) -> Draft:
    """A proposal is followed, or declined."""
    effect = {
        "verb": verb,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "before": {"state": ControlState.PROPOSED.value},
        "set": {"state": state.value},
    }
    return Draft(Action.REVIEW, (target.id,), effect, payload_of(decided.note, None))


def _reinstate_why_not(target: Target, look: Lookup) -> str | None:
    scope = target.scope
    if scope is None:
        return "it is no withdrawal"
    if scope.fault is not None:
        return f"its chain has no one latest event ({scope.fault}); reconcile it"
    if _asks(target, ControlAction.REINSTATE):
        return None if scope.excluded else "nothing withdraws that any more"
    if not scope.excluded:
        return f"it is not in effect: {scope.control or 'nobody with authority decided it'}"
    return None if scope.control == target.id else f"{scope.control} is the event in effect; reinstate that one"


def _reinstate(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    for number, target in enumerate(targets, new):
        scope = target.scope
        if scope is None:
            raise refuse(target, "it is no withdrawal")
        told = _told("reinstate", decided)
        drafts.append(
            control_draft(
                f"new:{number}",
                ControlAction.REINSTATE,
                Selectors.of(scope.terms),
                supersedes=scope.control,
                told=told,
                note=decided.note,
            )
        )
        if target.id != scope.control:
            drafts.append(_answered(target, "reinstate", decided, ControlState.FOLLOWED))
    return drafts


def _reconcile_why_not(target: Target, look: Lookup) -> str | None:
    if target.scope is None:
        return "it is no withdrawal"
    return None if target.scope.fault is not None else "its chain is whole: nothing has to be reconciled"


def _reconcile(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    drafts = []
    wanted = decided.args.get("by", "")
    if wanted not in set(ControlAction):
        raise refuse(targets[0], "say by which event", "--by withdraw keeps it out, --by reinstate gives it back.")
    for number, target in enumerate(targets, new):
        scope = target.scope
        if scope is None:
            raise refuse(target, "it is no withdrawal")
        counted = [event.id for event in scope.events if event.state.counts]
        drafts.append(
            control_draft(
                f"new:{number}",
                ControlAction(wanted),
                Selectors.of(scope.terms),
                supersedes=counted[-1],
                settles=counted,
                told=_told("reconcile", decided),
                note=decided.note,
            )
        )
    return drafts


def _decline_why_not(target: Target, look: Lookup) -> str | None:
    event = own(target)
    return None if event is not None and event.state is ControlState.PROPOSED else "it is no proposal that waits"


def _decline(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [_answered(target, "decline", decided, ControlState.DECLINED) for target in targets]


def _split_why_not(target: Target, look: Lookup) -> str | None:
    if not target.folded or target.row is None:
        return "it was merged into nothing that is withdrawn"
    return None if target.row.cooled else "it stands by itself already"


def _split(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    return [
        item_change(
            target,
            "split",
            decided,
            {"cooled": False},
            unlink=[pair for pair in target.folded if pair[0] == Relation.MERGED_INTO],
        )
        for target in targets
    ]


WITHDRAW = Verb(
    name="withdraw",
    label="Withdraw",
    help="Take it out of influence, until somebody gives it back; status and confidence stay as they are.",
    on=NAMED,
    why_not=_withdraw_why_not,
    entries=_withdraw,
    reasons=(
        Reason.FAILED_EXPLORATION, Reason.ABANDONED, Reason.WRONG_IMPORT, Reason.OWNER_REQUEST, Reason.UNTRUSTED,
        Reason.OTHER,
    ),
    together=True,
    reaches=frozenset(LaneState),
)  # fmt: skip
REINSTATE = Verb(
    name="reinstate",
    label="Reinstate",
    help="Give a withdrawn scope back: it is eligible again, with the status and confidence it has.",
    on=frozenset({"control"}),
    why_not=_reinstate_why_not,
    entries=_reinstate,
    reasons=(Reason.USABLE_AGAIN, Reason.MISTAKE, Reason.OTHER),
)
RECONCILE = Verb(
    name="reconcile",
    label="Reconcile",
    help="Withdrawals of one scope that have no one latest event: say which holds, and the chain begins anew.",
    on=frozenset({"control"}),
    why_not=_reconcile_why_not,
    entries=_reconcile,
    reasons=(Reason.RECONCILED, Reason.OTHER),
    fields=("by",),
    needs=("by",),
    hint=lambda target: target.scope is not None and target.scope.fault is not None,
)
DECLINE = Verb(
    name="decline",
    label="Decline",
    help="Do not follow a proposal; it stays in the log with who made it.",
    on=frozenset({"control"}),
    why_not=_decline_why_not,
    entries=_decline,
    reasons=(Reason.NEEDED, Reason.OTHER),
)
SPLIT = Verb(
    name="split",
    label="Split off",
    help="It was merged with something that is withdrawn: let it stand by itself again.",
    on=frozenset({"item"}),
    why_not=_split_why_not,
    entries=_split,
    reasons=(Reason.WORTH_KEEPING, Reason.OTHER),
    hint=lambda target: bool(target.folded),
)
VERBS: Final[dict[str, Verb]] = {verb.name: verb for verb in (WITHDRAW, REINSTATE, RECONCILE, DECLINE, SPLIT)}
