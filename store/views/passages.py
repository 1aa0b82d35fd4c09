"""The archive under an audit: passages that bear every word and phrase of a question."""

from __future__ import annotations

from collections.abc import Sequence

from store import index
from store.ids import block_id
from store.records.views.recall import Raw
from store.tokens import Need
from store.views.archive import text_of
from store.views.reader import Reader
from store.views.recalling import Wanted
from store.views.search import gives, stands_in

_STEP = 256
"""Blocks that are read at once."""
PASSAGE = 1_200
"""Characters of a passage that an audit shows."""


def passages(reader: Reader, wanted: Sequence[Wanted], phrases: Sequence[str], most: int) -> tuple[Raw, ...]:
    """The passages of the archive that bear every one of these words and phrases, newest first, at most so many."""
    sql = (
        "SELECT seq, segment, ordinal, coalesce(same_as, seq) FROM blocks"
        f" WHERE entry = 1 AND {reader.visible('blocks')} ORDER BY seq DESC"
    )
    found: list[Raw] = []
    rows = reader.conn.execute(sql)
    while part := rows.fetchmany(_STEP):
        held = reader.payloads({row[3] for row in part} | {row[0] for row in part})
        for seq, segment, ordinal, at in part:
            text = text_of(held.get(at)).strip()
            if text and _bears(text, wanted, phrases):
                path = (held.get(seq) or held.get(at) or {}).get("path")
                found.append(
                    Raw(ref_id=block_id(segment, ordinal), path=path, snippet=text[:PASSAGE], cut=len(text) > PASSAGE)
                )
                if len(found) == most:
                    return tuple(found)
    return tuple(found)


def _bears(text: str, wanted: Sequence[Wanted], phrases: Sequence[str]) -> bool:
    """Whether a text has all of these words, as a question finds them, and phrases, as a search does."""
    folded = index.fold(text)
    return (
        all(one.token in folded for one in wanted)
        and gives(index.tokens(text), (Need(one.token, one.begins) for one in wanted))
        and all(stands_in(phrase, folded) for phrase in phrases)
    )
