"""What every test may ask for."""

from __future__ import annotations

from pathlib import Path

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


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings, keys and witnesses of the person who runs the tests out of it."""
    folder: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    for name in ("MEMDESK_TOKEN", "SSH_AUTH_SOCK", "SSH_ASKPASS"):
        monkeypatch.delenv(name, raising=False)
