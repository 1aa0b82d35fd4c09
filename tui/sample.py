"""Where the sample memory lies, in a checkout and in an installed copy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def sample_memory_path(room: Path = HERE) -> Path:
    """Find the sample folder beside the room (a checkout), else inside it (an installed copy).

    In an installed copy the room's neighbours are other people's packages, so a folder counts as a checkout only
    beside the project file.
    """
    checkout = room.parent / "sample_memory"
    if checkout.is_dir() and (room.parent / "pyproject.toml").is_file():
        return checkout
    packaged = room / "sample_memory"
    if packaged.is_dir():
        return packaged
    raise FileNotFoundError(f"the sample memory is neither at {checkout} nor at {packaged}")


def sample_captures() -> Iterator[tuple[str, dict[str, Any]]]:
    """(name of the agent, what it sends) for each capture that comes with the sample."""
    for found in _lines("captures.jsonl"):
        yield found["by"], found["capture"]


def sample_lanes() -> Iterator[dict[str, Any]]:
    """What a person parts off in the demo: title, access, purpose and items of each lane, and whether it is frozen."""
    yield from _lines("lanes.jsonl")


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with (sample_memory_path() / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
