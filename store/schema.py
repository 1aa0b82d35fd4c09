"""The tables of the store, their triggers, and the version each face must agree with.

A projection table keeps every version of a row: `from_seq` is the entry that made it, `to_seq` the
entry that ended it (null while it stands), `entry_seq` the entry that last touched it. The view at
a seq is ``from_seq <= s and (to_seq is null or to_seq > s)``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

APPLICATION_ID: Final = 0x6D656D64
"""`memd`, in the file's header: how a store is told from any other SQLite file."""
SCHEMA_VERSION: Final = 6
PROJECTION_VERSION: Final = 6
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

    owner: str | None = "id"
    """The column that names what a row is about; its entry bears that as a subject. None: it follows from others."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the key columns."""
        return tuple(k.split()[0] for k in self.key.split(", "))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the other columns."""
        return tuple(c.split()[0] for c in self.columns.split(", ") if c)


TABLES: Final = (
    Table("principals", "id TEXT NOT NULL", "kind TEXT NOT NULL, body INTEGER NOT NULL"),
    Table("runs", "id TEXT NOT NULL", "state TEXT NOT NULL, outcome TEXT, body INTEGER NOT NULL"),
    Table("holders", "id TEXT NOT NULL", "role TEXT NOT NULL, body INTEGER NOT NULL"),
    Table(
        "segments",
        "id TEXT NOT NULL",
        "role TEXT NOT NULL, encoding TEXT NOT NULL, holder TEXT, run TEXT, covered INTEGER NOT NULL,"
        " withdrawn INTEGER NOT NULL",
    ),
    Table(
        "blocks",
        "seq INTEGER NOT NULL",
        "segment TEXT NOT NULL, ordinal INTEGER NOT NULL, same_as INTEGER, entry INTEGER NOT NULL,"
        " sanitized INTEGER NOT NULL, skipped INTEGER NOT NULL, run TEXT, deferred TEXT,"
        " deferred_at INTEGER, repeats INTEGER, withdrawn INTEGER NOT NULL",
        ("(segment, ordinal)", "(same_as) WHERE same_as IS NOT NULL", "(repeats) WHERE repeats IS NOT NULL"),
        "segment",
    ),
    Table(
        "items",
        "id TEXT NOT NULL",
        "day INTEGER NOT NULL, n INTEGER NOT NULL, place TEXT NOT NULL, kind TEXT, status TEXT,"
        " confidence TEXT, source_state TEXT NOT NULL, superseded_by TEXT, cooled INTEGER NOT NULL,"
        " topic TEXT, run TEXT, body INTEGER NOT NULL, block INTEGER, drift TEXT NOT NULL,"
        " deferred TEXT, deferred_at INTEGER, created INTEGER NOT NULL, type TEXT, task TEXT,"
        " released INTEGER NOT NULL, review TEXT, findings TEXT NOT NULL, lane TEXT, withdrawn INTEGER NOT NULL",
        (
            "(status, day, n, withdrawn) WHERE to_seq IS NULL",
            "(body)",
            "(block)",
            "(day, n, body, run, withdrawn) WHERE to_seq IS NULL",
            "(place, day, n) WHERE to_seq IS NULL AND place <> 'store'",
            "(task) WHERE task IS NOT NULL",
            "(run) WHERE run IS NOT NULL AND to_seq IS NULL",
            "(lane, day, n, withdrawn, to_seq) WHERE lane IS NOT NULL AND to_seq IS NULL",
            "(topic, day, n, withdrawn, to_seq) WHERE topic IS NOT NULL AND to_seq IS NULL",
        ),
    ),
    Table(
        "topics",
        "id TEXT NOT NULL",
        "layer TEXT, triggered INTEGER NOT NULL, run TEXT, body INTEGER NOT NULL, deferred TEXT, deferred_at INTEGER,"
        " withdrawn INTEGER NOT NULL",
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
    Table("lanes", "id TEXT NOT NULL", "state TEXT NOT NULL, closed INTEGER NOT NULL, body INTEGER NOT NULL"),
    Table("tasks", "id TEXT NOT NULL", "state TEXT NOT NULL, outcome TEXT, body INTEGER NOT NULL"),
    Table(
        "controls",
        "id TEXT NOT NULL",
        "action TEXT NOT NULL, scope TEXT NOT NULL, supersedes TEXT, settles TEXT NOT NULL, state TEXT NOT NULL,"
        " run TEXT, body INTEGER NOT NULL",
        ("(scope)",),
    ),
    Table(
        "scopes",
        "id TEXT NOT NULL",
        "selectors TEXT NOT NULL, excluded INTEGER NOT NULL, control TEXT, fault TEXT",
        owner=None,
    ),
    Table(
        "excluded",
        "name TEXT NOT NULL, scope TEXT NOT NULL",
        "",
        ("(name) WHERE to_seq IS NULL", "(scope) WHERE to_seq IS NULL"),
        None,
    ),
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


def projection_tables() -> list[str]:
    """The statements that make the projected tables, without triggers."""
    found: list[str] = []
    for table in TABLES:
        keys = ", ".join(table.keys)
        found.append(
            f"CREATE TABLE {table.name} ({table.key},{f' {table.columns},' if table.columns else ''}"
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
