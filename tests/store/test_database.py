"""A file is opened only when it is ours, and what cannot be had is said in words."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from store import database, files, log, schema
from store.database import Store
from store.errors import Broken, Full, Missing, Newer, NotOurs, Unwritable
from tests.builders import a_capture, a_store, did
from tests.store.tampering import bare


def a_text_file(path: Path) -> None:
    path.write_text("# Inbox\n\n- retries are safe\n" * 200, encoding="utf-8")


def an_empty_file(path: Path) -> None:
    path.touch()


def a_short_file(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00")


def a_database_of_another(path: Path) -> None:
    with closing(bare(path)) as conn:
        conn.execute("CREATE TABLE notes (x)")


def a_log_mode_database_of_another(path: Path) -> None:
    with closing(bare(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("CREATE TABLE notes (x)")


FOREIGN = [
    a_text_file,
    an_empty_file,
    a_short_file,
    a_database_of_another,
    a_log_mode_database_of_another,
]


@pytest.mark.parametrize("make", FOREIGN, ids=lambda make: make.__name__)
def test_a_file_that_is_not_ours_is_left_untouched(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "memory.db"
    make(path)
    os.utime(path, ns=(10**18, 10**18))
    before = path.read_bytes()
    with pytest.raises(NotOurs) as told:
        database.inspect(path)
    assert "left untouched" in told.value.sentence
    assert told.value.hint
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, 10**18)
    assert [p.name for p in tmp_path.iterdir()] == ["memory.db"]


def test_a_missing_store_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="There is no store at") as told:
        database.inspect(tmp_path / "memory.db")
    assert "memdesk init" in told.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(NotOurs, match="is a folder"):
        database.inspect(tmp_path)


def test_a_path_with_odd_signs_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "a b?c#d%20é"
    folder.mkdir()
    store = a_store(folder, file="my?mode=ro&memory.db")
    database.inspect(store.path)
    assert len(did(store, a_capture())) == 1
    store.close()


def test_a_store_of_a_newer_program_is_left_untouched(store: Store) -> None:
    store.close()
    with closing(bare(store.path)) as conn:
        conn.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    before = store.path.read_bytes()
    with pytest.raises(Newer, match="written by a newer memdesk") as told:
        database.inspect(store.path)
    assert told.value.hint == "Update memdesk."
    assert store.path.read_bytes() == before


def test_looking_at_a_store_gives_no_lock_away(store: Store) -> None:
    with store.locked():
        database.inspect(store.path)
        with closing(bare(store.path)) as other:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            assert other.execute("SELECT count(*) FROM log").fetchone() == (1,)


def test_a_store_that_another_process_is_growing_is_known_for_ours(store: Store) -> None:
    store.close()
    os.truncate(store.path, store.path.stat().st_size - 4096)
    assert database.inspect(store.path) == schema.SCHEMA_VERSION


def an_upgrade(store: Store, sql: str) -> None:
    with closing(bare(store.path)) as conn:
        conn.execute(sql)


NEWER = [
    ("newer tables", f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}"),
    ("newer projections", "UPDATE local_meta SET value = 99 WHERE name = 'projection_version'"),
]


@pytest.mark.parametrize("sql", [case[1] for case in NEWER], ids=[case[0] for case in NEWER])
def test_a_running_program_stops_writing_over(store: Store, sql: str) -> None:
    did(store, a_capture())
    an_upgrade(store, sql)
    with pytest.raises(Newer) as told:
        did(store, a_capture())
    assert "Restart" in told.value.hint
    assert log.head(store.reader())[0] == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE local_meta SET value = 0 WHERE name = 'projection_version'",
        "DELETE FROM local_meta WHERE name = 'projection_version'",
        "UPDATE local_meta SET value = 'x' WHERE name = 'projection_version'",
    ],
)
def test_tables_of_an_older_version_take_no_entry_until_they_are_rebuilt(store: Store, sql: str) -> None:
    an_upgrade(store, sql)
    with pytest.raises(Broken) as told:
        did(store, a_capture())
    assert "memdesk rebuild" in told.value.hint
    assert log.head(store.reader())[0] == 1


def test_a_store_opened_for_reading_writes_nothing(store: Store) -> None:
    reading = Store(store.path, read_only=True)
    assert log.head(reading.reader())[0] == 1
    with pytest.raises(Unwritable, match="for reading only"):
        did(reading, a_capture())
    with pytest.raises(sqlite3.OperationalError, match=r"readonly|read-only"):
        reading.reader().execute("DELETE FROM local_seen")
    reading.close()


def test_the_reading_connection_refuses_to_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.reader().execute("DELETE FROM local_seen")


def test_every_connection_bears_the_pragmas_of_the_house(store: Store) -> None:
    for conn in (store.reader(), store.writer()):
        told = {
            name: conn.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "secure_delete", "recursive_triggers")
        }
        assert told == {
            "journal_mode": "wal",
            "synchronous": 2,
            "secure_delete": 1,
            "recursive_triggers": 1,
        }


def test_what_fails_inside_the_lock_leaves_the_store_as_it_was(store: Store) -> None:
    before = list(store.reader().iterdump())

    def interrupted() -> None:
        with store.locked() as conn:
            conn.execute("INSERT INTO local_seen VALUES ('p-0001', 1, 1)")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(store.reader().iterdump()) == before
    assert len(did(store, a_capture())) == 1


def test_a_full_disk_is_said_and_changes_nothing(store: Store) -> None:
    conn = store.writer()
    pages = conn.execute("PRAGMA page_count").fetchone()[0]
    conn.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Full, match="The disk is full; this was not written") as told:
        did(store, *[a_capture(f"word{n} " * 20) for n in range(300)])
    assert told.value.hint
    assert log.head(store.reader())[0] == 1


def test_a_snapshot_stays_what_it_was_while_others_write(store: Store) -> None:
    with store.reading() as conn:
        assert log.head(conn)[0] == 1
        did(store, a_capture())
        with store.reading() as again:
            assert log.head(again)[0] == 1
        assert log.head(conn)[0] == 1
    with store.reading() as conn:
        assert log.head(conn)[0] == 2


def test_a_commit_of_another_process_is_noticed(store: Store) -> None:
    before = store.data_version()
    assert store.data_version() == before
    other = Store(store.path)
    did(other, a_capture())
    other.close()
    assert store.data_version() != before


@pytest.mark.parametrize("again", [False, True], ids=["moved away", "another file in its place"])
def test_nothing_is_written_to_a_file_that_the_path_no_longer_leads_to(store: Store, again: bool) -> None:
    did(store, a_capture())
    store.path.rename(store.path.with_suffix(".away"))
    if again:
        store.path.write_bytes(store.path.with_suffix(".away").read_bytes())
    with pytest.raises(Missing, match="no longer at"):
        did(store, a_capture())
    with pytest.raises(Missing, match="no longer at"):
        store.data_version()


def test_a_damaged_file_is_said_to_be_damaged(store: Store) -> None:
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'log'"
    page = store.reader().execute(sql).fetchone()[0]
    store.close()
    with store.path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(Broken, match="could not be read") as told, store.reading() as conn:
        conn.execute("SELECT * FROM log").fetchall()
    assert "memdesk verify" in told.value.hint


def test_a_file_that_was_cut_off_is_said_to_be_damaged(store: Store) -> None:
    store.close()
    os.truncate(store.path, 8192)
    with pytest.raises(Broken, match="could not be read"), store.reading():
        pass


def test_each_thread_has_connections_of_its_own(store: Store) -> None:
    found: list[object] = [store.reader(), store.writer()]
    thread = threading.Thread(target=lambda: found.extend([store.reader(), store.writer()]))
    thread.start()
    thread.join()
    assert len({id(conn) for conn in found}) == 4


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_file_system", lambda _: "nfs4")
    with pytest.raises(Unwritable, match="network file system"):
        a_store(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_local_file_system_is_known_for_what_it_is(tmp_path: Path) -> None:
    if not Path("/proc/mounts").exists():
        pytest.skip("this system does not list its mounts in /proc")
    assert files._file_system(tmp_path / "memory.db")


def test_closing_waits_for_what_another_thread_is_in_the_middle_of(store: Store) -> None:
    begun, found = threading.Event(), []

    def reads() -> None:
        with store.reading() as conn:
            begun.set()
            for _ in range(20):
                found.append(conn.execute("SELECT count(*) FROM log").fetchone()[0])
                time.sleep(0.01)

    thread = threading.Thread(target=reads)
    thread.start()
    begun.wait()
    store.close()
    thread.join()
    assert found == [1] * 20
