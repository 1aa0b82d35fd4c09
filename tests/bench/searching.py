"""What a search costs over 100,000 items: from a key to the narrowed list, and the search, beside bare full text."""

from __future__ import annotations

import os
import sqlite3
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from governance.desk import Desk, open_desk
from tests.bench.log_pane import desk as terminal_desk
from tests.bench.log_pane import on_terminal, quiet
from tests.bench.measure import CACHE, Line, milliseconds, pairs, seconds
from tests.bench.starting import read_until

BEYOND = 0.05
"""Seconds that a key may take to the narrowed list, beyond the bare query."""
SHOWN = 2_000
"""So many ids the desk asks for at most."""
FIRST = 10
STILL = 0.3
"""Seconds without a sign after which the screen is done; the cursor of a line blinks each half second."""
ROUNDS, QUERIES = 7, 21
TYPED = {
    "a common word, its first letter": ("", "g"),
    "a common word, its last letter": ("gatewa", "y"),
    "a rare word, its last letter": ("7777", "7"),
    "two Chinese signs, the second": ("東", "京"),
}
"""What stands in the line already, and the key that is timed."""
ASKED = {"a rare term": "77777", "a common term": "gateway", "two common terms": "gateway retry"}


BARE_APP = """
import sqlite3, sys
from textual.app import App
from textual.widgets import Input, OptionList

class Still(Input):
    cursor_blink = False

class Bare(App):
    CSS = "OptionList { border: round white; }"
    conn = sqlite3.connect(sys.argv[1])

    def compose(self):
        yield Still()
        yield OptionList("waiting")

    def on_input_changed(self, event):
        match = " ".join(f'"{word}"*' for word in event.value.split())
        sql = "SELECT text FROM facts WHERE facts MATCH ? ORDER BY rowid DESC LIMIT 40"
        rows = self.conn.execute(sql, (match,)).fetchall() if match else []
        shown = self.query_one(OptionList)
        shown.set_options([row[0] for row in rows])
        shown.border_title = "/" + event.value

Bare().run()
"""
"""What the toolkit itself takes for a line and a list, whatever the machine."""


def table_of(store: Path) -> Path:
    """Where the bare full-text table stands."""
    return CACHE / f"{store.parent.name}-fts.db"


def bare(store: Path) -> sqlite3.Connection:
    """The words of all items in a full-text table of SQLite's own, made once."""
    path = table_of(store)
    if not path.exists():
        with open_desk(store, read_only=True) as desk:
            keys = desk.item_keys()
            texts = [row.text for at in range(0, len(keys), 500) for row in desk.item_rows(keys[at : at + 500])]
        conn = sqlite3.connect(path)
        conn.execute("CREATE VIRTUAL TABLE facts USING fts5(text, prefix='1 2')")
        conn.executemany("INSERT INTO facts (rowid, text) VALUES (?, ?)", enumerate(reversed(texts), 1))
        conn.commit()
        conn.close()
    return sqlite3.connect(path)


def listed(conn: sqlite3.Connection, query: str) -> list[int]:
    """The newest rows that hold a query, as many as the desk asks for."""
    match = " ".join(f'"{word}"*' for word in query.split())
    sql = "SELECT rowid FROM facts WHERE facts MATCH ? ORDER BY rowid DESC LIMIT ?"
    return [row[0] for row in conn.execute(sql, (match, SHOWN))]


def ranked(conn: sqlite3.Connection, query: str) -> list[tuple[int, str]]:
    """The ten best rows, with their words."""
    match = " ".join(f'"{word}"*' for word in query.split())
    sql = "SELECT rowid, text FROM facts WHERE facts MATCH ? ORDER BY rank LIMIT ?"
    return conn.execute(sql, (match, FIRST)).fetchall()


def key_to_list(store: Path, before: str, key: str) -> float:
    """Seconds from a key to the list that it leaves: the title of the list says what its rows were found for."""
    with terminal_desk(store) as terminal:
        os.write(terminal, b"S")
        return _typed(terminal, before, key)


def bare_key(store: Path, before: str, key: str) -> float:
    """The same in a bare app of the toolkit over the bare table."""
    with on_terminal(BARE_APP, str(table_of(store)), filled=b"waiting") as terminal:
        return _typed(terminal, before, key)


def _typed(terminal: int, before: str, key: str) -> float:
    spans: list[float] = []
    os.write(terminal, before.encode())
    quiet(terminal, STILL)
    for _ in range(ROUNDS):
        started = time.perf_counter()
        os.write(terminal, key.encode())
        read_until(terminal, f"/{before}{key}".encode(), 60)
        spans.append(time.perf_counter() - started)
        quiet(terminal, STILL)
        os.write(terminal, b"\x7f")
        quiet(terminal, STILL)
    return statistics.median(spans)


def lines(store: Path) -> Iterator[Line]:
    """Keys on the screen, and the search itself."""
    conn = bare(store)
    for name, (before, key) in TYPED.items():
        ours, query, app = key_to_list(store, before, key), before + key, bare_key(store, before, key)
        theirs = statistics.median(seconds(lambda query=query: listed(conn, query)) for _ in range(QUERIES))  # type: ignore[misc]
        yield Line(f"from a key to the narrowed list: {name} (bound {BEYOND * 1000:.0f} ms beyond the bare query)",
                   milliseconds(ours), milliseconds(theirs), (ours - theirs) / BEYOND, 1.0)  # fmt: skip
        yield Line("… and in a bare app of the same toolkit", milliseconds(ours), milliseconds(app), ours / app)
    with open_desk(store, read_only=True) as desk:
        for name, query in ASKED.items():
            ours, theirs, ratio = pairs(
                lambda query=query: seconds(lambda: _found(desk, query)),  # type: ignore[misc]
                lambda query=query: seconds(lambda: ranked(conn, query)),  # type: ignore[misc]
                QUERIES,
            )
            yield Line(f"the ten newest rows of 100,000 items: {name} (bare: the ten best of a full-text table)",
                       milliseconds(ours), milliseconds(theirs), ratio)  # fmt: skip
    conn.close()


def _found(desk: Desk, query: str) -> None:
    assert desk.search(query, FIRST)
