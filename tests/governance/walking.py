"""What must hold after every step of a random walk, and what the walk may choose from."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from governance.desk import Desk
from governance.errors import Refusal
from store import log
from store.check import check
from store.purge import KEPT
from store.records.words import Queue
from tests.governance.builders import head

COLUMNS = "id, kind, status, superseded_by, cooled, drift, topic, block, deferred"
MEMORIES = (
    {
        "memory.md": "# Memory\n\n- [2026-05-11] [mem-2026-05-11-001] retries are safe\n  - kind: knowledge\n"
        "  - Status: active\n  - Source: archive/2026-05-11.md#1\n- a line without any field\n",
        "archive/2026-05-11.md": "# 2026-05-11\n\n- retries are safe\n\n- the lock was held\n",
    },
    {
        "memory.md": "- [2026-05-12] [mem-2026-05-12-001] port 8470\n  - kind: state\n  - subject: a:b\n"
        "  - Status: superseded\n  - superseded_by: mem-2026-05-12-002\n  - Source: seen\n"
        "- [2026-05-12] [mem-2026-05-12-002] port 8480\n  - kind: state\n  - subject: a:b\n  - Source: seen\n",
        "topics/ports.md": "# Ports\n\n## Facts\n\n- [2026-05-13] ports are many\n  - kind: knowledge\n",
    },
    {"memory.md": "- [2026-05-13] [mem-2026-05-11-001] taken already\n  - kind: state\n  - Status: done\n"},
)


def written(folder: Path, number: int) -> Path:
    """One of the invented memories, on the disk."""
    root = folder / f"memory-{number}"
    for name, text in MEMORIES[number].items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def targets(desk: Desk) -> list[str]:
    """Everything that can be decided about."""
    found = [*desk.item_keys(), *(topic.id for topic in desk.topics())]
    for segment in desk.segments():
        found += [block.id for block in desk.blocks(segment.id)]
    return sorted(found)


def erasable(desk: Desk) -> list[int]:
    """The entries whose payload may leave and still stands."""
    with desk.store.reading() as conn:
        rows = conn.execute("SELECT seq, action FROM log JOIN payloads USING (seq) ORDER BY seq").fetchall()
    return [seq for seq, action in rows if action not in KEPT]


def standings(desk: Desk) -> tuple[set[tuple[Any, ...]], ...]:
    """Every version of every status and link: what no erasure changes."""
    with desk.store.reading() as conn:
        tables = {
            "items": f"{COLUMNS}, from_seq, to_seq",
            "links": "src, relation, dst, from_seq, to_seq",
            "blocks": "seq, skipped, deferred, from_seq, to_seq",
            "topics": "id, triggered, deferred, from_seq, to_seq",
            "plans": "id, undoes, undone_by, from_seq, to_seq",
        }
        return tuple(set(conn.execute(f"SELECT {columns} FROM {name}")) for name, columns in tables.items())


class Watch:
    """Looks at a store after every step, and remembers what it saw."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.made: dict[str, int] = {}
        self.stood: set[str] = set()
        self.head = 0

    def look(self) -> None:
        """Everything that must hold, after a step."""
        if head(self.desk) != self.head:
            verdict = check(self.desk.store, replay=True)
            assert verdict.ok, verdict.findings
            self._ids()
            self._kinds()
            self._successions()
            self.head = head(self.desk)
        self._screens()

    def _ids(self) -> None:
        with self.desk.store.reading() as conn:
            made = dict(conn.execute("SELECT id, min(from_seq) FROM items GROUP BY id"))
            stands = {row[0] for row in conn.execute("SELECT id FROM items WHERE to_seq IS NULL")}
            assert self.made.items() <= made.items(), "an item left, or an id was used again"
            for name in self.stood - stands:
                sql = "SELECT max(seq) FROM subject_log WHERE subject = ?"
                entry = log.entry(conn, conn.execute(sql, (name,)).fetchone()[0])
                assert entry, name
                assert entry.effect.get("restore", 0) is None, f"{name} vanished, and no undo says so"
        self.made, self.stood = made, stands

    def _kinds(self) -> None:
        with self.desk.store.reading() as conn:
            for condition in (
                "kind = 'knowledge' AND status = 'superseded' AND drift = ''",
                "status = 'superseded' AND superseded_by IS NULL AND drift = ''",
                "drift = '' AND (kind IS NULL OR status IS NULL)",
                "superseded_by = id",
            ):
                found = conn.execute(f"SELECT id, from_seq FROM items WHERE {condition}").fetchall()
                assert found == [], condition

    def _successions(self) -> None:
        """Law 6, at the moment of each succession that came since the last look."""
        sql = (
            "SELECT i.id, i.from_seq, i.body, s.kind, s.status, s.body FROM items i LEFT JOIN items s"
            " ON s.id = i.superseded_by AND s.from_seq <= i.from_seq AND (s.to_seq IS NULL OR s.to_seq > i.from_seq)"
            " WHERE i.status = 'superseded' AND i.drift = '' AND i.from_seq > ? AND i.from_seq > i.created"
        )
        with self.desk.store.reading() as conn:
            for name, seq, body, kind, status, other in conn.execute(sql, (self.head,)).fetchall():
                entry, own, new = log.entry(conn, seq), log.payload(conn, body), log.payload(conn, other or 0)
                if entry and entry.effect.get("verb") == "defer":
                    continue
                assert (kind, status) == ("state", "active"), f"{name} gave way to no live state at {seq}"
                if entry and "restore" in entry.effect and (own is None or new is None):
                    continue  # an undo is undone; that their subjects were equal was seen before they were erased
                assert own, name
                assert new, name
                assert own["words"]["subject"] == new["words"]["subject"], f"{name} at {seq}"

    def _screens(self) -> None:
        overview, plan = self.desk.overview(), self.desk.plan()
        assert overview.staged == len(plan.staged)
        waiting: list[str] = []
        for count in overview.queues:
            keys = self.desk.queue_keys(count.queue)
            assert count.count == len(keys) == len(self.desk.queue_rows(count.queue, keys))
            if count.queue in (Queue.PENDING, Queue.DRIFT, Queue.STALE, Queue.ADDITIVE):  # the others tell of a stage
                waiting += keys
        assert len(waiting) == len(set(waiting)), "an item waits in two queues"
        for name in waiting[:3]:
            with contextlib.suppress(Refusal):
                self.desk.offers([name])
            self.desk.show(name)
