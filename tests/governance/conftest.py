"""What every test of governance may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.desk import Desk
from tests.clock import StillClock
from tests.governance.builders import a_desk


@pytest.fixture
def desk(tmp_path: Path, clock: StillClock) -> Iterator[Desk]:
    """A desk at a new store, whose clock stands still until a test moves it."""
    with a_desk(tmp_path, clock) as made:
        yield made
