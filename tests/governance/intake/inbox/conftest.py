"""A desk with an inbox file and a drop folder beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk


@pytest.fixture
def inbox(desk: Desk, tmp_path: Path) -> Path:
    """A watched memory.md with nothing but its date header."""
    folder = tmp_path / "agent"
    folder.mkdir()
    path = folder / "memory.md"
    path.write_text("# 2026-06-01\n", encoding="utf-8")
    desk.intake.watch_add(path)
    return path


@pytest.fixture
def drop(desk: Desk, tmp_path: Path) -> Path:
    """A watched drop folder."""
    folder = tmp_path / "dropped"
    folder.mkdir()
    desk.intake.watch_add(folder)
    return folder
