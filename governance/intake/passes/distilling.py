"""The distillation pass (P§14): archived captures enter the store, state gives way to newer state, knowledge adds up.

Each step appends one commit and looks at the store anew, so that a pass which was cut off is gone on with by the next:
what was done stands, and nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from governance.errors import Refusal, RefusalKind
from governance.influence.gate import Question
from governance.intake.passes.superseding import Subjects, group_of, holds, supersede_draft, told
from store import local
from store.commit import Snapshot
from store.ids import day_number
from store.records.entry import Draft, Entry
from store.records.views.intake import RefusedOp, Suggested, Superseded
from store.records.words import Action, Place, Relation, Status
from store.views.passes import (
    Standing,
    count_waiting,
    eligible,
    finished,
    left_in_lanes,
    linked,
    named,
    refuted,
    refuting,
    resolvable,
    untouched,
)

Steps = Generator[Draft, Entry, int]
"""Appends what one commit holds; answers how much that was."""
COOLED_AT_ONCE = 500
"""How many items one pass cools at most."""


@dataclass(slots=True)
class Work:
    """One pass, and what it did so far."""

    fence: int
    day: str
    asked: Question
    """The moment it began, for which it is judged what holds."""
    run: str = ""
    topics: dict[str, str] = field(default_factory=dict)
    """Topics by every name that a writer may have for them, folded."""
    added: list[str] = field(default_factory=list)
    superseded: list[Superseded] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    suggested: list[Suggested] = field(default_factory=list)
    cooled: list[str] = field(default_factory=list)
    covered: tuple[str, ...] = ()
    waiting: int = 0
    left: dict[str, int] = field(default_factory=dict)
    """Lanes that are shut, and how many captures were left in each."""
    refused: list[RefusedOp] = field(default_factory=list)
    skipped: bool = False
    distiller: str | None = None
    """The name of an external distiller's command."""
    placed: dict[str, str] = field(default_factory=dict)
    """Topics that a distiller chose for captures."""
    refuting: dict[str, list[str]] = field(default_factory=dict)
    """Items that a distiller found captures to refute."""
    distilled: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """New items that a distiller made, each with the captures it was made of."""
    notes: list[str] = field(default_factory=list)

    def stand(self, snapshot: Snapshot) -> str:
        """The id of the pass, if this process is still the one that may write."""
        if local.fence(snapshot.conn) != self.fence:
            raise Refusal(
                RefusalKind.MOVED,
                "Another pass began meanwhile; this one stopped. What it did so far stands.",
                "Run it again.",
            )
        self.run = self.run or snapshot.mint("run", day_number(self.day))
        return self.run

    @property
    def did_nothing(self) -> bool:
        """Whether there was nothing to do at all."""
        return not (
            self.distiller
            or self.added
            or self.superseded
            or self.pending
            or self.resolved
            or self.suggested
            or self.cooled
        )


def add_some(snapshot: Snapshot, work: Work, actor: str, limit: int) -> Steps:
    """Take archived captures into the store, each with what follows from it for others."""
    items = eligible(snapshot.conn, limit)
    if not items:
        return 0
    run, subjects = work.stand(snapshot), Subjects(snapshot, work.asked)
    for item in items:
        put: dict[str, Any] = {"place": Place.STORE.value}
        if topic := work.placed.get(item.id) or work.topics.get((item.topic or "").casefold().strip()):
            put["topic"] = topic
        before = {"place": item.place}
        yield Draft(Action.ADD, (item.id,), {"before": before, "set": put}, refs=(run,), actor=actor)
        work.added.append(item.id)
        for old, new in (yield from subjects.take_in(item._replace(place=Place.STORE.value), run, actor)):
            work.superseded.append(told(old, new))
            if old.status == Status.PENDING:
                work.resolved.append(old.id)
        for doubted in (yield from doubt(snapshot, work, item, run, actor)):
            subjects.moved(doubted)
    return len(items)


def doubt(
    snapshot: Snapshot, work: Work, item: Standing, run: str, actor: str
) -> Generator[Draft, Entry, list[Standing]]:
    """Mark what a new item says is wrong, and the item itself where another said so before."""
    marked = []
    for name in dict.fromkeys((*refuted(snapshot.conn, item.id), *work.refuting.get(item.id, ()))):
        other = named(snapshot.conn, [name]).get(name)
        if other is not None and other.place == Place.STORE and may_doubt(item, other):
            yield pending_draft(other.id, item.id, run, actor)
            work.pending.append(other.id)
            marked.append(other)
    by = named(snapshot.conn, refuting(snapshot.conn, item.id))
    accuser = next((one for one in by.values() if may_doubt(one, item)), None)
    row = snapshot.row("items", item.id)
    if accuser is not None and row is not None and row["status"] == Status.ACTIVE:
        yield pending_draft(item.id, accuser.id, run, actor)
        work.pending.append(item.id)
        marked.append(item)
    return marked


