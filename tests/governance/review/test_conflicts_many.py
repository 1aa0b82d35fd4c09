"""Many conflicts among many items are asked for in few questions, however many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from governance.desk import Desk
from store.commit import Snapshot, write
from store.records.entry import Draft
from store.records.words import Action
from store.views.disputes import conflict_rows, every_conflict
from store.views.reader import Reader
from tests.builders import DAY, MIRA

TABLES = ("items", "links", "log", "lookups", "subject_log")


def filled(desk: Desk, items: int, conflicts: int) -> None:
    """A store of so many items, of which every few disagree: by subject, by spelling, by claim in turn."""

    def build(snapshot: Snapshot) -> Any:
        before = ""
        for n in range(items):
            lot, last = divmod(n, 2)
            at_odds = lot < conflicts
            kind = "knowledge" if at_odds and lot % 3 == 2 else "state"
            subject = f"lot:{lot}" if at_odds else f"host-{n}"
            subject = subject.upper() if lot % 3 == 1 and last else subject
            words = {"v": 1, "fact": f"value {n}", "date": "2026-06-01", "source": "seen"}
            words |= {"subject": subject} if kind == "state" else {}
            links = [["contradicted-by", before]] if kind == "knowledge" and last else []
            item = {"place": "store", "kind": kind, "status": "active", "source_state": "not-archive"}
            made = yield Draft(
                Action.IMPORT,
                (snapshot.mint("mem", DAY),),
                {"item": item, "links": links, "run": None},
                {"v": 1, "words": words},
            )
            before = made.subjects[0]

    write(desk.store, build, at=desk.now(), actor=MIRA)


def asked(reader: Reader, act: Callable[[], Any]) -> int:
    """How many statements something takes."""
    statements: list[str] = []
    reader.conn.set_trace_callback(statements.append)
    try:
        act()
    finally:
        reader.conn.set_trace_callback(None)
    return len(statements)


@pytest.mark.parametrize("conflicts", [3, 150])
def test_the_queue_takes_as_many_questions_for_few_conflicts_as_for_many(desk: Desk, conflicts: int) -> None:
    filled(desk, 400, conflicts)
    with desk.reader() as reader:
        assert len(every_conflict(reader)) == conflicts
        assert asked(reader, lambda: every_conflict(reader)) <= 6


def test_a_page_of_rows_asks_once_for_all_and_once_for_each_item_what_is_missing(desk: Desk) -> None:
    filled(desk, 200, 60)
    with desk.reader() as reader:
        keys = [one.key for one in every_conflict(reader)][:50]
        assert len(conflict_rows(reader, keys)) == 50
        assert asked(reader, lambda: conflict_rows(reader, keys)) <= 2 * 50 + 30


def test_no_step_reads_a_whole_table_for_some_items(desk: Desk) -> None:
    filled(desk, 200, 60)
    with desk.reader() as reader:
        keys = [one.key for one in every_conflict(reader)]
        for some in (keys[:1], keys[:50]):
            statements: list[str] = []
            reader.conn.set_trace_callback(statements.append)
            conflict_rows(reader, some)
            reader.conn.set_trace_callback(None)
            for sql in statements:
                steps = [row[3] for row in reader.conn.execute(f"EXPLAIN QUERY PLAN {sql}")]
                scans = [step for step in steps if step.startswith("SCAN") and step.split()[1] in TABLES]
                assert scans + [step for step in steps if step.endswith("(kind=?)")] == [], sql
