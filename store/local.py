"""Local tables: the staged plan, where a person was last, what was verified; never in the log."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from store.database import Store, get_local, set_local


def staged(conn: sqlite3.Connection, principal: str) -> list[tuple[int, dict[str, Any]]]:
    """A person's staged decisions, in order, each with its number."""
    sql = "SELECT n, body FROM local_plan WHERE principal = ? ORDER BY n"
    return [(n, json.loads(body)) for n, body in conn.execute(sql, (principal,))]


def stage(store: Store, principal: str, body: dict[str, Any]) -> int:
    """Add a decision to a person's plan; returns its number, which is never given again."""
    with store.locked() as conn:
        name = f"staged:{principal}"
        last = get_local(conn, name)
        n = (last if isinstance(last, int) else 0) + 1
        set_local(conn, name, n)
        conn.execute("INSERT INTO local_plan VALUES (?, ?, ?)", (principal, n, json.dumps(body)))
    return n


def change(store: Store, principal: str, n: int, body: dict[str, Any]) -> None:
    """Replace a staged decision."""
    with store.locked() as conn:
        conn.execute(
            "UPDATE local_plan SET body = ? WHERE principal = ? AND n = ?",
            (json.dumps(body), principal, n),
        )


def drop(conn: sqlite3.Connection, principal: str, numbers: list[int]) -> None:
    """Take staged decisions away; the caller holds the write lock."""
    conn.executemany("DELETE FROM local_plan WHERE principal = ? AND n = ?", [(principal, n) for n in numbers])


def mark_seen(store: Store, principal: str, head: int, at: int) -> None:
    """Remember where the log stood when a person was last here."""
    with store.locked() as conn:
        conn.execute("INSERT OR REPLACE INTO local_seen VALUES (?, ?, ?)", (principal, head, at))


def last_seen(conn: sqlite3.Connection, principal: str) -> int:
    """The head when a person was last here; 0 for never."""
    row = conn.execute("SELECT head FROM local_seen WHERE principal = ?", (principal,)).fetchone()
    return int(row[0]) if row else 0


def mark_verified(store: Store, head: int, at: int) -> None:
    """Remember up to where the log verified."""
    with store.locked() as conn:
        conn.execute("INSERT OR REPLACE INTO local_meta VALUES ('verified_seq', ?)", (head,))
        conn.execute("INSERT OR REPLACE INTO local_meta VALUES ('verified_at', ?)", (at,))


def verified(conn: sqlite3.Connection) -> tuple[int | None, int | None]:
    """(seq, when) of the last check without a finding."""
    seq, at = get_local(conn, "verified_seq"), get_local(conn, "verified_at")
    return (seq if isinstance(seq, int) else None), (at if isinstance(at, int) else None)
