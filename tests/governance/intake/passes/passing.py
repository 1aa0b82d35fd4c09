"""Captures and passes in tests: what is sent, and what stands afterwards."""

from __future__ import annotations

from typing import Any

from governance.desk import Desk


def send(desk: Desk, text: str, **more: Any) -> str:
    """Capture something; its id."""
    receipt = desk.intake.capture({"text": text, "kind": "knowledge", "source": "seen", **more})
    assert receipt.id is not None, receipt
    return receipt.id


def port(desk: Desk, text: str, date: str, **more: Any) -> str:
    """Capture the state of one subject."""
    return send(desk, text, **{"kind": "state", "subject": "gate:port", "date": date, **more})


def both(desk: Desk) -> Any:
    """Archive, then distil."""
    desk.intake.archive()
    return desk.intake.distill()


def row(desk: Desk, name: str) -> Any:
    """How an item stands."""
    return desk.item(name).row


def standing(desk: Desk) -> list[tuple[Any, ...]]:
    """Every item by content: text, place, kind, status, cooled, and the text it gave way to."""
    found = []
    for name in desk.item_keys():
        item = desk.item(name)
        successor = desk.item(item.row.superseded_by).text if item.row.superseded_by else ""
        one = item.row
        found.append((item.text, one.place.value, str(one.kind), str(one.status), one.cooled, successor))
    return sorted(found)


def sound(desk: Desk) -> bool:
    """Whether the store verifies, replay included."""
    return not desk.verify(replay=True).findings
