"""Pictures of the desk, looked at by a person before they are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.desk import create_store
from tests.tui.desks import memory_store, opened, press, sample_store, settle, still
from tui.app import DeskApp
from tui.settings import Settings

CJK = """# 記憶

- [2026-06-01] [mem-2026-06-01-001] (state) 記憶システムの公開アドレスは 203.0.113.7 です。東京の桟橋で確かめた。
  - Status: pending-cleanup
  - Subject: host:公開アドレス
  - Source: archive/2026-06-01.md#3
- [2026-06-02] [mem-2026-06-02-001] (knowledge) 前端缓存不更新的问题只出现在旧版本里，重试三次之后才会出现。
  - Status: pending-cleanup
  - Source: archive/2026-06-02.md#1
- [2026-06-03] [mem-2026-06-03-001] (knowledge) 대기열은 중복을 버린다 👩‍🚀 — with שלום עולם in the middle.
  - Status: pending-cleanup
  - Source: archive/2026-06-03.md#1
"""
Keys = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, and a person who is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    monkeypatch.setattr("secrets.token_hex", lambda n: "5e" * n)
    return Path()


def app_on(store: Path, **settings: Any) -> DeskApp:
    return DeskApp(store, Settings(**settings), opener=opened, live=False)


def keys(*pressed: str) -> Keys:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in pressed:
            await press(pilot, key)

    return run


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((80, 24), ("2", "j"), {}),
        ((80, 24), ("2", "j", "enter"), {"ascii": True}),
        ((120, 40), ("2", "j"), {}),
        ((200, 60), ("2", "j"), {}),
        ((120, 40), ("9",), {"theme": "memdesk-light"}),
        ((120, 40), ("2", "V", "j", "V", "y"), {"density": "compact"}),
        ((120, 40), ("2", "y", "enter", "P", "ctrl+s"), {}),
    ],
    ids=["80x24", "80x24-wide-ascii", "120x40", "200x60", "light-drift", "compact-deciding", "applying"],
)
def test_the_sample_looks_as_it_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(sample_store(place, anew=True), **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))


def test_words_of_many_scripts_keep_their_columns(place: Path, snap_compare: Any) -> None:
    app = app_on(memory_store(place, CJK))
    assert snap_compare(app, terminal_size=(120, 40), run_before=keys("I", "j", "j"))


def test_an_empty_store_says_what_to_do(place: Path, snap_compare: Any) -> None:
    create_store(place / "memory.db", clock=still, zone="UTC").close()
    assert snap_compare(app_on(place / "memory.db"), terminal_size=(100, 30), run_before=keys("2"))
