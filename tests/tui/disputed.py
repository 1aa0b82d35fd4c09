"""A store in which rows disagree: two and three of a subject, spelled alike, knowledge at odds, hostile words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from governance.desk import Desk
from store.records.views import Row
from store.records.words import Queue
from tests.governance.builders import an_item
from tests.tui.desks import opened, press, sample_store, text_of

OLD, NEW = "mem-2026-03-24-007", "mem-2026-08-13-003"
"""The two live rows of gullmail's relay in the sample memory."""
EVIDENCE = "archive/2026-08-13.md#heron-reinstalled"
HOSTILE = "[bold red]x[/] \x1b[31mred\x1b[0m \x1b]0;t\x07 \u202egnp.exe"


def disputed_store(folder: Path, *, anew: bool = False) -> tuple[Path, dict[str, tuple[str, ...]]]:
    """The sample memory, and more that disagrees; the ids by what they are about."""
    path = sample_store(folder, anew=anew)
    with opened(path) as desk:
        board = [
            an_item(desk, kind="state", subject="board:opens", text=text, date=f"2026-08-0{n}", day=20260901)
            for n, text in enumerate(("案内板は八時に開く", "案内板は九時に開く", "案内板は十時半に開く"), 1)
        ]
        alike = [an_item(desk, kind="state", subject=s, text=t, day=20260901) for s, t in
                 (("Local:Default-Model", "it is kelp-2"), ("local：default-model", "it is kelp-3"))]  # fmt: skip
        sly = [an_item(desk, text=f"{HOSTILE} one", day=20260901)]
        sly.append(an_item(desk, text=f"{HOSTILE} two", links=[("contradicts", sly[0])], day=20260901))
    return path, {"relay": (OLD, NEW), "board": tuple(board), "alike": tuple(alike), "sly": tuple(sly)}


def conflict_at(desk: Desk, name: str) -> int:
    """Where in the list the conflict of an item stands."""
    keys = desk.queue_keys(Queue.CONFLICTS)
    (row,) = desk.queue_rows(Queue.CONFLICTS, [name])
    assert isinstance(row, Row)
    return keys.index(row.id)


async def go_to(pilot: Pilot[Any], desk: Desk, name: str) -> None:
    """To the conflict of an item."""
    await press(pilot, "3", *["j"] * conflict_at(desk, name))


def told(pilot: Pilot[Any]) -> str:
    """What the screen says, in one line."""
    return " ".join(text_of(pilot).split())
