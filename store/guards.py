"""The triggers of the store: what no connection may do, also none that knows nothing of memdesk (law 2)."""

from __future__ import annotations

from typing import Final

from store.schema import TABLES, Table

_HEAD = "(SELECT max(seq) FROM log)"


def _refuse(name: str, table: str, event: str, when: str, words: str) -> str:
    condition = f" WHEN {when}" if when else ""
    return (
        f"CREATE TRIGGER {name} BEFORE {event} ON {table}{condition} BEGIN SELECT RAISE(ABORT, 'memdesk: {words}'); END"
    )


_DECIDES: Final = f"(SELECT action FROM log WHERE seq = {_HEAD}) IN ('withdraw', 'reinstate')"
_HEAD_ACTION: Final = f"(SELECT action FROM log WHERE seq = {_HEAD})"
_REACHES: Final = (
    "EXISTS (SELECT 1 FROM scopes WHERE id IS NEW.scope AND to_seq IS NULL AND excluded = 1)"
    f" AND {_HEAD_ACTION} NOT IN ('decision', 'audit', 'run-closed', 'key', 'grant')"
    f" AND ({_HEAD_ACTION} <> 'capture' OR substr(NEW.name, 1, 1) IN ('#', '=') OR (SELECT instr(header,"
    f" CAST('\"' || NEW.name || '\"' AS BLOB)) FROM log WHERE seq = {_HEAD}))"
)
_LETS_GO: Final = (
    f"{_DECIDES} OR (SELECT instr(header, CAST('\"unlink\"' AS BLOB)) OR instr(header, CAST('\"restore\"' AS BLOB))"
    f" FROM log WHERE seq = {_HEAD})"
)
_FOLLOWS: Final = {"scopes": (_DECIDES, _DECIDES), "excluded": (_REACHES, _LETS_GO)}
"""When a row that is about nothing by itself may begin, and end: it follows from a control event."""


def _versioned_triggers(table: Table) -> list[str]:
    name = table.name
    same_key = " AND ".join(f"{k} IS NEW.{k}" for k in table.keys)
    about = f"EXISTS (SELECT 1 FROM subject_log WHERE subject IS {{row}}.{table.owner} AND seq IS NEW.entry_seq)"
    begins, ends = _FOLLOWS.get(name, (about.format(row="NEW"), about.format(row="OLD")))
    kept = " AND ".join(f"NEW.{c} IS OLD.{c}" for c in (*table.keys, *table.names, "from_seq"))
    return [
        _refuse(
            f"{name}_insert",
            name,
            "INSERT",
            f"NEW.entry_seq IS NOT {_HEAD} OR NEW.from_seq IS NOT NEW.entry_seq"
            f" OR NEW.to_seq IS NOT NULL OR EXISTS (SELECT 1 FROM {name} WHERE {same_key}"
            " AND (to_seq IS NULL OR from_seq IS NEW.from_seq))"
            f" OR NOT ({begins})",
            f"a row of {name} comes only with its entry of the log",
        ),
        _refuse(
            f"{name}_update",
            name,
            "UPDATE",
            f"NOT (OLD.to_seq IS NULL AND NEW.to_seq IS NEW.entry_seq AND NEW.entry_seq IS {_HEAD}"
            f" AND OLD.entry_seq < NEW.entry_seq AND {kept} AND ({ends})){_marked(table)}",
            f"a row of {name} is only ended by a newer entry of the log",
        ),
        _refuse(f"{name}_delete", name, "DELETE", "", f"rows of {name} are never deleted"),
    ]


def _marked(table: Table) -> str:
    """The one other change of a row: it is marked as withdrawn where `excluded` says so, and not where it does not."""
    if "withdrawn" not in table.names:
        return ""
    columns = (*table.keys, *table.names, "from_seq", "to_seq", "entry_seq")
    kept = " AND ".join(f"NEW.{c} IS OLD.{c}" for c in columns if c != "withdrawn")
    called = "IN ('#' || NEW.seq, '=' || NEW.seq)" if table.keys[0] == "seq" else f"IS NEW.{table.keys[0]}"
    return (
        f" AND NOT ({kept} AND NEW.withdrawn IS NOT OLD.withdrawn AND NEW.withdrawn IS EXISTS"
        f" (SELECT 1 FROM excluded WHERE name {called} AND to_seq IS NULL))"
    )


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


def all_triggers() -> list[str]:
    """Every trigger that must stand in a store."""
    return [*log_triggers(), *projection_triggers()]


def trigger_name(sql: str) -> str:
    """The name a trigger's statement gives it."""
    return sql.split()[2]
