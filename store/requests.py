"""Plans that wait for a second signature; beside the log, and inside erasure."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from store.database import Store, get_local, set_local

_LAST = "requests"


def requests(conn: sqlite3.Connection) -> list[tuple[int, dict[str, Any]]]:
    """Every request with its number, oldest first; none in a store whose tables are older."""
    if conn.execute("PRAGMA user_version").fetchone()[0] < 2:
        return []
    return [(n, json.loads(body)) for n, body in conn.execute("SELECT n, body FROM local_request ORDER BY n")]


def keep_request(conn: sqlite3.Connection, body: dict[str, Any]) -> int:
    """Keep a request; the caller holds the write lock. Its number is never given again."""
    last = get_local(conn, _LAST)
    standing = int(conn.execute("SELECT coalesce(max(n), 0) FROM local_request").fetchone()[0])
    n = max(last if isinstance(last, int) else 0, standing) + 1
    set_local(conn, _LAST, n)
    conn.execute("INSERT INTO local_request VALUES (?, ?)", (n, json.dumps(body)))
    return n


def drop_request(conn: sqlite3.Connection, n: int) -> None:
    """Let a request go; the caller holds the write lock."""
    conn.execute("DELETE FROM local_request WHERE n = ?", (n,))


def forget_request(store: Store, n: int) -> None:
    """Let a request go, in a transaction of its own."""
    with store.locked() as conn:
        drop_request(conn, n)
