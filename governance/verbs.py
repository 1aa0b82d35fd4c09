"""The registry of every verb about rows and scopes, in the order they are offered."""

from __future__ import annotations

from typing import Final

from governance.errors import Refusal, RefusalKind
from governance.forgetting.verbs import VERBS as FORGETTING
from governance.organizing.verbs import VERBS as ORGANIZING
from governance.promotion.typing import VERBS as PROMOTION
from governance.review.verbs import VERBS as REVIEW
from governance.verb import Verb

VERBS: Final[dict[str, Verb]] = {**REVIEW, **FORGETTING, **PROMOTION, **ORGANIZING}


def verb_called(name: str) -> Verb:
    """The verb of this name; an unknown one is refused with the names there are."""
    if name not in VERBS:
        raise Refusal(RefusalKind.BAD_INPUT, f"There is no verb {name!r}.", f"Verbs: {', '.join(VERBS)}.")
    return VERBS[name]
