"""Records as they come to be usable: captured, let pass by a person where that is asked, archived and distilled.

ids = learned(desk, LAB)         # what each was sent as → its id in the store
names = told(desk.recalling.recall("timeout", payloads=10))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from governance.desk import Desk
from store.records.recall import UseRole
from store.records.views.recall import Answer, Recalled
from store.records.words import Review
from tests.governance.builders import an_item, decide

Sent = Mapping[str, Any]


def learned(desk: Desk, records: Mapping[str, Sent], person: Desk | None = None) -> dict[str, str]:
    """Captures that went the whole way; working records stay with their task."""
    found: dict[str, str] = {}
    for name, fields in records.items():
        receipt = desk.intake.capture({"kind": "knowledge", **fields})
        assert receipt.fault is None, receipt
        assert receipt.id is not None
        found[name] = receipt.id
        if receipt.review is Review.NEEDED:
            decide(person or desk, "accept", receipt.id)
    (person or desk).intake.archive()
    (person or desk).intake.distill()
    return found


def told(answer: Answer) -> tuple[str, ...]:
    """The ids of the results, in the order they are shown."""
    return tuple(one.memory_id for one in results(answer))


def results(answer: Answer) -> tuple[Recalled, ...]:
    """The results of every group."""
    return tuple(one for group in answer.groups for one in group.results)


def asked(desk: Desk, query: str, **more: Any) -> tuple[str, ...]:
    """What an answer names that opens whatever fits."""
    return told(desk.recalling.recall(query, **{"payloads": 50, **more}))


def a_state(desk: Desk, text: str, subject: str, date: str = "2026-06-01", **more: Any) -> str:
    """A state row of the store."""
    return an_item(desk, kind="state", text=text, subject=subject, date=date, **more)


def typed(desk: Desk, of: str, text: str, fields: Mapping[str, str], **more: Any) -> str:
    """A record of a type, with the fields that its type asks for."""
    words = {"typed": [list(pair) for pair in fields.items()], "scope": "project", **more.pop("words", {})}
    return an_item(desk, text=text, type=of, words=words, **more)


def procedure(desk: Desk, text: str, **fields: str) -> str:
    """A procedure that was verified, unless told otherwise."""
    usual = {
        "name": "safe-retry", "version": "2", "preconditions": "gateway-v2", "outcome": "verified-success",
        "validation_evidence": "suite 5",
    }  # fmt: skip
    return typed(desk, "procedural", text, usual | fields)


ROLES = tuple(role.value for role in UseRole)
