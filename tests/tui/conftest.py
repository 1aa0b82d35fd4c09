"""What every test of a face may rely on."""

from __future__ import annotations

import pytest
from textual.widgets import Input


@pytest.fixture(autouse=True)
def _nothing_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cursor of the field that has the keys stands there, so that a picture is the same on a slow machine."""

    def show(field: Input) -> None:
        field._cursor_visible = True

    monkeypatch.setattr(Input, "_restart_blink", show)
    monkeypatch.setattr(Input, "_toggle_cursor", show)
