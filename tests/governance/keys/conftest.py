"""What every test of keys may ask for."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.governance.keys.ours import Ours


@pytest.fixture
def ours() -> Ours:
    return Ours()


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An ssh-agent of this test's own."""
    door = tmp_path / "agent.sock"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(door)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    monkeypatch.setenv("SSH_AUTH_SOCK", str(door))
    yield
    process.terminate()
    process.wait()
    process.stdout.close()
