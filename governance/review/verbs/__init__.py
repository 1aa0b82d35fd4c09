"""The registry of review verbs, in the order they are offered."""

from __future__ import annotations

from typing import Final

from governance.review.verbs.accepting import ACCEPT
from governance.review.verbs.admitting import APART, HOLD, REFUSE
from governance.review.verbs.folding import CORRECT, MERGE
from governance.review.verbs.mending import RESOLVE, RETAG, SOURCE, TRIGGER
from governance.review.verbs.quarantine import DISCARD, RESUBMIT
from governance.review.verbs.reconciling import BOTH, CONTRADICT, CURRENT, EVIDENCE
from governance.review.verbs.standing import COOL, DEFER, KEEP, STALE
from governance.verb import Verb

VERBS: Final[dict[str, Verb]] = {
    verb.name: verb
    for verb in (
        KEEP, STALE, COOL, MERGE, CORRECT, RETAG, SOURCE, RESOLVE, TRIGGER, ACCEPT, DEFER, HOLD, REFUSE, APART,
        DISCARD, RESUBMIT, CURRENT, BOTH, EVIDENCE, CONTRADICT,
    )
}  # fmt: skip
