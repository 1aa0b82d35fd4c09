"""What doors append by themselves: captures, blocks of them, refusals, tasks; each entry held to its shape."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from store import log
from store.records.entry import Entry
from store.records.words import Action, Assurance, Door, Fault, HolderRole, Origin, Relation, Review, TaskOutcome
from store.shapes import Said, Writers, linked, more_than, row_before, shut, stood, waits, words_of

_ITEM: Final = frozenset(
    {"place", "kind", "status", "confidence", "source_state", "block", "review", "findings", "type", "task", "lane"}
)
BLOCK: Final = frozenset(
    {"role", "encoding", "holder", "run", "ordinal", "same_as", "entry", "sanitized", "moves", "repeats"}
)
_OF_WRITERS: Final = frozenset({Origin.AGENT, Origin.PERSON, Origin.DOCUMENT})


class DoorShapes:
    """The shapes of what doors append to one log."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._writers = Writers(conn)
        self.of: dict[Action, Callable[[Entry], Said]] = {
            Action.CAPTURE: self._capture,
            Action.ARCHIVE: self._archive,
            Action.HOLDER: self._holder,
            Action.QUARANTINE: self._quarantine,
            Action.TASK_OPENED: self._task_opened,
            Action.TASK_CLOSED: self._task_closed,
        }

    def _capture(self, entry: Entry) -> Said:
        """What is wrong with a capture."""
        effect, item = entry.effect, entry.effect["item"]
        if item.get("place") != "inbox" or item.get("block") != entry.seq or effect.get("door") not in set(Door):
            return "did not come into the inbox by a door"
        told = frozenset({"item", "links", "assurance", "origin", "permitted_use", "door"})
        if said := more_than(effect, told) or more_than(item, _ITEM) or waits(item, effect.get("permitted_use")):
            return said
        if effect.get("origin") not in _OF_WRITERS:
            return "is surer of its writer than a door can be"
        if said := self._writers.unsure(entry.actor, effect.get("assurance"), entry.seq):
            return said
        if (item.get("type") == "working") != (item.get("task") is not None):
            return "is working memory of no task, or of a task and no working memory"
        if said := self._in_lane(entry, item.get("lane")):
            return said
        own = linked(effect, Relation.SOURCE, Relation.REFUTES, Relation.OF_SOURCE, Relation.CONTINUES)
        return None if own else "links to more than its source"

    def _in_lane(self, entry: Entry, lane: object) -> Said:
        """Why a capture cannot have come into the lane that it says."""
        if lane is None:
            return None
        if shut(self._conn, lane, entry.seq):
            return f"enters {lane}, which is no lane that takes anything"
        mine = words_of(self._conn, entry.seq)
        theirs = log.payload(self._conn, int(stood(self._conn, "lanes", str(lane), entry.seq, "body")))
        if mine is None or theirs is None or theirs.get("project") in (None, mine.get("project")):
            return None
        return f"enters {lane}, a lane of another project"

    def _archive(self, entry: Entry) -> Said:
        """What is wrong with a block that a capture became."""
        effect = entry.effect
        moves, held = effect.get("moves"), effect.get("same_as")
        if more := set(effect) - BLOCK:
            return f"archives and does more: {', '.join(sorted(more))}"
        if moves is None:
            return "archives nothing that came in by a door"
        if set(moves) - {"place", "block"} or moves.get("place") != "archived" or moves.get("block", held) != held:
            return "does more than archive"
        [name] = entry.subjects[1:]
        row = row_before(self._conn, name, entry.seq)
        whole = (
            row is not None and row["place"] == "inbox" and row["created"] == held and row["review"] != Review.REFUSED
        )
        return None if whole else "archives what is not in the inbox"

    def _quarantine(self, entry: Entry) -> Said:
        """What is wrong with what was refused."""
        effect = entry.effect
        closed = set(effect) - {"links"} == {"fault", "door", "assurance"} and effect["fault"] in set(Fault)
        if not closed or not linked(effect, Relation.REPEATS, Relation.OF_SOURCE) or effect["door"] not in set(Door):
            return "puts into quarantine what no door did"
        return self._writers.unsure(entry.actor, effect["assurance"], entry.seq)

    def _holder(self, entry: Entry) -> Said:
        """What is wrong with a place that holds content: it may hold segments that were there, and moves nothing."""
        effect = entry.effect
        if set(effect) - {"links"} != {"role"} or effect["role"] not in set(HolderRole):
            return "does more than name what holds content"
        if not linked(effect, Relation.HOLDS) or len(entry.subjects) != 1:
            return "links to more than what it holds"
        there = (stood(self._conn, "segments", str(name), entry.seq, "id") for _, name in effect.get("links", ()))
        return None if all(there) else "holds what was not there"

    def _task_opened(self, entry: Entry) -> Said:
        """What is wrong with a task that was opened."""
        if set(entry.effect) != {"assurance"} or len(entry.subjects) != 1 or not entry.subjects[0].startswith("task-"):
            return "does more than open a task"
        sql = "SELECT 1 FROM subject_log WHERE subject = ? AND seq < ? LIMIT 1"
        if self._conn.execute(sql, (entry.subjects[0], entry.seq)).fetchone():
            return f"opens {entry.subjects[0]}, which was there before"
        return self._writers.unsure(entry.actor, entry.effect["assurance"], entry.seq)

    def _task_closed(self, entry: Entry) -> Said:
        """What is wrong with the end of a task: whoever opened it closes it, or a person of this machine."""
        effect = entry.effect
        if set(effect) - {"outcome", "assurance", "moves"} or effect.get("moves", {"released": True}) != {
            "released": True
        }:
            return "does more than release"
        if effect.get("outcome") not in set(TaskOutcome) or not entry.subjects[0].startswith("task-"):
            return "closes no task"
        if stood(self._conn, "tasks", entry.subjects[0], entry.seq, "state") != "open":
            return f"closes {entry.subjects[0]}, which was not open"
        if said := self._writers.unsure(entry.actor, effect.get("assurance"), entry.seq):
            return said
        opened = log.entry(self._conn, int(stood(self._conn, "tasks", entry.subjects[0], entry.seq, "body")))
        if effect["assurance"] != Assurance.OS_USER and (opened is None or opened.actor != entry.actor):
            return "closes the task of another writer"
        for name in entry.subjects[1:]:
            row = row_before(self._conn, name, entry.seq)
            if row is None or row["type"] != "working" or row["task"] != entry.subjects[0]:
                return f"releases {name}, which is no working record of it"
        return None
