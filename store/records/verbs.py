"""The names of the verbs: what a person did to a row, to a scope, or about who may decide."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class VerbName(StrEnum):
    """What a person did to a row, or about who may decide."""

    KEEP = "keep"
    STALE = "stale"
    COOL = "cool"
    MERGE = "merge"
    CORRECT = "correct"
    RETAG = "retag"
    SOURCE = "source"
    RESOLVE = "resolve"
    TRIGGER = "trigger"
    ACCEPT = "accept"
    DEFER = "defer"
    HOLD = "hold"
    REFUSE = "refuse"
    APART = "apart"
    DISCARD = "discard"
    RESUBMIT = "resubmit"
    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"
    RECONCILE = "reconcile"
    DECLINE = "decline"
    SPLIT = "split"
    UNDO = "undo"
    IMPORT = "import"
    ENROLL = "enroll"
    RETIRE = "retire"
    ADOPT = "adopt"
    ADD_KEY = "add-key"
    ROTATE_KEY = "rotate-key"
    REVOKE_KEY = "revoke-key"
    GRANT = "grant"
    REVOKE = "revoke"
    POLICY = "policy"
    TOKEN = "token"  # noqa: S105 - a verb, no secret
    REVOKE_TOKEN = "revoke-token"  # noqa: S105 - the same
    RATIFY = "ratify"
    SUCCESSION = "succession"


AUTHORITY_VERBS: Final = frozenset(
    {
        VerbName.ENROLL, VerbName.RETIRE, VerbName.ADOPT, VerbName.ADD_KEY, VerbName.ROTATE_KEY,
        VerbName.REVOKE_KEY, VerbName.GRANT, VerbName.REVOKE, VerbName.POLICY, VerbName.TOKEN,
        VerbName.REVOKE_TOKEN, VerbName.RATIFY, VerbName.SUCCESSION,
    }
)  # fmt: skip
"""Verbs about who may decide; they are never staged and never rest on a weaker assurance than a signature."""
REVIEW_VERBS: Final = tuple(verb for verb in VerbName if verb not in AUTHORITY_VERBS | {VerbName.UNDO, VerbName.IMPORT})
"""Verbs about rows of the queues, in the order they are offered."""
