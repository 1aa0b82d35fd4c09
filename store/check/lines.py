"""Header lines in bulk: read in order, in large pieces, each matched once against the frame of a header.

The frame is all that stands fixed in a canonical header line. What stands in its three gaps (effect, refs,
subjects) is left to step 4: a line that fits and whose gaps are canonical JSON is a canonical header.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

PIECE = 1_000
"""How many entries are read at a time."""
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
"""The least and the greatest that SQLite counts."""

Rows: TypeAlias = list[tuple[int, Any, Any, Any, Any, Any]]
"""seq, header, hash, at, actor, action: as they stand, whatever they are."""
Fits: TypeAlias = "Sequence[re.Match[bytes] | None]"
"""For each row its line in the frame, or None where it does not fit."""

ACTION, ACTOR, AT, COMMITMENT, EFFECT, PREV, REFS, SEQ, SUBJECTS = range(1, 10)
"""The groups of the frame."""
_SHA = rb"[0-9a-f]{64}"
_FRAME: Final = re.compile(
    rb'\{"action":"([a-z-]+)","actor":"([a-z0-9-]+)","at":(0|-?[1-9][0-9]*),"commitment":(null|"' + _SHA + rb'"),'
    rb'"effect":(\{.*\}),"prev":"(' + _SHA + rb')","refs":\[([^][{}]*)\],"seq":([1-9][0-9]*),'
    rb'"subjects":\[([^][{}]*)\],"v":1\}'
).fullmatch


def pieces(conn: sqlite3.Connection, since: int) -> Iterator[Rows]:
    """The entries behind `since` (0: every row there is), in order."""
    sql = "SELECT seq, header, hash, at, actor, action FROM log WHERE seq >= ? ORDER BY seq"
    found = conn.execute(sql, (since + 1 if since else LOWEST,))
    while rows := found.fetchmany(PIECE):
        yield rows


def fits(rows: Rows) -> Fits:
    """Match every line against the frame."""
    try:
        return [_FRAME(row[1]) for row in rows]
    except TypeError:
        return [_FRAME(row[1]) if isinstance(row[1], bytes) else None for row in rows]
