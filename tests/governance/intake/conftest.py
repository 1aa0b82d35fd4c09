"""A fresh store for each test of taking in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.database import Store
from tests.builders import a_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "desk").mkdir()
    made = a_store(tmp_path / "desk")
    yield made
    made.close()
