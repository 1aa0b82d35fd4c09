"""Ages on a screen that stays open: told anew by the minute, without asking the store for more than it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import open_desk
from tests.tui.desks import NOW, pane_of, press, sample_store, screen_of, settle, text_of, until
from tui.app import DeskApp
from tui.panes import alive
from tui.settings import Settings

pytestmark = pytest.mark.anyio
HOUR = 60 * 60 * 1_000_000


@pytest.mark.parametrize("place", ["0", "1", "2"])
async def test_ages_grow_while_nobody_does_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(alive, "AGING", 1.0)
    store, now = sample_store(tmp_path), [NOW]
    with open_desk(store, clock=lambda: now[0]) as desk:
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, place, *(["j"] if place == "2" else []))
            before, cursor = text_of(pilot), pane_of(pilot).table.cursor
            assert "5 h" not in before
            now[0] += 5 * HOUR
            await until(pilot, "5 h")
            assert pane_of(pilot).table.cursor == cursor
            assert screen_of(pilot).is_current
