"""What every test may ask for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clock import StillClock

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores ctrl-C; processes that tests start must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutine tests on asyncio, the loop that Textual uses."""
    return "asyncio"


@pytest.fixture
def clock() -> StillClock:
    """Stand still at one known moment until a test moves it."""
    return StillClock()


def _leave_alone(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Keep settings, keys and witnesses of the person who runs the tests out of it."""
    patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    patch.setenv("XDG_STATE_HOME", str(folder / "state"))
    for name in ("MEMDESK_TOKEN", "SSH_AUTH_SOCK", "SSH_ASKPASS"):
        patch.delenv(name, raising=False)


@pytest.fixture(scope="session", autouse=True)
def _own_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Folders for what several tests share."""
    with pytest.MonkeyPatch.context() as patch:
        _leave_alone(patch, tmp_path_factory.mktemp("shared"))
        yield


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders for each test alone."""
    _leave_alone(monkeypatch, tmp_path_factory.mktemp("home"))
