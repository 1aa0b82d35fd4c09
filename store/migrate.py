"""`migrate()`: the door that makes a store, brings an older one up to date, and rebuilds tables."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from store import database, files, guards, log, schema, versions
from store.commit import Build, Snapshot, append_all
from store.database import Store
from store.errors import Exists, Unwritable
from store.records.entry import Draft, Entry
from store.records.words import Action, KeyRole
from store.replay import catch_up, copy_tables, replayed

if TYPE_CHECKING:
    from sqlite_utils import Database

FORMAT = 1
"""The version of the log's format, in genesis."""


class OwnerKey(NamedTuple):
    """A key of the owner that a store is made with."""

    line: str
    """The public key as OpenSSH spells it."""
    fingerprint: str


def create(
    path: Path,
    *,
    at: int,
    zone: str,
    name: str,
    key: OwnerKey | None = None,
    recovery: OwnerKey | None = None,
    witnessed: bool = True,
) -> Store:
    """Make a store with its genesis: `zone` is the user-day zone for ever, `name` who ran it and owns it.

    Without a key the store is keyless. `witnessed` False asks that no witness be kept (a copy to try things on).
    """
    if path.exists() or path.is_symlink():
        raise Exists(f"There is already a file at {path}; it was left untouched.", "Name another --store.")
    files.refuse_network(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600, exist_ok=False)
    except OSError as error:
        raise Unwritable(f"A store cannot be made at {path} ({error.strerror}).", "Choose another place.") from error
    try:
        _fill(draft, _genesis(zone, name, key, recovery), at=at, witnessed=witnessed)
        _publish(draft, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                draft.with_name(draft.name + suffix).unlink()
    return Store(path)


def _publish(draft: Path, path: Path) -> None:
    """Give the finished file its name only if nobody took it meanwhile."""
    try:
        os.link(draft, path)
    except FileExistsError as error:
        raise Exists(f"Another process made {path} just now; it was left as it is.") from error
    except OSError:
        draft.rename(path)


def _genesis(zone: str, name: str, key: OwnerKey | None, recovery: OwnerKey | None) -> Build:
    """Entry 1, and the owner's keys, whose fingerprints entry 1 names."""

    def genesis(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
        who = snapshot.mint("p")
        own = [(one, role) for one, role in ((key, KeyRole.SIGNING), (recovery, KeyRole.RECOVERY)) if one]
        names = [snapshot.mint("key") for _ in own]
        effect: dict[str, object] = {"format": FORMAT, "zone": zone, "key": None, "kind": "human"}
        if key is not None:
            effect |= {"key": names[0], "key_print": key.fingerprint}
        if recovery is not None:
            effect |= {"recovery": names[1], "recovery_print": recovery.fingerprint}
        store = f"store-{secrets.token_hex(16)}"
        yield Draft(Action.BOOTSTRAP, (store, who, *names), effect, {"v": 1, "name": name})
        for called, (one, role) in zip(names, own, strict=True):
            belongs = {"principal": who, "role": role.value, "replaces": None}
            yield Draft(Action.KEY, (called, who), belongs, {"v": 1, "public": one.line})

    return genesis


def _fill(path: Path, genesis: Build, *, at: int, witnessed: bool) -> None:
    conn = database.connect(path)
    try:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("BEGIN IMMEDIATE")
        _apply(conn)
        key = os.urandom(32)
        database.set_local(conn, "lookup_key", key)
        database.set_local(conn, "projection_version", schema.PROJECTION_VERSION)
        if not witnessed:
            database.set_local(conn, "witness", "none")
        append_all(conn, genesis, at=at, actor="p-0001", key=key)
        conn.execute("COMMIT")
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        conn.close()


def upgrade(store: Store) -> None:
    """Apply the migrations that a store made by an older memdesk still needs."""
    with store.reading() as conn:
        version = conn.execute("PRAGMA user_version").fetchone()[0]
    if version < schema.SCHEMA_VERSION:
        with store.locked() as conn:
            _apply(conn)
    with store.reading() as conn:
        behind = log.head(conn)[0] > 0 and versions.projections_behind(conn)
    if behind:
        rebuild(store)


def _apply(conn: sqlite3.Connection) -> None:
    """Run what is pending, inside the caller's transaction."""
    from sqlite_utils import Database, Migrations

    class Ours(Migrations):
        migrations_table = "local_migrations"

    migrations = Ours("memdesk")

    @migrations(name="0001_the_log_and_its_projections")
    def first(db: Database) -> None:
        for sql in (*schema.first_tables(), *guards.all_triggers()):
            db.conn.execute(sql)
        db.conn.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        db.conn.execute("PRAGMA user_version = 1")

    @migrations(name="0002_plans_that_wait_for_a_second_signature")
    def second(db: Database) -> None:
        db.conn.execute(schema.REQUESTS)
        db.conn.execute("PRAGMA user_version = 2")

    @migrations(name="0003_files_and_folders_that_are_watched")
    def third(db: Database) -> None:
        for sql in schema.WATCHES:
            db.conn.execute(sql)
        db.conn.execute("PRAGMA user_version = 3")

    @migrations(name="0004_controls_over_influence")
    def fourth(db: Database) -> None:
        db.conn.execute("PRAGMA user_version = 4")

    @migrations(name="0005_lanes")
    def fifth(db: Database) -> None:
        db.conn.execute("PRAGMA user_version = 5")

    @migrations(name="0006_items_by_lane_and_topic")
    def sixth(db: Database) -> None:
        db.conn.execute("PRAGMA user_version = 6")

    migrations.apply(Database(conn, execute_plugins=False))


def rebuild(store: Store) -> int:
    """Replay the log into fresh tables and swap them in; returns the head they stand at.

    Writers are held up only for the swap: the replay runs beside them and catches up under the lock.
    """
    with store.reading() as conn:
        versions.refuse_newer(conn)
        fresh, head = replayed(conn)
    try:
        with store.locked() as conn:
            versions.refuse_newer(conn)
            if any(entry.action is Action.ERASE for entry in log.entries(conn, head)):
                fresh.close()  # it holds words that left meanwhile
                fresh, head = replayed(conn)
            else:
                head = catch_up(conn, fresh, head)
            _swap(conn, fresh)
    finally:
        fresh.close()
    return head


def _swap(conn: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """Put fresh tables in the place of the old ones, with every guard, in one transaction."""
    for table in schema.PROJECTED:
        conn.execute(f"DROP TABLE IF EXISTS {table}")
    for sql in schema.projection_tables():
        conn.execute(sql)
    copy_tables(fresh, conn)
    for sql in guards.all_triggers():
        conn.execute(f"DROP TRIGGER IF EXISTS {guards.trigger_name(sql)}")
        conn.execute(sql)
    database.set_local(conn, "projection_version", schema.PROJECTION_VERSION)
