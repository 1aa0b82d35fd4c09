"""Words for lanes and for the edges of the link ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from store.records.words import LaneState
from tui.safe import safe
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number
from tui.wording.strip import lane_part

if TYPE_CHECKING:
    from store.records.views import LaneView, LaneWait

STATES: Final = {
    LaneState.ACTIVE: "In use: it is read and written like anything else.",
    LaneState.FROZEN: "Frozen: kept as it is. Nothing is written to what lies in it, and recall leaves it out.",
    LaneState.CLEARED: "Cleared: set aside. Nothing of it is recalled or written to, and nothing of it was deleted.",
}
"""What the state of a lane means."""
_EDGES: Final = {
    "possible_duplicate": "may say the same as",
    "possible_contradiction": "may contradict",
    "apart_from": "judged to be another thing than",
    "same_id_as": "same written id as",
    "of_source": "names the source",
    "source_of": "is named by",
}
"""Words of the ledger that would not explain themselves."""


def wait_words(one: LaneWait, what: str) -> str:
    """How many wait in a lane that is shut, and what that lane is."""
    verb = "waits" if one.count == 1 else "wait"
    return f"{number(one.count, what)} {verb} in {one.lane} '{safe(one.title)}', which is {one.state.said}"


NO_GRANT: Final = "a store without keys has no grants: no agent reads a closed lane there"
"""Who reads a closed lane where nobody can be let."""


def access_words(lane: LaneView, *, keyless: bool) -> str:
    """Who reads a lane."""
    if not lane.closed:
        return "open"
    return f"closed: {NO_GRANT}" if keyless else "closed: read under a grant"


def lane_words(lane: LaneView, signs: Glyphs) -> str:
    """A lane in a few words, where an item says in which it lies: title, state where it takes no part, closed."""
    words = [safe(lane.title)]
    if lane.state is not LaneState.ACTIVE:
        words.append(lane_part(lane.state, signs)[0])
    return f" {signs.dot} ".join([*words, "closed"] if lane.closed else words)


def edge_words(word: str) -> str:
    """A word of the ledger as people read it: `superseded_by` is *superseded by*."""
    return _EDGES.get(word) or safe(word).replace("_", " ")
