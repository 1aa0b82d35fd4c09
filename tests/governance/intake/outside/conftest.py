"""A desk at a store without keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.desk import Desk, create_store


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk of its own."""
    with create_store(tmp_path / "memory.db", zone="UTC", witnessed=False) as found:
        yield found
