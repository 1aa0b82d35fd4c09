"""While another process writes hundreds of captures a second, every key moves the cursor, and every row comes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from store.records.words import Queue
from tests.tui.bursts import GONE, RATE, SECONDS, burst
from tests.tui.desks import capture_as, desk_app, memory_store, pane_of, press, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_the_keyboard_answers_while_another_process_writes_all_the_time(tmp_path: Path) -> None:
    """How fast it answers, and at which rate, is measured by the bench of the live desk."""
    store = memory_store(tmp_path, "# M\n")
    capture_as(store, "codex", *({"text": f"before {n}", "source": "seen"} for n in range(4)))
    async with desk_app(store, live=True) as (pilot, desk):
        await press(pilot, "1", "j")
        here = pane_of(pilot).table.key
        one = await burst(pilot, store)
        assert one.written == SECONDS * RATE
        assert len(one.spans) >= 2 * SECONDS, "keys were pressed all the while"
        assert max(one.spans) < GONE, "no key was swallowed"
        assert pane_of(pilot).table.key == here
        written = len(desk.queue_keys(Queue.INBOX))
        assert written == 4 + SECONDS * RATE
        for _ in range(400):
            if len(pane_of(pilot).table.keys) == written:
                break
            await asyncio.sleep(0.05)
        assert len(pane_of(pilot).table.keys) == written
        assert f"+{written - 4:,}" in text_of(pilot)
