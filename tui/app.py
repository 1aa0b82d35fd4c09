"""The app: opens the desk of a store, or helps to make one; owns themes, keymap and the last net."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import App
from textual.filter import LineFilter

from tui.line_filter import ControlFilter
from tui.settings import Settings, load
from tui.widgets.themes import ANSI, DARK, LIGHT, NAMES
from tui.wording.glyphs import glyphs

if TYPE_CHECKING:
    from textual.command import Provider

    from governance.desk import Desk


def _commands() -> type[Provider]:
    from tui.panes.palette import ActionCommands

    return ActionCommands


class DeskApp(App[None]):
    """memdesk on the screen."""

    TITLE = "memdesk"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[Any]] = {_commands}
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, desk: Desk | None, settings: Settings, *, live: bool = True, here: Path | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.settings = settings
        self.signs = glyphs(settings.ascii)
        self.live = live
        self.here = here or Path.cwd()
        self._net: list[LineFilter] = [ControlFilter()]
        self.animation_level = "none"
        for own in (DARK, LIGHT, ANSI):
            self.register_theme(own)
        self.theme = NAMES[settings.theme]
        self.set_keymap(dict(settings.keymap))
        self.set_class(settings.ascii, "-ascii")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The last net: no control character leaves in a line."""
        return [*super().get_line_filters(), *self._net]

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
        if self.desk is None:
            from tui.panes.start_screen import StartScreen

            self.push_screen(StartScreen(self.here, self.signs), self.open)
        else:
            self.open(self.desk)

    def open(self, desk: Desk | None) -> None:
        """Show a desk."""
        from tui.panes.desk_screen import DeskScreen

        if desk is None:
            self.exit()
            return
        self.desk = desk
        self.push_screen(DeskScreen(desk, self.signs, tall=self.settings.density == "cosy", live=self.live))


def run_desk(
    path: Path | None,
    *,
    read_only: bool = False,
    ascii: bool = False,  # noqa: A002 - the name of the option
    theme: str | None = None,
    density: str | None = None,
) -> int:
    """Open the desk of a store, or the start screen without one; the exit code when it is left."""
    from governance.desk import open_desk

    settings = load()
    if ascii:
        settings = settings._replace(ascii=True)
    if theme:
        settings = settings._replace(theme=theme)
    if density:
        settings = settings._replace(density=density)
    if settings.theme == "no-colour":
        os.environ["NO_COLOR"] = "1"
    desk = open_desk(path, read_only=read_only) if path is not None else None
    app = DeskApp(desk, settings)
    try:
        app.run()
    finally:
        if app.desk is not None:
            app.desk.close()
    return app.return_code or 0
