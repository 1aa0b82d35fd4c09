"""Pictures of Search, looked at by a person before they are kept."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.desks import memory_store, sample_store
from tests.tui.test_looks import CJK, app_on, keys


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, and a person who is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    monkeypatch.setattr("secrets.token_hex", lambda n: "5e" * n)
    return Path()


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((80, 24), ("S", *"runner the"), {}),
        ((80, 24), ("S", *"runner", "enter", "j"), {"ascii": True}),
        ((120, 40), ("S", *"heron", "enter", "j"), {}),
        ((200, 50), ("S", *"runner heron"), {"density": "compact", "theme": "memdesk-light"}),
        ((80, 24), ("S",), {}),
        ((80, 24), ("S", *"qxjq"), {}),
    ],
    ids=["typing-80x24", "rows-80x24-ascii", "rows-120x40", "compact-light", "nothing-typed", "nothing-found"],
)
def test_search_looks_as_it_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(sample_store(place, anew=True), **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))


def test_found_words_of_many_scripts_keep_their_columns(place: Path, snap_compare: Any) -> None:
    app = app_on(memory_store(place, CJK))
    assert snap_compare(app, terminal_size=(120, 40), run_before=keys("S", "の", "enter"))
