"""The desk: sidebar, list, detail, plan bar, keys; one screen for all places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from governance.errors import Refusal
from tui.panes.alive import Alive
from tui.panes.deciding import Deciding
from tui.panes.desk_keys import DeskKeys
from tui.panes.list_pane import ListPane
from tui.panes.listing import Place
from tui.panes.places import items_in, make_pane, spots, tabs_of
from tui.panes.planning import Planning
from tui.panes.reading import Reading
from tui.widgets.detail import DetailPanel
from tui.widgets.frame import AlarmLine, HeaderLine, KeyLine, PlanBar
from tui.widgets.keys import bindings
from tui.widgets.sidebar import Sidebar
from tui.widgets.table import WindowedTable
from tui.wording.glyphs import Glyphs
from tui.wording.times import ago_at

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Overview

NARROW, BROAD, SETTLE = 100, 180, 0.04
"""Columns below which the sidebar folds, from which the log has a card beside it; seconds that the cursor rests,
and that the first frame has the machine for itself before the store is opened."""


class DeskScreen(DeskKeys):
    """The frame, and the way from a key to what it does; the doing is in its helpers."""

    BINDINGS = bindings("screen")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-middle"), (BROAD, "-broad")]  # noqa: RUF012 - Textual's own form

    class Seated(Message):
        """The store is open."""

        def __init__(self, desk: Desk) -> None:
            super().__init__()
            self.desk = desk

    class Refused(Message):
        """The store cannot be opened."""

        def __init__(self, refusal: Refusal) -> None:
            super().__init__()
            self.refusal = refusal

    overview: reactive[Overview | None] = reactive(None, always_update=True)
    """The desk in numbers, as last asked."""
    place: reactive[str] = reactive("")
    """The place that is open."""
    wide: reactive[bool] = reactive(False)
    """Whether the detail panel has taken the room of the list."""

    def __init__(
        self, path: Path, opener: Callable[[], Desk], signs: Glyphs, *, tall: bool = False, live: bool = True
    ) -> None:
        super().__init__()
        self.path = path
        self._opener = opener
        self._desk: Desk | None = None
        self.signs = signs
        self.tall = tall
        self.deciding = Deciding(self)
        self.planning = Planning(self)
        self.reading = Reading(self)
        self.alive = Alive(self, live)
        self._panes: dict[str, ListPane] = {}
        self._settling: Timer | None = None
        self._back: list[str] = []

    def compose(self) -> ComposeResult:
        """The frame; panes come when they are first visited."""
        yield HeaderLine(str(self.path), signs=self.signs, id="header")
        yield AlarmLine(id="alarms")
        with Horizontal(id="body"):
            yield Sidebar(signs=self.signs, id="sidebar")
            yield Container(id="places")
            yield DetailPanel(signs=self.signs, id="detail")
        yield PlanBar(id="plan")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show the frame first, then fill it."""
        self.query_one(Sidebar).spots = spots(None, 0)
        self.call_after_refresh(self.set_timer, SETTLE, self._begin)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - the base class asks
        """No key does anything before the store is open."""
        return self._desk is not None

    def _begin(self) -> None:
        self.run_worker(self._open, thread=True, group="open")

    def _open(self) -> None:
        """Open the store beside the screen, which is drawn meanwhile."""
        try:
            desk = self._opener()
        except Refusal as refusal:
            self.post_message(self.Refused(refusal))
        else:
            self.post_message(self.Seated(desk))

    async def on_desk_screen_seated(self, event: Seated) -> None:
        """The store is open: fill the frame."""
        self._desk = event.desk
        self.alive.count()
        await self.action_go("home")
        self.alive.start()

    def on_unmount(self) -> None:
        """Stop watching."""
        self.alive.stop()

    # where one is

    @property
    def desk(self) -> Desk:
        """The desk; it is opened once the frame is on the screen, and no key works before."""
        assert self._desk is not None
        return self._desk

    @property
    def pane(self) -> ListPane | None:
        """The pane of the place that is open."""
        return self._panes.get(self.place)

    @property
    def detail(self) -> DetailPanel:
        """The detail panel."""
        return self.query_one(DetailPanel)

    @property
    def detail_seen(self) -> bool:
        """Whether the detail panel can be seen."""
        return self.wide or self.size.width >= (BROAD if self.place == "log" else NARROW)

    def trouble(self, refusal: Refusal) -> None:
        """Say what was refused and what to do."""
        self.app.notify(f"{refusal.sentence}\n{refusal.hint}".strip(), severity="warning", timeout=8, markup=False)

    # what changes

    def watch_overview(self, overview: Overview | None) -> None:
        """Counts, header and plan bar."""
        if overview is None or not self.is_mounted:
            return
        now = self.desk.now()
        self.query_one(Sidebar).spots = spots(overview, now)
        oldest = min((q.oldest_at for q in overview.queues if q.oldest_at and q.count), default=None)
        self.planning.show_plan(ago_at(now, oldest, overview.zone, ""))
        self.alive.show_header(overview)
        for place, pane in self._panes.items():
            pane.sized = items_in(place, overview)
        if self.place == "home" and self.pane is not None:
            self.pane.load()

    def watch_wide(self, wide: bool) -> None:
        """The detail panel takes or gives back the room."""
        self.set_class(wide, "-wide")
        if wide:
            self.open_row()
            self.detail.focus()
        elif self.pane is not None:
            self.pane.table.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Fold or unfold the sidebar."""
        self.query_one(Sidebar).set_class(event.size.width < NARROW, "-folded")
        self.rest()

    def on_windowed_table_moved(self, event: WindowedTable.Moved) -> None:
        """Open the row once the cursor rests."""
        event.stop()
        self.rest()

    def rest(self) -> None:
        """Open the row at the cursor in a moment, unless the cursor goes on."""
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLE, lambda: self.call_after_refresh(self.open_row))

    def open_row(self) -> None:
        """Show the row at the cursor in full, and which keys it takes."""
        pane, self._settling = self.pane, None
        if pane is None or not self.is_mounted:
            return
        pane.retitle()
        if self.detail_seen:
            try:
                key = pane.table.key
                row = pane.table.row
                self.detail.card = None if key is None else pane.listing.card(key, row)
            except Refusal as refusal:
                self.trouble(refusal)
        self.deciding.show_keys()

    def on_list_pane_reloaded(self) -> None:
        """Rows came: gutter and detail follow."""
        self.deciding.mark_staged()
        self.rest()

    def on_list_pane_failed(self, event: ListPane.Failed) -> None:
        """Rows could not be fetched."""
        self.trouble(event.refusal)

    async def on_sidebar_chosen(self, event: Sidebar.Chosen) -> None:
        """Go to the place."""
        await self.action_go(event.place, 0)

    async def on_windowed_table_opened(self, event: WindowedTable.Opened) -> None:
        """Go where the row leads, or show it wide."""
        event.stop()
        from store.records.views import CoSign

        pane = self.pane
        if pane is None:
            return
        lead = pane.listing.lead(pane.table.key, pane.table.row)
        if isinstance(pane.table.row, CoSign):
            self.cosigning.open(pane.table.row)
        elif isinstance(lead, Place):
            await self.action_go(lead.place, lead.tab)
        elif lead is not None:
            pane.enter(lead)
        elif not self.planning.look_again():
            self.wide = True

    def on_detail_panel_opened(self) -> None:
        """Enter in the detail panel: decide again what moved, else take the room or give it back."""
        if not self.planning.look_again():
            self.wide = not self.wide

    # actions: going

    async def action_go(self, place: str, tab: int | None = None) -> None:
        """Go to a place; there already: to its next tab. Keys wait until its rows are there."""
        if self.place == place and tab is None and not self.wide:
            if self.pane is not None:
                self.pane.next_tab()
            return
        self.wide = False
        if self.place and self.place != place:
            self._back.append(self.place)
        self.place = place
        self.query_one(Sidebar).here = place
        self.set_class(place == "log", "-log").set_class(place == "conflicts", "-conflicts")
        known = place in self._panes
        if not known:
            tabs = tabs_of(
                place, self.desk, self.signs, lambda: self.overview, self.planning.view, self.sits, self.alarms.witness
            )
            self._panes[place] = make_pane(place, tabs, self.signs, tall=self.tall)
            if self.overview is not None:
                self._panes[place].sized = items_in(place, self.overview)
        for name, pane in self._panes.items():
            pane.display = name == place
        pane = self._panes[place]
        if not known:
            await self.query_one("#places", Container).mount(pane)
            pane.show_tab(tab or 0)
        elif tab is not None and tab != pane.tab:
            pane.show_tab(tab)
        else:
            pane.refresh_rows()
        pane.take_keys()

    def action_panel(self, way: int) -> None:
        """To the next panel."""
        panels: list[Widget] = [self.query_one(Sidebar)]
        if self.pane is not None and not self.wide:
            panels.append(self.pane.table)
        if self.detail_seen:
            panels.append(self.detail)
        here = panels.index(self.focused) if self.focused in panels else 0
        panels[(here + way) % len(panels)].focus()

    async def action_back(self) -> None:
        """Out of the wide view, then marks, filter, list inside, and the place before."""
        pane = self.pane
        if self.wide or pane is None:
            self.wide = False
            return
        table = pane.table
        if table.marks.marked or table.marks.anchor is not None:
            table.marks.marked.clear()
            table.marks.anchor = None
            table.repaint()
            self.rest()
        elif pane.clear_filter() or pane.leave():
            return
        elif self.focused is not table:
            table.focus()
        elif self._back:
            back = self._back.pop()
            self.place, kept = "", list(self._back)
            await self.action_go(back)
            self._back = kept

    def action_refresh_list(self) -> None:
        """Rows and order as they are now."""
        if self.pane is not None:
            self.alive.count()
            self.pane.refresh_rows()
