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
    CURRENT = "current"
    BOTH = "both"
    EVIDENCE = "evidence"
    CONTRADICT = "contradict"
    LINK = "link"
    PROMOTE_TYPE = "promote-type"
    LANE = "lane"
    NEW_LANE = "new-lane"
    FREEZE = "freeze"
    THAW = "thaw"
    CLEAR = "clear"
    NEW_TOPIC = "new-topic"
    RETITLE = "retitle"
    SPLIT_TOPIC = "split-topic"
    MERGE_TOPICS = "merge-topics"
    RECALL = "recall"
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
READING: Final = frozenset({VerbName.RECALL})
"""What decides nothing and is granted all the same: who may read a closed lane."""
_OTHERS: Final = AUTHORITY_VERBS | READING | {VerbName.UNDO, VerbName.IMPORT}
REVIEW_VERBS: Final = tuple(verb for verb in VerbName if verb not in _OTHERS)
"""Verbs about rows of the queues, in the order they are offered."""
