"""What every test of a face may rely on."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor in a field stands still, so that a picture is the same on a slow machine."""
    for name in ("_restart_blink", "_toggle_cursor"):
        monkeypatch.setattr(f"textual.widgets.Input.{name}", lambda _field: None)
