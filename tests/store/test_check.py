"""Whatever is changed behind the store's back is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store import log, seal
from store.check import check
from store.database import Store
from store.purge import purge
from tests.builders import AT, DAY, MIRA, a_capture, did
from tests.soak import SOAK
from tests.store.tampering import (
    alterations,
    bare,
    changed,
    columns,
    key_of,
    without_guards,
)
from tests.store.worlds import KEPT, PLAIN, VERSIONED, a_full_store

EVERY_TABLE = (*KEPT, *VERSIONED, *PLAIN)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = a_full_store(tmp_path_factory.mktemp("world"))
    store.close()
    return store.path


def picked(path: Path, table: str) -> list[dict[str, Any]]:
    """The first, the middle and the last row of a table."""
    with closing(bare(path)) as conn:
        conn.row_factory = sqlite3.Row
        order = ", ".join(key_of(conn, table))
        rows = [dict(row) for row in conn.execute(f"SELECT * FROM {table} ORDER BY {order}")]
    return [rows[n] for n in sorted({0, len(rows) // 2, len(rows) - 1})]


def one_byte_away(path: Path, table: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that each change one value of one row: of each column in one of the rows, or in all of them."""
    with closing(bare(path)) as conn:
        names, key = columns(conn, table), key_of(conn, table)
    where = " AND ".join(f"{k} = ?" for k in key)
    rows = picked(path, table)
    for at, (name, nullable) in enumerate(names):
        for row in rows if SOAK else rows[at % len(rows) :][:1]:
            for term, value in alterations(row[name], nullable):
                sql = f"UPDATE {table} SET {name} = {term} WHERE {where}"
                yield sql, (value, *(row[k] for k in key))


def test_an_untouched_store_passes_every_step(full: Store) -> None:
    for replay in (False, True):
        verdict = check(full, replay=replay)
        assert (verdict.ok, verdict.findings, verdict.replayed) == (True, (), replay)
        names = [step.name for step in verdict.steps]
        assert names == ["schema", "chain", "payloads", "ids", "decisions", "anchors", "replay"]
        assert all(step.checked for step in verdict.steps)


@pytest.mark.parametrize("table", EVERY_TABLE)
def test_no_value_changes_by_a_byte_unseen_in(world: Path, table: str) -> None:
    tried: dict[str, int] = {}
    for sql, values in one_byte_away(world, table):
        try:
            with changed(world, sql, values) as store:
                verdict = check(store, replay=True)
        except sqlite3.IntegrityError:
            continue  # the value is taken by another row
        assert not verdict.ok, f"{sql} {values!r} escaped"
        tried[sql] = tried.get(sql, 0) + 1
    with closing(bare(world)) as conn:
        unproved = {name for name, _ in columns(conn, table)}
    unproved -= {sql.split(" SET ")[1].split(" =")[0] for sql in tried}
    assert unproved == set()


@pytest.mark.parametrize("table", KEPT)
def test_a_routine_check_finds_every_changed_byte_in(world: Path, table: str) -> None:
    for sql, values in one_byte_away(world, table):
        try:
            with changed(world, sql, values) as store:
                assert not check(store).ok, f"{sql} {values!r} escaped"
        except sqlite3.IntegrityError:
            continue


@pytest.mark.parametrize("table", EVERY_TABLE)
def test_no_row_vanishes_unseen_from(world: Path, table: str) -> None:
    with closing(bare(world)) as conn:
        key = key_of(conn, table)
    for row in picked(world, table):
        sql = f"DELETE FROM {table} WHERE " + " AND ".join(f"{k} = ?" for k in key)
        with changed(world, sql, tuple(row[k] for k in key)) as store:
            assert not check(store, replay=True).ok, f"{sql} {row!r} escaped"


def test_a_replay_names_the_rows_that_were_added_and_those_that_are_missing(world: Path) -> None:
    with closing(bare(world)) as conn:
        [(_first, second)] = conn.execute("SELECT min(token), max(token) FROM words")
    with changed(world, "INSERT INTO words VALUES ('aaa', 5)") as store:
        found = check(store, replay=True).findings
    assert [f.sentence for f in found] == ["A row of words (aaa) is in no entry of the log."]
    with changed(world, "DELETE FROM words WHERE token = ?", (second,)) as store:
        found = check(store, replay=True).findings
    assert [f.sentence for f in found] == [f"A row of words ({second}) is missing."]
    sql = "UPDATE items SET status = 'stale' WHERE id = 'mem-2026-06-01-001' AND from_seq = 17"
    with changed(world, sql) as store:
        found = check(store, replay=True).findings
    sentence = "A row of items (mem-2026-06-01-001) is not what the log gives."
    assert sentence in [f.sentence for f in found]
    assert len(found) == 1


def test_a_payload_that_comes_back_after_its_erasure_is_found(store: Store) -> None:
    seq = did(store, a_capture("the planted secret"))[0].seq
    kept = store.reader().execute("SELECT * FROM payloads WHERE seq = ?", (seq,)).fetchone()
    purge(store, [seq], at=AT, actor=MIRA, day=DAY)
    assert check(store).ok
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("INSERT INTO payloads VALUES (?, ?, ?)", kept)
    assert sentences(store) == [f"Entry {seq} was erased, and yet its payload stands."]
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("DELETE FROM tickets")
    assert sentences(store) == [f"The ticket for entry {seq} is not the one its erasure gave."]


