"""Pictures of topics and lanes, looked at by a person before they are kept."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.governance.builders import decide
from tests.governance.standings import a_lane
from tests.tui.desks import opened, sample_store
from tests.tui.test_looks import app_on, keys


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, and a person who is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    numbers = count(1)
    monkeypatch.setattr("secrets.token_hex", lambda n: f"{next(numbers):0{2 * n}x}")
    return Path()


def filled(place: Path) -> Path:
    """The sample with three lanes: one closed and frozen, one cleared, one of a project."""
    path = sample_store(place, anew=True)
    with opened(path) as desk:
        trial = a_lane(desk, title="Trial of the new runner", access="closed", purpose="to compare with what we have")
        gone, cjk = a_lane(desk, title="Spring drill"), a_lane(desk, title="東京の試験", project="tides")
        for name, lane in zip(desk.item_keys()[:3], (trial, trial, gone), strict=False):
            decide(desk, "lane", name, lane=lane)
        decide(desk, "freeze", trial)
        decide(desk, "clear", gone)
        assert cjk
    return path


LANES = ("T", "T", "T")


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((80, 24), LANES, {}),
        ((80, 24), (*LANES, "j"), {"ascii": True}),
        ((120, 40), LANES, {}),
        ((200, 50), LANES, {"density": "compact", "theme": "memdesk-light"}),
        ((120, 40), (*LANES, "enter"), {}),
        ((120, 40), (*LANES, "colon"), {}),
        ((80, 24), (*LANES, "colon", *"new lane", "enter"), {}),
    ],
    ids=["80x24", "80x24-ascii", "120x40", "compact-light", "inside", "menu", "new-lane-80x24"],
)
def test_lanes_look_as_they_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(filled(place), **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))
