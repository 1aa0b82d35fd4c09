"""How fast a log is checked, as information."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from store.check import _chain, check
from store.database import Store
from tests.bench.measure import Line, seconds


def lines(path: Path) -> Iterator[Line]:
    """Entries a second, headers alone and everything a routine check looks at."""
    store = Store(path)
    with store.reading() as conn:
        head = conn.execute("SELECT max(seq) FROM log").fetchone()[0]
        span = seconds(lambda: list(_chain(conn, None, head)))
    yield Line("the chain of headers, verified", f"{head / span:,.0f} /s")
    found: list[bool] = []
    span = seconds(lambda: found.append(check(store).ok))
    assert found == [True]
    yield Line("a routine check of a million entries", f"{span:.1f} s")
    store.close()
