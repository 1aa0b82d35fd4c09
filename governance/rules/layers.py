"""How near something is kept, and why (P§6): hot is always loaded, warm comes by a trigger, cold is searched.

The first line that fits decides.

    it stands in the conventions                                        hot
    not distilled, released, cooled, superseded or stale                cold
    its topic's page says hot, and it is of the topic                   hot
    its topic is warm, or it has terms of its own                       warm
    its topic has no trigger, or it has no topic                        cold
    a topic: what its page says where that is hot or cold, else whether a trigger leads to it
    an archived file: the index is warm, documents are warm where their topic is, all else is cold
"""

from __future__ import annotations

from typing import Protocol

from store.records.item import ItemRow, ItemWords
from store.records.views.rows import Nearness
from store.records.words import Layer, Place, SegmentRole, Status

_ALWAYS = Nearness(layer=Layer.HOT, why="it stands in the conventions, which are always loaded")
_RAW = Nearness(layer=Layer.COLD, why="it is raw evidence, for audit and source tracing")
_PAGE = Nearness(layer=Layer.COLD, why="it is reference material, and no trigger leads to it")
_NOWHERE = Nearness(layer=Layer.COLD, why="no topic and no term of its own leads to it")
_INDEX = Nearness(layer=Layer.WARM, why="it leads to the topics, and is read first")


class Topic(Protocol):
    """What of a topic says how near it is kept."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def layer(self) -> str | None:
        """As its page says."""

    @property
    def triggers(self) -> tuple[str, ...]:
        """What leads to it."""


def layer_of(
    row: ItemRow | None = None,
    words: ItemWords | None = None,
    topic: Topic | None = None,
    role: SegmentRole | None = None,
) -> Nearness:
    """The layer of an item (`row`, with its topic), of a topic, or of an archived file (`role`, with its topic)."""
    if role is SegmentRole.CONVENTIONS:
        return _ALWAYS
    if row is not None:
        return _item(row, words, topic)
    if topic is not None:
        return _topic(topic)
    if role in (SegmentRole.DOCUMENT, SegmentRole.TOPIC):
        return _PAGE
    return _INDEX if role is SegmentRole.INDEX else _RAW


def _item(row: ItemRow, words: ItemWords | None, topic: Topic | None) -> Nearness:
    if said := _away(row):
        return Nearness(layer=Layer.COLD, why=said)
    routing = words.routing if words is not None else None
    termed = routing is not None and bool(routing.retrieval_terms or routing.applies_when)
    if topic is not None:
        near = _topic(topic)
        if near.layer is not Layer.COLD or not termed:
            return Nearness(layer=near.layer, why=f"its topic {topic.id}: {near.why}")
    if termed:
        return Nearness(layer=Layer.WARM, why="terms of its own lead to it")
    return _NOWHERE


def _away(row: ItemRow) -> str | None:
    """Why an item is off the path whatever its topic is."""
    if row.place is not Place.STORE:
        return "it is not distilled yet, so nothing leads to it"
    if row.released:
        return "its task ended"
    if row.cooled:
        return "it was cooled: kept, away from the hot path"
    if row.status in (Status.SUPERSEDED, Status.STALE):
        return f"it is {row.status}: history"
    return None


def _topic(topic: Topic) -> Nearness:
    if topic.layer == Layer.HOT:
        return Nearness(layer=Layer.HOT, why="its page says that it is always loaded")
    if topic.layer == Layer.COLD:
        return Nearness(layer=Layer.COLD, why="its page says that it is only searched")
    count = len(topic.triggers)
    if count:
        return Nearness(layer=Layer.WARM, why=f"{count:,} trigger{'s lead' if count > 1 else ' leads'} to it")
    return Nearness(layer=Layer.COLD, why="no trigger leads to it, so that it is cold in effect")
