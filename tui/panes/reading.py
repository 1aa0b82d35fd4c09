"""Reading: passages in full, copying, command lines, time jumps, jump letters, help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from textual.geometry import Offset

from governance.errors import Refusal
from tui.actions import ACTIONS, Action, Where, of_verb
from tui.safe import safe
from tui.wording.commands import decide_command, place_command, show_command

if TYPE_CHECKING:
    from store.records.views import Passage
    from tui.panes.desk_screen import DeskScreen


OF_PLACE = {
    "home": Where.PLACE,
    "inbox": Where.PASSES,
    "conflicts": Where.CONFLICTS,
    "log": Where.LOG,
    "plan": Where.PLAN,
    "who": Where.WHO,
}
"""Whose keys come first in the help of a place, behind the verbs that fit its row."""


class Reading:
    """What the screen does that changes nothing."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    def _current(self) -> tuple[Any, Any]:
        pane = self.screen.pane
        return (pane.table.key, pane.table.row) if pane is not None else (None, None)

    def ask_filter(self) -> None:
        """Let the person type a filter."""
        if self.screen.pane is not None:
            self.screen.wide = False
            self.screen.pane.ask_filter()

    def match(self) -> None:
        """To the next match of the last filter; if there is none, say so."""
        told = self.screen.pane.next_match() if self.screen.pane is not None else ""
        if told:
            self.screen.app.notify(told, markup=False)

    def passage(self) -> None:
        """The archive around the row, in full; without one, the row's own words."""
        from tui.dialogs.reader import ReaderDialog

        key, row = self._current()
        if key is None:
            return
        if self.screen.place == "withdrawals":
            self.screen.influence.look()
            return
        looked_at = self.screen.pane.listing.looked_at(key, row) if self.screen.pane is not None else key
        title, pieces = self._pieces(looked_at, row)
        if pieces:
            copied = "\n".join(text for text, _ in pieces)
            self.screen.app.push_screen(ReaderDialog(title, pieces, copied))
        else:
            self.screen.app.notify("This row comes from no passage of the archive.", markup=False)

    def _pieces(self, key: Any, row: Any) -> tuple[str, list[tuple[str, str]]]:
        from store.records.views import BlockView, ItemDetail

        card = self.screen.pane.listing.card(key, row) if self.screen.pane else None
        own = [(card.text, "plain")] if card and card.text else []
        try:
            found = self.screen.desk.show(str(key)) if isinstance(key, str) and key else None
        except Refusal:
            found = None
        if isinstance(found, BlockView):
            try:
                return f"{key}", _passage(self.screen.desk.passage(key))
            except Refusal:
                return str(key), own
        if isinstance(found, ItemDetail):
            passage = found.source_passage or found.own_passage
            if passage is not None:
                where = passage.path or passage.segment
                shown = f"{where}:{passage.line}" if passage.line else where
                pieces = _passage(passage)
                if len(found.text) > 1_000 and found.text not in passage.text:
                    pieces = [(found.text + "\n", "plain"), *pieces]
                return shown, pieces
        return (card.id if card else str(key)), own

    def copy(self) -> None:
        """Copy the words of the row, made harmless; works over ssh."""
        pane = self.screen.pane
        key, row = self._current()
        if pane is None or key is None:
            return
        card = pane.listing.card(key, row)
        text = card.text if card is not None else str(key)
        self.screen.app.copy_to_clipboard(safe(text, lines=True))
        self.screen.app.notify(f"Copied {len(text):,} characters.", markup=False)

    def command(self) -> None:
        """The same on the command line."""
        from store.records.views import CoSign, QueueCount, Row, Staged
        from tui.dialogs.reader import ReaderDialog

        pane = self.screen.pane
        key, row = self._current()
        if pane is None:
            return
        lines = [("this list\n  " + place_command(pane.listing.command, pane.text), "plain")]
        if isinstance(row, QueueCount):
            lines.append(("this queue\n  " + place_command(("list", str(key))), "plain"))
        elif isinstance(row, CoSign):
            lines.append(("this request\n  " + place_command(("cosign", str(row.n))), "plain"))
        elif isinstance(row, Staged):
            told = decide_command(row.verb, row.targets, dict(row.args), row.reason, row.note)
            lines.append(("this decision\n  " + told, "plain"))
        elif isinstance(row, Row) or isinstance(key, str):
            lines.append(("this row\n  " + show_command(str(key)), "plain"))
        elif isinstance(key, int):
            lines.append(("this entry\n  " + show_command(str(key)), "plain"))
        staged = self.screen.planning.staged
        if staged and not isinstance(row, Staged):
            last = staged[-1]
            told = decide_command(last.verb, last.targets, dict(last.args), last.reason, last.note)
            lines.append(("what you staged last\n  " + told, "plain"))
        self.screen.app.push_screen(
            ReaderDialog("The same on the command line", lines, lines[-1][0].partition("\n  ")[2])
        )

    def jump_time(self, seconds: int) -> None:
        """Move in the log by an hour or a day."""
        from tui.panes.log import LogList

        pane = self.screen.pane
        if pane is None or not isinstance(pane.listing, LogList) or not pane.table.keys:
            self.screen.app.notify("[ ] { } move in the log: L goes there.", markup=False)
            return
        table = pane.table
        table.move_to(pane.listing.find_time(table.keys, table.cursor, seconds))

    def jump(self) -> None:
        """Letters on the places and the rows in sight."""
        from tui.dialogs.jump import JumpDialog, Spot
        from tui.widgets.sidebar import Sidebar

        screen, pane = self.screen, self.screen.pane
        sidebar = screen.query_one(Sidebar)
        corner = sidebar.content_region.offset
        spots = [
            Spot(corner + Offset(0, at), partial(screen.call_next, screen.action_go, line.place, 0))
            for at, line in enumerate(sidebar.spots)
        ]
        if pane is not None and not screen.wide:
            table = pane.table
            corner = table.content_region.offset
            spots += [
                Spot(corner + Offset(0, table.line_of(at)), partial(self._to_row, at))
                for at in table.in_view
                if table.line_of(at) < table.size.height
            ]
        if screen.detail_seen:
            spots.append(Spot(screen.detail.region.offset + Offset(2, 0), self._to_detail))
        screen.app.push_screen(JumpDialog(spots), lambda go: go() if go else None)

    def _to_row(self, at: int) -> None:
        if self.screen.pane is not None:
            self.screen.pane.table.focus()
            self.screen.pane.table.move_to(at)

    def _to_detail(self) -> None:
        self.screen.detail.focus()

    def keys(self) -> None:
        """Every key; Enter on one does it."""
        from tui.dialogs.keys import KeysDialog

        app, offers = self.screen.app, self.screen.deciding.offers
        first = [of_verb(offer.name, offer.label, offer.help) for offer in offers if offer.fits]
        here = OF_PLACE.get(self.screen.place)
        first += [action for action in ACTIONS if action.where is here]
        last = [f"verb.{offer.name}" for offer in offers if not offer.fits]
        app.push_screen(KeysDialog(self.screen.signs, app._keymap, first, last), self._do)

    def _do(self, action: Action | None) -> None:
        if action is not None:
            self.screen.call_later(self.run, action)

    async def run(self, action: Action) -> None:
        """Carry out an action of the table, wherever it belongs."""
        run = action.run
        if run.startswith("table."):
            pane = self.screen.pane
            if pane is not None:
                await self.screen.app.run_action(run.removeprefix("table."), pane.table)
            return
        await self.screen.app.run_action(run, self.screen)

    def explain(self) -> None:
        """What the focused thing is for."""
        from tui.dialogs.reader import ReaderDialog

        node = self.screen.focused
        while node is not None and not getattr(node, "explain", ""):
            node = node.parent  # type: ignore[assignment]
        text = getattr(node, "explain", "") or "Nothing has the focus: tab goes to a panel."
        if self.screen.pane is not None and node is self.screen.pane.table:
            text = f"{text}\n\n{self.screen.pane.listing.explain}".strip()
        self.screen.app.push_screen(ReaderDialog("What this is for", [(text, "plain")], text))


def _passage(passage: Passage) -> list[tuple[str, str]]:
    if passage.erased_by:
        return [(f"erased under {passage.erased_by}", "bad")]
    pieces = [
        (passage.before.rstrip("\n"), "dim"),
        (passage.text.rstrip("\n"), "strong"),
        (passage.after.rstrip("\n"), "dim"),
    ]
    return [piece for piece in pieces if piece[0]]
