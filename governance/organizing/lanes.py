"""Verbs about lanes: make one, move items, freeze, thaw, clear (M). None of them deletes or says what is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from governance.organizing.titles import LONG, line_of, taken, title_of
from governance.rules.titling import LONGEST
from governance.verb import Decided, Lookup, Target, Verb, item_change, refuse
from store.records.entry import Draft
from store.records.words import Action, LaneState, MemoryType, Reason, VerbName

NOWHERE: Final = "none"
"""How it is said that items go into no lane."""
_ITEM: Final = frozenset({"item"})
_ACCESS: Final = ("open", "closed")
_LEFT: Final = frozenset({LaneState.ACTIVE, LaneState.CLEARED})
"""Lanes out of which items are moved: what was set aside is taken back one by one, what is frozen stays whole."""


def movable(target: Target, look: Lookup) -> str | None:
    """Why an item cannot leave where it lies."""
    row = target.row
    working = row is not None and row.type is MemoryType.WORKING
    return "working memory belongs to its task, not to a lane" if working else None


def refuse_other_project(targets: Sequence[Target], project: str | None) -> None:
    """Refuse to put items into a lane that takes those of another project."""
    for target in targets:
        own = target.words.project if target.words else None
        if project is not None and own != project:
            whose = f"of {own}" if own else "of no project"
            raise refuse(target, f"it is {whose}, and the lane takes what is of {project}")


def _lane(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    asked = decided.args.get("lane", "").strip()
    if asked.casefold() == NOWHERE:
        return [_into(target, VerbName.LANE, decided, None) for target in targets]
    drafts = []
    for target in targets:
        project = target.words.project if target.words else None
        lane = look.lane(asked, project)
        if lane is None:
            raise refuse(target, f"there is no lane {asked!r} for it", "`memdesk lane list` shows them.")
        if lane.state is not LaneState.ACTIVE:
            raise refuse(target, f"{lane.id} is {lane.state.said}: nothing is written into it", "Thaw it first.")
        refuse_other_project([target], lane.project)
        drafts.append(_into(target, VerbName.LANE, decided, lane.id))
    return drafts


def _into(target: Target, verb: VerbName, decided: Decided, lane: str | None) -> Draft:
    if target.row is None or target.row.lane == lane:
        raise refuse(target, f"it lies in {lane or 'no lane'} already")
    return item_change(target, verb.value, decided, {"lane": lane})


def _new_lane(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    title = title_of(decided, "lane")
    project = line_of(decided, "project", LONGEST) or None
    access = decided.args.get("access", "").strip() or _ACCESS[0]
    if access not in _ACCESS:
        raise refuse("access", f"a lane is {' or '.join(_ACCESS)}, not {access!r}")
    if there := look.lanes_titled(title, project):
        raise taken(title, there[0].id, (there[0].title,), "lane")
    refuse_other_project(targets, project)
    effect: dict[str, Any] = {
        "verb": VerbName.NEW_LANE.value,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "state": LaneState.ACTIVE.value,
        "closed": access == _ACCESS[1],
    }
    words = {"title": title, "project": project, "purpose": line_of(decided, "purpose", LONG), "note": decided.note}
    made = f"new:{new}"
    payload = {"v": 1} | {name: value for name, value in words.items() if value}
    drafts = [Draft(Action.LANE, (made,), effect, payload)]
    return drafts + [_into(target, VerbName.NEW_LANE, decided, made) for target in targets]


def _state(verb: VerbName, state: LaneState, targets: Sequence[Target], decided: Decided) -> list[Draft]:
    drafts = []
    for target in targets:
        if target.lane is None:
            raise refuse(target, "it is no lane")
        effect = {
            "verb": verb.value,
            "reason": decided.reason.value,
            "shown": decided.shown.value,
            "before": {"state": target.lane.state.value},
            "set": {"state": state.value},
        }
        payload = {"v": 1, "note": decided.note} if decided.note else None
        drafts.append(Draft(Action.LANE, (target.id,), effect, payload))
    return drafts


def _freeze_why_not(target: Target, look: Lookup) -> str | None:
    state = target.lane.state if target.lane else None
    return None if state is LaneState.ACTIVE else "only a lane in use is frozen; this one is not"


def _thaw_why_not(target: Target, look: Lookup) -> str | None:
    state = target.lane.state if target.lane else None
    return "it is in use already" if state is LaneState.ACTIVE else None


def _clear_why_not(target: Target, look: Lookup) -> str | None:
    state = target.lane.state if target.lane else None
    return "it is cleared already" if state is LaneState.CLEARED else None


LANE = Verb(
    name="lane",
    label="Move to lane",
    help="Put it into a lane, or (none) out of every one; nothing else about it changes.",
    on=_ITEM,
    why_not=movable,
    entries=_lane,
    reasons=(Reason.ORGANIZED, Reason.EXPERIMENT, Reason.OTHER),
    fields=("lane",),
    needs=("lane",),
    reaches=_LEFT,
)
NEW_LANE = Verb(
    name="new-lane",
    label="New lane",
    help="Make a lane, empty or of what is marked; closed, only those read it whom a grant lets.",
    on=_ITEM,
    why_not=movable,
    entries=_new_lane,
    reasons=(Reason.ORGANIZED, Reason.EXPERIMENT, Reason.OTHER),
    fields=("title", "project", "purpose", "access"),
    needs=("title",),
    least=0,
    reaches=_LEFT,
)
FREEZE = Verb(
    name="freeze",
    label="Freeze",
    help="Keep a lane as it is: nothing is written to what lies in it, and recall leaves it out.",
    on=frozenset({"lane"}),
    why_not=_freeze_why_not,
    entries=lambda targets, decided, look, new: _state(VerbName.FREEZE, LaneState.FROZEN, targets, decided),
    reasons=(Reason.EXPERIMENT, Reason.ORGANIZED, Reason.OTHER),
)
THAW = Verb(
    name="thaw",
    label="Thaw",
    help="Take a frozen or cleared lane into use again, with all that lies in it.",
    on=frozenset({"lane"}),
    why_not=_thaw_why_not,
    entries=lambda targets, decided, look, new: _state(VerbName.THAW, LaneState.ACTIVE, targets, decided),
    reasons=(Reason.USABLE_AGAIN, Reason.MISTAKE, Reason.OTHER),
)
CLEAR = Verb(
    name="clear",
    label="Clear",
    help="Set a lane aside: nothing of it is recalled any more, and nothing of it is deleted.",
    on=frozenset({"lane"}),
    why_not=_clear_why_not,
    entries=lambda targets, decided, look, new: _state(VerbName.CLEAR, LaneState.CLEARED, targets, decided),
    reasons=(Reason.ABANDONED, Reason.EXPERIMENT, Reason.OTHER),
)
