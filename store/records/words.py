"""The closed vocabularies of the log: every word that may stand in a content-free header."""

from __future__ import annotations

from enum import StrEnum

from store.records.actions import Action as Action
from store.records.controls import (
    ControlAction as ControlAction,
    ControlFault as ControlFault,
    ControlState as ControlState,
    InFlight as InFlight,
)
from store.records.capturing import (
    WAITS as WAITS,
    Door as Door,
    Fault as Fault,
    Flag as Flag,
    Hold as Hold,
    MemoryType as MemoryType,
    Origin as Origin,
    PermittedUse as PermittedUse,
    KEPT_BACK as KEPT_BACK,
    Review as Review,
    TaskOutcome as TaskOutcome,
    TaskState as TaskState,
)
from store.records.verbs import (
    AUTHORITY_VERBS as AUTHORITY_VERBS,
    READING as READING,
    REVIEW_VERBS as REVIEW_VERBS,
    VerbName as VerbName,
)


class Kind(StrEnum):
    """The epistemic kind (P§4): it alone says how an item may change."""

    STATE = "state"
    KNOWLEDGE = "knowledge"


class Status(StrEnum):
    """The protocol's closed Status enum (P§9)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    STALE = "stale"
    PENDING = "pending-cleanup"


class Confidence(StrEnum):
    """epistemic-status-v1 (P§9)."""

    CONFIRMED = "confirmed"
    OBSERVED_ONCE = "observed-once"
    INFERRED = "inferred"
    UNKNOWN = "unknown"


class SourceState(StrEnum):
    """What looking up an item's Source in the archive gave."""

    FOUND = "found"
    MISSING = "missing"
    NOT_ARCHIVE = "not-archive"
    NONE = "none"


class Place(StrEnum):
    """Where an item stands on its way from the inbox into the item store."""

    INBOX = "inbox"
    ARCHIVED = "archived"
    """Preserved in the archive, and not distilled yet."""
    STORE = "store"


class SegmentRole(StrEnum):
    """What kind of file a segment's bytes came from (P§7.3)."""

    INBOX = "inbox"
    TOPIC = "topic"
    INDEX = "index"
    ARCHIVE_DAY = "archive-day"
    CONVENTIONS = "conventions"
    LOG = "log"
    DOCUMENT = "document"


class Encoding(StrEnum):
    """How the bytes of a segment spell text."""

    UTF8 = "utf-8"
    UTF16LE = "utf-16-le"
    UTF16BE = "utf-16-be"


class Drift(StrEnum):
    """What keeps an item from being a whole §9 record (schema drift, P§16)."""

    KIND_MISSING = "kind-missing"
    KIND_UNKNOWN = "kind-unknown"
    SOURCE_MISSING = "source-missing"
    SUBJECT_MISSING = "subject-missing"
    DATE_MISSING = "date-missing"
    STATUS_UNKNOWN = "status-unknown"
    CONFIDENCE_UNKNOWN = "confidence-unknown"
    SCHEME_MISSING = "scheme-missing"
    LEGACY_MARKER = "legacy-marker"
    ID_TAKEN = "id-taken"
    SUCCESSOR_MISSING = "successor-missing"
    SUCCESSOR_LOST = "successor-lost"
    KNOWLEDGE_SUPERSEDED = "knowledge-superseded"
    """Only state gives way to a successor (law 6)."""
    CONFLICT_MARKER = "conflict-marker"
    UNREADABLE = "unreadable"


class Relation(StrEnum):
    """How two records are linked; the ledger is append-only (M)."""

    SOURCE = "source"
    """An item's Source resolves to this block."""
    CONTRADICTED_BY = "contradicted-by"
    MERGED_INTO = "merged-into"
    CORRECTED_BY = "corrected-by"
    SUPERSEDED_BY = "superseded-by"
    SAME_ID = "same-id"
    """The record that already bore the id this one was written with."""
    OF_SOURCE = "of-source"
    """The source that an item names, once that has an id."""
    HOLDS = "holds"
    """A file that was read holds the very bytes of this segment, which was read from another one."""
    REPEATS = "repeats"
    """The withdrawn record whose very words an imported one bears: it is withdrawn with that."""
    DERIVED_FROM = "derived-from"
    """The records that a distiller made this one of."""
    REFUTES = "refutes"
    """The record that this one says is wrong."""
    LIKE = "possible-duplicate"
    """A pass found that both may say the same; a suggestion."""
    AGAINST = "possible-contradiction"
    """A pass found that both may contradict each other; a suggestion."""
    CONTRADICTS = "contradicts"
    """A person says that both cannot hold; it stands until somebody settles it."""
    CONTINUES = "continues"
    """This record goes on where the other ends; nothing is written into that one (M)."""
    REFERENCES = "references"
    SOLVES = "solves"
    """An error and its solution: the solution names the error, and both lead to each other (M)."""
    APART = "apart"
    """A person judged that the two are neither the same nor in contradiction."""


