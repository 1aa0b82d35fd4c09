"""What every test may ask for."""

from __future__ import annotations

import pytest

from tests.clock import StillClock


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutine tests on asyncio, the loop that Textual uses."""
    return "asyncio"


@pytest.fixture
def clock() -> StillClock:
    """Stand still at one known moment until a test moves it."""
    return StillClock()
