"""Recall against a bare full-text search over the same texts, which ranks by bm25 and fetches ten rows.

For a rare term the bound is a span and no ratio, at a million items as well: the bare search takes well below a tenth
of a millisecond there, less than it takes to make one answer with its sources and cautions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from governance.desk import Desk, open_desk
from store import index, log
from tests.bench.big_store import items_store
from tests.bench.measure import Line, milliseconds, pairs, seconds
from tests.bench.withdrawing import one_more_lines

FEW, MANY = 100_000, 1_000_000
ROUNDS = 15
RARE_MORE, COMMON, LARGE = 0.001, 1.5, 2.0
_LIMIT = "SELECT rowid, text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10"
QUESTIONS = {"a common term": "gateway", "three common terms": "gateway retry ledger"}


def bare(path: Path) -> sqlite3.Connection:
    """A full-text table of the same texts, built once beside the store."""
    beside = path.with_name("bare.db")
    conn = sqlite3.connect(beside)
    if not conn.execute("SELECT count(*) FROM sqlite_master WHERE name = 'texts'").fetchone()[0]:
        conn.execute("CREATE VIRTUAL TABLE texts USING fts5 (text)")
        with sqlite3.connect(path) as store:
            bodies = [row[0] for row in store.execute("SELECT body FROM items WHERE to_seq IS NULL")]
            for start in range(0, len(bodies), 20_000):
                held = log.payloads(store, bodies[start : start + 20_000])
                conn.executemany(
                    "INSERT INTO texts VALUES (?)", [(index.text_of(one["words"], held.get),) for one in held.values()]
                )
        conn.commit()
    return conn


def asking(desk: Desk, conn: sqlite3.Connection, question: str) -> tuple[float, float, float]:
    """(ours, bare, ratio) in seconds, in turns."""
    match = " OR ".join(f'"{word}"' for word in question.split())
    assert len(conn.execute(_LIMIT, (match,)).fetchall()) > 0
    assert desk.recalling.recall(question, payloads=10).budget.payloads_opened > 0
    return pairs(
        lambda: seconds(lambda: desk.recalling.recall(question, payloads=10)),
        lambda: seconds(lambda: conn.execute(_LIMIT, (match,)).fetchall()),
        ROUNDS,
    )


def _lines(items: int) -> Iterator[Line]:
    path = items_store(items)
    conn = bare(path)
    with open_desk(path, read_only=True) as desk:
        mine, others, ratio = asking(desk, conn, str(items // 2 + 7))
        told = f"recall of a rare term, {items:,} items"
        yield Line(f"{told} (bare search; bound 1 ms more)", milliseconds(mine), milliseconds(others),
                   (mine - others) / RARE_MORE, 1.0)  # fmt: skip
        for name, question in QUESTIONS.items():
            mine, others, ratio = asking(desk, conn, question)
            yield Line(f"recall of {name}, {items:,} items (bare search)", milliseconds(mine), milliseconds(others),
                       ratio, COMMON if items == FEW else LARGE)  # fmt: skip
    conn.close()


def lines() -> Iterator[Line]:
    """What needs no large store."""
    yield from _lines(FEW)


def large_lines() -> Iterator[Line]:
    """The same over a million items, and one more withdrawal among them."""
    yield from _lines(MANY)
    yield from one_more_lines(items_store(MANY))


if __name__ == "__main__":
    print(*lines(), sep="\n")