def sentences(store: Store, step: str = "payloads") -> list[str]:
    return [f.sentence for f in check(store).findings if f.step == step]


SCHEMA = [
    ("a dropped trigger", "DROP TRIGGER payloads_delete", "payloads_delete is missing."),
    (
        "a trigger of somebody else",
        "CREATE TRIGGER x_local_migrations AFTER INSERT ON log BEGIN SELECT 1; END",
        "x_local_migrations does not belong here.",
    ),
    ("a foreign table", "CREATE TABLE notes (x)", "notes does not belong here."),
    ("a foreign view", "CREATE VIEW v AS SELECT * FROM log", "v does not belong here."),
    ("a foreign column", "ALTER TABLE items ADD COLUMN x", "items was altered."),
    ("a dropped index", "DROP INDEX items_current", "items_current is missing."),
]


@pytest.mark.parametrize(("sql", "sentence"), [case[1:] for case in SCHEMA], ids=[case[0] for case in SCHEMA])
def test_the_first_step_finds(store: Store, sql: str, sentence: str) -> None:
    with closing(bare(store.path)) as conn:
        conn.execute(sql)
    assert sentence in sentences(store, "schema")


def test_a_weakened_guard_is_found(store: Store) -> None:
    with closing(bare(store.path)) as conn:
        conn.execute("DROP TRIGGER log_delete")
        conn.execute("CREATE TRIGGER log_delete BEFORE DELETE ON log WHEN 0 BEGIN SELECT 1; END")
    assert sentences(store, "schema") == ["log_delete was altered."]


def test_an_index_that_hides_a_row_is_found(full: Store) -> None:
    full.reader().execute("SELECT 1")
    with closing(bare(full.path)) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        [(sql,)] = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'items_current'")
        hidden = sql.replace("IS NULL", "IS NULL AND status = 'stale'")
        update = "UPDATE sqlite_master SET sql = ? WHERE name = 'items_current'"
        conn.execute(update, (hidden,))
    with closing(bare(full.path)) as conn:
        conn.execute("REINDEX items_current")
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute(update, (sql,))
    full.close()
    found = check(full, replay=True).findings
    assert found
    assert {f.step for f in found} == {"schema"}


def test_a_cut_in_the_middle_of_the_chain_is_named(full: Store) -> None:
    with closing(bare(full.path)) as conn, without_guards(conn):
        conn.execute("DELETE FROM log WHERE seq = 9")
    assert "Entry 9 is missing: 10 follows 8." in sentences(full, "chain")


def test_a_second_genesis_is_found(store: Store) -> None:
    first = log.header(store.reader(), 1) or b""
    header = seal.parse(first) | {"seq": 2, "prev": seal.entry_hash(first)}
    line = seal.canonical(header)
    with closing(bare(store.path)) as conn:
        row = (2, line, seal.entry_hash(line), header["at"], header["actor"], "bootstrap")
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
    assert sentences(store, "chain") == ["Entry 2 is a second genesis."]


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"at": 5}, "does not bear the keys of one"),
        ({"v": 1, "note": "x"}, "does not bear the keys of one"),
        ([], "cannot be read"),
        ({"action": "dance"}, "cannot be read"),
    ],
)
def test_a_header_of_another_shape_is_found(store: Store, header: dict[str, object], words: str) -> None:
    first = log.header(store.reader(), 1) or b""
    whole = {**seal.parse(first), "seq": 2, "prev": seal.entry_hash(first), "commitment": None}
    told = {**whole, **header} if "action" in header else header
    line = seal.canonical(told)
    with closing(bare(store.path)) as conn:
        row = (2, line, seal.entry_hash(line), 5, "p-0001", "dance")
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
    [sentence] = sentences(store, "chain")
    assert words in sentence


@pytest.mark.parametrize("header", [{"actor": "mira"}, {"refs": [1, "topics/ports.md"]}, {"subjects": ["port"]}])
def test_a_header_that_bears_a_word_for_an_id_is_found(store: Store, header: dict[str, Any]) -> None:
    first = log.header(store.reader(), 1) or b""
    told = {**seal.parse(first), "seq": 2, "prev": seal.entry_hash(first), "commitment": None, "action": "review"}
    told |= {"subjects": [], "effect": {}, **header}
    line = seal.canonical(told)
    with closing(bare(store.path)) as conn:
        row = (2, line, seal.entry_hash(line), told["at"], told["actor"], "review")
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
    [sentence] = sentences(store, "ids")
    assert sentence.startswith("Entry 2 bears ")


def test_an_empty_log_is_no_store(store: Store) -> None:
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("DELETE FROM log")
    assert sentences(store, "chain") == ["The log is empty: genesis is missing."]


def test_a_damaged_store_is_told_in_at_most_fifty_findings_a_step(store: Store) -> None:
    did(store, *[a_capture(f"fact {n}") for n in range(80)])
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("UPDATE log SET at = at + 1")
    verdict = check(store)
    assert not verdict.ok
    assert len(verdict.findings) == 50
    assert [f.seq for f in verdict.findings] == list(range(1, 51))


def test_progress_is_told_while_a_check_runs(store: Store) -> None:
    did(store, *[a_capture(f"fact {n}") for n in range(5000)])
    told: list[tuple[int, int]] = []
    assert check(store, progress=lambda done, of: told.append((done, of))).ok
    assert told == [(5000, 5001)]
