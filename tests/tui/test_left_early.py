"""A dialog that is left before it was filled goes away, and nothing breaks: keys are quicker than a busy machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content

from tests.tui.desks import desk_app, memory_store, press, screen_of, settle
from tui.dialogs.card import CardDialog
from tui.dialogs.dialog import Dialog
from tui.dialogs.jump import JumpDialog
from tui.dialogs.reader import ReaderDialog
from tui.widgets.card import Card
from tui.wording.glyphs import UNICODE

pytestmark = pytest.mark.anyio
EARLY: dict[str, Callable[[], Any]] = {
    "a card": lambda: CardDialog(Card("mem-1", Content("words"), (), "", "words"), UNICODE),
    "a text": lambda: ReaderDialog("Source", [("one", "words")], "words"),
    "jump letters": lambda: JumpDialog(()),
}


@pytest.mark.parametrize("make", EARLY.values(), ids=EARLY)
@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
async def test_a_dialog_that_is_left_at_once_is_gone_and_the_desk_takes_keys(
    tmp_path: Path, make: Callable[[], Any], times: int
) -> None:
    answers: list[object] = []
    async with desk_app(memory_store(tmp_path, "# M\n")) as (pilot, _):
        dialog = make()
        pilot.app.push_screen(dialog, answers.append)
        if isinstance(dialog, Dialog):
            dialog.action_explain()
        for _ in range(times):
            dialog.dismiss(None)
        await settle(pilot)
        assert answers == [None]
        assert pilot.app.screen is screen_of(pilot)
        await press(pilot, "2")
        assert screen_of(pilot).place == "pending"
    assert pilot.app.return_code in (0, None)
