"""What passes append by themselves: what they add, let give way, doubt, suggest, cool and cover, held to its shape.

The entries of a pass name its run, and so does the one that ends it. A pass that was cut off has no end, so that a run
without one is no finding by itself; it is one where it is of another day, where its number was not the next one, or
where it had come to its end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from store import log
from store.ids import make_id, read_id
from store.records.entry import Entry
from store.records.words import KEPT_BACK, Action, HolderRole, Origin, Relation, Review, SegmentRole
from store.shapes import Row, Said, linked, more_than, row_before, shut, stood, waits, words_of

_MADE: Final = frozenset(
    {"place", "kind", "status", "confidence", "source_state", "review", "findings", "type", "topic", "lane"}
)  # fmt: skip
"""What a distiller's item may bear."""
_LIVE: Final = ("active", "pending-cleanup")
_DAY: Final = 24 * 60 * 60 * 1_000_000
_FIRST_DAY: Final = date(1970, 1, 1).toordinal()
_AWAY: Final = (-3, 1)
"""How many days away from an entry, in UTC, its run may be: a pass may take a day, and zones differ."""
_LEFT: Final = (
    "SELECT 1 FROM blocks JOIN items ON items.block = coalesce(blocks.same_as, blocks.seq)"
    " AND items.from_seq < ?2 AND (items.to_seq IS NULL OR items.to_seq >= ?2)"
    " WHERE blocks.segment = ?1 AND blocks.from_seq < ?2 AND items.place <> 'store'"
    " AND coalesce(items.review, '') <> 'refused' AND coalesce(items.type, '') <> 'working'"
    " AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.seq IN (items.body, items.block)) LIMIT 1"
)


