"""Records to promote, and what a promotion of each type asks for."""

from __future__ import annotations

from typing import Any, Final

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views import Applied
from tests.governance.builders import a_block, an_item, decide, made, untouched

OK: Final = "verified-success"
METHOD: Final = (
    "name=safe-payment-retry", "version=2", "preconditions=gateway-v2", "preconditions=status-readback",
    "expected_effects=one charge", "failure_handling=freeze and ask", "owner=ines",
    "validation_evidence=test suite 5", "outcome=verified-success",
)  # fmt: skip
"""The fields of a procedure, as they are typed."""
CLAIM: Final = ("scope=workflow", "confidence=inferred", "valid_from=2026-05-01")
"""The fields of a claim."""
EVENT: Final = ("event_time=2026-05-30T10:00:00Z", "outcome=unknown")
"""The fields of an episode."""
FIELDS: Final = {"procedural": METHOD, "semantic": CLAIM, "episodic": EVENT}


def an_episode(desk: Desk, outcome: str | None = OK, text: str = "retried with the original key", **more: Any) -> str:
    """One occurrence, with how it ended; None leaves that out."""
    typed = [["event_time", "2026-05-30T10:00:00Z"], *([["outcome", outcome]] if outcome else [])]
    words = {"typed": typed, **more.pop("words", {})}
    return an_item(desk, text=text, type="episodic", words=words, **more)


def ten_retries(desk: Desk, *outcomes: str | None) -> list[str]:
    """The same ten payment retries each time; what differs is which outcomes are kept."""
    told = outcomes or (OK,) * 10
    return [an_episode(desk, said, f"retry {n}: the key was kept, then read back") for n, said in enumerate(told, 1)]


def given(desk: Desk, kind: str, *fields: str, evidence: str | None = None, text: str = "") -> dict[str, Any]:
    """The arguments of a promotion to a type; its fields, and what is given beside or instead of them."""
    names = {field.partition("=")[0] for field in fields}
    lines = [line for line in FIELDS[kind] if line.partition("=")[0] not in names]
    found: dict[str, Any] = {"type": kind, "evidence": evidence or a_block(desk)}
    found["field"] = "\n".join([*lines, *fields])
    return found | ({"text": text} if text else {})


def promote(desk: Desk, kind: str, *names: str, fields: tuple[str, ...] = (), **more: Any) -> tuple[Applied, str]:
    """Promote records, and answer the plan with the new one."""
    if len(names) > 1:
        more.setdefault("text", "Keep the original key, read the status, retry only when it is absent.")
    applied = decide(desk, "promote-type", *names, **given(desk, kind, *fields, **more))
    return applied, made(applied, *names)


def refused(desk: Desk, kind: str, *names: str, fields: tuple[str, ...] = (), **more: str) -> str:
    """How a promotion is refused, in preview and decision alike; nothing has changed then."""
    if len(names) > 1:
        more.setdefault("text", "in words of its own")
    arguments = given(desk, kind, *fields, **more)
    before = untouched(desk)
    with pytest.raises(Refusal) as first:
        desk.preview("promote-type", names, arguments)
    with pytest.raises(Refusal) as second:
        decide(desk, "promote-type", *names, **arguments)
    assert first.value.sentence == second.value.sentence
    assert untouched(desk) == before
    return first.value.sentence
