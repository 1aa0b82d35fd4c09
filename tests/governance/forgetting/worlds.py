"""Desks with something in them that must go: each holds a marked word in what is withdrawn, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from governance.desk import Desk
from tests.clock import StillClock
from tests.governance.builders import a_desk
from tests.governance.forgetting.gazing import MARK
from tests.governance.forgetting.scopes import act, withdraw
from tests.governance.intake.memories import put
from tests.governance.intake.passes.passing import both, send

FACT = f"The {MARK} is kept cold at night."
WIKI = "the old wiki"
PLAIN = "The tide was late."
HELD = {"text": FACT, "kind": "knowledge", "source": WIKI, "client_ref": "job-7"}


class World(NamedTuple):
    """A desk at which something was withdrawn."""

    desk: Desk
    folder: Path
    control: str
    before: int
    """The head before it was withdrawn."""
    marked: tuple[str, ...]
    """The items that bear the word."""
    plain: str
    """An item that has nothing to do with it."""
    decided: str
    """A plan about the marked item from before."""


def memory(marked: str, *, archived: str = "the crane is slow", title: str = "Harbour") -> dict[str, Any]:
    """The files of a small memory."""
    line = "- [2026-05-11] [mem-2026-05-11-00{n}] (knowledge) {text} Source: {source}.\n"
    inbox = line.format(n=1, text=marked, source=WIKI) + line.format(n=2, text=PLAIN, source="seen")
    return {
        "memory/memory.md": f"# Memory\n\n{inbox}",
        "memory/archive/2026-05-11.md": f"# Day\n\n## Morning\n\n- {archived}\n- the ferry left\n",
        "memory/topics/notes.md": f"---\ntitle: {title}\nlayer: warm\ntriggers:\n  - pier\n---\n\n# {title}\n",
    }


def _captured(desk: Desk, _: Path) -> tuple[str, ...]:
    name = send(desk, **HELD)
    both(desk)
    return (name,)


def _imported(desk: Desk, folder: Path) -> tuple[str, ...]:
    desk.import_memory(put(folder / "home", memory(FACT)))
    return ("mem-2026-05-11-001",)


def _archived(desk: Desk, folder: Path) -> tuple[str, ...]:
    desk.import_memory(put(folder / "home", memory("The crane is heavy.", archived=FACT)))
    segment = next(one.id for one in desk.segments() if one.path == "archive/2026-05-11.md")
    receipt = desk.intake.capture({**HELD, "source": f"{segment}/1"})
    both(desk)
    return (str(receipt.id),)


def _whole(desk: Desk, folder: Path) -> tuple[str, ...]:
    desk.import_memory(put(folder / "home", memory(FACT, archived=FACT, title=f"All of {MARK}")))
    return ("mem-2026-05-11-001",)


def _of_source(desk: Desk, folder: Path) -> tuple[str, ...]:
    return (*_captured(desk, folder), *_imported(desk, folder))


def _segment(desk: Desk) -> list[str]:
    return [one.id for one in desk.segments() if one.path == "archive/2026-05-11.md"]


def _run(desk: Desk) -> list[str]:
    return sorted({one.run for one in desk.segments() if one.run})


SCOPES: dict[str, tuple[Callable[[Desk, Path], tuple[str, ...]], Callable[[Desk], Sequence[str]]]] = {
    "a captured item": (_captured, lambda _: ["mem-2026-06-01-002"]),
    "an imported item": (_imported, lambda _: ["mem-2026-05-11-001"]),
    "a segment": (_archived, _segment),
    "a run": (_whole, _run),
    "a source": (_of_source, lambda desk: desk.forgetting.named(sources=[WIKI])),
}
"""What is withdrawn: how it came in, and what names it."""


def a_world(folder: Path, clock: StillClock, what: str) -> World:
    """A desk where something bore the marked word and was withdrawn."""
    desk = a_desk(folder, clock)
    plain = send(desk, "Ferries need a harbour pilot.")
    both(desk)
    make, name = SCOPES[what]
    marked = make(desk, folder)
    decided = act(desk, "stale", marked[0]).plan
    before = desk.pulse()[1]
    return World(desk, folder, withdraw(desk, *name(desk)), before, marked, plain, decided)
