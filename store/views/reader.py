"""Reader: one snapshot of the store at one point of the log, with the words that belong to it."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from store import exclusion, index, log, seal
from store.index import look_up, look_up_key
from store.records.entry import Entry, Payload
from store.records.item import ItemRow, ItemWords
from store.records.words import (
    Action,
    Confidence,
    Defer,
    Drift,
    Flag,
    Kind,
    LaneState,
    MemoryType,
    Place,
    Review,
    SourceState,
    Status,
)

T = TypeVar("T")

_DAY = 24 * 60 * 60 * 1_000_000
DayOf = Callable[[int], str]
"""UTC microseconds → the store's user day, YYYY-MM-DD."""

ITEM = (
    "id, from_seq, to_seq, entry_seq, place, kind, status, confidence, source_state,"
    " superseded_by, cooled, topic, run, body, block, drift, deferred, deferred_at, created,"
    " type, task, released, review, findings, lane, withdrawn"
)
_WITHDRAWABLE = frozenset({"items", "blocks", "segments", "topics"})


class Reader:
    """What views are read through: `at_seq` None is now, else the desk as it was at that seq.

    `behind` shows what is held back or withdrawn as well: the audit view. `only` names the projects whose refusals
    are shown (None among them: those of no project); without it they all are.
    """

    def __init__(
        self,
        conn: sqlite3.Connection,
        *,
        now: int,
        day_of: DayOf,
        at_seq: int | None = None,
        behind: bool = False,
        only: tuple[str | None, ...] | None = None,
    ) -> None:
        self.conn = conn
        self.now = now
        self.day_of = day_of
        self.at_seq = at_seq
        self.behind = behind
        self.only = only
        self.today = day_of(now)

    @cached_property
    def key(self) -> bytes:
        """The key of the look-up digests."""
        return look_up_key(self.conn)

    @cached_property
    def open_runs(self) -> tuple[str, ...]:
        """Runs that are not closed: what they added is not visible."""
        if self.behind:
            return ()
        sql = f"SELECT id FROM runs WHERE state = 'open' AND {self.stands('runs')}"
        return tuple(row[0] for row in self.conn.execute(sql))

    @cached_property
    def lane_states(self) -> dict[str, LaneState]:
        """How each lane stands."""
        sql = f"SELECT id, state FROM lanes WHERE {self.stands('lanes')}"
        return {name: LaneState(state) for name, state in self.conn.execute(sql)}

    def stands(self, table: str) -> str:
        """The condition for a row's version to stand at this reader's seq."""
        if self.at_seq is None:
            return f"{table}.to_seq IS NULL"
        seq = int(self.at_seq)
        return f"({table}.from_seq <= {seq} AND ({table}.to_seq IS NULL OR {table}.to_seq > {seq}))"

    def visible(self, table: str) -> str:
        """`stands`, not part of a run that is still open, and not withdrawn today, whatever the seq (law 8)."""
        found = self.stands(table)
        if table in _WITHDRAWABLE and not self.behind:
            found += f" AND {table}.withdrawn = 0"
        if table == "topics" and self.pageless:
            names = ", ".join(f"'{name}'" for name in sorted(self.pageless))  # ids that we minted
            found += f" AND topics.id NOT IN ({names})"
        if not self.open_runs:
            return found
        names = ", ".join(f"'{run}'" for run in self.open_runs)  # ids that we minted
        return f"{found} AND ({table}.run IS NULL OR {table}.run NOT IN ({names}))"

    def withdrawn(self, names: Iterable[str]) -> set[str]:
        """Those of these names that are withdrawn, and not shown here."""
        gone: set[str] = set()
        for part in chunks(sorted(set(names)) if not self.behind else []):
            sql = f"SELECT name FROM excluded WHERE to_seq IS NULL AND name IN ({','.join('?' * len(part))})"
            gone.update(row[0] for row in self.conn.execute(sql, part))
            gone.update(self.pageless.intersection(part))
        return gone

    @cached_property
    def pageless(self) -> frozenset[str]:
        """The topics of which a page is withdrawn: title and triggers were read from it, and go with it (law 8)."""
        if self.behind or not exclusion.any_standing(self.conn):
            return frozenset()
        sql = (
            "SELECT blocks.seq, coalesce(blocks.same_as, blocks.seq) FROM segments"
            " JOIN blocks ON blocks.segment = segments.id AND blocks.ordinal = 1 AND blocks.to_seq IS NULL"
            " WHERE segments.role = 'topic' AND segments.to_seq IS NULL AND blocks.withdrawn = 1"
        )
        told = self.payloads(seq for row in self.conn.execute(sql).fetchall() for seq in row)
        paths = {payload["path"] for payload in told.values() if payload.get("path")}
        found: set[str] = set()
        for part in chunks(sorted({seq for path in paths for seq in self.known("topic", path)})):
            sql = f"SELECT DISTINCT id FROM topics WHERE body IN ({','.join('?' * len(part))})"
            found.update(row[0] for row in self.conn.execute(sql, part))
        return frozenset(found)

    def veiled(self, entries: Iterable[Entry]) -> set[int]:
        """The entries whose words are not shown, since what they are about is withdrawn; control events are not."""
        if self.behind or not exclusion.any_standing(self.conn):
            return set()
        about = {
            entry.seq: (*entry.subjects, f"#{entry.seq}", f"={entry.seq}")
            for entry in entries
            if entry.action not in (Action.WITHDRAW, Action.REINSTATE, Action.DECISION)
        }
        gone = self.withdrawn(name for subjects in about.values() for name in subjects)
        return {seq for seq, subjects in about.items() if gone.intersection(subjects)}

    # rows and words

    def item_rows(self, names: Sequence[str]) -> dict[str, ItemRow]:
        """The standing rows of these items."""
        found: dict[str, ItemRow] = {}
        for part in chunks(names):
            marks = ",".join("?" * len(part))
            sql = f"SELECT {ITEM} FROM items WHERE id IN ({marks}) AND {self.visible('items')}"
            for row in self.conn.execute(sql, part):
                found[row[0]] = item_row(row)
        return found

    def item_row(self, name: str) -> ItemRow | None:
        """The standing row of one item."""
        return self.item_rows([name]).get(name)

    def last_row(self, name: str) -> ItemRow | None:
        """The newest version of an item's row, also one that was ended (its making undone)."""
        until = "" if self.at_seq is None else f" AND from_seq <= {int(self.at_seq)}"
        sql = f"SELECT {ITEM} FROM items WHERE id = ?{until} ORDER BY from_seq DESC LIMIT 1"
        row = self.conn.execute(sql, (name,)).fetchone()
        return item_row(row) if row else None

    def payloads(self, seqs: Iterable[int]) -> dict[int, Payload]:
        """Payloads by seq, those that still stand."""
        return log.payloads(self.conn, sorted(set(seqs)))

    def words(self, rows: Iterable[ItemRow]) -> dict[str, tuple[ItemWords | None, str]]:
        """For each item its words and its text; (None, "") where they were erased."""
        return {
            row.id: (None, "") if words is None else (ItemWords.model_validate(words), text or "")
            for row, words, text in self.worded(rows)
        }

    def worded(self, rows: Iterable[ItemRow]) -> list[tuple[ItemRow, Payload | None, str | None]]:
        """Items with their words as they were written and their text; None for what was erased."""
        rows = list(rows)
        bodies = self.payloads(row.body for row in rows)
        cited = {row.block for row in rows if row.block is not None}
        blocks = bodies | self.payloads(cited - bodies.keys())
        spoken = ((row, bodies.get(row.body, {}).get("words")) for row in rows)
        return [(row, words, None if words is None else index.text_of(words, blocks.get)) for row, words in spoken]

    def known(self, kind: str, words: str) -> list[int]:
        """The seqs under which words of a kind are known, newest first."""
        return look_up(self.conn, self.key, kind, words)

    def times(self, seqs: Iterable[int]) -> dict[int, int]:
        """When these entries were appended (UTC microseconds)."""
        found: dict[int, int] = {}
        for part in chunks(sorted(set(seqs))):
            marks = ",".join("?" * len(part))
            sql = f"SELECT seq, at FROM log WHERE seq IN ({marks})"
            found.update(self.conn.execute(sql, part))
        return found

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the principals; an erased name is the principal's id."""
        rows = self.conn.execute(f"SELECT id, body FROM principals WHERE {self.stands('principals')}").fetchall()
        bodies = self.payloads(row[1] for row in rows)
        return {name: bodies.get(body, {}).get("name", name) for name, body in rows}

    def told_of(self, project: str | None, *, erased: bool = False) -> bool:
        """Whether what was refused for a project is told here; of what was erased nobody can say which it was."""
        return self.only is None or (project in self.only and not erased)

    # days

    def until(self, deferred: str | None, deferred_at: int | None) -> str | None:
        """The day a row is put off to, or None when it is not (or no longer) put off."""
        if deferred is None or deferred_at is None:
            return None
        start = datetime.date.fromisoformat(self.day_of(deferred_at))
        day = (start + datetime.timedelta(days=Defer(deferred).days)).isoformat()
        return day if day > self.today else None

    def awake(self, table: str) -> str:
        """The condition for a row not to be put off: what `until` says, asked of many rows at once."""
        put_off = " OR ".join(
            f"({table}.deferred = '{length}' AND {table}.deferred_at >= {since})" for length, since in self._put_off
        )
        return f"({table}.deferred IS NULL OR {table}.deferred_at IS NULL OR NOT ({put_off}))"

    @cached_property
    def _put_off(self) -> tuple[tuple[str, int], ...]:
        """For each length: since which time (UTC microseconds) a row must have been put off to be so today."""
        return tuple((length.value, self._first_behind(length.days)) for length in Defer)

    def _first_behind(self, days: int) -> int:
        """The first time whose user day lies behind today less so many days."""
        limit = (datetime.date.fromisoformat(self.today) - datetime.timedelta(days=days)).isoformat()
        low, high = self.now - (days + 3) * _DAY, self.now + 3 * _DAY
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.day_of(middle) > limit else (middle + 1, high)
        return low

    def age(self, date: str | None) -> int | None:
        """Days from a date to today; None for no date or one that cannot be read."""
        try:
            then = datetime.date.fromisoformat(date or "")
        except ValueError:
            return None
        return (datetime.date.fromisoformat(self.today) - then).days


