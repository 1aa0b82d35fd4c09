"""The closed words of an answer: what a record is used for, how far it was verified, where it stands (M, P§23.2)."""

from __future__ import annotations

from enum import StrEnum


class UseRole(StrEnum):
    """What an asker wants a record for (P§23.2); what may be returned depends on it."""

    BACKGROUND = "background"
    ACTION_PREMISE = "action-premise"
    CONSTRAINT = "constraint"
    ANALOGY = "analogy"
    CONFLICT_SOURCE = "conflict-source"
    VERIFICATION_TARGET = "verification-target"


class Standing(StrEnum):
    """How much a record bears, derived anew each time and never kept (P§15.2)."""

    CURRENT = "current"
    HISTORICAL = "historical"
    NEEDS_REVIEW = "needs-review"
    NOT_LOAD_BEARING = "not-load-bearing"


class BeliefStatus(StrEnum):
    """How far a record got through verification (M); no score of its truth."""

    SOURCE_PRIOR = "source_prior"
    """It says what its source says, and nobody here looked into it."""
    BOUNDED_CLAIM = "bounded_claim"
    """It is claimed within bounds, and not proved."""
    LOCAL_VALIDATED = "local_validated"
    """Evidence that is at hand here bears it."""
    CONFLICTED = "conflicted"
    """Something else that stands disagrees, or it is in doubt."""
    REJECTED = "rejected"
    """A person refused it, or found that it holds no more."""


class BasisLabel(StrEnum):
    """How strong the evidence is for the belief status that a record has (M); not how likely it is to be true."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    UNKNOWN = "unknown"


class SourceTag(StrEnum):
    """What sort of source a record has (M)."""

    USER_CLAIM = "user_claim"
    EXTERNAL_SOURCE = "external_source"
    STATIC_KNOWLEDGE = "static_knowledge"
    MEMORY_CAPSULE = "memory_capsule"
    INFERRED_SYNTHESIS = "inferred_synthesis"
    RAW_OBSERVATION = "raw_observation"


class LifecycleStage(StrEnum):
    """Where a record stands on its way (M); it makes nothing more or less true."""

    RAW_OBSERVATION = "raw_observation"
    WORKING_MEMORY = "working_memory"
    CAPSULE = "capsule"
    ARCHIVE = "archive"


class RetentionPolicy(StrEnum):
    """How long a record is meant to stay in use (M)."""

    PRESERVE = "preserve"
    UNTIL_SUPERSEDED = "until_superseded"
    UNTIL_RESOLVED = "until_resolved"
    USER_PINNED = "user_pinned"


class MetaStatus(StrEnum):
    """A record's status in the words of the meta index (M), beside the protocol's own."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"
    DRAFT = "draft"
    BLOCKED = "blocked"


class RecordType(StrEnum):
    """What a row of the category index is (M)."""

    CAPSULE = "capsule"
    PROGRESS_STATE = "progress state"
    ERROR_POINT = "error point"
    SOLUTION_POINT = "solution point"
    RULE = "rule"
    SOURCE_LEDGER = "source ledger"
    """An archived file: evidence, never guidance."""
    STATIC_PAGE = "static page"


class MemoryLibrary(StrEnum):
    """What library a record belongs to: what M calls its memory_type."""

    PROJECT = "project"
    CONVERSATION = "conversation"
    """Working memory of one task."""
    GLOBAL = "global archive"
    ERRORS = "common error corpus"
    STATIC = "static knowledge"
