"""Keys of the desk that one of its helpers carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

if TYPE_CHECKING:
    from tui.panes.alive import Alive
    from tui.panes.deciding import Deciding
    from tui.panes.planning import Planning
    from tui.panes.reading import Reading


class DeskKeys(Screen[None]):
    """From an action of the table to the helper that does it."""

    deciding: Deciding
    planning: Planning
    reading: Reading
    alive: Alive

    def action_verb(self, verb: str) -> None:
        """Decide on the selection."""
        self.deciding.verb(verb)

    def action_menu(self) -> None:
        """Every verb of the selection."""
        self.deciding.menu()

    def action_take_back(self) -> None:
        """Take back a staged decision."""
        self.planning.take_back()

    def action_apply(self) -> None:
        """Look at the plan and apply it."""
        self.planning.apply()

    def action_undo(self) -> None:
        """Undo an applied plan."""
        self.planning.undo()

    def action_filter(self) -> None:
        """Type a filter."""
        self.reading.ask_filter()

    def action_match(self) -> None:
        """To the next match of the last filter."""
        self.reading.match()

    def action_passage(self) -> None:
        """The passage in full."""
        self.reading.passage()

    def action_editor(self) -> None:
        """Correct the words in one's own editor."""
        self.deciding.correct_in_editor()

    def action_copy(self) -> None:
        """Copy the row's words."""
        self.reading.copy()

    def action_command(self) -> None:
        """The same on the command line."""
        self.reading.command()

    def action_jump_time(self, seconds: int) -> None:
        """Move in the log by time."""
        self.reading.jump_time(seconds)

    def action_jump(self) -> None:
        """Letters on everything in sight."""
        self.reading.jump()

    def action_keys(self) -> None:
        """The keys."""
        self.reading.keys()

    def action_explain(self) -> None:
        """What the focused thing is for."""
        self.reading.explain()

    def action_verify(self) -> None:
        """Check the whole log."""
        self.alive.verify()

    def action_leave(self) -> None:
        """Leave."""
        self.alive.leave()
