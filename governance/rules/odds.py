"""What disagrees when words are written anew: a choice alone ends no disagreement, and picks no side (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Collection

from governance.verb import Lookup, Target
from store.records.words import Relation
from store.views.conflicts import CLAIMED


def other_claims(
    target: Target, look: Lookup, named: Collection[str], codes: Collection[str] = CLAIMED
) -> list[tuple[str, str]]:
    """Links by which a new item of these words goes on contradicting whatever a decision does not name."""
    found = dict.fromkeys(other for code, other in look.against(target) if code in codes and other not in named)
    return [(Relation.CONTRADICTS.value, other) for other in found]
