"""The undo list: applied plans, newest first; one that is picked is shown before it is undone."""

from __future__ import annotations

from collections.abc import Sequence

from store.records.views import Applied
from store.records.words import AUTHORITY_VERBS, VerbName
from tui.dialogs.pick import PickDialog
from tui.widgets.columns import Column, Line
from tui.widgets.text import said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import counted
from tui.wording.times import clock_time

_OTHER_WAY = {
    "import": "no undo; its items are decided about one by one",
    "grant": "no undo; `revoke` ends a grant",
    "token": "no undo; `revoke a token` ends it",
    "enroll": "no undo; `retire` lets them decide nothing",
    "add-key": "no undo; `revoke a key` ends it",
    "adopt": "no undo; `rotate` or `revoke a key` ends it",
    "policy": "no undo; set it anew",
}
"""What is done instead where a plan has no undo."""


def no_undo(plan: Applied) -> str:
    """Why a plan cannot be undone at all; empty where it can."""
    verbs = set(plan.verbs)
    if not verbs or not verbs <= AUTHORITY_VERBS | {VerbName.IMPORT}:
        return ""
    return _OTHER_WAY.get(plan.verbs[0], "no undo; the log keeps it")


class UndoDialog(PickDialog[Applied]):
    """Answers the plan that was picked."""

    columns = (
        Column("plan", 20, 8),
        Column("applied", 16, 7),
        Column("who", 14, 4),
        Column("what it did", 0),
    )
    prompt = "a plan, a verb, a name"
    act = "Undo an applied plan, by adding"
    keys_hint = "enter look at what undoing changes   esc back"

    def __init__(self, plans: Sequence[Applied], zone: str, signs: Glyphs) -> None:
        super().__init__(signs)
        self._plans = plans
        self._zone = zone

    def matching(self, text: str) -> Sequence[Applied]:
        """Plans by id, verb, person or item."""
        words = text.lower().split()
        return [
            plan
            for plan in self._plans
            if all(w in " ".join((plan.plan, plan.who, *plan.verbs, *plan.ids)).lower() for w in words)
        ]

    def line(self, row: Applied) -> Line:
        """Id, time, who, verbs with their counts, whether it is undone."""
        told = counted(row.each, typed=True)
        what = stored(told or f"{row.decisions} decisions")
        if row.undone_by:
            what += stored(f"  undone by {row.undone_by}", "warn")
        if row.undoes:
            what = stored(f"undoes {row.undoes}")
        if hurdle := no_undo(row):
            what = stored(f"{told}: {hurdle}", "dim")
        return Line((stored(row.plan), said(clock_time(row.at, self._zone), "dim"), stored(row.who, "accent"), what))

    def take(self, row: Applied) -> None:
        """Take a plan that is not undone yet."""
        if hurdle := no_undo(row):
            self.complain(stored(f"{row.plan}: {hurdle}.", "warn"))
        elif row.undone_by:
            self.complain(stored(f"It was undone by {row.undone_by} already; undo that instead.", "warn"))
        else:
            self.dismiss(row)
