"""What the effects of a plan may be: of a verb and a row that were decided, and no more than the verb does.

A grant is for verbs and rows. So that nobody signs one thing and appends another, each effect is held
against the decision it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from governance.authority.organized import FOUNDS, organizing_fault
from governance.authority.promoted import promotion_fault
from governance.authority.reconciled import reconciling_fault
from governance.authority.scope import Facts
from store.decided import minted_in
from store.records.words import (
    AUTHORITY_VERBS,
    Action,
    Confidence,
    ControlState,
    Flag,
    Hold,
    Place,
    PrincipalKind,
    Review,
    Status,
    VerbName,
)

if TYPE_CHECKING:
    from governance.authority.judge import Act


class Does(NamedTuple):
    """What one kind of effect of a verb may say."""

    told: frozenset[str]
    """What its header may bear, beside verb, reason, shown and what was before."""
    columns: frozenset[str] = frozenset()
    """What it may set."""
    statuses: frozenset[str | None] = frozenset()
    """The statuses it may set, or give a new item."""


def _does(told: str, columns: str = "", *statuses: Status) -> Does:
    return Does(frozenset(told.split()), frozenset(columns.split()), frozenset(status.value for status in statuses))


_ALWAYS = frozenset({"verb", "reason", "shown", "before"})
_JUDGED = "status superseded_by deferred"
_MENDED = "drift status superseded_by"
DOES: Final[dict[VerbName, dict[Action, Does]]] = {
    VerbName.KEEP: {Action.REVIEW: _does("set unlink", _JUDGED, Status.ACTIVE)},
    VerbName.STALE: {Action.REVIEW: _does("set unlink grounds", _JUDGED, Status.STALE)},
    VerbName.COOL: {Action.COOL: _does("set", "cooled deferred status", Status.ACTIVE)},
    VerbName.DEFER: {Action.REVIEW: _does("set block_seq", "deferred")},
    VerbName.MERGE: {
        Action.MERGE: _does("item links", "", Status.ACTIVE),
        Action.COOL: _does("set links", "cooled deferred status", Status.STALE),
    },
    VerbName.CORRECT: {
        Action.MANUAL_CORRECTION: _does("item links", "", Status.ACTIVE),
        Action.SUPERSEDE: _does("set links unlink", _JUDGED, Status.SUPERSEDED),
        Action.REVIEW: _does("set links unlink", f"{_JUDGED} cooled drift", Status.STALE),
    },
    VerbName.RETAG: {Action.REVIEW: _does("set unlink words", f"{_MENDED} kind topic findings", *Status)},
    VerbName.SOURCE: {Action.REVIEW: _does("set links unlink words", "source_state drift status findings", *Status)},
    VerbName.RESOLVE: {
        Action.SUPERSEDE: _does("set links unlink grounds", _JUDGED, Status.SUPERSEDED),
        Action.AUTODREAM_SKIP: _does("set block_seq", "skipped"),
    },
    VerbName.TRIGGER: {Action.TOPIC: _does("layer run triggered")},
    VerbName.ACCEPT: {
        Action.CAPTURE: _does("item links", "", Status.ACTIVE),
        Action.REVIEW: _does(
            "set links unlink words", f"{_MENDED} kind confidence source_state review findings", *Status
        ),
    },
    VerbName.HOLD: {Action.REVIEW: _does("set", "review")},
    VerbName.REFUSE: {Action.REVIEW: _does("set", "review")},
    VerbName.APART: {Action.REVIEW: _does("set links unlink")},
    VerbName.DISCARD: {Action.REVIEW: _does("set", "hold")},
    VerbName.RESUBMIT: {
        Action.CAPTURE: _does("item links origin permitted_use door", "", Status.ACTIVE),
        Action.REVIEW: _does("set", "hold"),
    },
    VerbName.WITHDRAW: {
        Action.SOURCE: _does(""),
        Action.WITHDRAW: _does("control state"),
        Action.REVIEW: _does("set", "state"),
    },
    VerbName.REINSTATE: {Action.REINSTATE: _does("control state"), Action.REVIEW: _does("set", "state")},
    VerbName.RECONCILE: {Action.WITHDRAW: _does("control state"), Action.REINSTATE: _does("control state")},
    VerbName.DECLINE: {Action.REVIEW: _does("set", "state")},
    VerbName.SPLIT: {Action.REVIEW: _does("set unlink", "cooled")},
    VerbName.CURRENT: {
        Action.SUPERSEDE: _does("set links unlink grounds", _JUDGED, Status.SUPERSEDED),
        Action.REVIEW: _does("set grounds"),
    },
    VerbName.BOTH: {
        Action.MANUAL_CORRECTION: _does("item links", "", Status.ACTIVE),
        Action.REVIEW: _does("set links unlink", f"{_JUDGED} cooled", Status.STALE),
    },
    VerbName.EVIDENCE: {Action.REVIEW: _does("set")},
    VerbName.CONTRADICT: {Action.LINK: _does("links unlink")},
    VerbName.LINK: {Action.LINK: _does("links")},
    VerbName.PROMOTE_TYPE: {Action.PROMOTE_TYPE: _does("item links", "", Status.ACTIVE)},
    VerbName.LANE: {Action.REVIEW: _does("set", "lane")},
    VerbName.NEW_LANE: {Action.LANE: _does("state closed"), Action.REVIEW: _does("set", "lane")},
    VerbName.FREEZE: {Action.LANE: _does("set", "state")},
    VerbName.THAW: {Action.LANE: _does("set", "state")},
    VerbName.CLEAR: {Action.LANE: _does("set", "state")},
    VerbName.NEW_TOPIC: {Action.TOPIC: _does("layer run triggered"), Action.REVIEW: _does("set", "topic")},
    VerbName.RETITLE: {Action.TOPIC: _does("layer run triggered")},
    VerbName.SPLIT_TOPIC: {Action.TOPIC: _does("layer run triggered"), Action.REVIEW: _does("set", "topic")},
    VerbName.MERGE_TOPICS: {
        Action.TOPIC: _does("layer run triggered"),
        Action.REVIEW: _does("set restore links", "topic"),
    },
    VerbName.UNDO: {Action.REVIEW: _does("undoes restore block_seq links unlink")},
}
"""What each verb about rows does; what stands nowhere here it does not do."""
SETTLES: Final = {
    VerbName.RETAG: frozenset({Flag.KIND_ASSUMED, Flag.SUBJECT_MISSING}),
    VerbName.SOURCE: frozenset({Flag.SOURCE_LOST}),
    VerbName.ACCEPT: frozenset({Flag.CONFIDENCE_PROPOSED}),
}
"""The findings of a capture that hold no more once a verb was used."""
_REVIEWS: Final = {
    VerbName.ACCEPT: Review.REVIEWED, VerbName.HOLD: Review.HELD, VerbName.REFUSE: Review.REFUSED,
}  # fmt: skip
_HOLDS: Final = {VerbName.DISCARD: Hold.DISCARDED, VerbName.RESUBMIT: Hold.RESUBMITTED}
_MADE = frozenset(
    {
        Action.MERGE, Action.MANUAL_CORRECTION, Action.CAPTURE, Action.WITHDRAW, Action.REINSTATE, Action.PROMOTE_TYPE,
    }
)  # fmt: skip
"""Effects that make an item, which nobody could name before."""
OF_AUTHORITY: Final[dict[VerbName, frozenset[Action]]] = {
    VerbName.ENROLL: frozenset({Action.ENROLL, Action.KEY}),
    VerbName.RETIRE: frozenset({Action.RETIRE}),
    VerbName.ADOPT: frozenset({Action.KEY}),
    VerbName.ADD_KEY: frozenset({Action.KEY}),
    VerbName.ROTATE_KEY: frozenset({Action.KEY}),
    VerbName.REVOKE_KEY: frozenset({Action.KEY_REVOKED}),
    VerbName.GRANT: frozenset({Action.GRANT}),
    VerbName.REVOKE: frozenset({Action.REVOKE}),
    VerbName.POLICY: frozenset({Action.POLICY}),
    VerbName.TOKEN: frozenset({Action.TOKEN, Action.ENROLL}),
    VerbName.REVOKE_TOKEN: frozenset({Action.TOKEN_REVOKED}),
    VerbName.RATIFY: frozenset({Action.RATIFY}),
    VerbName.SUCCESSION: frozenset({Action.SUCCESSION}),
}
"""What each verb about who may decide does."""


def effects_fault(
    decisions: Sequence[Mapping[str, Any]], acts: Sequence[Act], effects: Sequence[Sequence[Any]] = ()
) -> str | None:
    """Why these acts are not those of the decisions, or None; `effects` are they as the text lists them."""
    minted = minted_in(effects, acts)
    rows: dict[VerbName, set[str]] = {}
    for decision in decisions:
        verb = VerbName(decision["verb"])
        rows.setdefault(verb, set()).update(minted.get(str(target), str(target)) for target in decision["targets"])
    enrolled = {act.subjects[0] for act in acts if act.action is Action.ENROLL}
    for act in acts:
        told = act.effect.get("verb")
        if told not in rows:
            return f"it has an effect ({act.action}) that none of its decisions is about"
        verb = VerbName(told)
        if verb in AUTHORITY_VERBS:
            fault = _authority(verb, act, enrolled)
        elif verb is VerbName.IMPORT:
            fault = None if act.action is Action.RUN_OPENED else f"import does no {act.action}"
        else:
            fault = _row(verb, act, rows[verb])
        if fault:
            return fault
    return None


def _authority(verb: VerbName, act: Act, enrolled: set[str]) -> str | None:
    if act.action not in OF_AUTHORITY[verb]:
        return f"{verb} does no {act.action}"
    if verb is VerbName.TOKEN and act.action is Action.ENROLL and act.effect.get("kind") == PrincipalKind.HUMAN:
        return "a token enrolls no person"
    if verb is VerbName.ENROLL and act.action is Action.KEY and act.effect.get("principal") not in enrolled:
        return "enrolling adds no key to anybody else"
    if act.action is Action.KEY and (act.effect.get("replaces") is not None) != (verb is VerbName.ROTATE_KEY):
        return f"{verb} replaces {'a' if verb is not VerbName.ROTATE_KEY else 'no'} key"
    return None


def _row(verb: VerbName, act: Act, targets: set[str]) -> str | None:
    does = DOES[verb].get(act.action)
    if does is None:
        return f"{verb} does no {act.action}"
    item, put = act.effect.get("item") or {}, act.effect.get("set") or {}
    more = (set(act.effect) - _ALWAYS - does.told) | (set(put) - does.columns)
    if more:
        return f"{verb} does not touch {', '.join(sorted(more))}"
    for status in (one["status"] for one in (item, put) if "status" in one):
        if status not in does.statuses:
            return f"{verb} makes nothing {status}"
    if fault := _of_capture(verb, item, put, act.effect.get("before") or {}) or _of_control(verb, act, targets):
        return fault
    if fault := organizing_fault(verb, act, targets) or promotion_fault(act, targets):
        return fault
    if fault := reconciling_fault(verb, act, targets):
        return fault
    name = act.subjects[0]
    makes = act.action in _MADE or FOUNDS.get(verb) is act.action or put.get("topic") in targets
    if not makes and name not in targets and all(t.split("/")[0] != name for t in targets):
        return f"it has an effect on {name}, which none of its decisions is about"
    return None


def _of_capture(verb: VerbName, item: Mapping[str, Any], put: Mapping[str, Any], was: Mapping[str, Any]) -> str | None:
    """Why an effect does more about a capture, or about what was refused, than its verb does."""
    if "review" in put and put["review"] != _REVIEWS.get(verb):
        return f"{verb} makes no capture {put['review']}"
    if "hold" in put and put["hold"] != _HOLDS.get(verb):
        return f"{verb} makes nothing {put['hold']}"
    if "findings" in put and _taken_off(was.get("findings", ()), put["findings"]) - SETTLES.get(verb, frozenset()):
        return f"{verb} settles no such finding"
    into = (item.get("place"), item.get("confidence"))
    if verb is VerbName.RESUBMIT and item and (into[0] != Place.INBOX or into[1] == Confidence.CONFIRMED):
        return "what is sent again enters the inbox, and nobody confirmed it"
    return None


_ANSWERS: Final = {
    VerbName.WITHDRAW: ControlState.FOLLOWED,
    VerbName.REINSTATE: ControlState.FOLLOWED,
    VerbName.DECLINE: ControlState.DECLINED,
}


def _of_control(verb: VerbName, act: Act, targets: set[str]) -> str | None:
    """Why an effect about influence says more than its verb does, or reaches further than its targets."""
    state = (act.effect.get("set") or {}).get("state")
    if act.action is Action.LANE:
        return None
    if state is not None and state != _ANSWERS.get(verb):
        return f"{verb} makes no proposal {state}"
    control = act.effect.get("control")
    if control is None:
        return None
    if act.effect.get("state") != ControlState.DECIDED or control.get("action") != act.action:
        return "a control event that is decided says so, and does what its action says"
    if bool(control.get("settles")) != (verb is VerbName.RECONCILE):
        return f"{verb} settles {'nothing' if verb is VerbName.RECONCILE else 'no other event'}"
    terms = [term for part in control["scope"].values() for term in part]
    if verb is VerbName.WITHDRAW and not any(name.startswith("memwd-") for name in targets):
        beyond = sorted(set(terms) - targets)
        return f"it withdraws {', '.join(beyond)}, which none of its decisions is about" if beyond else None
    return None


def _taken_off(was: Sequence[str], left: Sequence[str]) -> set[str]:
    """The findings that a change takes off, and those that it puts on, which is for admission alone."""
    return set(was) ^ set(left)


def clearing_fault(acts: Sequence[Act], known: Mapping[str, Facts | None]) -> str | None:
    """Why these effects are for people alone (law 7): they clear an item, or judge it stale; or None."""
    for act in acts:
        put, facts = act.effect.get("set") or {}, known.get(act.subjects[0]) or {}
        if "status" in put and put["status"] != facts.get("status") and facts.get("status") is not None:
            return f"it moves {act.subjects[0]} from {facts['status']} to {put['status']}, which only people do"
        if "review" in put or put.get("confidence") == Confidence.CONFIRMED:
            return f"it lets {act.subjects[0]} pass, which only people do"
        if "findings" in put and (facts.get("findings") or "").split() != list(
            (act.effect.get("before") or {}).get("findings", ())
        ):
            return f"it takes findings off {act.subjects[0]} that it does not have"
    return None
