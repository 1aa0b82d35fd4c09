"""Desks to press keys on: the sample memory in a fresh store, with a clock that stands still."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from rich.console import RenderableType
from textual.app import App
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen

from governance.desk import Desk, create_store, open_desk
from store.records.views import CaptureReceipt
from store.records.words import Queue
from tui.app import DeskApp
from tui.panes.desk_screen import DeskScreen
from tui.panes.list_pane import ListPane
from tui.sample import sample_captures, sample_memory_path
from tui.settings import Settings
from tui.widgets.card import Pair
from tui.widgets.sides import Sides

NOW = 1_788_253_200_000_000
"""2026-09-01 09:00 UTC."""


def still() -> int:
    """The clock of all these desks."""
    return NOW


@functools.cache
def _template() -> Path:
    """A folder with a store of the sample memory, and with what was noted down about it outside."""
    folder = Path(tempfile.mkdtemp(prefix="memdesk-sample-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        sample_store(folder, anew=True)
    return folder


def sample_store(folder: Path, *, anew: bool = False) -> Path:
    """A store with the sample memory in it; a copy, unless `anew`: a picture needs chance as the test fixed it."""
    path = folder / "memory.db"
    if anew:
        with create_store(path, clock=still, zone="UTC") as desk:
            desk.import_memory(sample_memory_path() / "memory")
    else:
        shutil.copy2(_template() / path.name, path)
        shutil.copytree(_template() / "state", os.environ["XDG_STATE_HOME"], dirs_exist_ok=True)
    return path


def memory_store(folder: Path, text: str) -> Path:
    """A store with one memory file in it."""
    (folder / "mem").mkdir(exist_ok=True)
    (folder / "mem" / "memory.md").write_bytes(text.encode("utf-8", "surrogatepass"))
    path = folder / "memory.db"
    with create_store(path, clock=still, zone="UTC") as desk:
        desk.import_memory(folder / "mem")
    return path


def captured_store(folder: Path, *, anew: bool = False) -> Path:
    """The sample memory, and what the agents of the sample sent since."""
    path = sample_store(folder, anew=anew)
    for by, capture in sample_captures():
        capture_as(path, by, capture)
    return path


def capture_as(path: Path, by: str, *captures: dict[str, Any]) -> list[CaptureReceipt]:
    """Somebody who shows no token sends these."""
    with open_desk(path, clock=still, claimed=by) as desk:
        return [desk.intake.capture(capture) for capture in captures]


def opened(path: Path) -> Desk:
    """The desk of a store, with the clock that stands still."""
    return open_desk(path, clock=still)


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until the store is open, workers are through, the card is there and the picture stands still."""
    drawn = _DRAWN.get(pilot.app) or _DRAWN.setdefault(pilot.app, Drawn(pilot.app))
    last, before, still_for = -1, "", 0
    for _ in range(400):
        await pilot.pause(0.02)
        desks = [s for s in pilot.app.screen_stack if isinstance(s, DeskScreen)]
        busy = any(not w.is_finished for w in pilot.app.workers if w.group != "watch") or any(map(_coming, desks))
        if busy or last == (last := drawn.times):
            still_for = 0 if busy else still_for + 1
        else:
            picture = text_of(pilot)
            still_for = still_for + 1 if picture == before else 0
            before = picture
        if still_for >= 5:
            return
    raise AssertionError("the screen never came to rest")


class Drawn:
    """How often an app was drawn: its picture needs no reading while it was not."""

    def __init__(self, app: App[Any]) -> None:
        self.times = 0
        self._display = app._display
        app._display = self.count  # type: ignore[method-assign]

    def count(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Draw, and count it."""
        self.times += 1
        self._display(screen, renderable)


_DRAWN: WeakKeyDictionary[App[Any], Drawn] = WeakKeyDictionary()


def _coming(screen: DeskScreen) -> bool:
    """Whether rows or a card are still on their way."""
    pane = screen.pane
    return screen.overview is None or pane is None or pane._titled is None or screen._settling is not None


async def until(pilot: Pilot[Any], words: str) -> None:
    """Wait until these words are on the screen."""
    for _ in range(500):
        if words in " ".join(text_of(pilot).split()):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"{words!r} never came to be on the screen:\n{text_of(pilot)}")


@asynccontextmanager
async def desk_app(
    path: Path, *, size: tuple[int, int] = (120, 40), live: bool = False, **settings: Any
) -> AsyncIterator[tuple[Pilot[Any], Desk]]:
    """The running app on a store."""
    with opened(path) as desk:
        app = DeskApp(path, Settings(**settings), opener=lambda _: desk, live=live)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            yield pilot, desk


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other, like a person."""
    await pilot.press(*keys)
    await settle(pilot)


def screen_of(pilot: Pilot[Any]) -> DeskScreen:
    """The desk screen below whatever dialog is open."""
    return next(s for s in pilot.app.screen_stack if isinstance(s, DeskScreen))


def pane_of(pilot: Pilot[Any]) -> ListPane:
    """The open pane."""
    pane = screen_of(pilot).pane
    assert pane is not None
    return pane


def text_of(pilot: Pilot[Any]) -> str:
    """What is on the screen, as text."""
    rows = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row) for row in rows)


def told(pilot: Pilot[Any]) -> str:
    """The messages that were shown, one after the other."""
    return " ".join(notice.message for notice in pilot.app._notifications)


def card_text(pilot: Pilot[Any]) -> str:
    """What the card beside the list says, in one line."""
    card = screen_of(pilot).detail.card
    assert card is not None
    bodies = [_said(section.body) for section in card.sections]
    return " ".join(" ".join((card.top.plain, *bodies)).split())


def _said(body: Content | Pair | Sides) -> str:
    if isinstance(body, Sides):
        return " ".join(part.content.plain for side in body.sides for part in side.bodies)
    return body.plain if isinstance(body, Content) else f"{body.left.plain} {body.right.plain}"


def first(desk: Desk, queue: Queue) -> str:
    """The first row of a queue."""
    return desk.queue_keys(queue)[0]
