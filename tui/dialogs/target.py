"""What a decision is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from store.records.words import Shown
from tui.safe import cut
from tui.wording.sentences import number

if TYPE_CHECKING:
    from store.records.views import Offer


class Target(NamedTuple):
    """What a decision is about and how it was on the screen."""

    ids: tuple[str, ...]
    seen: tuple[str, ...]
    shown: Shown
    words: tuple[str, ...] = ()
    """The words of the row, or of the first of several."""
    sent: bool = False
    """Whether it came in by a door, or was refused at one."""

    @property
    def name(self) -> str:
        """The one id, or how many rows; nothing where something is made of nothing."""
        if not self.ids:
            return ""
        return cut(self.ids[0]) if len(self.ids) == 1 else number(len(self.ids), "row")


def why_not(offer: Offer, ids: Sequence[str]) -> str:
    """Why a verb does not fit; the id of a single row stands in the title already."""
    told = offer.why_not or "It does not fit."
    return told.removeprefix(f"{ids[0]}: ") if len(ids) == 1 else told
