"""The index as people and answers read it (P§10, M): where to begin, what is near, and every record's meta fields."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.item import ItemRow, ItemWords
from store.records.recall import (
    BeliefStatus,
    LifecycleStage,
    MemoryLibrary,
    MetaStatus,
    RecordType,
    RetentionPolicy,
    SourceTag,
)
from store.records.views.details import Came
from store.records.views.recall import Basis, DerivedFrom
from store.records.views.rows import Nearness
from store.records.words import LaneState, Reason, Relation, SegmentRole


class TopicRoute(Fact):
    """One line of the topic map."""

    id: str
    title: str
    file: str
    """Its page, as the memory it came from calls it; empty where people made the topic here."""
    triggers: tuple[str, ...]
    near: Nearness
    status: str
    """active, pending-cleanup, stale or empty: what its items are."""
    items: int
    pending: int
    over: int
    """Items that are superseded, stale or cooled."""
    source: str | None
    """Its canonical source: the archived page; none where its items are all there is."""
    last_updated: str | None
    source_dates: tuple[str, ...]


class IndexLine(Fact):
    """One item as the index names it."""

    id: str
    date: str | None
    kind: str | None
    status: str | None
    text: str
    topic: str | None
    near: Nearness


class StaticPage(Fact):
    """One page of static knowledge: read it by its line here, never by reading all of them."""

    id: str
    path: str | None
    role: SegmentRole
    title: str
    near: Nearness
    source_tag: SourceTag
    belief_status: BeliefStatus
    topic: str | None
    """The topic that leads to it."""
    capsules: tuple[str, ...]
    """Items that cite it, a few of them."""
    cited: int
    """How many items cite it."""


class Link(Fact):
    """One edge of a record, as the category index names it."""

    word: str
    id: str


class SourceMonitoring(Fact):
    """What is known of where a record comes from."""

    source: str | None
    found: str
    """What looking its Source up gave: found, missing, not-archive, none."""
    written_by: str | None
    assurance: str | None
    origin: str | None


class Lifecycle(Fact):
    """Where a record stands on its way, and what moved it."""

    stage: LifecycleStage
    retention_policy: RetentionPolicy
    promotion_reason: str | None
    decay_reason: str | None


class BeliefTrace(Fact):
    """How a record came to the belief status that it has."""

    current_status: BeliefStatus
    decisions: int
    """How often a person decided about it."""
    last: str | None
    """The last of these decisions, as its verb is called."""
    last_at: int | None


class MetaRow(Fact):
    """One row of the category index, in M's own names; `docs/meta-index.md` says where each comes from."""

    memory_id: str
    memory_type: MemoryLibrary
    record_type: RecordType
    lane: str
    lane_state: LaneState
    scope: str | None
    category: str | None
    status: MetaStatus
    summary: str
    retrieval_terms: tuple[str, ...]
    domain_tags: tuple[str, ...]
    content_language: str | None
    semantic_anchors: tuple[str, ...]
    applies_when: str | None
    does_not_apply_when: str | None
    linked_modules: tuple[str, ...]
    linked_records: tuple[Link, ...]
    source_tag: SourceTag
    belief_status: BeliefStatus
    confidence: Basis
    lifecycle_stage: LifecycleStage
    retention_policy: RetentionPolicy
    promotion_reason: str | None
    decay_reason: str | None
    created_at: int
    updated_at: int
    last_accessed_at: int | None
    link_policy: str
    last_reviewed: int | None
    supersedes: tuple[str, ...]
    superseded_by: str | None
    derived_from: tuple[DerivedFrom, ...]
    source_monitoring: SourceMonitoring
    lifecycle: Lifecycle
    belief_trace_summary: BeliefTrace
    near: Nearness


class Beside(Fact):
    """An item with all that its row of the category index is derived from."""

    row: ItemRow
    words: ItemWords | None
    text: str
    came: Came | None
    edges: tuple[tuple[Relation, bool, str, str], ...]
    """(relation, whether it bears the edge, the edge in the ledger's words, the other end)."""
    conflicted: bool
    """Whether anything that stands disagrees with it."""
    role: SegmentRole | None
    """What sort of file its words were cited from."""
    segments: tuple[str, ...]
    """The archived files that it comes from."""
    lane_title: str | None
    lane_state: LaneState
    created_at: int
    updated_at: int
    decisions: int
    last_verb: str | None
    last_at: int | None
    raised: Reason | str | None
    """Why it last gained a stage: the reason of a person, or what a pass did."""
    lowered: Reason | str | None
    """Why it last lost one."""


class IndexView(Fact):
    """The whole index: bounded, and honest about what it leaves out."""

    partial: bool
    """Whether no topic routes to anything yet: the index is only partially adapted (M)."""
    topics: tuple[TopicRoute, ...]
    recent: tuple[IndexLine, ...]
    pending: tuple[IndexLine, ...]
    pending_total: int
    pages: tuple[StaticPage, ...]
    rows: tuple[MetaRow, ...]
    total: int
    """How many items there are; `rows` are the newest of them."""
