"""The guards hold against any program that opens the file, not only against ours."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store import guards, schema
from store.check import check
from store.database import Store
from store.purge import purge
from tests.builders import AT, DAY, MIRA, a_capture, did
from tests.store.tampering import bare, columns, key_of, without_guards
from tests.store.worlds import KEPT, PLAIN, VERSIONED, a_full_store

EVERY_TABLE = (*KEPT, *VERSIONED, *PLAIN)
SHELL = shutil.which("sqlite3")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = a_full_store(tmp_path_factory.mktemp("world"))
    store.close()
    return store.path


def dump(path: Path) -> list[str]:
    with closing(bare(path)) as conn:
        return list(conn.iterdump())


def attempts(path: Path, table: str) -> Iterator[str]:
    """Each way to overwrite, change or delete a row that stands, as one statement."""
    with closing(bare(path)) as conn:
        names, key = [name for name, _ in columns(conn, table)], key_of(conn, table)
    some, every = f"FROM {table}", ", ".join(names)
    other = [name for name in names if name not in key] or key
    again = f"INTO {table} ({every}) SELECT {every} {some}"
    yield f"UPDATE {table} SET {other[-1]} = {other[-1]}"
    yield f"UPDATE {table} SET {other[0]} = 'changed'"
    yield f"UPDATE OR REPLACE {table} SET {key[0]} = (SELECT max({key[0]}) {some})"
    yield f"UPDATE OR IGNORE {table} SET {other[0]} = 'changed'"
    yield f"DELETE {some}"
    yield f"DELETE {some} WHERE {key[0]} IN (SELECT {key[0]} {some} LIMIT 1)"
    yield f"REPLACE {again}"
    yield f"INSERT OR REPLACE {again} LIMIT 1"
    yield f"INSERT OR IGNORE {again}"
    update = f"UPDATE SET {other[0]} = 'changed'"
    yield f"INSERT {again} WHERE 1 ON CONFLICT ({', '.join(key)}) DO {update}"
    yield f"INSERT {again} WHERE 1 ON CONFLICT DO NOTHING"
    if table == "payloads":
        yield "DELETE FROM payloads WHERE seq = (SELECT max(seq) FROM payloads)"
    if table in KEPT:
        blanks = ", ".join(["x''"] * (len(names) - 1))
        yield f"INSERT OR REPLACE INTO {table} VALUES (1, {blanks})"
        yield f"INSERT INTO {table} VALUES (-1, {blanks})"


@pytest.mark.parametrize("table", EVERY_TABLE)
def test_a_bare_connection_changes_nothing_in(world: Path, table: str) -> None:
    before = dump(world)
    for sql in attempts(world, table):
        with closing(bare(world)) as conn:
            with pytest.raises(sqlite3.IntegrityError, match=r"^memdesk: "):
                conn.execute(sql)
            assert not conn.in_transaction
    assert dump(world) == before


@pytest.mark.skipif(SHELL is None, reason="the sqlite3 shell is not installed")
@pytest.mark.parametrize("table", EVERY_TABLE)
def test_the_sqlite3_shell_changes_nothing_in(world: Path, table: str) -> None:
    before = dump(world)
    tried = list(attempts(world, table))
    script = "PRAGMA recursive_triggers = OFF;\n" + "".join(f"{sql};\n" for sql in tried)
    done = subprocess.run([str(SHELL), str(world)], input=script, capture_output=True, text=True, timeout=60)
    refusals = [line for line in done.stderr.splitlines() if "memdesk: " in line]
    assert len(refusals) == len(tried), done.stderr
    assert dump(world) == before


APPENDED = [
    ("an entry in the middle", "INSERT INTO log VALUES (5, x'00', 'h', 1, 'p-0001', 'review')"),
    ("an entry past the end", "INSERT INTO log VALUES (99, x'00', 'h', 1, 'p-0001', 'review')"),
    ("an entry without a number", "INSERT INTO log VALUES (NULL, x'00', 'h', 1, 'p', 'review')"),
    ("a payload of an older entry", "INSERT INTO payloads VALUES (3, x'00', x'00')"),
    ("a payload without a number", "INSERT INTO payloads VALUES (NULL, x'00', x'00')"),
    ("a ticket where the head is no erasure", "INSERT INTO tickets VALUES (3, 41)"),
    ("a ticket of an older erasure", "INSERT INTO tickets SELECT 3, max(erasure) FROM tickets"),
    ("a row of an older entry", "INSERT INTO links VALUES ('a', 'b', 'c', NULL, 5, NULL, 5)"),
    (
        "a row that is ended already",
        "INSERT INTO links SELECT 'a', 'b', 'c', NULL, max(seq), max(seq), max(seq) FROM log",
    ),
    ("a word of an older entry", "INSERT INTO words VALUES ('x', 5)"),
    ("a look-up of an older entry", "INSERT INTO lookups VALUES ('text', x'00', 5)"),
    ("a subject of an older entry", "INSERT INTO subject_log VALUES ('mem-2026-06-01-001', 3)"),
    ("a counter of an older entry", "INSERT INTO counters VALUES ('mem', 20300101, 1, 5)"),
    ("a lower counter", "UPDATE counters SET n = n - 1, entry_seq = (SELECT max(seq) FROM log)"),
    (
        "a row ended in the name of an entry about something else",
        (
            "UPDATE items SET to_seq = (SELECT max(seq) FROM log),"
            " entry_seq = (SELECT max(seq) FROM log) WHERE id = 'mem-2026-06-01-004'"
            " AND to_seq IS NULL"
        ),
    ),
    (
        "a row ended by an older entry",
        "UPDATE items SET to_seq = entry_seq, entry_seq = entry_seq WHERE to_seq IS NULL",
    ),
    ("a row ended twice", "UPDATE items SET to_seq = 41, entry_seq = 41 WHERE to_seq IS NOT NULL"),
    (
        "a row changed while it is ended",
        (
            "UPDATE items SET to_seq = (SELECT max(seq) FROM log), status = 'stale',"
            " entry_seq = (SELECT max(seq) FROM log) WHERE to_seq IS NULL"
        ),
    ),
    ("a row that stands again", "UPDATE items SET to_seq = NULL WHERE to_seq IS NOT NULL"),
]


@pytest.mark.parametrize("sql", [c[1] for c in APPENDED], ids=[c[0] for c in APPENDED])
def test_no_program_slips_in(world: Path, sql: str) -> None:
    before = dump(world)
    with (
        closing(bare(world)) as conn,
        pytest.raises(sqlite3.IntegrityError, match=r"^memdesk: "),
    ):
        conn.execute(sql)
    assert dump(world) == before


CLEVER = [
    (
        "adds a row in the name of the last entry",
        (
            "INSERT INTO links SELECT 'mem-2026-06-01-001', 'merged-into', 'mem-2026-06-01-004',"
            " NULL, max(seq), NULL, max(seq) FROM log"
        ),
    ),
    (
        "adds a word in the name of the last entry",
        "INSERT INTO words SELECT 'planted', max(seq) FROM log",
    ),
    (
        "adds a look-up in the name of the last entry",
        "INSERT INTO lookups SELECT 'text', x'00', max(seq) FROM log",
    ),
    (
        "raises a counter in the name of the last entry",
        "UPDATE counters SET n = n + 5, entry_seq = (SELECT max(seq) FROM log) WHERE prefix = 'p'",
    ),
    (
        "appends an entry that follows from nothing",
        "INSERT INTO log SELECT max(seq) + 1, x'7b7d', 'h', 1, 'p-0001', 'review' FROM log",
    ),
]


@pytest.mark.parametrize("sql", [c[1] for c in CLEVER], ids=[c[0] for c in CLEVER])
def test_a_replay_finds_who(full: Store, sql: str) -> None:
    full.close()
    with closing(bare(full.path)) as conn:
        conn.execute(sql)
    assert not check(full, replay=True).ok


def test_a_bare_ticket_opens_the_payload_and_is_found(store: Store) -> None:
    one, two = did(store, a_capture("one"), a_capture("two"))
    purge(store, [one.seq], at=AT, actor=MIRA, day=DAY)
    with closing(bare(store.path)) as conn:
        conn.execute("INSERT INTO tickets SELECT ?, max(seq) FROM log", (two.seq,))
        conn.execute("DELETE FROM payloads WHERE seq = ?", (two.seq,))
    found = check(store).findings
    assert f"The ticket for entry {two.seq} is not the one its erasure gave." in [f.sentence for f in found]


def test_a_ticket_without_a_number_names_no_entry_and_is_found(store: Store) -> None:
    (one,) = did(store, a_capture("one"))
    purge(store, [one.seq], at=AT, actor=MIRA, day=DAY)
    with closing(bare(store.path)) as conn:
        conn.execute("INSERT INTO tickets SELECT NULL, max(seq) FROM log")
    assert not check(store).ok


def test_dropping_a_guard_is_found_also_when_it_is_put_back_after_the_edit(full: Store) -> None:
    full.close()
    with closing(bare(full.path)) as conn:
        conn.execute("DROP TRIGGER items_update")
        conn.execute("UPDATE items SET status = 'active' WHERE status = 'superseded'")
        assert "items_update is missing." in [f.sentence for f in check(full).findings]
    full.close()
    with closing(bare(full.path)) as conn:
        [guard] = [s for s in guards.all_triggers() if guards.trigger_name(s) == "items_update"]
        conn.execute(guard)
    steps = {f.step for f in check(full).findings}
    assert steps == {"replay"}


def test_every_table_outside_the_local_ones_is_guarded_against_all_three_verbs() -> None:
    guarded: dict[str, set[str]] = {}
    for sql in guards.all_triggers():
        words = sql.split()
        guarded.setdefault(words[6], set()).add(words[4])
    assert set(guarded) == set(EVERY_TABLE)
    assert all(verbs == {"INSERT", "UPDATE", "DELETE"} for verbs in guarded.values())


def test_every_table_of_the_schema_is_named_in_these_tests(world: Path) -> None:
    with closing(bare(world)) as conn:
        names = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    ours = {n for n in names if not n.startswith(("local_", "sqlite_"))}
    assert ours == set(EVERY_TABLE)
    assert set(schema.PROJECTED) == {*VERSIONED, *PLAIN}


def test_the_guards_are_what_stood_in_the_way(full: Store) -> None:
    full.close()
    with closing(bare(full.path)) as conn, without_guards(conn):
        conn.execute("UPDATE items SET status = 'stale'")
    assert not check(full, replay=True).ok
