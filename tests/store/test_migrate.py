"""A store is made once, brought up to date in place, and its tables can be made again."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from store import database, guards, log, migrate, replay, schema
from store.check import check
from store.database import Store
from store.errors import Exists, Newer, Unwritable
from store.purge import purge
from tests.builders import AT, DAY, MIRA, a_capture, a_review, a_store, did
from tests.store.tampering import bare, without_guards

OLD = {version: Path(__file__).parent / "data" / f"schema-{version}.sql" for version in (1, 2, 3, 4, 5)}
"""Stores in which a bit of everything has happened, as each earlier version of the tables kept them."""


def test_a_new_store_is_whole_private_and_one_file(tmp_path: Path) -> None:
    store = a_store(tmp_path / "memory")
    store.close()
    assert [p.name for p in (tmp_path / "memory").iterdir()] == ["memory.db"]
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    database.inspect(store.path)
    assert check(store, replay=True).ok
    store.close()


@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_what_stands_at_the_path_is_left_as_it_is(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "memory.db"
    if kind == "file":
        path.write_text("notes", encoding="utf-8")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(Exists, match="left untouched"):
        a_store(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["memory.db"]
    assert kind != "file" or path.read_text(encoding="utf-8") == "notes"


def test_a_place_that_takes_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    with pytest.raises(Unwritable, match="cannot be made"):
        a_store(tmp_path / "notes")


def test_of_many_that_make_a_store_at_once_one_succeeds(tmp_path: Path) -> None:
    outcomes: list[str] = []

    def make() -> None:
        try:
            a_store(tmp_path).close()
            outcomes.append("made")
        except Exists:
            outcomes.append("there")

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made", *["there"] * 5]
    assert [p.name for p in tmp_path.iterdir()] == ["memory.db"]
    store = Store(tmp_path / "memory.db")
    assert check(store, replay=True).ok
    store.close()


def test_a_store_that_could_not_be_finished_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(migrate, "append_all", fail)
    with pytest.raises(ZeroDivisionError):
        a_store(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_two_stores_share_no_id_and_no_key(tmp_path: Path) -> None:
    one, two = a_store(tmp_path / "a"), a_store(tmp_path / "b")
    for sql in (
        "SELECT hash FROM log",
        "SELECT value FROM local_meta WHERE name = 'lookup_key'",
        "SELECT subject FROM subject_log WHERE subject LIKE 'store-%'",
    ):
        assert one.reader().execute(sql).fetchall() != two.reader().execute(sql).fetchall()
    one.close()
    two.close()


def test_an_upgrade_of_a_blank_file_makes_every_table(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(bare(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    store = Store(path)
    migrate.upgrade(store)
    sql = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"
    assert store.reader().execute(sql).fetchone()[0] == len(guards.all_triggers())
    assert store.reader().execute("PRAGMA user_version").fetchone() == (schema.SCHEMA_VERSION,)
    store.close()


@pytest.mark.parametrize("version", OLD)
def test_an_older_store_is_brought_up_to_date_and_every_row_is_what_its_log_gives(tmp_path: Path, version: int) -> None:
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.executescript(OLD[version].read_text(encoding="utf-8"))
    store = Store(path)
    assert database.inspect(path) == version
    before = store.reader().execute("SELECT seq, header, hash FROM log").fetchall()
    assert not check(store, replay=True).ok
    migrate.upgrade(store)
    assert check(store, replay=True).findings == ()
    assert store.reader().execute("SELECT seq, header, hash FROM log").fetchall() == before
    store.close()
    assert database.inspect(path) == schema.SCHEMA_VERSION


def test_an_upgrade_of_a_store_of_today_changes_nothing(full: Store) -> None:
    before = list(full.reader().iterdump())
    migrate.upgrade(full)
    assert list(full.reader().iterdump()) == before
    full.close()
    with closing(bare(full.path)) as conn:
        conn.execute("PRAGMA user_version = 0")
    migrate.upgrade(full)
    assert list(full.reader().iterdump()) == before


def test_a_rebuild_gives_the_same_rows_and_the_same_guards(full: Store) -> None:
    before = list(full.reader().iterdump())
    assert migrate.rebuild(full) == log.head(full.reader())[0]
    assert sorted(full.reader().iterdump()) == sorted(before)
    assert check(full, replay=True).ok


def test_a_rebuild_mends_what_was_changed_behind_the_store(full: Store) -> None:
    full.close()
    with closing(bare(full.path)) as conn, without_guards(conn):
        conn.execute("UPDATE items SET status = 'stale'")
        conn.execute("DELETE FROM words")
        conn.execute("UPDATE counters SET n = 1")
    with closing(bare(full.path)) as conn:
        conn.execute("DROP TRIGGER log_delete")
    assert not check(full, replay=True).ok
    migrate.rebuild(full)
    assert check(full, replay=True).ok


def test_a_rebuild_brings_older_tables_to_this_version(full: Store) -> None:
    with full.locked() as conn:
        conn.execute("UPDATE local_meta SET value = 0 WHERE name = 'projection_version'")
    migrate.rebuild(full)
    assert len(did(full, a_capture())) == 1


@pytest.mark.parametrize(
    "sql",
    [
        f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}",
        "UPDATE local_meta SET value = 99 WHERE name = 'projection_version'",
    ],
)
def test_an_older_program_does_not_rebuild_the_tables_of_a_newer(full: Store, sql: str) -> None:
    with full.locked() as conn:
        conn.execute(sql)
    before = list(full.reader().iterdump())
    with pytest.raises(Newer):
        migrate.rebuild(full)
    assert list(full.reader().iterdump()) == before


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen after a rebuild has replayed the log and before it takes the lock."""
    real = replay.replayed
    waiting = [happens]

    def replayed(conn: sqlite3.Connection) -> tuple[sqlite3.Connection, int]:
        found = real(conn)
        while waiting:
            waiting.pop()()
        return found

    monkeypatch.setattr(migrate, "replayed", replayed)


def test_a_rebuild_takes_in_what_was_captured_meanwhile(full: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Store(full.path)
    meanwhile(monkeypatch, lambda: did(other, a_capture("late"), a_capture("later")))
    head = log.head(full.reader())[0]
    assert migrate.rebuild(full) == head + 2
    assert check(full, replay=True).ok
    other.close()


def test_a_rebuild_brings_no_words_back_that_were_erased_meanwhile(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (secret,) = did(store, a_capture("xylophone"))
    did(store, a_review(secret.subjects[0], status="stale"))
    other = Store(store.path)
    meanwhile(monkeypatch, lambda: purge(other, [secret.seq], at=AT, actor=MIRA, day=DAY))
    migrate.rebuild(store)
    assert store.reader().execute("SELECT * FROM words").fetchall() == []
    assert check(store, replay=True).ok
    other.close()