def item_row(row: Sequence[Any]) -> ItemRow:
    """A row of the items table as a fact; trusted, since replay proves the table."""
    (
        name, from_seq, to_seq, entry_seq, place, kind, status, confidence, source_state,
        superseded_by, cooled, topic, run, body, block, drift, deferred, deferred_at, created,
        type_, task, released, review, findings, lane, withdrawn,
    ) = row  # fmt: skip
    return ItemRow.model_construct(
        id=name,
        from_seq=from_seq,
        to_seq=to_seq,
        entry_seq=entry_seq,
        place=Place(place),
        kind=Kind(kind) if kind else None,
        status=Status(status) if status else None,
        confidence=Confidence(confidence) if confidence else None,
        source_state=SourceState(source_state),
        superseded_by=superseded_by,
        cooled=bool(cooled),
        topic=topic,
        run=run,
        body=body,
        block=block,
        drift=tuple(Drift(code) for code in str(drift).split()),
        deferred=Defer(deferred) if deferred else None,
        deferred_at=deferred_at,
        created=created,
        type=MemoryType(type_) if type_ else None,
        task=task,
        released=bool(released),
        review=Review(review) if review else None,
        findings=tuple(Flag(code) for code in str(findings).split()),
        lane=lane,
        withdrawn=bool(withdrawn),
    )


def seen_of(row: ItemRow, beside: Iterable[tuple[str, int]] = ()) -> str:
    """The digest of an item as shown, with the neighbours that were shown beside it."""
    return seal.seen_digest(
        {
            "id": row.id,
            "moved": row.from_seq,
            "body": row.body,
            "kind": row.kind,
            "status": row.status,
            "successor": row.superseded_by,
            "drift": list(row.drift),
            **({"review": row.review, "place": row.place} if row.review else {}),
            **({"lane": row.lane} if row.lane else {}),
            "beside": sorted([name, seq] for name, seq in beside),
        }
    )


def chunks(values: Sequence[T], size: int = 500) -> Iterable[Sequence[T]]:
    """Slices that fit into one statement."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
