"""Writers in tests: what they send, and as whom."""

from __future__ import annotations

from typing import Any

from governance.desk import Desk
from store.records.views import CaptureReceipt
from store.records.words import Assurance, Door, PrincipalKind
from tests.governance.builders import beside
from tests.governance.signed import with_token

TEXT = "The pier is closed at night."


def sent(desk: Desk, text: str = TEXT, **more: Any) -> CaptureReceipt:
    """What becomes of a capture; `door` is the one it comes by."""
    door: Door = more.pop("door", Door.COMMAND)
    return desk.intake.capture({"text": text, "source": "seen", **more}, door=door)


def claimed(desk: Desk, name: str) -> Desk:
    """The desk of somebody who gives a name and nothing else."""
    return beside(desk, name, Assurance.CLAIMED)


def connected(desk: Desk, name: str, *projects: str) -> Desk:
    """The desk of an agent whose token binds to projects."""
    _, token = desk.authorize.connect(name, PrincipalKind.AGENT, projects=projects)
    return with_token(desk, token)
