"""Refusing what is said beside a record, and would be kept in the log, where a credential is in it."""

from __future__ import annotations

from governance.errors import Refusal, RefusalKind
from governance.rules.secrets import find_secrets


def refuse_secrets(what: str, *texts: str | None) -> None:
    """Refuse where one of these texts holds a credential; `what` names them, and only the rule's name is told."""
    for text in texts:
        if text and (spans := find_secrets(text)):
            raise Refusal(
                RefusalKind.RULE,
                f"{what} holds what looks like a credential ({spans[0].rule}); nothing of it was kept.",
                "Take it out and ask again; rotate it where it was real.",
            )
