"""The tables of the store, their triggers, and the version each face must agree with.

A projection table keeps every version of a row: `from_seq` is the entry that made it, `to_seq` the
entry that ended it (null while it stands), `entry_seq` the entry that last touched it. The view at
a seq is ``from_seq <= s and (to_seq is null or to_seq > s)``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

APPLICATION_ID: Final = 0x6D656D64
"""`memd`, in the file's header: how a store is told from any other SQLite file."""
SCHEMA_VERSION: Final = 3
PROJECTION_VERSION: Final = 3
"""Raised whenever code would project the same log into other rows."""


class Table(NamedTuple):
    """A projection table whose rows have versions."""

    name: str
    key: str
    """The column(s) that identify a row, comma separated."""
    columns: str
    """Every other column with its type, comma separated."""
    indexes: tuple[str, ...] = ()
    """The columns of each index; one may end in a condition."""

    owner: str = "id"
    """The column that names what a row is about; its entry bears that as a subject."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the key columns."""
        return tuple(k.split()[0] for k in self.key.split(", "))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the other columns."""
        return tuple(c.split()[0] for c in self.columns.split(", "))


TABLES: Final = (
    Table("principals", "id TEXT NOT NULL", "kind TEXT NOT NULL, body INTEGER NOT NULL"),
    Table("runs", "id TEXT NOT NULL", "state TEXT NOT NULL, outcome TEXT, body INTEGER NOT NULL"),
    Table("holders", "id TEXT NOT NULL", "role TEXT NOT NULL, body INTEGER NOT NULL"),
    Table(
        "segments",
        "id TEXT NOT NULL",
        "role TEXT NOT NULL, encoding TEXT NOT NULL, holder TEXT, run TEXT, covered INTEGER NOT NULL",
    ),
    Table(
        "blocks",
        "seq INTEGER NOT NULL",
        "segment TEXT NOT NULL, ordinal INTEGER NOT NULL, same_as INTEGER, entry INTEGER NOT NULL,"
        " sanitized INTEGER NOT NULL, skipped INTEGER NOT NULL, run TEXT, deferred TEXT,"
        " deferred_at INTEGER",
        ("(segment, ordinal)", "(same_as) WHERE same_as IS NOT NULL"),
        "segment",
    ),
    Table(
        "items",
        "id TEXT NOT NULL",
        "day INTEGER NOT NULL, n INTEGER NOT NULL, place TEXT NOT NULL, kind TEXT, status TEXT,"
        " confidence TEXT, source_state TEXT NOT NULL, superseded_by TEXT, cooled INTEGER NOT NULL,"
        " topic TEXT, run TEXT, body INTEGER NOT NULL, block INTEGER, drift TEXT NOT NULL,"
        " deferred TEXT, deferred_at INTEGER, created INTEGER NOT NULL, type TEXT, task TEXT,"
        " released INTEGER NOT NULL, review TEXT, findings TEXT NOT NULL",
        (
            "(status, day, n) WHERE to_seq IS NULL",
            "(body)",
            "(block)",
            "(day, n, body, run) WHERE to_seq IS NULL",
            "(place, day, n) WHERE to_seq IS NULL AND place <> 'store'",
            "(task) WHERE task IS NOT NULL",
        ),
    ),
    Table(
        "topics",
        "id TEXT NOT NULL",
        "layer TEXT, triggered INTEGER NOT NULL, run TEXT, body INTEGER NOT NULL, deferred TEXT, deferred_at INTEGER",
    ),
    Table(
        "links",
        "src TEXT NOT NULL, relation TEXT NOT NULL, dst TEXT NOT NULL",
        "run TEXT",
        ("(dst, relation)",),
        "src",
    ),
    Table(
        "quarantine",
        "id TEXT NOT NULL",
        "fault TEXT NOT NULL, door TEXT NOT NULL, hold TEXT NOT NULL, body INTEGER NOT NULL,"
        " deferred TEXT, deferred_at INTEGER",
    ),
    Table("tasks", "id TEXT NOT NULL", "state TEXT NOT NULL, outcome TEXT, body INTEGER NOT NULL"),
    Table("plans", "id TEXT NOT NULL", "undoes TEXT, undone_by TEXT, body INTEGER NOT NULL"),
)

PROJECTED: Final = (*(t.name for t in TABLES), "subject_log", "counters", "lookups", "words")
"""Every table that replay must give again."""

_BASE: Final = (
    """CREATE TABLE log (seq INTEGER PRIMARY KEY, header BLOB NOT NULL, hash TEXT NOT NULL,
       at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL)""",
    "CREATE INDEX log_action ON log (action, seq)",
    "CREATE INDEX log_actor ON log (actor, seq)",
    "CREATE TABLE payloads (seq INTEGER PRIMARY KEY, salt BLOB NOT NULL, body BLOB NOT NULL)",
    "CREATE TABLE tickets (seq INTEGER PRIMARY KEY, erasure INTEGER NOT NULL)",
)

_PLAIN: Final = (
    """CREATE TABLE subject_log (subject TEXT NOT NULL, seq INTEGER NOT NULL,
       PRIMARY KEY (subject, seq)) WITHOUT ROWID""",
    """CREATE TABLE counters (prefix TEXT NOT NULL, day INTEGER NOT NULL, n INTEGER NOT NULL,
       entry_seq INTEGER NOT NULL, PRIMARY KEY (prefix, day)) WITHOUT ROWID""",
    """CREATE TABLE lookups (kind TEXT NOT NULL, digest BLOB NOT NULL, seq INTEGER NOT NULL,
       PRIMARY KEY (kind, digest, seq)) WITHOUT ROWID""",
    "CREATE INDEX lookups_seq ON lookups (seq)",
    """CREATE TABLE words (token TEXT NOT NULL, seq INTEGER NOT NULL,
       PRIMARY KEY (token, seq)) WITHOUT ROWID""",
    "CREATE INDEX words_seq ON words (seq)",
)

LOCAL: Final = (
    "CREATE TABLE local_meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    """CREATE TABLE local_plan (principal TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL,
       PRIMARY KEY (principal, n)) WITHOUT ROWID""",
    """CREATE TABLE local_seen (principal TEXT PRIMARY KEY, head INTEGER NOT NULL,
       at INTEGER NOT NULL) WITHOUT ROWID""",
)
REQUESTS: Final = "CREATE TABLE local_request (n INTEGER PRIMARY KEY, body TEXT NOT NULL)"
"""Plans that wait for a second signature."""
WATCHES: Final = ("CREATE TABLE local_watch (path TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID",)
"""Files and folders into which agents write, and how far each was read."""

_HEAD = "(SELECT max(seq) FROM log)"


def _refuse(name: str, table: str, event: str, when: str, words: str) -> str:
    condition = f" WHEN {when}" if when else ""
    return (
        f"CREATE TRIGGER {name} BEFORE {event} ON {table}{condition} BEGIN SELECT RAISE(ABORT, 'memdesk: {words}'); END"
    )


def _versioned_triggers(table: Table) -> list[str]:
    name = table.name
    same_key = " AND ".join(f"{k} IS NEW.{k}" for k in table.keys)
    about = f"SELECT 1 FROM subject_log WHERE subject IS {{row}}.{table.owner} AND seq IS NEW.entry_seq"
    kept = " AND ".join(f"NEW.{c} IS OLD.{c}" for c in (*table.keys, *table.names, "from_seq"))
    return [
        _refuse(
            f"{name}_insert",
            name,
            "INSERT",
            f"NEW.entry_seq IS NOT {_HEAD} OR NEW.from_seq IS NOT NEW.entry_seq"
            f" OR NEW.to_seq IS NOT NULL OR EXISTS (SELECT 1 FROM {name} WHERE {same_key}"
            " AND (to_seq IS NULL OR from_seq IS NEW.from_seq))"
            f" OR NOT EXISTS ({about.format(row='NEW')})",
            f"a row of {name} comes only with its entry of the log",
        ),
        _refuse(
            f"{name}_update",
            name,
            "UPDATE",
            f"NOT (OLD.to_seq IS NULL AND NEW.to_seq IS NEW.entry_seq AND NEW.entry_seq IS {_HEAD}"
            f" AND OLD.entry_seq < NEW.entry_seq AND {kept} AND EXISTS ({about.format(row='OLD')}))",
            f"a row of {name} is only ended by a newer entry of the log",
        ),
        _refuse(f"{name}_delete", name, "DELETE", "", f"rows of {name} are never deleted"),
    ]


def projection_triggers() -> list[str]:
    """The guards of every projected table."""
    found = [sql for table in TABLES for sql in _versioned_triggers(table)]
    for name in ("lookups", "words"):
        found += [
            _refuse(
                f"{name}_insert",
                name,
                "INSERT",
                f"NEW.seq IS NOT {_HEAD}",
                f"a row of {name} comes only with its entry of the log",
            ),
            _refuse(f"{name}_update", name, "UPDATE", "", f"rows of {name} do not change"),
            _refuse(f"{name}_delete", name, "DELETE", "", f"rows of {name} leave by erasure"),
        ]
    found += [
        _refuse(
            "subject_log_insert",
            "subject_log",
            "INSERT",
            f"NEW.seq IS NOT {_HEAD}",
            "a row of subject_log comes only with its entry of the log",
        ),
        _refuse("subject_log_update", "subject_log", "UPDATE", "", "the log is append-only"),
        _refuse("subject_log_delete", "subject_log", "DELETE", "", "the log is append-only"),
        _refuse(
            "counters_insert",
            "counters",
            "INSERT",
            f"NEW.entry_seq IS NOT {_HEAD} OR EXISTS (SELECT 1 FROM counters"
            " WHERE prefix IS NEW.prefix AND day IS NEW.day)",
            "a counter moves only with its entry of the log",
        ),
        _refuse(
            "counters_update",
            "counters",
            "UPDATE",
            f"NOT (NEW.entry_seq IS {_HEAD} AND OLD.entry_seq < NEW.entry_seq AND NEW.n > OLD.n"
            " AND NEW.prefix IS OLD.prefix AND NEW.day IS OLD.day)",
            "a counter only rises, with its entry of the log",
        ),
        _refuse("counters_delete", "counters", "DELETE", "", "counters are never deleted"),
    ]
    return found


def log_triggers() -> list[str]:
    """The guards of the log itself."""
    return [
        _refuse(
            "log_insert",
            "log",
            "INSERT",
            "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM log)",
            "entries are appended at the end of the log",
        ),
        _refuse("log_update", "log", "UPDATE", "", "the log is append-only"),
        _refuse("log_delete", "log", "DELETE", "", "the log is append-only"),
        _refuse(
            "payloads_insert",
            "payloads",
            "INSERT",
            f"NEW.seq IS NOT {_HEAD} OR EXISTS (SELECT 1 FROM payloads WHERE seq IS NEW.seq)",
            "a payload comes only with its entry of the log",
        ),
        _refuse("payloads_update", "payloads", "UPDATE", "", "payloads do not change"),
        _refuse(
            "payloads_delete",
            "payloads",
            "DELETE",
            "NOT EXISTS (SELECT 1 FROM tickets WHERE seq IS OLD.seq)",
            "a payload leaves only under an erasure ticket",
        ),
        _refuse(
            "tickets_insert",
            "tickets",
            "INSERT",
            f"NEW.erasure IS NOT {_HEAD} OR (SELECT action FROM log WHERE seq IS NEW.erasure)"
            " IS NOT 'erase' OR EXISTS (SELECT 1 FROM tickets WHERE seq IS NEW.seq)",
            "a ticket comes only with its erasure",
        ),
        _refuse("tickets_update", "tickets", "UPDATE", "", "tickets do not change"),
        _refuse("tickets_delete", "tickets", "DELETE", "", "tickets are never deleted"),
    ]


def projection_tables() -> list[str]:
    """The statements that make the projected tables, without triggers."""
    found: list[str] = []
    for table in TABLES:
        keys = ", ".join(table.keys)
        found.append(
            f"CREATE TABLE {table.name} ({table.key}, {table.columns},"
            " from_seq INTEGER NOT NULL, to_seq INTEGER, entry_seq INTEGER NOT NULL,"
            f" PRIMARY KEY ({keys}, from_seq)) WITHOUT ROWID"
        )
        found.append(f"CREATE UNIQUE INDEX {table.name}_current ON {table.name} ({keys}) WHERE to_seq IS NULL")
        found += [
            f"CREATE INDEX {table.name}_{number} ON {table.name} {columns}"
            for number, columns in enumerate(table.indexes, 1)
        ]
    return [*found, *_PLAIN]


def first_tables() -> list[str]:
    """The statements of schema version 1, without triggers."""
    return [*_BASE, *projection_tables(), *LOCAL]


def all_tables() -> list[str]:
    """The statements of every table, without triggers."""
    return [*first_tables(), REQUESTS, *WATCHES]


def all_triggers() -> list[str]:
    """Every trigger that must stand in a store."""
    return [*log_triggers(), *projection_triggers()]


def trigger_name(sql: str) -> str:
    """The name a trigger's statement gives it."""
    return sql.split()[2]
