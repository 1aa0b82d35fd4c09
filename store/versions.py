"""Which memdesk made a store's tables: asked in every write transaction, and when a store is opened."""

from __future__ import annotations

import sqlite3

from store import schema
from store.errors import Broken, Newer


def check_versions(conn: sqlite3.Connection) -> bytes:
    """Refuse to write with code of another version than the file (asked in every transaction); the look-up key."""
    known = refuse_newer(conn)
    if _projections(known) < schema.PROJECTION_VERSION:
        raise Broken("The store's tables are of an older version.", "Run `memdesk rebuild`.")
    key = known.get("lookup_key")
    if not isinstance(key, bytes):
        raise Broken("The store has lost its look-up key.", "Restore a backup.")
    return key


def refuse_newer(conn: sqlite3.Connection) -> dict[str, object]:
    """Refuse to touch with this code what a newer one made; else the local settings."""
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    known = dict(conn.execute("SELECT name, value FROM local_meta").fetchall())
    if version > schema.SCHEMA_VERSION or _projections(known) > schema.PROJECTION_VERSION:
        raise Newer(
            "The store was upgraded by a newer memdesk while this one was running.",
            "Restart memdesk (after updating it).",
        )
    return known


def projections_behind(conn: sqlite3.Connection) -> bool:
    """Whether the tables were projected by older code and have to be made again."""
    return _projections(refuse_newer(conn)) < schema.PROJECTION_VERSION


def tables_behind(conn: sqlite3.Connection) -> int:
    """How many entries a store holds whose tables an older memdesk made; 0 where they are of this one.

    Both versions are asked: an upgrade that was cut off leaves new tables that nothing was projected into.
    """
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    known = dict(conn.execute("SELECT name, value FROM local_meta").fetchall())
    if version >= schema.SCHEMA_VERSION and _projections(known) >= schema.PROJECTION_VERSION:
        return 0
    return int(conn.execute("SELECT coalesce(max(seq), 0) FROM log").fetchone()[0])


def _projections(known: dict[str, object]) -> int:
    found = known.get("projection_version")
    return found if isinstance(found, int) else 0
