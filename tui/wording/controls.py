"""Withdrawals in words: what a scope names, whether it is in effect and why, what it reaches and what it cannot."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from store.records.words import ControlAction, ControlFault, ControlState, InFlight, Reason
from tui.safe import cut, safe

if TYPE_CHECKING:
    from store.records.views import ControlView, Reach, Regained, ScopeView
    from tui.wording.glyphs import Glyphs
    from tui.wording.strip import Part

REASONS: Final = {
    ControlAction.WITHDRAW: (
        Reason.FAILED_EXPLORATION, Reason.ABANDONED, Reason.WRONG_IMPORT, Reason.OWNER_REQUEST, Reason.UNTRUSTED,
        Reason.OTHER,
    ),
    ControlAction.REINSTATE: (Reason.USABLE_AGAIN, Reason.MISTAKE, Reason.OTHER),
}  # fmt: skip
"""The closed vocabulary of reasons (P§12.2), the most likely first."""
FAULTS: Final = {
    ControlFault.TWO_BEGINNINGS: ("two events begin the chain", "two beginnings"),
    ControlFault.FORK: ("two events follow {before}", "forked"),
    ControlFault.CYCLE: ("its events follow each other in a ring", "in a ring"),
    ControlFault.PREDECESSOR_UNKNOWN: ("{event} follows {before}, which is not known of this scope", "unknown before"),
    ControlFault.NO_WITHDRAWAL: ("a reinstatement follows no withdrawal", "no withdrawal"),
    ControlFault.TWO_RECORDS: ("two different events bear one id", "one id twice"),
}
"""Why a chain has no one latest event: in a sentence, and in two words."""
STATES: Final = {
    ControlState.DECIDED: "decided",
    ControlState.CARRIED: "came with an import",
    ControlState.PROPOSED: "proposed",
    ControlState.FOLLOWED: "proposed, and followed",
    ControlState.DECLINED: "proposed, and declined",
}
"""Whether an event counts, in words."""
STAYS: Final = "Status and Confidence stay as they are, and nothing that gave way comes back."
"""What a withdrawal does not touch (P§12.2)."""
OUT_OF_REACH: Final = (
    "Promoted rules, exports, backups, and what agents did in their projects: memdesk keeps no record of them. "
    "Look there yourself."
)
"""What no withdrawal reaches, whatever its scope."""
IN_CONTEXT: Final = "What an open task already read stays in its context."
"""What no withdrawal takes out of a task that runs."""
IN_FLIGHT: Final = {
    InFlight.FINISH_LOCAL: "useful local work of open tasks goes on; what has consequences is authorized anew",
    InFlight.STOP: "open tasks to which something of it belongs are told to stop, by whoever withdraws",
}
"""The in-flight policy, as it is declared (ML10)."""
WAITS: Final = "It waits for an owner; until one decides, nothing changes."
"""What becomes of a proposal."""
_WHY: Final = {
    "proposed:withdraw": ("somebody without authority asks that it be withdrawn", "asks: withdraw"),
    "proposed:reinstate": ("somebody without authority asks that it be given back", "asks: reinstate"),
    "in-effect": ("its withdrawal is in effect", "in effect"),
    "restored": ("it was reinstated", "reinstated"),
}
NAMED: Final = 4
"""Ids that one sentence names."""


def control_why(code: str) -> tuple[str, str] | None:
    """(sentence, two words) for why an event waits or stands in a list; None for a code of another kind."""
    kind, _, name = code.partition(":")
    if kind == "control" and name in set(ControlFault):
        told = FAULTS[ControlFault(name)]
        return told[0].format(before="one and the same", event="an event"), told[1]
    return _WHY.get(code)


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _some(names: tuple[str, ...], most: int = NAMED) -> str:
    told = ", ".join(safe(name) for name in names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most:,} more"


def scope_words(scope: ScopeView) -> str:
    """What a scope names, in one line; the words of sources and runs are stored text, cut and made safe."""
    names = dict(scope.names)
    return ", ".join(f"{term} ({safe(cut(names[term]))})" if term in names else term for term in scope.terms)


def asks_words(action: ControlAction) -> str:
    """What a proposal asks for."""
    return f"asks for {'a withdrawal' if action is ControlAction.WITHDRAW else 'a reinstatement'}"


def fault_sentence(scope: ScopeView) -> str:
    """Why a chain has no one latest event, and what follows from that; empty where it has one."""
    if scope.fault is None:
        return ""
    counted = [event for event in scope.events if event.state.counts]
    known = {event.id for event in counted}
    before = Counter(event.supersedes for event in counted if event.supersedes)
    lost = next((event for event in counted if event.supersedes and event.supersedes not in known), scope.last)
    twice = next((name for name, count in before.most_common() if count > 1), None)
    names = {ControlFault.FORK: twice, ControlFault.PREDECESSOR_UNKNOWN: lost.supersedes}
    told = FAULTS[scope.fault][0].format(before=safe(names.get(scope.fault) or "one event"), event=lost.id)
    return f"{told}; excluded until reconciled"


def effect_words(scope: ScopeView) -> str:
    """Whether a scope is excluded now, and why, in a sentence."""
    if scope.fault is not None:
        told = fault_sentence(scope)
        command = f"memdesk decide reconcile {scope.last.id} --by withdraw|reinstate --reason reconciled"
        return f"In effect: {told}. `:` then reconcile, or `{command}`."
    last, asked = scope.last, scope.proposals[-1:]
    told = "Not in effect: nobody with authority decided it."
    if scope.excluded:
        told = f"In effect: {last.id} is the latest event of its chain."
    elif scope.control is not None:
        told = f"Not in effect: {last.id} reinstated it."
    for one in asked:
        why = Reason.OWNER_REQUEST if one.action is ControlAction.WITHDRAW else Reason.USABLE_AGAIN
        told += f" {one.id} {asks_words(one.action)}: `memdesk decide {one.action} {one.id} --reason {why}` follows it,"
        told += f" `memdesk decide decline {one.id} --reason other` does not."
    return told


def standing_part(scope: ScopeView, event: ControlView, signs: Glyphs, *, short: bool = False) -> Part:
    """What has become of one event of a chain; `short` for lists."""
    arrow = signs.arrow
    if event.state is ControlState.PROPOSED:
        return f"{signs.pending} {'proposed' if short else asks_words(event.action)}", "warn"
    if event.state is not ControlState.DECIDED and event.state is not ControlState.CARRIED:
        return f"{arrow} {'declined' if event.state is ControlState.DECLINED else 'followed'}", "dim"
    if event.id == scope.control:
        return (
            (f"{arrow} in effect", "warn")
            if scope.excluded
            else (f"{arrow} {'eligible' if short else 'eligible again'}", "good")
        )
    if scope.fault is not None:
        return f"{signs.lost} {'broken' if short else 'unreconciled'}", "bad"
    return "", "dim"


def glyph_of(event: ControlView, signs: Glyphs) -> str:
    """The glyph of an event."""
    return signs.withdrawn if event.action is ControlAction.WITHDRAW else signs.reinstated


def reach_words(reach: Reach) -> str:
    """What is excluded, in a few words: `5 items (2 derived), 1 segment`."""
    items = reach.items + len(reach.derived)
    told = [_count(items, "item") + (f" ({len(reach.derived):,} derived)" if reach.derived else "")] if items else []
    counts = ((reach.segments, "segment"), (reach.blocks, "block"), (reach.topics, "topic"))
    told += [_count(count, word) for count, word in counts if count]
    return ", ".join(told) or "nothing that is here"


def kept_count(reach: Reach) -> int:
    """How many items and blocks are kept out: those that the audit view opens one by one."""
    return reach.items + len(reach.derived) + reach.blocks


def excluded_lines(reach: Reach) -> tuple[str, ...]:
    """What is excluded, a line each."""
    told = []
    if reach.items:
        belong = "belongs" if reach.items == 1 else "belong"
        told.append(f"{_count(reach.items, 'item')} that it names, or that {belong} to what it names")
    if reach.derived:
        made = "made of those" if reach.items else "made of what it names"
        told.append(f"{_count(len(reach.derived), 'item')} {made}: {_some(reach.derived)}")
    if reach.held:
        told.append(f"{_count(reach.held, 'capture')} among them that still wait{'s' * (reach.held == 1)} in the inbox")
    counts = (
        (reach.segments, "segment", "of the archive"),
        (reach.blocks, "block", "of it"),
        (reach.topics, "topic", ""),
    )
    told += [f"{_count(count, word)} {where}".strip() for count, word, where in counts if count]
    return tuple(told) or ("Nothing that is here now; what comes from it later is held back.",)


def left_lines(reach: Reach) -> tuple[str, ...]:
    """What a withdrawal cannot reach, a line each, said honestly where nothing is known."""
    told = []
    if reach.files:
        told.append(f"Files that agents may still read the words in: {_some(reach.files)}")
    if reach.given:
        told.append(f"Distillers that may have been given the words: {_some(reach.given)}")
    return (*told, OUT_OF_REACH)


def task_lines(reach: Reach, in_flight: InFlight) -> tuple[str, ...]:
    """Open tasks whose working records belong to it, and the in-flight policy that is declared."""
    policy = f"In-flight policy ({in_flight.value}): {IN_FLIGHT[in_flight]}."
    if not reach.tasks:
        return (f"No open task has a record of it. {IN_CONTEXT}", policy)
    is_, has = ("is", "has") if len(reach.tasks) == 1 else ("are", "have")
    told = [f"{_some(reach.tasks)} {is_} open and {has} records of it. {IN_CONTEXT}", policy]
    if in_flight is InFlight.STOP:
        told.append(f"Tell {_some(reach.tasks)} to stop; `memdesk task close {safe(reach.tasks[0])}` ends one here.")
    return tuple(told)


def regained_lines(regained: Regained) -> tuple[str, ...]:
    """What a reinstatement makes eligible again, and with which standing."""
    told = [
        f"{_count(count, 'item')}: {safe(status) if status else 'no status'},"
        f" {safe(confidence) if confidence else 'no confidence given'}"
        for status, confidence, count in regained.standings
    ]
    if regained.others:
        told.append(_count(regained.others, "block, segment or topic", "blocks, segments and topics"))
    if regained.stays:
        stay = "stays" if regained.stays == 1 else "stay"
        told.append(f"{regained.stays:,} of what it reaches {stay} out, by {_some(regained.by)}")
    return tuple(told) or ("Nothing that is here now.",)
