"""The view at a seq: the whole desk as it was at one entry, over the desk of today, which stays as it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual.app import ComposeResult

from governance.errors import Refusal
from store.records.views import Overview, PlanView
from tui.actions import ACTIONS, BY_ID
from tui.panes.alive import Alive
from tui.panes.deciding import Deciding
from tui.panes.desk_screen import DeskScreen
from tui.panes.planning import Planning
from tui.safe import safe
from tui.widgets.frame import AlarmLine, HeaderLine, KeyLine, PlanBar
from tui.widgets.past_line import PastLine
from tui.widgets.sidebar import Sidebar
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk
    from governance.looking import Looking


THEN = (
    "home",
    "inbox",
    "pending",
    "conflicts",
    "withdrawals",
    "quarantine",
    "drift",
    "items",
    "archive",
    "topics",
    "log",
    "who",
    "search",
)
"""The places that can be seen as they were; all others are of today."""
LOOKING = frozenset(
    (
        *("panel", "back", "filter", "match", "refresh_list", "jump", "go", "passage", "copy", "command"),
        *("jump_time", "narrow", "past", "menu", "keys", "explain", "verify", "leave"),
    )
)
"""What the keys of the screen may do in the past: nothing but this."""


class PastScreen(DeskScreen):
    """Every pane reads at one entry; every verb is off and says why; nothing moves."""

    DEFAULT_CSS = """
    PastScreen ListPane, PastScreen DetailPanel { border: double $warning 50%; }
    PastScreen ListPane:focus-within, PastScreen DetailPanel:focus { border: double $warning; }
    PastScreen HeaderLine, PastScreen PlanBar, PastScreen KeyLine {
        background: $warning-muted; color: $foreground;
    }
    """

    def __init__(self, now: DeskScreen, past: Looking, place: str, tab: int, key: Any) -> None:
        # A desk of the past can only look; the helpers below never ask it for more.
        super().__init__(now.path, lambda: cast("Desk", past), now.signs, tall=now.tall, live=False)
        self.seq = past.at_seq or 0
        self.present = now
        self._past = past
        self._begin_at = (place, tab, key)
        self.deciding = PastDeciding(self)
        self.planning = PastPlanning(self)
        self.alive = PastAlive(self)
        for action in ACTIONS:
            owner, _, name = action.run.partition("(")[0].partition(".")
            if owner == "screen" and name not in LOOKING:
                setattr(self, f"action_{name}", self.refuse)

    def compose(self) -> ComposeResult:
        """The frame, turned."""
        dot = f" {self.signs.dot} "
        told = dot.join((f"AT SEQ {self.seq:,}", clock_time(self._past.now(), self._past.zone), "read-only"))
        yield PastLine(told, "@ leads back to now", id="past")
        yield from super().compose()

    async def _sit_down(self) -> None:
        """Fill the frame and put the cursor on what one came from."""
        self._desk = cast("Desk", self._past)
        self.alive.count()
        place, tab, key = self._begin_at
        await self.action_go(place, tab)
        pane = self.pane
        if pane is not None and key in pane.table.keys:
            pane.table.move_to(pane.table.keys.index(key))

    def _begin(self) -> None:
        self.call_next(self._sit_down)

    def watch_overview(self, overview: Overview | None) -> None:
        """Counts and header of then, and the places that can be seen so."""
        super().watch_overview(overview)
        sidebar = self.query_one(Sidebar)
        sidebar.spots = [spot for spot in sidebar.spots if spot.place in THEN]

    # what cannot be done here

    def refuse(self, *_: object) -> None:
        """Say why no verb and no key of the plan does anything."""
        told = f"This is the desk as it was at entry {self.seq:,}: nothing can be decided in the past."
        self.app.notify(f"{told}\n@ leads back to now.", severity="warning", markup=False)

    async def action_go(self, place: str, tab: int | None = None) -> None:
        """Go to a place of then; the plan, and whatever else is of today, cannot be gone to."""
        if place not in THEN:
            self.refuse()
            return
        await super().action_go(place, tab)

    # going back

    def action_past(self) -> None:
        """Back to now."""
        self.app.pop_screen()

    async def action_back(self) -> None:
        """Out of the wide view, marks, filter, list inside, the place before; then back to now."""
        pane, before = self.pane, self._standing()
        await super().action_back()
        if pane is self.pane and before == self._standing():
            self.action_past()

    def _standing(self) -> tuple[object, ...]:
        """What a step back can change."""
        pane = self.pane
        if pane is None:
            return ()
        marks = pane.table.marks
        inside = (pane.listing, pane.text, pane.filter.has_class("-open"))
        return (self.wide, self.focused, self.place, len(marks.marked), marks.anchor, *inside)

    def action_menu(self) -> None:
        """The ways on from an entry; elsewhere there is nothing to decide."""
        if self.auditing.pane is not None:
            self.auditing.menu()
        else:
            self.refuse()

    def action_command(self) -> None:
        """The same on the command line, as it was then."""
        self.auditing.command()


class PastDeciding(Deciding):
    """No verb fits in the past."""

    screen: PastScreen

    def show_keys(self) -> None:
        """The footer: the way back, and what always works."""
        names = ["log.past", "move.filter"]
        if self.screen.place == "log":
            names += ["log.narrow", "desk.menu", "log.hour-back", "log.hour-on", "log.day-back", "log.day-on"]
        names += ["text.command", "desk.keys", "desk.palette"]
        words = {"log.past": "back to now", "desk.menu": "from here"}
        hints = [
            (BY_ID[name].shown_key, words.get(name) or BY_ID[name].label.lower(), name == "log.past") for name in names
        ]
        self.screen.query_one(KeyLine).offer(hints)


class PastPlanning(Planning):
    """No plan in the past."""

    screen: PastScreen

    def view(self) -> PlanView:
        """Nothing is staged."""
        return PlanView(staged=(), head=self.screen.seq)

    def show_plan(self, oldest: str) -> None:
        """Say so in the bar."""
        pieces = ["As it was then: nothing can be decided here", *([f"oldest in queue {oldest}"] if oldest else [])]
        self.screen.query_one(PlanBar).tell(pieces)


class PastAlive(Alive):
    """Nothing moves in the past."""

    screen: PastScreen

    def __init__(self, screen: PastScreen) -> None:
        super().__init__(screen, live=False)

    def show_header(self, o: Overview) -> None:
        """Who looks, and how long the log was, of how long it is."""
        signs, now = self.screen.signs, self.screen.desk
        try:
            head = now.pulse()[1]
        except Refusal:
            head = o.head
        person = [(safe(o.who), "accent"), (f" {signs.dot} looking", "plain")]
        header = self.screen.query_one(HeaderLine)
        header.tell(person, [(f"{signs.superseded} then", "warn"), (f"   log {o.head:,} of {head:,}", "plain")])
        self.screen.query_one(AlarmLine).sound([])

    def start(self) -> None:
        """Watch nothing."""

    def verify(self) -> None:
        """The check is of the whole log: it belongs to now."""
        self.screen.app.notify("The log is checked as a whole: @ leads back to now.", markup=False)

    def leave(self) -> None:
        """Leave the desk, as from now."""
        present = self.screen.present
        self.screen.action_past()
        present.alive.leave()
