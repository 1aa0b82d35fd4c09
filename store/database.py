"""Store: the file, its connections (one pair a thread), and the transaction every door uses."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store import schema
from store.errors import Broken, Busy, Full, Missing, Newer, NotOurs, Unwritable
from store.files import private_copy, waiting

BUSY_SECONDS = 5.0
"""How long a writer waits for the lock before it says so."""
_JITTER = (0.0005, 0.006)
"""Seconds between two tries for the write lock: shorter ones let many writers spend themselves on asking."""
_CLOSING = 5.0
"""So long closing waits for what other threads are in the middle of (seconds)."""


class Store:
    """One store, open; connections are made per thread when first needed."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self.busy_seconds = BUSY_SECONDS
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._copied: Path | None = None
        """A private copy that is read instead, where the file cannot be."""
        self._file: tuple[int, int] | None = None
        """Device and inode of the file that was opened."""

    def reader(self) -> sqlite3.Connection:
        """This thread's connection for reading; it refuses to write."""
        conn: sqlite3.Connection | None = getattr(self._local, "reader", None)
        if conn is None:
            conn = self._connect()
            conn.execute("PRAGMA query_only = ON")
            self._local.reader = conn
        return conn

    def writer(self) -> sqlite3.Connection:
        """This thread's connection for the write doors."""
        if self.read_only:
            raise Unwritable("The store was opened for reading only.", "Open it without --read-only.")
        conn: sqlite3.Connection | None = getattr(self._local, "writer", None)
        if conn is None:
            conn = self._connect()
            conn.execute("PRAGMA busy_timeout = 0")  # `locked` waits itself, and more fairly
            self._local.writer = conn
        return conn

    def _connect(self) -> sqlite3.Connection:
        try:
            conn = connect(self.path) if not self.read_only else self._looking()
        except sqlite3.OperationalError as error:
            raise _cannot_open(self.path, error, self.read_only) from error
        except sqlite3.DatabaseError as error:
            raise broken(error) from error
        with self._guard:
            self._open.append(conn)
            self._file = self._file or _identity(self.path)
        return conn

    def _looking(self) -> sqlite3.Connection:
        """A connection that writes nothing at all, also where nothing can be written beside the file.

        A write-ahead log needs its index beside the file. Where that cannot be made, a file without one is read
        as it is; with one, whose last commits stand nowhere else, a private copy of both is read.
        """
        if self._copied is not None:
            return connect(self._copied)
        try:
            conn = connect(self.path, read_only=True)
            conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            if _is_busy(error):
                raise
            if not waiting(self.path):
                return connect(self.path, read_only=True, immutable=True)
            return connect(self._copy())
        return conn

    def _copy(self) -> Path:
        """The private copy, made once for all threads."""
        with self._guard:
            if self._copied is None:
                self._copied = private_copy(self.path)
            return self._copied

    def refuse_another_file(self) -> None:
        """Refuse when the path no longer leads to the file that was opened: what is written there would be lost."""
        if self._file is not None and _identity(self.path) != self._file:
            raise Missing(
                f"The store is no longer at {self.path}: it was moved, removed or replaced.",
                "Put it back, or leave and open it where it is now.",
            )

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent snapshot; nested uses share it."""
        conn = self.reader()
        nested = conn.in_transaction
        if nested:
            yield conn
            return
        try:
            conn.execute("BEGIN")
            yield conn
        except sqlite3.DatabaseError as error:
            raise broken(error) from error
        finally:
            end_transaction(conn)

    @contextmanager
    def locked(self) -> Iterator[sqlite3.Connection]:
        """The write transaction: BEGIN IMMEDIATE with fair, jittered retry, then all or nothing."""
        conn = self.writer()
        self.refuse_another_file()
        when_free(conn, "BEGIN IMMEDIATE", self.busy_seconds)
        try:
            yield conn
            conn.execute("COMMIT")
        except BaseException as error:
            end_transaction(conn)
            if isinstance(error, sqlite3.DatabaseError):
                raise broken(error) from error
            raise

    def data_version(self) -> int:
        """A number that changes whenever another connection has committed."""
        self.refuse_another_file()
        try:
            return int(self.reader().execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.DatabaseError as error:
            raise broken(error) from error

    def close(self) -> None:
        """Close every connection of every thread; one that another thread is using is waited for, then left to it."""
        own = {getattr(self._local, name, None) for name in ("reader", "writer")}
        until = time.monotonic() + _CLOSING
        with self._guard:
            for conn in self._open:
                while conn not in own and conn.in_transaction and time.monotonic() < until:
                    time.sleep(0.005)
                if conn in own or not conn.in_transaction:
                    conn.close()
            self._open.clear()
            if self._copied is not None:
                shutil.rmtree(self._copied.parent, ignore_errors=True)
                self._copied = None
        self._local = threading.local()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked in every transaction, where pathlib costs as much again
    except OSError:
        return None
    return found.st_dev, found.st_ino


def end_transaction(conn: sqlite3.Connection) -> None:
    """Leave a transaction, if one is open, without keeping anything of it."""
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def connect(path: Path, *, read_only: bool = False, immutable: bool = False) -> sqlite3.Connection:
    """A connection with the pragmas every connection of ours bears."""
    mode = ("ro" if read_only else "rw") + ("&immutable=1" if immutable else "")
    conn = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_SECONDS,
        check_same_thread=False,
        cached_statements=256,
    )
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA secure_delete = ON")
    conn.execute("PRAGMA recursive_triggers = ON")
    conn.execute("PRAGMA cache_size = -16000")
    return conn


def when_free(conn: sqlite3.Connection, sql: str, seconds: float) -> None:
    """Do what needs the write lock, waiting in small jittered steps so that no writer starves."""
    ends = time.monotonic() + seconds
    while True:
        try:
            conn.execute(sql)
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise _cannot_write(error) from error
            if time.monotonic() > ends:
                raise _held_too_long(seconds) from error
            time.sleep(random.uniform(*_JITTER))  # noqa: S311 - jitter, not a secret


def _is_busy(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "busy" in str(error)


def _held_too_long(seconds: float) -> Busy:
    return Busy(
        f"Another process has held the store for more than {seconds:.0f} seconds; nothing was changed.",
        "Wait for it to finish (a pass, an import, a backup) and try again.",
    )


def _no_room(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL


def _full() -> Full:
    return Full("The disk is full; this was not written.", "Free some space and try again.")


def _cannot_write(error: sqlite3.Error) -> Unwritable:
    if _no_room(error):
        return _full()
    return Unwritable(f"The store cannot be written ({error}).", "Check the file's rights, or use --read-only.")


def _cannot_open(path: Path, error: sqlite3.Error, read_only: bool) -> Busy | Unwritable:
    if _is_busy(error):
        return _held_too_long(BUSY_SECONDS)
    if _no_room(error):
        return _full()
    more = "" if read_only else " Where nothing can be written, --read-only opens it."
    return Unwritable(f"{path} cannot be opened ({error}).", f"Check the path and its rights.{more}")


def broken(error: sqlite3.Error) -> Broken | Busy | Full:
    """A database error, as what it means to a person."""
    if _is_busy(error):
        return _held_too_long(BUSY_SECONDS)
    if _no_room(error):
        return _full()
    return Broken(
        f"The store could not be read ({error}).",
        "Run `memdesk verify`; restore a backup if the file is damaged.",
    )


def inspect(path: Path) -> int:
    """Refuse, without touching it, a file that is not ours or is newer than this program; the version of its tables."""
    if not path.exists():
        raise Missing(f"There is no store at {path}.", "`memdesk init` makes one, `memdesk demo` shows one.")
    if path.is_dir():
        raise NotOurs(f"{path} is a folder, not a store.", "Name the file, such as memory.db.")
    try:
        conn = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            # Another process may be growing the file right now; this reads its header all the same.
            conn.execute("PRAGMA writable_schema = ON")
            application = conn.execute("PRAGMA application_id").fetchone()[0]
            version = conn.execute("PRAGMA user_version").fetchone()[0]
        finally:
            conn.close()
    except sqlite3.DatabaseError as error:
        raise NotOurs(
            f"{path} is no memdesk store ({error}); it was left untouched.",
            "Name a store with --store, or import the file with `memdesk import`.",
        ) from error
    if application != schema.APPLICATION_ID:
        what = "a SQLite file of another program" if path.stat().st_size else "an empty file and no store"
        raise NotOurs(
            f"{path} is {what}; it was left untouched.",
            "Name a store with --store.",
        )
    if version > schema.SCHEMA_VERSION:
        raise Newer(
            f"{path} was written by a newer memdesk (format {version}, this one reads"
            f" {schema.SCHEMA_VERSION}); it was left untouched.",
            "Update memdesk.",
        )
    return int(version)


def get_local(conn: sqlite3.Connection, name: str) -> object:
    """A local (unlogged) setting, or None."""
    row = conn.execute("SELECT value FROM local_meta WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def set_local(conn: sqlite3.Connection, name: str, value: object) -> None:
    """Keep a local (unlogged) setting."""
    conn.execute("INSERT OR REPLACE INTO local_meta VALUES (?, ?)", (name, value))
