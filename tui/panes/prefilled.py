"""What the fields of a decision begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from governance.errors import Refusal
from store.records.views import ItemDetail, QuarantineView, Row
from tui.panes.cards_quarantine import sent_fields
from tui.safe import safe

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Offer
    from tui.dialogs.target import Target


def prefilled(desk: Desk, offer: Offer, target: Target, row: Any, detail: ItemDetail | None) -> dict[str, str]:
    """The suggestion, the words, the newer row; of what was refused, what was sent."""
    values: dict[str, str] = {}
    if isinstance(row, Row):
        newer = [w.ids[0] for w in row.why if w.code == "successor-known" and w.ids]
        if newer and len(target.ids) == 1:
            values["by"] = newer[0]
        if offer.name == "apart":
            values["by"] = next((w.ids[0] for w in row.why if w.code.startswith("possible-") and w.ids), "")
    for name, value in getattr(row, "suggestion", ()):
        values[str(name)] = safe(str(value))
    if offer.name == "merge-topics":
        values["to"] = target.ids[0]
    if offer.name == "retitle":
        values["title"] = safe(str(getattr(row, "title", "") or ""))
    if offer.name == "resubmit":
        values |= _sent(desk, target.ids[0])
    if detail is not None:
        values |= {name: safe(value) for name, value in detail.suggestion}
        if offer.name in ("correct", "accept"):
            values.setdefault("text", safe(detail.text, lines=True))
        if offer.name in ("retag", "correct"):
            values |= _tags(detail)
    return {name: value for name, value in values.items() if name in offer.fields}


def _sent(desk: Desk, target: str) -> dict[str, str]:
    """The fields of something that was refused, as they were sent."""
    try:
        found = desk.show(target)
    except Refusal:
        return {}
    return sent_fields(found) if isinstance(found, QuarantineView) else {}


def _tags(detail: ItemDetail) -> dict[str, str]:
    tags = {"kind": detail.strip.kind, "subject": detail.strip.subject, "topic": detail.row.topic}
    return {name: safe(value) for name, value in tags.items() if value}
