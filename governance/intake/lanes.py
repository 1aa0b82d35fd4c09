"""Lanes that a memory brings along: M's fields `lane` and `lane_state`, at the front of a file or on an item of it.

No seed gives lanes a file of their own. A lane that is named and does not stand is made with the import, in use; once
the items lie in it, it is put into the state that the memory says. What stands here is not turned by any file: where
the two disagree, the file is held whole, says why, and is taken in once a person settled that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from governance.errors import Refusal, RefusalKind
from governance.intake.candidate import Candidate, Fate
from governance.intake.loading import Loaded, Unloadable
from governance.intake.manifest import spelled
from governance.intake.reading import ReadItem
from governance.intake.reading.labels import OF_LANES, fold_key
from governance.intake.session import Session, Steps
from governance.rules.titling import NONE, title_fault
from store import log
from store.commit import Snapshot
from store.records.entry import Draft
from store.records.words import Action, LaneState
from store.tokens import spelling

_ROLES: Final = ("topic", "inbox", "index")
"""The files of a memory; any other Markdown may mean something else by its keys."""
_NOWHERE: Final = NONE | {"global"}
"""What M calls the lane of what belongs to no project and no conversation."""
_STATES: Final = {state.value: state for state in LaneState}


class Said(NamedTuple):
    """What a file says about the lane of an item."""

    title: str
    state: LaneState | None
    line: int

    @property
    def key(self) -> str:
        """What spellings of one title have in common."""
        return spelling(self.title)


def check_lanes(file: Loaded) -> Loaded:
    """The file, where it says nothing about lanes that cannot be read; else it is refused, with the line."""
    for item in file.read.items:
        lane_of(file, item)
    return file


def lane_of(file: Loaded, item: ReadItem) -> Said | None:
    """The lane that an item names, or its file for all of them; None where neither does."""
    if file.read.role not in _ROLES:
        return None
    line = file.line(item.line)
    own = _pairs(item.extra, line)
    front = _pairs(file.read.frontmatter.other, 1) if file.read.frontmatter else {}
    told = own if "lane" in own else front | own
    if not told:
        return None
    line = line if own else 1
    if "lane" not in told:
        raise Unloadable(line, "lane_state says how a lane stands, and no lane is named.")
    title, state = told["lane"], told.get("lane_state", "").casefold()
    if not title or title.casefold() in _NOWHERE:
        return None
    if fault := title_fault(title, "lane"):
        raise Unloadable(line, f"lane: {fault}")
    if state and state not in _STATES:
        raise Unloadable(line, f"lane_state: {state!r} is none of {', '.join(_STATES)}.")
    return Said(title, _STATES[state] if state else None, line)


def _pairs(pairs: Sequence[tuple[str, str]], line: int) -> dict[str, str]:
    """What stands under the two fields."""
    found: dict[str, str] = {}
    for name, value in pairs:
        field = fold_key(name)
        if field in found:
            raise Unloadable(line, f"{field} stands there twice.")
        if field in OF_LANES:
            found[field] = " ".join(spelled(value).split())
    return found


def blocked(session: Session, candidates: Iterable[Candidate]) -> dict[str, Unloadable]:
    """The files with new items for a lane that does not take them as it is said, and why."""
    states: dict[str, tuple[LaneState, str]] = {}
    found: dict[str, Unloadable] = {}
    for candidate, said in _named(candidates, (Fate.FRESH,)):
        path = candidate.file.path
        first, where = (
            states.setdefault(said.key, (said.state, path)) if said.state else states.get(said.key, (None, ""))
        )
        if said.state not in (None, first):
            found[path] = Unloadable(
                said.line, f"lane_state: {said.title!r} is {said.state} here, and {first} in {where}."
            )
    for candidate, said in _named(candidates, (Fate.FRESH,)):
        why = _why_not(session, said, states.get(said.key, (None, ""))[0])
        if why is not None and candidate.file.path not in found:
            found[candidate.file.path] = Unloadable(said.line, f"lane: {why}")
    return found


def _why_not(session: Session, said: Said, state: LaneState | None) -> str | None:
    standing = _standing(session.snapshot, said)
    if len(standing) > 1:
        return f"several are called {said.title!r} here: {', '.join(standing)}. Give all but one another title."
    if not standing:
        return None
    [lane] = standing
    row = session.snapshot.row("lanes", lane) or {}
    if row["state"] != LaneState.ACTIVE:
        return f"{lane} {said.title!r} is {row['state']} here: nothing is written into it until it is thawed."
    if state in (None, LaneState.ACTIVE) or _made_by(session, lane):
        return None
    return f"{lane} {said.title!r} is in use here, and {state} there. Freeze or clear it, or call it otherwise there."


def _standing(snapshot: Snapshot, said: Said) -> list[str]:
    """The lanes of no project that are called so: spelled so, else alike."""
    alike: dict[str, str] = {}
    for seq in snapshot.find("lane", said.key):
        entry, words = log.entry(snapshot.conn, seq), snapshot.payload_of(seq)
        if entry is None or words is None or words.get("project") is not None:
            continue
        if snapshot.row("lanes", entry.subjects[0]) is not None:
            alike[entry.subjects[0]] = words["title"]
    return [lane for lane, title in alike.items() if title == said.title] or sorted(alike)


def _made_by(session: Session, lane: str) -> bool:
    """Whether this very run made a lane before it was cut off."""
    row = session.snapshot.row("lanes", lane)
    made = log.entry(session.snapshot.conn, int(str(row["body"]))) if row else None
    return made is not None and session.run is not None and made.effect.get("run") == session.run


def _named(candidates: Iterable[Candidate], fates: Sequence[Fate]) -> list[tuple[Candidate, Said]]:
    found = ((one, lane_of(one.file, one.item)) for one in candidates if one.fate in fates)
    return [(one, said) for one, said in found if said is not None]


def register_lanes(session: Session, candidates: Iterable[Candidate]) -> Steps[None]:
    """Make the lanes that new items name and that do not stand, so that these can lie in them."""
    for candidate, said in _named(candidates, (Fate.FRESH, Fate.OWN)):
        if said.key not in session.lanes:
            standing = _standing(session.snapshot, said)
            if not standing and candidate.fate is Fate.FRESH:
                run = yield from session.opened()
                standing = [session.snapshot.mint("lane")]
                effect = {"state": LaneState.ACTIVE.value, "closed": False, "run": run}
                yield Draft(Action.LANE, tuple(standing), effect, {"v": 1, "title": said.title})
                session.made_lanes.add(standing[0])
            if len(standing) > 1:
                raise _moved(f"Several lanes are called {said.title!r} meanwhile", *standing)
            if standing:
                session.lanes[said.key] = standing[0]
                if _made_by(session, standing[0]):
                    session.made_lanes.add(standing[0])
        if said.state is not None and (lane := session.lanes.get(said.key)) in session.made_lanes:
            session.lane_states[str(lane)] = said.state
    refuse_shut(session)


def into_lane(session: Session, candidate: Candidate) -> dict[str, str]:
    """Where an item lies, as its row says it; nothing where it names no lane."""
    said = lane_of(candidate.file, candidate.item)
    return {"lane": session.lanes[said.key]} if said is not None else {}


def settle_lanes(session: Session) -> Steps[None]:
    """Put the lanes that were made into the state in which the memory says that they stand."""
    session.lanes.clear()
    for lane, state in session.lane_states.items():
        row = session.snapshot.row("lanes", lane)
        if state is not LaneState.ACTIVE and row is not None and row["state"] == LaneState.ACTIVE:
            run = yield from session.opened()
            before, after = {"state": LaneState.ACTIVE.value}, {"state": state.value}
            yield Draft(Action.LANE, (lane,), {"run": run, "before": before, "set": after}, None)


def refuse_shut(session: Session) -> None:
    """Refuse to go on once somebody froze or cleared a lane that this import writes into."""
    for lane in session.lanes.values():
        row = session.snapshot.row("lanes", lane)
        if row is not None and row["state"] != LaneState.ACTIVE:
            raise _moved(f"{lane} is {row['state']} meanwhile", lane)


def _moved(told: str, *lanes: str) -> Refusal:
    hint = "Settle that, or name another lane in the memory, and import the folder again to go on."
    return Refusal(RefusalKind.MOVED, f"{told}; the import stopped in front of it.", hint, lanes)
