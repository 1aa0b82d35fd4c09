"""The command palette, fed from the one table of actions."""

from __future__ import annotations

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.actions import ACTIONS, Action
from tui.panes.desk_screen import DeskScreen
from tui.widgets.themes import NAMES


class ActionCommands(Provider):
    """Every action by its label and its sentence, and the themes."""

    async def discover(self) -> Hits:
        """What is shown before anything is typed."""
        for action in self._actions():
            yield DiscoveryHit(_name(action), partial(self._run, action), help=action.help)

    async def search(self, query: str) -> Hits:
        """What matches."""
        matcher = self.matcher(query)
        for action in self._actions():
            score = max(matcher.match(_name(action)), matcher.match(action.help) * 0.8)
            if score > 0:
                yield Hit(score, matcher.highlight(_name(action)), partial(self._run, action), help=action.help)
        for name, theme in NAMES.items():
            title = f"theme {name}"
            if name != "no-colour" and (score := matcher.match(title)) > 0:
                yield Hit(score, matcher.highlight(title), partial(self._wear, theme), help="Change the colours")

    def _actions(self) -> list[Action]:
        if not isinstance(self.screen, DeskScreen):
            return []
        return [action for action in ACTIONS if action.palette]

    async def _run(self, action: Action) -> None:
        if isinstance(self.screen, DeskScreen):
            await self.screen.reading.run(action)

    def _wear(self, theme: str) -> None:
        self.app.theme = theme


def _name(action: Action) -> str:
    """Label and key, as the palette shows them."""
    return f"{action.label}  {action.shown_key}".rstrip()
