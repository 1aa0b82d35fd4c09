"""The app: opens the desk of a store, or helps to make one; owns themes, keymap and the last net."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App
from textual.filter import LineFilter
from textual.widgets import Input

from governance.errors import Refusal
from tui.line_filter import ControlFilter, PlainFilter
from tui.settings import Settings, load
from tui.widgets.themes import ANSI, DARK, LIGHT, NAMES
from tui.wording.glyphs import glyphs

if TYPE_CHECKING:
    from textual.command import Provider

    from governance.desk import Desk
    from tui.panes.desk_screen import DeskScreen


SPARE = 10_000, 20, 10
"""How much is made between two looks for what is left over: a drawn screen makes thousands of small things at once."""
HANGS_UP = 2.0
"""Seconds between two looks whether the terminal is still there."""


def _commands() -> type[Provider]:
    from tui.panes.palette import ActionCommands

    return ActionCommands


class DeskApp(App[None]):
    """memdesk on the screen."""

    TITLE = "memdesk"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[Any]] = {_commands}
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        path: Path | None,
        settings: Settings,
        *,
        opener: Callable[[Path], Desk] | None = None,
        live: bool = True,
        here: Path | None = None,
    ) -> None:
        super().__init__()
        self.path = path
        self.settings = settings
        self.signs = glyphs(settings.ascii)
        self.live = live
        self.here = here or Path.cwd()
        self.desk: Desk | None = None
        self.refusal: Refusal | None = None
        """Why the store could not be opened."""
        self._opener = opener or _open
        self._sample: list[Path] = []
        self._net: list[LineFilter] = [ControlFilter(), *((PlainFilter(),) if settings.ascii else ())]
        self.animation_level = "none"
        for own in (DARK, LIGHT, ANSI):
            self.register_theme(own)
        self.theme = NAMES[settings.theme]
        self.set_keymap(dict(settings.keymap))
        self.set_class(settings.ascii, "-ascii")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The last net: no control character leaves in a line."""
        return [*super().get_line_filters(), *self._net]

    def on_notify(self) -> None:
        """Only the newest message is shown: a pile of them hides the desk, and the same one twice is one."""
        self.clear_notifications()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What a theme that is not ours lacks."""
        return {**super().get_theme_variable_defaults(), "dim": "#8b919b"}

    def _fatal_error(self) -> None:
        """An error that nobody foresaw: say so in one sentence; where it happened goes to the log file."""
        from tui.notices import INTERNAL, notice_of
        from tui.safe import safe

        notice = notice_of(self._exception or RuntimeError())
        self._return_code = INTERNAL
        self.panic(Text(f"memdesk: {safe(notice.sentence)} {safe(notice.hint)}"))

    def on_mount(self) -> None:
        """The desk, or the way to one."""
        if not self.is_headless and os.isatty(0):
            self.set_interval(HANGS_UP, self._leave_when_hung_up)
        if self.path is not None:
            self._sit_down(self.path, self._opener)
            return
        from tui.panes.start_screen import StartScreen

        self.push_screen(StartScreen(self.here, self.signs, self._sample.append), self._begin)

    def _leave_when_hung_up(self) -> None:
        """End when the terminal is gone and nobody said so: there is nobody left to decide anything."""
        if not os.isatty(0):
            os.close(0)  # its reader sees the end, and does not look for keys for ever
            self.exit()

    def on_key(self, event: events.Key) -> None:
        """What was typed before a field had the keys, and came by here meanwhile, is typed into the field."""
        field = self.focused
        if isinstance(field, Input) and event.is_printable:
            event.prevent_default()
            field.post_message(events.Key(event.key, event.character))

    def throw_away(self) -> None:
        """Remove the copy of the sample, if one was made."""
        for folder in self._sample:
            shutil.rmtree(folder, ignore_errors=True)

    def _begin(self, desk: Desk | None) -> None:
        if desk is None:
            self.exit()
        else:
            self._sit_down(desk.path, lambda _: desk)

    def _sit_down(self, path: Path, opener: Callable[[Path], Desk]) -> None:
        from tui.panes.desk_screen import DeskScreen

        tall = self.settings.density == "cosy"
        self.push_screen(DeskScreen(path, lambda: opener(path), self.signs, tall=tall, live=self.live))

    def on_desk_screen_seated(self, event: DeskScreen.Seated) -> None:
        """The store is open."""
        self.desk = event.desk

    def on_desk_screen_refused(self, event: DeskScreen.Refused) -> None:
        """The store cannot be opened: whoever started the app says why."""
        self.refusal = event.refusal
        self.exit()


def _open(path: Path) -> Desk:
    from governance.desk import open_desk

    return open_desk(path)


def run_desk(
    path: Path | None,
    *,
    read_only: bool = False,
    ascii: bool = False,  # noqa: A002 - the name of the option
    theme: str | None = None,
    density: str | None = None,
) -> int:
    """Open the desk of a store, or the start screen without one; the exit code when it is left.

    A store that cannot be opened, or a mistake in the settings file, is raised as a Refusal.
    """
    settings = load()
    settings = settings._replace(
        theme=theme or settings.theme, density=density or settings.density, ascii=ascii or settings.ascii
    )
    if settings.theme == "no-colour":
        os.environ["NO_COLOR"] = "1"

    def opener(store: Path) -> Desk:
        from governance.desk import open_desk

        def told(sentence: str) -> None:
            app.call_from_thread(app.notify, sentence, timeout=60, markup=False)

        desk = open_desk(store, read_only=read_only, told=told)
        gc.freeze()  # what is loaded by now stays: it is looked through no more
        gc.set_threshold(*SPARE)
        return desk

    app = DeskApp(path, settings, opener=opener)
    try:
        app.run()
    finally:
        if app.desk is not None:
            app.desk.close()
        app.throw_away()
    if app.refusal is not None:
        raise app.refusal
    return app.return_code or 0
