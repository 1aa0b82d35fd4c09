"""The page about the meta index: every field of the contract has a home, and the page names it (M)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from governance.rules import layers, meta, meta_row
from store.records.item import ItemRow, ItemWords, Routing
from store.records.views import IndexView, LaneView, MetaRow, StaticPage, TopicView
from store.records.views.details import Came
from store.records.views.indexing import BeliefTrace, Beside, Lifecycle, SourceMonitoring
from store.records.views.organizing import Edge
from store.records.views.recall import Basis, DerivedFrom, Recalled
from store.records.words import Layer
from tests.house.places import ROOT

PAGE = (ROOT / "docs" / "meta-index.md").read_text(encoding="utf-8")
FACTS: dict[str, Any] = {
    one.__name__: one
    for one in (
        ItemRow, ItemWords, Routing, Came, TopicView, LaneView, StaticPage, MetaRow, Beside, Edge, IndexView,
        SourceMonitoring, Lifecycle, BeliefTrace, Recalled, DerivedFrom, Basis,
    )
}  # fmt: skip
RULES = {"meta": meta, "meta_row": meta_row, "layers": layers}
META = (
    "memory_id", "memory_type", "lane", "scope", "category", "record_type", "status", "lane_state", "retrieval_terms",
    "domain_tags", "content_language", "applies_when", "does_not_apply_when", "linked_modules", "linked_records",
    "source_tag", "belief_status", "confidence_label", "lifecycle_stage", "retention_policy", "promotion_reason",
    "decay_reason", "created_at", "updated_at", "last_accessed_at", "link_policy", "last_reviewed",
)  # fmt: skip
MONITORED = (
    "source_tag", "belief_status", "confidence", "derived_from", "source_monitoring", "lifecycle",
    "belief_trace_summary",
)  # fmt: skip
CATEGORY = (
    "ID", "Type", "Status", "Updated At", "Lifecycle Stage", "Belief Status", "Source Tag", "Confidence", "Summary",
    "Retrieval Terms", "Semantic Anchors", "Applies", "Not Applies", "Linked Modules", "Linked Records",
    "Promotion Reason", "Decay Reason", "Supersedes", "Superseded By",
)  # fmt: skip
RESULT = (
    "memory_id", "snippet", "source_tag", "belief_status", "confidence", "derived_from", "score_method", "score",
)  # fmt: skip
STATIC = ("_STATIC_KNOWLEDGE_INDEX", "page", "capsule", "source_tag", "belief_status")


def table(title: str) -> dict[str, tuple[str, str]]:
    """One table of the page: what each field is, and where."""
    part = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ", 2) for line in part.splitlines() if line.startswith("| ")]
    return {row[0]: (row[1], row[2].strip(" |")) for row in rows if row[0] not in ("field", "---", "layer")}


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("Meta index", META),
        ("Source monitoring", MONITORED),
        ("Category row", CATEGORY),
        ("Retrieval result", RESULT),
        ("Static knowledge", STATIC),
        ("Layers", tuple(layer.value for layer in Layer)),
    ],
)
def test_every_field_of_the_contract_has_a_home_and_the_page_names_it(title: str, fields: tuple[str, ...]) -> None:
    assert tuple(table(title)) == fields
    for field, (kind, where) in table(title).items():
        assert kind in ("stored", "derived"), field
        named = [one for one in re.findall(r"`([\w.]+)`", where) if "." in one and "/" not in one]
        assert named or title == "Layers", field
        for one in named:
            home, _, name = one.partition(".")
            if home in RULES:
                assert callable(getattr(RULES[home], name)), one
            else:
                assert name in FACTS[home].model_fields, one


def test_every_home_that_the_page_names_is_known_to_this_test() -> None:
    named = {one.partition(".")[0] for one in re.findall(r"`(\w+\.\w+)`", PAGE)}
    assert named <= {*FACTS, *RULES, "meta_row"}
