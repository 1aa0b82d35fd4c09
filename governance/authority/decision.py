"""The decision text: exactly what a person vouches for, content-free and canonical.

It names the store, the head its author saw, who decides and how sure we are of that, each decision
with the digest of what was shown, and each effect with the commitment of its words; ids that are
not minted yet stand as ``new:n``. A signature, where there is one, covers these bytes.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from store import seal
from store.records.entry import Draft
from store.records.words import Assurance, Reason, Shown


class Decision(NamedTuple):
    """One decision of a plan."""

    verb: str
    targets: tuple[str, ...]
    seen: tuple[str, ...]
    commitments: tuple[str | None, ...]
    """The commitment of the words of each target; none where it has none of its own."""
    reason: Reason
    shown: Shown
    grant: str | None = None
    """The grant it rests on; none where its author owns the store."""


def sealed(draft: Draft) -> Draft:
    """A draft whose payload is final: its salt is drawn before anybody vouches for it."""
    if draft.payload is None:
        return draft
    return draft._replace(salt=os.urandom(seal.SALT_BYTES))


def decision_text(
    *,
    store: str,
    head: tuple[int, str],
    who: str,
    assurance: Assurance,
    decisions: Sequence[Decision],
    effects: Sequence[Draft],
    undoes: str | None,
    expires: int | None,
) -> str:
    """The text of a plan, as one line of canonical JSON; `expires` in UTC microseconds."""
    text = {
        "v": 2,
        "store": store,
        "head": list(head),
        "who": who,
        "assurance": assurance.value,
        "nonce": secrets.token_hex(16),
        "undoes": undoes,
        "expires": expires,
        "decisions": [told_decision(d) for d in decisions],
        "effects": told_effects(effects),
    }
    return seal.canonical(text).decode("ascii")


def told_decision(d: Decision) -> dict[str, Any]:
    """A decision as it stands in a text."""
    return {
        "verb": d.verb,
        "targets": d.targets,
        "seen": d.seen,
        "commitments": d.commitments,
        "reason": d.reason.value,
        "shown": d.shown.value,
        "grant": d.grant,
    }


def told_effects(effects: Sequence[Draft]) -> list[list[Any]]:
    """The effects of a plan as they stand in its text."""
    return [_effect(n, draft) for n, draft in enumerate(effects, 1)]


def _effect(n: int, draft: Draft) -> list[Any]:
    commitment = None
    if draft.payload is not None and draft.salt is not None:
        commitment = seal.commitment(draft.salt, seal.canonical(draft.payload))
    return [n, draft.action.value, list(draft.subjects), draft.effect, commitment]
