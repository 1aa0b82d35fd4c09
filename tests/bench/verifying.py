"""How fast a log is checked: the chain of headers against its bound, a routine check as information."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from store.check import check
from store.check.chain import Chain
from store.check.lines import fits, pieces
from store.database import Store
from store.migrate import upgrade
from tests.bench.measure import Line, seconds

PER_SECOND = 200_000
"""At least so many headers a second, on one core."""


def headers(store: Store) -> float:
    """How many headers a second the step "chain" reads, hashes and compares."""
    with store.reading() as conn:
        chain = Chain(0)

        def walk() -> None:
            for rows in pieces(conn, 0):
                assert deque(chain.look(rows, fits(rows))) == deque([len(rows)])

        span = seconds(walk)
        return chain.seq / span


def lines(path: Path) -> Iterator[Line]:
    """Entries a second, headers alone and everything a routine check looks at."""
    store = Store(path)
    upgrade(store)
    speed = max(headers(store) for _ in range(3))
    yield Line(
        "the chain of headers, verified (200,000 /s)",
        f"{speed:,.0f} /s",
        f"{PER_SECOND:,} /s",
        speed / PER_SECOND,
        1.0,
        at_least=True,
    )
    found: list[bool] = []
    span = seconds(lambda: found.append(check(store).ok))
    assert found == [True]
    yield Line("a routine check of a million entries", f"{span:.1f} s")
    store.close()
