"""One capture, one commit: the write door against raw SQL that writes the very same rows."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from store import commit, database, schema
from store.database import Store
from store.ids import read_id
from store.records.entry import Draft
from store.records.words import Action
from store.tokens import findable
from tests.bench.measure import Line, milliseconds, pairs, seconds
from tests.builders import (
    AT,
    DAY,
    MIRA,
    Drafts,
    a_capture,
    a_store,
    did,
    some_words,
    standing,
)

ROUNDS = 600
BOUND = 0.7
FACT = "retry {n} of the gateway on host web-{host} is safe after a timeout of {span} seconds"
_ROWS = {
    "log": "SELECT * FROM log WHERE seq = ?",
    "payloads": "SELECT * FROM payloads WHERE seq = ?",
    "subject_log": "SELECT * FROM subject_log WHERE seq = ?",
    "items": "SELECT * FROM items WHERE from_seq = ?",
    "words": "SELECT * FROM words WHERE seq = ?",
    "lookups": "SELECT * FROM lookups WHERE seq = ?",
}


class Raw:
    """A plain program over the same schema and with the same durability: it writes the very same rows.

    It spells the JSON of the header and the payload and finds the tokens, since whoever writes these rows has to;
    what it does without is the chain, the commitment, the keyed look-ups (given to it), every guard and every check.
    """

    def __init__(self, path: Path, ours: Store) -> None:
        self._ours = ours
        path.touch()
        self._conn = database.connect(path)
        self._conn.execute("PRAGMA journal_mode = WAL")
        for sql in schema.all_tables():
            self._conn.execute(sql)
        self._rows: dict[str, list[tuple[Any, ...]]] = {}
        self._header: dict[str, Any] = {}
        self._payload: dict[str, Any] = {}
        self._texts: list[str] = []
        self._counter: tuple[object, ...] = (0, 0, "", 0)
        self.take_up(1)
        self.write()

    def take_up(self, seq: int) -> None:
        """Learn what an entry said in the other store, and the rows it made there."""
        conn = self._ours.reader()
        self._rows = {table: conn.execute(sql, (seq,)).fetchall() for table, sql in _ROWS.items()}
        self._header, self._payload = (json.loads(self._rows[t][0][at]) for t, at in (("log", 1), ("payloads", 2)))
        self._texts = _texts(self._payload)
        subjects = conn.execute("SELECT subject FROM subject_log WHERE seq = ?", (seq,))
        [found] = [found for (name,) in subjects if (found := read_id(name))]
        self._counter = (found.n, seq, found.prefix, found.day)

    def write(self) -> None:
        """Write them, in one transaction."""
        conn, seq = self._conn, self._header["seq"]
        [(_, _, hashed, at, actor, action)], [(_, salt, _)] = self._rows["log"], self._rows["payloads"]
        conn.execute("BEGIN IMMEDIATE")
        header, payload = _spelt(self._header), _spelt(self._payload)
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (seq, header, hashed, at, actor, action))
        conn.execute("INSERT INTO payloads VALUES (?, ?, ?)", (seq, salt, payload))
        words = sorted({token for text in self._texts for token in findable(text)})
        conn.executemany("INSERT INTO words VALUES (?, ?)", [(word, seq) for word in words])
        for table in ("subject_log", "items", "lookups"):
            if rows := self._rows[table]:
                marks = ", ".join("?" * len(rows[0]))
                conn.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        sql = "UPDATE counters SET n = ?, entry_seq = ? WHERE prefix = ? AND day = ?"
        if not conn.execute(sql, self._counter).rowcount:
            n, seq, prefix, day = self._counter
            conn.execute("INSERT INTO counters VALUES (?, ?, ?, ?)", (prefix, day, n, seq))
        conn.execute("COMMIT")

    def wrote_the_same(self, seq: int) -> bool:
        """Whether the rows of an entry are byte for byte those of the other store."""
        return all(self._conn.execute(sql, (seq,)).fetchall() == self._rows[table] for table, sql in _ROWS.items())

    def close(self) -> None:
        """Leave."""
        self._conn.close()

    def count(self) -> int:
        """How many entries were written."""
        return int(self._conn.execute("SELECT count(*) FROM log").fetchone()[0])


def _texts(payload: dict[str, Any]) -> list[str]:
    """The texts of a capture that people search for."""
    words = payload.get("words", {})
    fact = words.get("fact")
    if isinstance(fact, dict):
        fact = payload["bytes"].encode()[fact["start"] : fact["end"]].decode()
    return [text for text in (fact, words.get("source")) if text]


def _spelt(value: dict[str, object]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def a_prepared_capture(fact: str) -> commit.Build:
    """A capture whose words stand ready; only its id is minted under the lock."""
    effect, words = {"item": standing()}, some_words(fact, source="seen")

    def build(snapshot: commit.Snapshot) -> Drafts:
        yield Draft(Action.CAPTURE, (snapshot.mint("mem", DAY),), effect, words)

    return build


def captures() -> Iterator[str]:
    """Facts that share most of their words, as those of one project do."""
    n = 0
    while True:
        n += 1
        yield FACT.format(n=n, host=n % 13, span=n % 7)


def lines() -> Iterator[Line]:
    """The ratio of the write door."""
    with tempfile.TemporaryDirectory() as folder:
        store = a_store(Path(folder))
        raw = Raw(Path(folder) / "raw.db", store)
        facts = captures()
        seqs: list[int] = []

        def ours() -> float:
            build = a_prepared_capture(next(facts))
            return seconds(lambda: seqs.append(commit.write(store, build, at=AT, actor=MIRA)[0].seq))

        def theirs() -> float:
            if not seqs:
                ours()
            seq = seqs.pop(0)
            raw.take_up(seq)
            spent = seconds(raw.write)
            assert raw.wrote_the_same(seq)
            return spent

        ours()
        mine, others, ratio = pairs(ours, theirs, ROUNDS)
        assert raw.count() > ROUNDS
        yield Line(
            "a capture, one commit each (raw SQL, same rows)",
            milliseconds(mine),
            milliseconds(others),
            1 / ratio,
            BOUND,
            at_least=True,
        )
        raw.close()
        store.close()


def batches(store: Store, count: int) -> float:
    """How many captures a second enter in one transaction."""
    facts = captures()
    return count / seconds(lambda: did(store, *[a_capture(next(facts)) for _ in range(count)]))


def batch_lines() -> Iterator[Line]:
    """What an import costs, as information."""
    with tempfile.TemporaryDirectory() as folder:
        store = a_store(Path(folder))
        yield Line("captures in batches of 2,000", f"{batches(store, 2000):,.0f} /s")
        store.close()


if __name__ == "__main__":
    print(*lines(), sep="\n")
