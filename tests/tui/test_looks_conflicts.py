"""Pictures of conflicts, looked at by a person before they are kept."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.disputed import disputed_store
from tests.tui.test_looks import app_on, keys

RELAY = ("3", "j")
BOARD = ("3", "G", "k", "k")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, and a person who is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    count = itertools.count()
    monkeypatch.setattr("secrets.token_hex", lambda n: ("5e" * n + f"{next(count):04x}")[-2 * n :])
    return Path()


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((80, 24), ("3",), {}),
        ((80, 24), (*RELAY, "enter", "l"), {"ascii": True}),
        ((120, 40), RELAY, {}),
        ((120, 40), (*RELAY, ">"), {}),
        ((120, 40), (*BOARD, "enter", "l"), {"theme": "no-colour"}),
        ((120, 40), ("3", "G"), {"density": "compact"}),
        ((180, 50), (*RELAY, "enter"), {"theme": "memdesk-light"}),
    ],
    ids=[
        "80x24", "one-at-a-time-80x24-ascii", "120x40", "deciding-120x40", "three-rows-no-colour", "hostile-compact",
        "180x50-light",
    ],
)  # fmt: skip
def test_conflicts_look_as_they_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(disputed_store(place, anew=True)[0], **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))
