"""Topics that a question leads to: their title or a trigger stands in it, word for word (P§10, M).

Found by look-up, never by reading the topics: first which words of the question begin a phrase at all, and only from
those on whether one stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from store import log, seal
from store.index import LEADING, phrases_of
from store.records.words import SegmentRole
from store.tokens import steps
from store.views.reader import Reader, chunks


class Led(NamedTuple):
    """A topic, and what leads to it here."""

    id: str
    title: str
    file: str
    layer: str | None
    """As its page says."""
    triggers: tuple[str, ...]
    phrase: str
    """Its title or trigger that stands in the question, as it was written; of several the longest."""


def leading(reader: Reader, question: str) -> list[Led]:
    """The topics that a question leads to, the longest phrase first."""
    said = steps(question)
    begun = _begun(reader, said)
    spans = {
        "\x1f".join(said[at : at + long])
        for at, word in enumerate(said)
        if word in begun
        for long in range(1, min(LEADING, len(said) - at) + 1)
    }
    seqs: set[int] = set()
    for part in chunks([seal.look_up(reader.key, "leads", span) for span in spans]):
        sql = f"SELECT seq FROM lookups WHERE kind = 'leads' AND digest IN ({','.join('?' * len(part))})"
        seqs.update(seq for (seq,) in reader.conn.execute(sql, part))
    found = [led for seq in seqs if (led := _led(reader, seq, said)) is not None]
    return sorted(found, key=lambda led: (-len(steps(led.phrase)), led.id))


def _begun(reader: Reader, said: Sequence[str]) -> set[str]:
    """Those of these words with which a phrase begins."""
    if reader.conn.execute("SELECT 1 FROM lookups WHERE kind = 'leads-from' LIMIT 1").fetchone() is None:
        return set()
    asked = {seal.look_up(reader.key, "leads-from", word): word for word in said}
    found: set[str] = set()
    for part in chunks(list(asked)):
        sql = (
            f"WITH asked (digest) AS (VALUES {','.join(['(?)'] * len(part))}) SELECT digest FROM asked"
            " WHERE EXISTS (SELECT 1 FROM lookups WHERE kind = 'leads-from' AND lookups.digest = asked.digest)"
        )
        found.update(asked[digest] for (digest,) in reader.conn.execute(sql, part))
    return found


def _led(reader: Reader, seq: int, said: Sequence[str]) -> Led | None:
    """The topic whose words stand at an entry, if they are its latest, and what of them stands in a question."""
    entry, told = log.entry(reader.conn, seq), log.payload(reader.conn, seq)
    if entry is None or told is None:
        return None
    sql = f"SELECT layer FROM topics WHERE id = ? AND body = ? AND {reader.visible('topics')}"
    row = reader.conn.execute(sql, (entry.subjects[0], seq)).fetchone()
    held = [phrase for phrase in phrases_of(told) if _stands(steps(phrase), said)]
    if row is None or not held:
        return None
    phrase, file = max(held, key=lambda one: len(steps(one))), told.get("file", "")
    triggers = tuple(told.get("triggers", ()))
    return Led(entry.subjects[0], told.get("title") or file, file, row[0], triggers, phrase)


def _stands(phrase: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the words of a phrase stand in a question, one after the other."""
    long = len(phrase)
    return long > 0 and any(list(said[at : at + long]) == list(phrase) for at in range(len(said) - long + 1))


def page_of(reader: Reader, file: str) -> str | None:
    """The archived page of a topic, the newest of that path."""
    sql = (
        "SELECT segments.id FROM blocks JOIN segments ON segments.id = blocks.segment"
        f" WHERE blocks.seq = ? AND blocks.ordinal = 1 AND segments.role = '{SegmentRole.TOPIC.value}'"
        f" AND {reader.visible('blocks')} AND {reader.visible('segments')}"
    )
    found = (reader.conn.execute(sql, (seq,)).fetchone() for seq in reader.known("anchor", file))
    return next((str(row[0]) for row in found if row), None)
