"""What disagrees when words are written anew: a choice alone ends no disagreement, and picks no side (P§15.2.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from governance.verb import Lookup, Target, refuse
from store.records.words import Place, Relation
from store.tokens import spelling
from store.views.conflicts import CLAIMED, LIKE, SAME

_ENDS: Final = ".,;:!?"
"""Signs at the end of words that make no other words of them."""


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


def refuse_overtaking(target: Target, values: Iterable[Target], later: Collection[str]) -> None:
    """Refuse that a row comes last of its date by being written anew: of one date the row that came last is current.

    `values` are the live rows of its subject; `later` are those that the same decision writes anew after it.
    """
    came = {_came(one): one.id for one in (*values, target) if _tied(one, target) and _stored(one, target)}
    last = came[max(came)]
    if last not in (target.id, *later):
        raise refuse(
            target,
            f"{last} bears its date and came after it, and of one date what came last is current: written anew it would"
            " take that place on a reason alone",
            "Say which row is current (`current`), or re-key it where both hold (`both`); then correct it.",
        )


def _came(target: Target) -> int:
    return target.row.created if target.row else 0


def _tied(one: Target, other: Target) -> bool:
    """Whether two rows share project, lane, date and scope, so that only which came last tells them apart.

    What names no scope speaks of any.
    """
    words, others = one.words, other.words
    if words is None or others is None or one.row is None or other.row is None:
        return False
    same = (words.project, one.row.lane, words.date or "") == (others.project, other.row.lane, others.date or "")
    return same and (words.scope == others.scope or not words.scope or not others.scope)


def _stored(one: Target, target: Target) -> bool:
    """Whether a row is the one that is written anew, or one that a pass took in."""
    return one.id == target.id or (one.row is not None and one.row.place is Place.STORE)


def refuse_picking(targets: Sequence[Target], text: str, look: Lookup) -> None:
    """Refuse that of items at odds one gives its words to what is made of them: no choice confirms a fact.

    `text` are the words of the new item; empty where nobody wrote any, and the newest would give its own.
    """
    ids = {target.id for target in targets}
    odds = {t.id: o for t in targets for code, o in look.against(t) if o in ids and code not in (Relation.LIKE, LIKE)}
    for target in targets:
        if target.id not in odds:
            continue
        if not text:
            raise refuse(
                target,
                f"it disagrees with {odds[target.id]}, and folding them would pick the newest of them silently",
                "Give the words of the one item (`--text`), or tell them apart.",
            )
        if _words(text) == _words(target.text):
            raise refuse(
                target,
                f"the one item says what {target.id} says, and would settle on a reason alone that"
                f" {odds[target.id]} does not hold",
                "Write what holds of both (`--text`), judge the one that does not hold stale, or tell them apart.",
            )


def _words(text: str) -> str:
    return spelling(text).rstrip(_ENDS)
