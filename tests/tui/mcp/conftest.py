"""A store that agents are connected to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from governance.desk import Desk, create_store
from store.records.words import PrincipalKind


class Place(NamedTuple):
    """A keyless store with its owner's desk."""

    path: Path
    desk: Desk

    def token(self, name: str = "codex", *projects: str) -> str:
        """Connect an agent, for projects."""
        return self.desk.authorize.connect(name, PrincipalKind.AGENT, projects=projects)[1]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    path = tmp_path / "memory.db"
    with create_store(path, zone="UTC") as desk:
        yield Place(path, desk)
