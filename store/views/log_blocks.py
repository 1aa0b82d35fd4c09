"""Blocks in the log: a header names the segment, people name the block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store.ids import block_id, read_block_id
from store.records.entry import Entry
from store.views.reader import Reader


def about(reader: Reader, subject: str) -> tuple[str, tuple[Any, ...]]:
    """The condition for an entry to be about an id; about a block where it made, moved or names that very one."""
    block = read_block_id(subject)
    if block is None:
        return "seq IN (SELECT seq FROM subject_log WHERE subject = ?)", (subject,)
    sql = "SELECT seq FROM blocks WHERE segment = ? AND ordinal = ? LIMIT 1"
    made = reader.conn.execute(sql, block).fetchone()
    seq = int(made[0]) if made else 0
    of_block = (
        f"(seq = {seq} OR instr(header, CAST('\"block_seq\":{seq},' AS BLOB)) OR"
        f" instr(header, CAST('\"block_seq\":{seq}}}' AS BLOB)) OR instr(header, CAST(? AS BLOB)))"
    )
    return f"seq IN (SELECT seq FROM subject_log WHERE subject = ?) AND {of_block}", (block[0], f'"{subject}"')


def told_about(reader: Reader, entry: Entry) -> tuple[str, ...]:
    """The subjects of an entry, blocks in place of the segments that stand for them there."""
    blocks = [*_refs(entry)]
    if (seq := entry.effect.get("block_seq")) is not None:
        row = reader.conn.execute("SELECT segment, ordinal FROM blocks WHERE seq = ? LIMIT 1", (seq,)).fetchone()
        blocks += [block_id(*row)] if row else []
    whole = {ref for ref in blocks if read_block_id(ref) is None}
    by_segment: dict[str, list[str]] = {}
    for one in blocks:
        if (found := read_block_id(one)) is not None:
            by_segment.setdefault(found[0], []).append(one)
    told: list[str] = []
    for subject in entry.subjects:
        told += [*([subject] if subject in whole else []), *by_segment.get(subject, ())] or [subject]
    return tuple(told)


def _refs(entry: Entry) -> Sequence[str]:
    """The parts of the archive that a control event names."""
    control = entry.effect.get("control")
    scope = control.get("scope") if isinstance(control, dict) else None
    found = scope.get("archive_refs", ()) if isinstance(scope, dict) else ()
    return [str(one) for one in found] if isinstance(found, list) else ()
