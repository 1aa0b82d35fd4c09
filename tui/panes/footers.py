"""Which keys the footer of each place names, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tui.actions import ACTIONS, BY_ID, Where

if TYPE_CHECKING:
    from store.records.views import Offer

VERBS = tuple(action.id.partition(".")[2] for action in ACTIONS if action.where is Where.VERB)
"""Verbs that have a key."""
EARLY = {"inbox": ("accept", "defer"), "conflicts": ("both", "evidence", "merge", "stale")}
"""The verbs of a place that are wanted most."""
FIRST, USUAL = {"inbox": (2, 3), "home": (0, 0), "conflicts": (0, 2)}, (3, 1)
"""So many verbs, and then so many other keys, come before the rest: what does not fit is left out from the end."""
OTHERS = {
    "plan": ("plan.take-back", "plan.apply", "plan.undo"),
    "log": (
        "log.narrow", "log.past", "desk.menu", "log.hour-back", "log.hour-on", "log.day-back", "log.day-on",
    ),
    "who": ("desk.menu", "text.command", "log.past"),
    "home": ("place.inbox", "place.pending", "place.drift", "place.items", "place.log"),
    "inbox": ("desk.menu", "passes.archive", "passes.distil", "move.mark"),
    "quarantine": ("desk.menu", "move.mark"),
    "conflicts": ("conflicts.left", "conflicts.right", "desk.menu", "text.source-text"),
}  # fmt: skip
"""What else a place names."""
ANYWHERE = ("desk.menu", "text.source-text", "move.mark")
"""The same where a place says nothing of its own."""
WITHDRAWN = ("verb.withdraw", "move.mark")
"""The same of a list whose rows are taken out of influence, and to which no other verb applies."""
LAST = ("move.filter", "desk.keys", "desk.palette")
"""What stands at the end of every footer."""


def typing(text: str) -> list[tuple[str, str, bool]]:
    """The footer while words are typed above the list: a key that is a letter would only be typed."""
    palette = BY_ID["desk.palette"]
    told = (("enter", "to the list"), ("esc", "clear" if text else "back"), (palette.shown_key, palette.label.lower()))
    return [(key, label, False) for key, label in told]


def footer(
    place: str, offers: Sequence[Offer], key_of: Callable[[str], str], *, wide: bool, withdrawable: bool = False
) -> list[tuple[str, str, bool]]:
    """(key, label, whether the evidence speaks for it) of verbs that fit the row, then of what always works."""
    early = EARLY.get(place, ())
    fitting = sorted(offers, key=lambda o: (not o.hint, early.index(o.name) if o.name in early else len(early)))
    hints = [
        (key_of(offer.name), offer.label.lower(), offer.hint) for offer in fitting if offer.fits and offer.name in VERBS
    ]
    own = WITHDRAWN if withdrawable else OTHERS.get(place, ANYWHERE)
    names = [*own, *(("move.back",) if wide else ()), *LAST]
    if place == "conflicts" and not any(offer.name == "current" and offer.fits for offer in offers):
        names = [name for name in names if not name.startswith("conflicts.")]  # of knowledge none is picked
    told = [(BY_ID[name].shown_key, BY_ID[name].label.lower(), False) for name in names]
    verbs, others = FIRST.get(place, USUAL)
    return [*hints[:verbs], *told[:others], *hints[verbs:], *told[others:]]