class PassShapes:
    """The shapes of what passes append to one log; each run and topic is looked up once."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._ends: dict[str, int | None] = {}
        self._minted: dict[str, int | None] = {}
        self._topics: dict[str, int | None] = {}
        self.of: dict[Action, Callable[[Entry], Said]] = {
            Action.ADD: self._add,
            Action.SUPERSEDE: self._supersede,
            Action.COOL: self._cool,
            Action.PENDING_CLEANUP: self._pending,
            Action.SUGGEST: self._suggest,
            Action.AUTODREAM: self._autodream,
            Action.AUTODREAM_SKIP: self._skip,
            Action.ARCHIVE_SKIP: self._skip,
        }

    # runs

    def _in_a_pass(self, entry: Entry) -> Said:
        """Why an entry belongs to no pass that can have appended it."""
        run = next((ref for ref in entry.refs if isinstance(ref, str) and ref.startswith("run-")), None)
        if run is None:
            return "belongs to no pass: it was decided by nobody"
        end = self._ended_at(run)
        if end is not None and end < entry.seq:
            return f"belongs to {run}, which had ended"
        return self._never(run, entry)

    def _ended_at(self, run: str) -> int | None:
        """The entry by which a pass came to its end; that of an import is none, and one without an end has none."""
        if run in self._ends:
            return self._ends[run]
        sql = (
            "SELECT seq FROM log WHERE seq IN (SELECT seq FROM subject_log WHERE subject = ?1)"
            " AND action IN ('autodream', 'autodream-skip')"
            " AND NOT EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND from_seq < log.seq) ORDER BY seq LIMIT 1"
        )
        row = self._conn.execute(sql, (run,)).fetchone()
        self._ends[run] = int(row[0]) if row else None
        return self._ends[run]

    def _never(self, run: str, entry: Entry) -> Said:
        """Why no pass can have borne a run in front of an entry: its day is another, or its number not the next."""
        found = read_id(run)
        if found is None or found.prefix != "run":
            return f"belongs to {run}, which is no run"
        day = date(found.day // 10_000, found.day // 100 % 100, found.day % 100).toordinal()
        if not _AWAY[0] <= day - (entry.at // _DAY + _FIRST_DAY) <= _AWAY[1]:
            return f"belongs to {run}, a run of another day"
        if run not in self._minted:
            before = make_id("run", found.day, found.n - 1) if found.n > 1 else None
            self._minted[run] = self._first("subject_log", "subject", "seq", before) if before else 0
        minted = self._minted[run]
        return None if minted is not None and minted < entry.seq else f"belongs to {run}, which was not the next run"

    def _first(self, table: str, key: str, column: str, name: str) -> int | None:
        """The first entry by which something was there."""
        found = self._conn.execute(f"SELECT min({column}) FROM {table} WHERE {key} = ?", (name,)).fetchone()[0]
        return None if found is None else int(found)

    def _distilled_by_others(self, entry: Entry) -> bool:
        """Whether an external distiller had been given words in front of an entry: it may find what no rule finds."""
        sql = "SELECT 1 FROM holders WHERE role = ? AND from_seq < ? LIMIT 1"
        return self._conn.execute(sql, (HolderRole.DISTILLER.value, entry.seq)).fetchone() is not None

    # what is added

    def _add(self, entry: Entry) -> Said:
        if said := self._in_a_pass(entry):
            return said
        if "item" in entry.effect:
            return self._unknown(entry.effect["item"].get("topic"), entry) or self._made(entry)
        effect, put, conn = entry.effect, entry.effect["set"], self._conn
        row = row_before(conn, entry.subjects[0], entry.seq)
        if set(effect) - {"before", "set"} or set(put) - {"place", "topic", "cooled"} or put.get("place") != "store":
            return "does more than add"
        if row is None:
            return "adds nothing that stands"
        if said := _untakeable(row) or self._unarchived(row, entry) or self._unknown(put.get("topic"), entry):
            return said
        if self._shut(entry, row):
            return "adds what lies in a lane that is frozen or cleared"
        if "cooled" not in put:
            return None
        return None if put["cooled"] is True and self._folded(entry, row) else "does more than add"

    def _made(self, entry: Entry) -> Said:
        """What is wrong with an item that a distiller made."""
        effect, item = entry.effect, entry.effect["item"]
        told = frozenset({"item", "links", "origin", "permitted_use"})
        if said := more_than(effect, told) or more_than(item, _MADE) or waits(item, effect.get("permitted_use")):
            return said
        if item["kind"] != "knowledge" or not effect.get("links") or not linked(effect, Relation.DERIVED_FROM):
            return "makes more than knowledge of captures"
        sources = [row_before(self._conn, str(name), entry.seq) for _, name in effect["links"]]
        if effect.get("origin") != Origin.PASS or any(_untakeable(row) for row in sources):
            return "makes an item of what no pass may take"
        if any(row and self._unarchived(row, entry) for row in sources):
            return "makes an item of what was not archived"
        if any(row and row["kind"] != "knowledge" for row in sources):
            return "makes knowledge of what is none"
        if any(row and row["lane"] != item.get("lane") for row in sources) or self._shut(entry, *sources):
            return "makes an item out of its lane, or of one that is frozen or cleared"
        waiting = item["review"] == Review.NEEDED
        return None if item.get("place") == ("archived" if waiting else "store") else "places an item wrongly"

    def _unarchived(self, row: Row, entry: Entry) -> Said:
        """Why an item stands in no archived block; that of a file of an import is one from the start."""
        if row["place"] == "archived":
            return None
        sql = "SELECT 1 FROM blocks WHERE seq = ? AND from_seq < ? LIMIT 1"
        held = row["block"] is not None and self._conn.execute(sql, (row["block"], entry.seq)).fetchone()
        return None if held else "adds what was not archived"

    def _unknown(self, topic: Any, entry: Entry) -> Said:
        """Why an item cannot be put under a topic."""
        if topic is None:
            return None
        if topic not in self._topics:
            self._topics[topic] = self._first("topics", "id", "from_seq", str(topic))
        known = self._topics[topic]
        return None if known is not None and known < entry.seq else f"puts it under {topic}, which is no topic"

    def _shut(self, entry: Entry, *rows: Row | None) -> bool:
        """Whether one of these rows lies in a lane that passes leave alone."""
        return any(shut(self._conn, row["lane"], entry.seq) for row in rows if row is not None)

    def _folded(self, entry: Entry, row: Row) -> bool:
        """Whether knowledge is cooled as it is added because an item was made of it."""
        sql = "SELECT 1 FROM links WHERE src = ? AND relation = 'derived-from' AND dst = ? AND from_seq < ? LIMIT 1"
        made = [str(ref) for ref in entry.refs if str(ref).startswith("mem-")]
        found = [self._conn.execute(sql, (name, entry.subjects[0], entry.seq)).fetchone() for name in made]
        return row["kind"] == "knowledge" and any(found)

    # what changes by it

    def _supersede(self, entry: Entry) -> Said:
        effect, put, conn = entry.effect, entry.effect.get("set", {}), self._conn
        if said := self._in_a_pass(entry):
            return said
        if set(effect) - {"before", "set", "links"} or set(put) != {"status", "superseded_by"}:
            return "does more than supersede"
        if any(link != ["superseded-by", put["superseded_by"]] for link in effect.get("links", ())):
            return "links to more than its successor"
        old, new = (row_before(conn, str(name), entry.seq) for name in (entry.subjects[0], put["superseded_by"]))
        if put["status"] != "superseded" or old is None or new is None or entry.subjects[0] == put["superseded_by"]:
            return "lets something give way to nothing that stands"
        if {old["kind"], new["kind"]} != {"state"} or old["status"] not in _LIVE or new["status"] != "active":
            return "lets something else than live state give way to live state"
        if old["status"] == "active" and {old["place"], new["place"]} != {"store"}:
            return "lets state give way that was not distilled, or to such"
        if self._shut(entry, old, new):
            return "lets state of a lane give way that is frozen or cleared"
        mine, theirs = words_of(conn, old["body"]), words_of(conn, new["body"])
        if mine is None or theirs is None:
            return None  # erased since
        if mine.get("subject") is None or mine.get("subject") != theirs.get("subject"):
            return "lets state give way to state of another subject"
        same = all(mine.get(name) == theirs.get(name) for name in ("project", "scope"))
        if not same or any(old[name] != new[name] for name in ("type", "lane")):
            return "lets state give way to state of another project, scope, type or lane"
        if old["status"] == "active" and (mine.get("date") or "") >= (theirs.get("date") or ""):
            return "lets state give way to what is not newer"
        return None

    def _cool(self, entry: Entry) -> Said:
        if said := self._in_a_pass(entry):
            return said
        if entry.effect.get("set") != {"cooled": True} or set(entry.effect) - {"before", "set"}:
            return "does more than cool"
        row = row_before(self._conn, entry.subjects[0], entry.seq)
        if row is None or row["kind"] != "knowledge" or row["status"] != "active":
            return "cools what is no live knowledge"
        if row["place"] != "store" or row["cooled"]:
            return "cools what does not stand in the store, or is cooled"
        if self._shut(entry, row):
            return "cools what lies in a lane that is frozen or cleared"
        moved = log.entry(self._conn, row["from_seq"])
        if moved is not None and entry.at - moved.at < _DAY and not self._distilled_by_others(entry):
            return "cools what was moved the day before, and no distiller was ever asked"
        return None

    def _pending(self, entry: Entry) -> Said:
        conn, effect, seq = self._conn, entry.effect, entry.seq
        name = entry.subjects[0]
        row = row_before(conn, name, seq)
        if said := self._in_a_pass(entry):
            return said
        if row is None or row["status"] != "active":
            return "marks what is not active"
        if effect.get("set") != {"status": "pending-cleanup"} or set(effect) - {"before", "set", "links"}:
            return "does more than mark"
        if len(effect.get("links", ())) != 1 or not linked(effect, Relation.CONTRADICTED_BY):
            return "marks without a reason"
        by = str(effect["links"][0][1])
        accuser = row_before(conn, by, seq)
        if accuser is None or by == name or accuser["status"] != "active":
            return "marks because of what does not stand"
        if {row["place"], accuser["place"]} != {"store"}:
            return "marks what was not distilled, or because of such"
        if self._shut(entry, row, accuser):
            return "marks what lies in a lane that is frozen or cleared, or because of such"
        mine, theirs = words_of(conn, row["body"]), words_of(conn, accuser["body"])
        if mine is not None and theirs is not None and mine.get("project") not in (None, theirs.get("project")):
            return f"marks because of {by}, which is of another project"
        sql = "SELECT 1 FROM links WHERE src = ? AND relation = 'refutes' AND dst = ? AND from_seq < ? LIMIT 1"
        refuted = conn.execute(sql, (by, name, seq)).fetchone() is not None
        return (
            None if refuted or self._distilled_by_others(entry) else f"marks because of {by}, which does not refute it"
        )

    def _suggest(self, entry: Entry) -> Said:
        if set(entry.effect) != {"links"} or not linked(entry.effect, Relation.LIKE, Relation.AGAINST):
            return "does more than suggest"
        names = (entry.subjects[0], *(str(other) for _, other in entry.effect["links"]))
        rows = [row_before(self._conn, name, entry.seq) for name in names]
        if self._shut(entry, *rows) or len({row["lane"] for row in rows if row}) > 1:
            return "puts side by side what lies in two lanes, or in one that is frozen or cleared"
        return self._in_a_pass(entry)

    # the end of a pass

    def _autodream(self, entry: Entry) -> Said:
        effect, run = entry.effect, entry.subjects[0]
        covers = effect.get("covers")
        if set(effect) != {"covers"} or covers != list(entry.subjects[1:]) or not run.startswith("run-"):
            return "does more than end a pass"
        if stood(self._conn, "runs", run, entry.seq, "state") == "open":
            return None  # an import says what a foreign memory had distilled
        if said := self._ended(entry):
            return said
        own = (SegmentRole.INBOX, SegmentRole.ARCHIVE_DAY)
        for name in covers:
            if stood(self._conn, "segments", name, entry.seq, "role") not in own:
                return f"covers {name}, which is no segment of captures"
            if self._conn.execute(_LEFT, (name, entry.seq)).fetchone():
                return f"covers {name}, in which something is left to distil"
        return None

    def _skip(self, entry: Entry) -> Said:
        if entry.effect or not entry.subjects[0].startswith("run-"):
            return "was decided by nobody"
        return self._ended(entry)

    def _ended(self, entry: Entry) -> Said:
        """Why an entry cannot be the end of the pass that it names."""
        run = entry.subjects[0]
        if entry.action is Action.ARCHIVE_SKIP:
            first = self._first("subject_log", "subject", "seq", run)
        else:
            first = self._ended_at(run)
        return f"ends {run}, which had ended" if first is not None and first < entry.seq else self._never(run, entry)


def _untakeable(row: Row | None) -> Said:
    """Why a pass may not take an item into the store."""
    if row is None or row["place"] == "store" or row["released"] or row["type"] == "working":
        return "adds what is not archived, or is working memory"
    if row["review"] in KEPT_BACK or row["status"] != "active":
        return "adds what waits for a person, or was refused"
    return None
