"""Whether rows are put off, asked of many at once, is what is said of each."""

from __future__ import annotations

import datetime
import sqlite3
import zoneinfo

from hypothesis import given
from hypothesis import strategies as st

from store.records.words import Defer
from store.views.reader import Reader

A_DAY = 24 * 60 * 60 * 1_000_000
NOW = st.integers(1_700_000_000_000_000, 1_800_000_000_000_000)
ZONES = st.sampled_from(["UTC", "Asia/Shanghai", "America/Los_Angeles", "Australia/Lord_Howe", "Pacific/Apia"])


@given(
    now=NOW, zone=ZONES, length=st.sampled_from(list(Defer)), offset=st.integers(-93 * A_DAY, A_DAY), near=st.booleans()
)
def test_many_rows_are_put_off_as_each_of_them_is(now: int, zone: str, length: Defer, offset: int, near: bool) -> None:
    there = zoneinfo.ZoneInfo(zone)

    def day_of(at: int) -> str:
        return datetime.datetime.fromtimestamp(at / 1_000_000, there).date().isoformat()

    conn = sqlite3.connect(":memory:")
    reader = Reader(conn, now=now, day_of=day_of)
    edge = dict(reader._put_off)[length.value]
    times = [edge - 1, edge, edge + 1] if near else [now + offset]
    conn.execute("CREATE TABLE rows (at INTEGER, deferred TEXT, deferred_at INTEGER)")
    conn.executemany("INSERT INTO rows VALUES (?, ?, ?)", [(at, length.value, at) for at in times])
    conn.execute("INSERT INTO rows VALUES (0, NULL, NULL)")
    awake = {row[0] for row in conn.execute(f"SELECT at FROM rows WHERE {reader.awake('rows')}")}
    conn.close()
    assert awake == {0, *(at for at in times if reader.until(length.value, at) is None)}
