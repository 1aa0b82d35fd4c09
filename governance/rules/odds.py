"""What disagrees when words are written anew: a choice alone ends no disagreement, and picks no side (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Collection

from governance.verb import Lookup, Target, refuse
from store.records.words import Relation
from store.views.conflicts import CLAIMED, SAME


def other_claims(
    target: Target, look: Lookup, named: Collection[str], codes: Collection[str] = CLAIMED
) -> list[tuple[str, str]]:
    """Links by which a new item of these words goes on contradicting whatever a decision does not name."""
    found = dict.fromkeys(other for code, other in look.against(target) if code in codes and other not in named)
    return [(Relation.CONTRADICTS.value, other) for other in found]


def refuse_leaving(target: Target, look: Lookup) -> None:
    """Refuse that a live row leaves the subject that another one shares: both would stand, and nothing would say so."""
    rival = next((other for code, other in look.against(target) if code == SAME), None)
    if rival is not None:
        raise refuse(
            target,
            f"{rival} has its subject as well, and under another kind or subject both would stand on a reason alone",
            "Say which row is current (`current`), re-key it where both hold (`both`), or tell them apart (`apart`).",
        )
