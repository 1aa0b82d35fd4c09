"""How near something is kept, in words (P§6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from store.records.words import Layer

if TYPE_CHECKING:
    from store.records.views import Nearness

STYLES: Final = {Layer.HOT: "accent", Layer.WARM: "plain", Layer.COLD: "dim"}
"""How each layer is drawn; the word says it too."""
MEANING: Final = {
    Layer.HOT: "always loaded",
    Layer.WARM: "read when a trigger calls it",
    Layer.COLD: "searched or audited",
}


def near_words(near: Nearness) -> str:
    """The layer, what that means, and why: `cold (searched or audited): it was cooled …`."""
    return f"{near.layer.value} ({MEANING[near.layer]}): {near.why}"
