"""What lies in a lane or under a topic is listed and counted from an index alone, however many items there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from store.database import Store
from store.records.views import ItemFilter
from store.views.items import item_keys
from store.views.lanes import lanes
from store.views.reader import Reader
from store.views.topics import topics
from tests.builders import AT

ASKED: dict[str, Callable[[Reader], object]] = {
    "the items of a topic": lambda reader: item_keys(reader, ItemFilter(topic="top-0001")),
    "the items of a lane": lambda reader: item_keys(reader, ItemFilter(lane="lane-0002")),
    "how many each topic has": topics,
    "how many each lane has": lanes,
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_no_row_of_the_items_is_read_for(full: Store, asked: Callable[[Reader], object]) -> None:
    conn = full.reader()
    reader = Reader(conn, now=AT, day_of=lambda _: "2026-06-01", behind=True)
    statements: list[str] = []
    conn.set_trace_callback(statements.append)
    asked(reader)
    conn.set_trace_callback(None)
    steps = [row[3] for sql in statements for row in conn.execute(f"EXPLAIN QUERY PLAN {sql}") if " items" in row[3]]
    assert steps
    assert [step for step in steps if "COVERING INDEX" not in step] == []
