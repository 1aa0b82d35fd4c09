"""How an item comes to wait for a person without anybody's decision: another capture refutes it, and a pass says so."""

from __future__ import annotations

from typing import Any

from store.ids import day_number
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.builders import DAY, by_a_door, some_words


def refuted(snapshot: Any, made: Entry, day: str) -> Any:
    """What makes a capture of the inbox wait for a person: another says that it is wrong, and a pass takes both in."""
    run, segment = snapshot.mint("run", day_number(day)), snapshot.mint("seg", day_number(day))
    effect = by_a_door(snapshot) | {"links": [["refutes", made.subjects[0]]]}
    by = yield Draft(
        Action.CAPTURE, (snapshot.mint("mem", DAY),), effect, some_words("no, they are not") | {"bytes": "no"}
    )
    for ordinal, one in enumerate((made, by), 1):
        block: dict[str, Any] = {
            "role": "archive-day",
            "encoding": "utf-8",
            "holder": None,
            "run": None,
            "ordinal": ordinal,
        }
        block |= {"same_as": one.seq, "entry": True, "sanitized": False}
        block["moves"] = {"place": "archived", "block": one.seq}
        words = {"v": 2, "path": f"archive/{day}.md", "number": ordinal, "slugs": []}
        yield Draft(Action.ARCHIVE, (segment, *one.subjects), block, words, (one.seq,))
    for one in (made, by):
        yield Draft(Action.ADD, one.subjects, {"before": {"place": "archived"}, "set": {"place": "store"}}, refs=(run,))
    marked = {"set": {"status": "pending-cleanup"}, "links": [["contradicted-by", by.subjects[0]]]}
    yield Draft(Action.PENDING_CLEANUP, made.subjects, marked, refs=(run, by.subjects[0]))
