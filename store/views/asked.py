"""What somebody said of a conflict: what is missing to settle it, and what is put off (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from store import log
from store.records.entry import Entry
from store.records.views import Why
from store.records.words import Action, VerbName
from store.views.reader import Reader, chunks


def asked_for(reader: Reader, names: Sequence[str]) -> tuple[Why, ...]:
    """What somebody said is missing to settle it, of each item."""
    return tuple(
        Why.model_construct(code="needs-evidence", ids=(name,), detail=note) for name, note in _missing(reader, names)
    )


def _missing(reader: Reader, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(item, what is missing) where somebody said last what evidence it needs, and did not take that back."""
    for name in names:
        sql = (
            "SELECT log.seq FROM subject_log JOIN log ON log.seq = subject_log.seq"
            f" WHERE subject_log.subject = ? AND log.action = ?{_until(reader)} ORDER BY log.seq DESC"
        )
        seqs = [row[0] for row in reader.conn.execute(sql, (name, Action.REVIEW.value))]
        entries = log.some(reader.conn, seqs)
        if (asked := _asked(entries[seq] for seq in seqs)) is not None:
            note = (reader.payloads([asked]).get(asked) or {}).get("note")
            if note:
                yield name, str(note)


def _asked(entries: Iterable[Entry]) -> int | None:
    """The newest entry that asks for evidence and was not undone, of those of one item, newest first."""
    undone: set[object] = set()
    for entry in entries:
        if "undoes" in entry.effect and entry.seq not in undone:
            undone.add(entry.effect["undoes"])
        elif entry.effect.get("verb") == VerbName.EVIDENCE and entry.seq not in undone:
            return entry.seq
    return None


def _until(reader: Reader) -> str:
    return "" if reader.at_seq is None else f" AND log.seq <= {int(reader.at_seq)}"


def put_off(reader: Reader, names: Sequence[str]) -> dict[str, str]:
    """Until when those of these rows are put off that are."""
    found: dict[str, str] = {}
    for part in chunks(sorted(set(names))):
        marks = ",".join("?" * len(part))
        sql = f"SELECT id, deferred, deferred_at FROM items WHERE id IN ({marks}) AND deferred IS NOT NULL"
        for name, how, at in reader.conn.execute(f"{sql} AND {reader.stands('items')}", part):
            if until := reader.until(how, at):
                found[name] = until
    return found