class Queue(StrEnum):
    """What waits for a person."""

    INBOX = "inbox"
    PENDING = "pending"
    DRIFT = "drift"
    STALE = "stale"
    ADDITIVE = "additive"
    UNDISTILLED = "undistilled"
    UNTRIGGERED = "untriggered"
    SUGGESTED = "suggested"
    CONFLICTS = "conflicts"
    QUARANTINE = "quarantine"
    WITHDRAWALS = "withdrawals"


class Reason(StrEnum):
    """Why a person decided so: a closed list, with words of their own in the note."""

    CONFIRMED_STILL_TRUE = "confirmed-still-true"
    NO_LONGER_TRUE = "no-longer-true"
    NOT_LOAD_BEARING = "not-load-bearing"
    IN_DOUBT = "in-doubt"
    DUPLICATE = "duplicate"
    NEWER_VALUE = "newer-value"
    WRONG_KIND = "wrong-kind"
    WRONG_WORDS = "wrong-words"
    SOURCE_FOUND = "source-found"
    SCHEMA_REPAIR = "schema-repair"
    NOTHING_TO_DISTIL = "nothing-to-distil"
    WORTH_KEEPING = "worth-keeping"
    ROUTING = "routing"
    LATER = "later"
    UNTRUSTED = "untrusted"
    NOT_MEMORY = "not-memory"
    DIFFERENT_THINGS = "different-things"
    FAILED_EXPLORATION = "failed-exploration"
    ABANDONED = "abandoned"
    WRONG_IMPORT = "wrong-import"
    OWNER_REQUEST = "owner-request"
    USABLE_AGAIN = "usable-again"
    RECONCILED = "reconciled"
    CURRENT_VALUE = "current-value"
    BOTH_HOLD = "both-hold"
    NEEDS_EVIDENCE = "needs-evidence"
    IN_CONFLICT = "in-conflict"
    GENERALIZED = "generalized"
    ORGANIZED = "organized"
    EXPERIMENT = "experiment"
    MISTAKE = "mistake"
    NEEDED = "needed"
    KEY_LOST = "key-lost"
    KEY_COMPROMISED = "key-compromised"
    LEFT = "left"
    OTHER = "other"


class Defer(StrEnum):
    """For how long a row is put off; the day is counted from the entry's own time."""

    DAY = "1d"
    WEEK = "7d"
    MONTH = "30d"
    QUARTER = "90d"

    @property
    def days(self) -> int:
        """The length in days."""
        return int(self.value[:-1])


class Assurance(StrEnum):
    """How sure we are who decided, weakest first."""

    CLAIMED = "claimed"
    OS_USER = "os-user"
    TOKEN = "token"  # noqa: S105 - a level of assurance, no secret
    SIGNED = "signed"


class Shown(StrEnum):
    """How a target was on the screen when it was decided."""

    LISTED = "listed"
    OPENED = "opened"
    PREVIEWED = "previewed"


class Outcome(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    PARTIAL = "partial"


class Layer(StrEnum):
    """How near an index keeps a topic (P§6)."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


class LaneState(StrEnum):
    """Whether a lane takes part (M); no state of it says anything about truth, and none deletes."""

    ACTIVE = "active"
    FROZEN = "frozen_readonly"
    """Kept for audit and comparison: nothing is read from it by default, and nothing written into it."""
    CLEARED = "cleared"
    """Set aside on purpose: only the marker is left in use."""

    @property
    def said(self) -> str:
        """How a lane is said to stand."""
        return {"active": "in use", "frozen_readonly": "frozen"}.get(self.value, self.value)


class HolderRole(StrEnum):
    """Why a place holds content."""

    INPUT = "input"
    """A file that was read."""
    INBOX = "inbox"
    """A file into which agents write, watched."""
    DROP = "drop"
    """A folder into which agents drop files, watched."""
    DISTILLER = "distiller"
    """A command that archived words were given to; whoever runs it may have kept them."""


class PrincipalKind(StrEnum):
    """What a principal is; it never changes."""

    HUMAN = "human"
    AGENT = "agent"
    SERVICE = "service"


class Role(StrEnum):
    """What a person is at this store; only the owner may do anything without a grant."""

    OWNER = "owner"
    MAINTAINER = "maintainer"
    AUDITOR = "auditor"
    AGENT = "agent"


class KeyRole(StrEnum):
    """What a key is for."""

    SIGNING = "signing"
    """Signs decisions."""
    RECOVERY = "recovery"
    """Lies in a safe place and only adds, rotates or revokes keys."""


class Field(StrEnum):
    """What a term of a scope is about."""

    PROJECT = "project"
    LANE = "lane"
    KIND = "kind"
    SUBJECT = "subject"
    ITEM = "item"
