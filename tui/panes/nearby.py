"""Memories near the current folder; looks a little way down and never for long."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DEPTH = 3
"""Folders below the current one that are looked into."""
FOLDERS = 2_000
"""Folders that are looked at, at most."""
FOUND = 40
"""Memories that are offered, at most."""
NAMES = frozenset({"MEMORY.md", "memory.md"})
_SKIPPED = frozenset({"node_modules", "venv", "site-packages", "target", "dist", "build"})


class Nearby(NamedTuple):
    """A memory that could be imported."""

    root: Path
    """What to import: a file or a folder."""
    what: str
    """What it looks like."""


def memories(here: Path) -> list[Nearby]:
    """What could be imported, nearest first."""
    found: dict[Path, Nearby] = {}
    for folder, folders, files in _folders(here):
        if "memory" in folders:
            beside = " beside CLAUDE.md" if "CLAUDE.md" in files else ""
            root = folder / "memory"
            found.setdefault(root, Nearby(root, f"a memory folder{beside}"))
        elif "CLAUDE.md" in files:
            found.setdefault(folder / "CLAUDE.md", Nearby(folder / "CLAUDE.md", "an agent's instructions"))
        for name in sorted(NAMES & files):
            if folder not in found:
                found.setdefault(folder / name, Nearby(folder / name, "a memory file"))
        if len(found) >= FOUND:
            break
    return list(found.values())[:FOUND]


def _folders(here: Path) -> Iterator[tuple[Path, frozenset[str], frozenset[str]]]:
    level, looked = [here], 0
    for depth in range(DEPTH + 1):
        below: list[Path] = []
        for folder in level:
            looked += 1
            if looked > FOLDERS:
                return
            try:
                with os.scandir(folder) as entries:
                    listed = [(e.name, e.is_dir(follow_symlinks=False), e.is_file()) for e in entries]
            except OSError:
                continue
            folders = frozenset(name for name, is_folder, _ in listed if is_folder)
            yield folder, folders, frozenset(name for name, _, is_file in listed if is_file)
            if depth < DEPTH:
                below += [folder / n for n in sorted(folders) if not n.startswith(".") and n not in _SKIPPED]
        level = below
