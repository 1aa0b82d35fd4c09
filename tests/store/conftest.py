"""What every test of the store may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.database import Store
from tests.builders import a_store
from tests.store.worlds import a_full_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with nothing but its genesis."""
    made = a_store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Store]:
    """A store in which a bit of everything has happened."""
    made = a_full_store(tmp_path)
    yield made
    made.close()
