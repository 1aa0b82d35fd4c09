"""How near something is kept, and why (P§6): a warm topic without a trigger is cold in effect."""

from __future__ import annotations

from typing import Any

import pytest

from governance.rules.layers import layer_of
from store.records.item import Routing
from store.records.views.details import TopicView
from store.records.words import Layer, SegmentRole
from tests.governance.rules.test_meta import row, words


def topic(*triggers: str, layer: str | None = "warm") -> TopicView:
    """A topic page."""
    return TopicView(id="top-0001", file="t.md", title="T", layer=layer, triggers=triggers, items=1, seen="x")


CASES: dict[str, tuple[dict[str, Any], Layer, str]] = {
    "conventions": ({"role": SegmentRole.CONVENTIONS}, Layer.HOT, "conventions"),
    "an item of the conventions": ({"row": row(), "role": SegmentRole.CONVENTIONS}, Layer.HOT, "always loaded"),
    "a warm topic with a trigger": ({"topic": topic("outage")}, Layer.WARM, "1 trigger leads to it"),
    "a warm topic with triggers": ({"topic": topic("a", "b")}, Layer.WARM, "2 triggers lead to it"),
    "a warm topic without a trigger": ({"topic": topic()}, Layer.COLD, "cold in effect"),
    "a topic of no layer with a trigger": ({"topic": topic("a", layer=None)}, Layer.WARM, "1 trigger"),
    "a topic whose page says hot": ({"topic": topic(layer="hot")}, Layer.HOT, "its page says"),
    "a topic whose page says cold": ({"topic": topic("a", layer="cold")}, Layer.COLD, "its page says"),
    "an item of a warm topic": ({"row": row(), "topic": topic("a")}, Layer.WARM, "its topic top-0001"),
    "an item of a topic without a trigger": ({"row": row(), "topic": topic()}, Layer.COLD, "no trigger leads to it"),
    "an item of a hot topic": ({"row": row(), "topic": topic(layer="hot")}, Layer.HOT, "its topic top-0001"),
    "an item of no topic": ({"row": row(), "words": words()}, Layer.COLD, "no topic and no term"),
    "an item with terms of its own": (
        {"row": row(), "words": words(routing=Routing(retrieval_terms=("dns",)))}, Layer.WARM, "terms of its own",
    ),
    "an item with a condition of its own": (
        {"row": row(), "words": words(routing=Routing(applies_when="a deploy hangs")), "topic": topic()},
        Layer.WARM, "terms of its own",
    ),
    "an item with other routing": (
        {"row": row(), "words": words(routing=Routing(category="ERR"))}, Layer.COLD, "no topic and no term",
    ),
    "a cooled item of a warm topic": ({"row": row(cooled=True), "topic": topic("a")}, Layer.COLD, "it was cooled"),
    "a superseded item of a hot topic": (
        {"row": row(status="superseded"), "topic": topic(layer="hot")}, Layer.COLD, "it is superseded",
    ),
    "a stale item": ({"row": row(status="stale"), "topic": topic("a")}, Layer.COLD, "it is stale"),
    "a released item": ({"row": row(released=True), "topic": topic("a")}, Layer.COLD, "its task ended"),
    "a capture": ({"row": row(place="inbox"), "topic": topic("a")}, Layer.COLD, "not distilled yet"),
    "a pending item of a warm topic": (
        {"row": row(status="pending-cleanup"), "topic": topic("a")}, Layer.WARM, "1 trigger",
    ),
    "an archived day": ({"role": SegmentRole.ARCHIVE_DAY}, Layer.COLD, "raw evidence"),
    "a document without a topic": ({"role": SegmentRole.DOCUMENT}, Layer.COLD, "reference material"),
    "a document with a warm topic": ({"role": SegmentRole.DOCUMENT, "topic": topic("a")}, Layer.WARM, "1 trigger"),
    "the index": ({"role": SegmentRole.INDEX}, Layer.WARM, "leads to the topics"),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_the_layer_and_why(what: str) -> None:
    given, layer, why = CASES[what]
    near = layer_of(**given)
    assert (near.layer, why in near.why) == (layer, True), near
    assert not near.why.endswith(".")


def test_nothing_known_is_cold() -> None:
    assert layer_of().layer is Layer.COLD
