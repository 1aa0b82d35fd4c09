"""What the fields of a decision begin with, and what may be picked in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from governance.errors import Refusal
from store.records.views import ItemDetail, LaneView, QuarantineView, Row, TopicView
from store.records.words import LaneState
from tui.panes.cards_quarantine import sent_fields
from tui.safe import safe
from tui.widgets.text import one_line

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Offer
    from tui.dialogs.target import Target


def prefilled(desk: Desk, offer: Offer, target: Target, row: Any, detail: ItemDetail | None) -> dict[str, str]:
    """The suggestion, the words, the newer row; what stands already; of what was refused, what was sent."""
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
    if offer.name == "trigger" and len(target.ids) == 1:
        topic = next((one for one in desk.topics() if one.id == target.ids[0]), None)
        values["triggers"] = "; ".join(safe(one_line(word)) for word in (topic.triggers if topic else ()))
    if offer.name == "resubmit":
        values |= _sent(desk, target.ids[0])
    if detail is not None:
        values |= {name: safe(value) for name, value in detail.suggestion}
        if offer.name in ("correct", "accept"):
            values.setdefault("text", safe(detail.text, lines=True))
        if offer.name in ("retag", "correct"):
            values |= _tags(detail)
    return {name: value for name, value in values.items() if name in offer.fields}


def options(desk: Desk, offer: Offer, target: Target) -> dict[str, list[tuple[str, str]]]:
    """(value, shown) of each lane or topic that a field may name."""
    found: dict[str, list[tuple[str, str]]] = {}
    if "lane" in offer.fields:
        used = [lane for lane in desk.lanes() if lane.state is LaneState.ACTIVE]
        found["lane"] = [*map(_named, used), ("none", "none: no lane")]
    if "topic" in offer.fields or offer.name == "merge-topics":
        every = desk.topics()
        found["topic"] = [_named(topic) for topic in every]
        if offer.name == "merge-topics":
            found["to"] = [_named(topic) for topic in every if topic.id in target.ids]
    return found


def _named(one: LaneView | TopicView) -> tuple[str, str]:
    return one.id, f"{safe(one_line(one.title))} ({one.id})"


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
