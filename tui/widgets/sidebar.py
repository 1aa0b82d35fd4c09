"""The sidebar: every place with its count and the age of its oldest row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.widgets.columns import cut
from tui.widgets.keys import bindings
from tui.widgets.text import STYLES, lines
from tui.wording.glyphs import UNICODE, Glyphs


class Spot(NamedTuple):
    """One line of the sidebar."""

    place: str
    key: str
    label: str
    waits: str = ""
    age: str = ""
    loud: bool = False
    """Whether something waits there."""


class Sidebar(Widget, can_focus=True):
    """Places one can go to; folds to keys and counts when it is narrow."""

    BINDINGS = bindings("table", frozenset({"down", "up", "top", "bottom", "open"}))
    DEFAULT_CSS = """
    Sidebar { width: 26; padding: 0 1; background: $background; }
    Sidebar.-folded { width: 10; }
    Sidebar:focus { background: $boost; }
    """
    explain = (
        "Places. The figure is how many rows wait there, the age that of the oldest. "
        "The key on the left goes there from anywhere."
    )

    spots: reactive[Sequence[Spot]] = reactive((), always_update=True)
    """The lines to show."""
    here: reactive[str] = reactive("home")
    """The place that is open."""
    pointed: reactive[int] = reactive(0)
    """The line the cursor is on, while the sidebar has the focus."""

    class Chosen(Message):
        """A place was chosen."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, signs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.signs = signs

    def render(self) -> Content:
        """All lines below each other."""
        width = max(1, self.size.width)
        folded = self.has_class("-folded")
        return lines(*(self._line(at, spot, width, folded) for at, spot in enumerate(self.spots)))

    def _line(self, at: int, spot: Spot, width: int, folded: bool) -> Content:
        pointed = self.has_focus and at == self.pointed
        style = STYLES["match"] if pointed else STYLES["strong"] if spot.place == self.here else ""
        mark = self.signs.here if spot.place == self.here else " "
        left = f"{spot.key}" if folded else f"{spot.key} {spot.label}"
        age = spot.age if len(spot.age) < 6 else spot.age.replace(" ", "")  # a count and an age never run together
        right = spot.waits if folded else f"{spot.waits:>5}{age:>6}"
        room = width - 1 - len(right)
        if (over := len(left) + 1 - room) > 0:  # a long name takes the blanks before a short count
            right = right[min(over, len(right) - len(right.lstrip())) :]
            room = width - 1 - len(right)
        text = Content.assemble(
            (mark, STYLES["accent"]),
            cut(Content.styled(left, style), room, self.signs.more).pad_right(max(0, room - len(left))),
            (right, STYLES["warn"] if spot.loud else STYLES["dim"]),
        )
        return cut(text, width, "")

    def on_focus(self) -> None:
        """Begin where one is."""
        places = [spot.place for spot in self.spots]
        self.pointed = places.index(self.here) if self.here in places else 0

    def on_click(self, event: events.Click) -> None:
        """Go to the place that was clicked."""
        if 0 <= event.y < len(self.spots):
            self.post_message(self.Chosen(self.spots[event.y].place))

    def action_down(self) -> None:
        """One line down."""
        self.pointed = min(self.pointed + 1, len(self.spots) - 1)

    def action_up(self) -> None:
        """One line up."""
        self.pointed = max(self.pointed - 1, 0)

    def action_top(self) -> None:
        """To the first line."""
        self.pointed = 0

    def action_bottom(self) -> None:
        """To the last line."""
        self.pointed = max(0, len(self.spots) - 1)

    def action_open(self) -> None:
        """Go to the place at the cursor."""
        if self.spots:
            self.post_message(self.Chosen(self.spots[self.pointed].place))
