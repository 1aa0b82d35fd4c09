"""Pictures of withdrawals, looked at by a person before they are kept."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.desks import memory_store
from tests.tui.test_looks import app_on, keys
from tests.tui.withdrawn import withdrawn_store


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
        ((80, 24), ("5",), {}),
        ((80, 24), ("5", "j", "enter"), {"ascii": True}),
        ((120, 40), ("5",), {}),
        ((120, 40), ("5", "j"), {}),
        ((120, 40), ("5", "G", "k", "k"), {"theme": "memdesk-light"}),
        ((200, 50), ("5", "G"), {"density": "compact"}),
        ((80, 24), ("I", "w", "enter"), {}),
        ((120, 40), ("5", "G", "k", "k", "i"), {}),
    ],
    ids=[
        "80x24", "broken-80x24-ascii", "proposal-120x40", "broken-120x40", "in-effect-light", "compact-200x50",
        "withdrawing-80x24", "reinstating-120x40",
    ],
)  # fmt: skip
def test_withdrawals_look_as_they_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(withdrawn_store(place), **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))


def test_with_nothing_withdrawn_the_next_key_is_named(place: Path, snap_compare: Any) -> None:
    assert snap_compare(app_on(memory_store(place, "# M\n")), terminal_size=(80, 24), run_before=keys("5"))
