"""The audit view on the screen: what is held back from every pane, on demand and on the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from governance.errors import Refusal
from store.records.views import BlockView, ItemDetail

if TYPE_CHECKING:
    from store.records.facts import Fact
    from tui.panes.desk_screen import DeskScreen

HELD = ("mem-", "seg-", "top-")
"""How the ids begin of what can be held back."""


def audit_view(screen: DeskScreen, name: str) -> None:
    """Show the words that an id stands for, also where they are held back, and say whether that was recorded."""
    from tui.dialogs.reader import ReaderDialog

    try:
        found, recorded = screen.desk.look_behind(name)
    except Refusal as refusal:
        screen.trouble(refusal)
        return
    if recorded is None:
        told = "The store is opened for reading only: nothing records that you looked."
    else:
        told = f"That you looked is entry {recorded:,} of the log."
    words = _words(found)
    by = screen.desk.forgetting.excluders([name]).get(name, ())
    rows = [(told, "dim"), (f"{screen.signs.withdrawn} withdrawn by {', '.join(by)}", "warn")][: 1 + bool(by)]
    screen.app.push_screen(ReaderDialog(f"Audit view of {name}", [*rows, (words, "plain")], words))
    screen.alive.count()


def _words(found: Fact) -> str:
    if isinstance(found, ItemDetail):
        run = f"\n\nbrought in by {found.row.run}" if found.row.run else ""
        return f"{found.text or 'Its words were erased.'}{run}"
    if isinstance(found, BlockView):
        return found.text
    return "\n".join(f"{field}: {value}" for field, value in found)
