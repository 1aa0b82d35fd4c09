"""The archive pass: every capture of the inbox becomes a block of the day's segment, once (P§13)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from store.commit import Snapshot
from store.ids import day_number
from store.records.entry import Draft, Entry
from store.records.words import Action, Place, SegmentRole
from store.views.passes import left_in_lanes, own_segments, to_archive

BATCH = 500
"""How many captures are archived in one commit."""


def archive_some(snapshot: Snapshot, actor: str, day: str) -> Generator[Draft, Entry, tuple[str | None, int]]:
    """Archive the oldest captures of the inbox; the segment they went to, and how many they were.

    A segment that a pass covered is closed: what comes later that day goes on in another one, and its numbers go on.
    """
    waiting = to_archive(snapshot.conn, BATCH)
    if not waiting:
        return None, 0
    own = own_segments(snapshot.conn, day)
    segment, ordinal = next(((name, count) for name, covered, count in reversed(own) if not covered), ("", 0))
    segment = segment or snapshot.mint("seg", day_number(day))
    number = sum(count for _, _, count in own)
    for name, held in waiting:
        ordinal, number = ordinal + 1, number + 1
        effect: dict[str, Any] = {
            "role": SegmentRole.ARCHIVE_DAY.value,
            "encoding": "utf-8",
            "holder": None,
            "run": None,
            "ordinal": ordinal,
            "same_as": held,
            "entry": True,
            "sanitized": False,
            "moves": {"place": Place.ARCHIVED.value, "block": held},
        }
        words = {"v": 2, "path": f"archive/{day}.md", "number": number, "slugs": []}
        yield Draft(Action.ARCHIVE, (segment, name), effect, words, (held,), actor=actor)
    return segment, len(waiting)


def archive_skip(snapshot: Snapshot, actor: str, day: str, archived: int) -> Generator[Draft, Entry, str | None]:
    """Record that there was nothing to archive, or what was left in which lane, beside what was archived."""
    left = left_in_lanes(snapshot.conn, distilling=False)
    if archived and not left:
        return None
    run = snapshot.mint("run", day_number(day))
    words = {"v": 1, "left": left, "archived": archived} if left else None
    yield Draft(Action.ARCHIVE_SKIP, (run,), {}, words, actor=actor)
    return run
