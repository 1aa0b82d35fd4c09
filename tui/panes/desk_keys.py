"""Keys of the desk that one of its helpers carries out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from textual import events
from textual.screen import Screen

from governance.errors import Refusal
from tui.widgets.filter import FilterInput

if TYPE_CHECKING:
    from governance.desk import Desk
    from tui.panes.acting import Acting
    from tui.panes.alarms import Alarms
    from tui.panes.alive import Alive
    from tui.panes.auditing import Auditing
    from tui.panes.cosigning import CoSigning
    from tui.panes.deciding import Deciding
    from tui.panes.desk_screen import DeskScreen
    from tui.panes.influence import Influence
    from tui.panes.passes import Passes
    from tui.panes.planning import Planning
    from tui.panes.reading import Reading
    from tui.panes.signing import Signing


class DeskKeys(Screen[None]):
    """From an action of the table to the helper that does it."""

    deciding: Deciding
    planning: Planning
    reading: Reading
    alive: Alive

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A line to type in has the keys: the footer names those that work there."""
        if isinstance(event.widget, FilterInput):
            self.deciding.show_keys()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Another has them again."""
        if isinstance(event.widget, FilterInput) and self.is_mounted:
            self.deciding.show_keys()

    @cached_property
    def signing(self) -> Signing:
        """What asks for the key; this and the next five are loaded after the first frame."""
        from tui.panes.signing import Signing

        return Signing(cast("DeskScreen", self))

    @cached_property
    def auditing(self) -> Auditing:
        """What narrows the log and goes back to an entry."""
        from tui.panes.auditing import Auditing

        return Auditing(cast("DeskScreen", self))

    @cached_property
    def acting(self) -> Acting:
        """What changes who may decide."""
        from tui.panes.acting import Acting

        return Acting(cast("DeskScreen", self))

    @cached_property
    def cosigning(self) -> CoSigning:
        """What shows plans that wait for a second signature."""
        from tui.panes.cosigning import CoSigning

        return CoSigning(cast("DeskScreen", self))

    @cached_property
    def influence(self) -> Influence:
        """What withdraws and reinstates."""
        from tui.panes.influence import Influence

        return Influence(cast("DeskScreen", self))

    @cached_property
    def alarms(self) -> Alarms:
        """What looks whether the store itself is sound."""
        from tui.panes.alarms import Alarms

        return Alarms(cast("DeskScreen", self))

    @cached_property
    def passes(self) -> Passes:
        """What runs passes."""
        from tui.panes.passes import Passes

        return Passes(cast("DeskScreen", self))

    @property
    def sits(self) -> Desk:
        """The desk of now, also where the screen shows one of the past."""
        screen = cast("DeskScreen", getattr(self, "present", self))
        return screen.desk

    def action_verb(self, verb: str) -> None:
        """Decide on the selection."""
        self.deciding.verb(verb)

    def action_column(self, way: int) -> None:
        """To the one beside, where the card has several; else to the next panel."""
        screen = cast("DeskScreen", self)
        pane = screen.pane
        if pane is not None and screen.focused is screen.detail:
            table = pane.table
            wanted = pane.listing.turn(table.key, table.row, way) if table.key is not None else None
            if wanted is not None and wanted == table.key:
                screen.open_row()
            elif wanted is not None:
                table.move_to(table.keys.index(wanted))
            if wanted is not None:
                return
        screen.action_panel(way)

    def action_current(self, way: int) -> None:
        """Say that the left or the right one of two rows in conflict is current, once it is in sight."""
        screen = cast("DeskScreen", self)
        pane = screen.pane
        faced = pane.listing.face(pane.table.key, pane.table.row, way) if pane is not None else None
        if pane is None or faced is None:
            screen.app.notify("< and > say which row of a conflict is current: 3 shows them.", markup=False)
        elif faced.key is None:
            self.deciding.no_row()
        elif faced.told:
            screen.app.notify(faced.told, markup=False)
        else:
            pane.table.move_to(pane.table.keys.index(faced.key))
            if not self._fits("current") or self._shows_side(turned=faced.turned):
                self.deciding.verb("current")
            else:
                screen.app.notify(f"Now it is in sight: {'<' if way < 0 else '>'} makes it current.", markup=False)

    def _fits(self, verb: str) -> bool:
        """Whether nothing stands in the way of a verb; where something does, asking for the verb says what."""
        target = self.deciding.target(together=verb)
        try:
            offers = cast("DeskScreen", self).desk.offers(target.ids, (verb,)) if target.ids else ()
        except Refusal:
            return False
        return any(not self.deciding.hurdle(offer, target) for offer in offers)

    def _shows_side(self, *, turned: bool) -> bool:
        """Show the row that verbs take from its top; whether it was in sight before (`turned`: as the other one)."""
        screen = cast("DeskScreen", self)
        seen = screen.detail_seen and (not turned or screen.detail.beside)
        screen.wide = screen.wide or not screen.detail_seen
        screen.open_row()
        screen.detail.action_top()
        return seen

    def action_menu(self) -> None:
        """Every verb of the selection; in the log, the ways on from an entry; in Who may, the acts about who may."""
        if self.auditing.pane is not None:
            self.auditing.menu()
        elif self.acting.here:
            self.acting.menu()
        else:
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
        if self.auditing.pane is not None:
            self.auditing.command()
        elif self.acting.here:
            self.acting.command()
        else:
            self.reading.command()

    def action_jump_time(self, seconds: int) -> None:
        """Move in the log by time."""
        self.reading.jump_time(seconds)

    def action_narrow(self) -> None:
        """Narrow the log."""
        self.auditing.narrow()

    def action_past(self) -> None:
        """The whole desk as it was at an entry."""
        self.auditing.past()

    def on_windowed_table_followed(self) -> None:
        """Say in the header that the end of the log is followed."""
        self.alive.tell_following()

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

    def action_run_pass(self, name: str) -> None:
        """Run a pass."""
        self.passes.run(name)

    def action_last_pass(self) -> None:
        """What the last pass did."""
        self.passes.last()

    def action_act(self, name: str) -> None:
        """One act about who may decide."""
        self.acting.run(name)

    def action_lock(self) -> None:
        """Put the key away."""
        self.signing.lock()

    def action_requests(self) -> None:
        """Plans that wait for a second signature."""
        self.cosigning.pick()

    def action_alarms(self) -> None:
        """Every alarm in full."""
        self.alarms.show()

    def action_leave(self) -> None:
        """Leave."""
        self.alive.leave()
