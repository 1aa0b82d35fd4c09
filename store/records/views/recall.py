"""An answer of recall: records with everything that is needed to doubt them, and the conflicts among them (P§15, M)."""

from __future__ import annotations

from typing import ClassVar

from store.records.facts import Fact
from store.records.recall import BasisLabel, BeliefStatus, SourceTag, Standing, UseRole
from store.records.views.rows import Nearness
from store.records.words import Confidence, Kind, LaneState, MemoryType, SourceState, Status


class Basis(Fact):
    """M's confidence: how strong the evidence is for the belief status, and what it is."""

    label: BasisLabel
    basis: str


class DerivedFrom(Fact):
    """What a record was made of, or cited from (M)."""

    type: str
    """previous_capsule, archive_snapshot or static_knowledge_page."""
    ref_id: str
    relationship: str
    inherited_boundary: BeliefStatus


class Recalled(Fact):
    """One record as an answer bears it; its text is testimony and permits nothing."""

    memory_id: str
    snippet: str
    cut: bool
    """Whether the snippet is only the beginning of the text."""
    kind: Kind | None
    type: MemoryType | None
    status: Status | None
    standing: Standing
    source: str | None
    source_state: SourceState
    date: str | None
    age_days: int | None
    subject: str | None
    scope: str | None
    project: str | None
    lane: str | None
    typed: tuple[tuple[str, str], ...]
    """The fields that its type asks for: validity, provenance, outcome, preconditions, version."""
    applies_when: str | None
    does_not_apply_when: str | None
    source_tag: SourceTag
    belief_status: BeliefStatus
    epistemic_confidence: Confidence | None
    """The protocol's Confidence."""
    confidence_scheme: str | None
    confidence: Basis
    derived_from: tuple[DerivedFrom, ...]
    superseded_by: str | None
    """The record that one leads to which was superseded, merged or corrected, where the asker may read it."""
    conflicts_with: tuple[str, ...]
    """What disagrees with it: of many the newest."""
    conflicts_more: int
    """How many more do."""
    permitted_use: str
    cautions: tuple[str, ...]
    score_method: str
    score: int | None = None
    """Per mille; only with a method."""
    omitted: ClassVar[frozenset[str]] = frozenset({"score"})
    action_authority: str = "none"
    lane_state: LaneState | None = None
    """Of an audit: how the lane stands in which it lies, where that is frozen or cleared."""


class TypeGroup(Fact):
    """The records of one type, best first; nothing is ranked across groups."""

    type: MemoryType | None
    results: tuple[Recalled, ...]


class ConflictRow(Fact):
    """One side of a conflict."""

    memory_id: str
    date: str | None
    kind: Kind | None
    value: str
    cut: bool
    """Whether more of it stands in the record."""
    source: str | None
    status: Status | None
    current: bool
    """Whether it stands as the current one, for this answer alone."""
    returned: bool
    """Whether it is among the results."""
    lane_state: LaneState | None = None
    """As of a result."""


class Conflict(Fact):
    """Records that disagree, dated (P§15.2.1)."""

    subject: str | None
    """Its subject, or none where the words contradict each other."""
    code: str
    rows: tuple[ConflictRow, ...]
    """Each that was returned and what disagrees with it, and the newest; of many not all."""
    more: int
    """How many more rows it has."""
    sentence: str


class Further(Fact):
    """A record that fits and was not opened: what an index says of it."""

    memory_id: str
    kind: Kind | None
    type: MemoryType | None
    status: Status | None
    standing: Standing
    date: str | None
    lane_state: LaneState | None = None
    """As of a result."""


class Budget(Fact):
    """What an answer may read (M's four, as the asker raised them), and what it did read."""

    meta_indexes: int = 1
    """Indexes of topics; a store has one, so that nobody can ask for more."""
    meta_indexes_read: int = 1
    category_indexes: int = 1
    """Lists of rows from which the records to open are chosen, each as long as the pool (docs/recall.md)."""
    category_indexes_read: int = 1
    payloads: int = 2
    """Records whose words are told."""
    payloads_opened: int = 0
    full_history_scan: bool = False
    """Whether everything that matches is weighed, however many lists that makes."""
    rows_weighed: int = 0
    """Records that fit and were weighed against each other."""
    all_weighed: bool = True
    """Whether that is everything that fits."""


class Beyond(Fact):
    """What an asker may not read of a project or lane; it is the same, whatever is asked."""

    project: str | None = None
    """Its name, for whoever may know it."""
    lane: str | None = None
    """The lane, for whoever may know it."""
    why: str
    """other (project), closed, frozen_readonly or cleared (lane)."""
    records: int
    more: bool = False
    """Whether there are more than were counted."""


class Raw(Fact):
    """A passage of the archive, opened for an audit: what was once written down, and no guidance."""

    ref_id: str
    path: str | None
    snippet: str
    cut: bool
    source_tag: SourceTag = SourceTag.RAW_OBSERVATION
    permitted_use: str = "audit"
    action_authority: str = "none"


class TopicLed(Fact):
    """A topic that led to records of this answer: its title or a trigger stands in the question (P§10, M)."""

    id: str
    title: str
    trigger: str
    """What stands in the question, as it was written: a trigger, or the title."""
    source: str | None
    """Its archived page; None where its items are all there is."""
    near: Nearness


class Answer(Fact):
    """What recall answers: never a bare text."""

    note: str
    query: str
    use_role: UseRole
    type: MemoryType | None
    when: str
    projects: tuple[str, ...]
    """Whose records were read, beside those of no project."""
    topics: tuple[TopicLed, ...]
    """The topics that led here, the longest phrase first; of others nothing is told."""
    groups: tuple[TypeGroup, ...]
    conflicts: tuple[Conflict, ...]
    further: tuple[Further, ...]
    """The first of those that fit and were not opened."""
    not_opened: int
    """How many of those that were weighed fit and were not opened."""
    left_out: tuple[tuple[str, int], ...]
    """(why, how many) of the records looked at that the asker may read, and that do not fit this use."""
    cautions: tuple[str, ...]
    budget: Budget
    adapted: str
    """`full`, or `partial` where there is no index that leads to the records."""
    beyond: tuple[Beyond, ...] = ()
    """What the asker may not read at all: totals that do not depend on the question."""
    archive: tuple[Raw, ...] = ()
    archive_more: bool = False
    """Whether more passages of the archive bear the words than an audit shows."""
    audit: int | None = None
    """The entry that records the look behind, where this was one."""