def may_doubt(item: Standing, other: Standing) -> bool:
    """Whether one item may put another in doubt: it stands, and belongs to the same project or to none."""
    return other.status == Status.ACTIVE and other.project in (None, item.project)


def pending_draft(name: str, by: str, run: str, actor: str) -> Draft:
    """The entry that marks an item as needing a person."""
    effect = {
        "before": {"status": Status.ACTIVE.value},
        "set": {"status": Status.PENDING.value},
        "links": [[Relation.CONTRADICTED_BY.value, by]],
    }
    return Draft(Action.PENDING_CLEANUP, (name,), effect, refs=(run, by), actor=actor)


def resolve_some(snapshot: Snapshot, work: Work, actor: str) -> Steps:
    """Let pending state give way where its successor is known by now, and holds (P§14.4)."""
    known = resolvable(snapshot.conn)
    both = named(snapshot.conn, [name for pair in known for name in pair])
    pairs = [(both[old], both[new]) for old, new in known if old in both and new in both]
    pairs = [(old, new) for old, new in pairs if group_of(old) == group_of(new) and holds(new, work.asked)]
    if not pairs:
        return 0
    run = work.stand(snapshot)
    for old, new in pairs:
        yield supersede_draft(old.id, Status.PENDING.value, new.id, run, actor)
        work.resolved.append(old.id)
        work.superseded.append(told(old, new))
    return len(pairs)


def suggest_some(snapshot: Snapshot, work: Work, actor: str, found: Sequence[Suggested]) -> Steps:
    """Append suggestions that were found without the lock, where both still stand and nobody judged them."""
    run = work.stand(snapshot)
    known = linked(snapshot.conn, {one.id for one in found})
    there = named(snapshot.conn, {name for one in found for name in (one.id, one.other)})
    done = 0
    for one in found:
        pair = frozenset((one.id, one.other))
        if pair in known or not all(there[n].status == Status.ACTIVE if n in there else False for n in pair):
            continue
        known.add(pair)
        words = {"v": 1, "score": one.score}
        effect = {"links": [[one.relation, one.other]]}
        yield Draft(Action.SUGGEST, (one.id,), effect, words, refs=(run, one.other), actor=actor)
        work.suggested.append(one)
        done += 1
    return done


def cool_some(snapshot: Snapshot, work: Work, actor: str, before: int) -> Steps:
    """Move knowledge that lay untouched since a time away from the hot path; it stays what it is (P§14.3)."""
    names = untouched(snapshot.conn, before, COOLED_AT_ONCE - len(work.cooled))
    if not names:
        return 0
    run = work.stand(snapshot)
    for name in names:
        effect = {"before": {"cooled": False}, "set": {"cooled": True}}
        yield Draft(Action.COOL, (name,), effect, refs=(run,), actor=actor)
        work.cooled.append(name)
    return len(names)


def finish(snapshot: Snapshot, work: Work, actor: str) -> Steps:
    """Append the summary of the pass, or that there was nothing to distil."""
    run = work.stand(snapshot)
    work.covered = tuple(finished(snapshot.conn))
    work.waiting = count_waiting(snapshot.conn)
    work.left = left_in_lanes(snapshot.conn, distilling=True)
    left: dict[str, Any] = {"left": work.left} if work.left else {}
    if work.did_nothing and not work.covered:
        work.skipped = True
        yield Draft(Action.AUTODREAM_SKIP, (run,), {}, {"v": 1} | left if left else None, actor=actor)
        return 1
    names = ("added", "superseded", "pending", "resolved", "suggested", "cooled", "refused")
    counts = {name: len(getattr(work, name)) for name in names}
    words: dict[str, Any] = {"v": 1, "counts": counts | {"waiting": work.waiting}} | left
    if work.distiller:
        words["distiller"] = work.distiller
    yield Draft(Action.AUTODREAM, (run, *work.covered), {"covers": list(work.covered)}, words, actor=actor)
    return 1
