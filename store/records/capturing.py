"""The closed words of what agents write: types, doors, findings, faults, and how far a person looked."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class MemoryType(StrEnum):
    """What question a record may answer (T); orthogonal to its kind."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


class Origin(StrEnum):
    """Whose words a capture is; set by admission, never by the writer (R)."""

    AGENT = "agent"
    """An agent's own words."""
    PERSON = "person"
    """A person typed them at the desk or the command line."""
    DOCUMENT = "document"
    """Taken from a document that was imported or is read."""
    PASS = "pass"
    """A distiller wrote them from captures."""


class PermittedUse(StrEnum):
    """What a capture may be used for; no text of its own can widen it (R)."""

    TESTIMONY = "testimony"
    """It may inform, and authorizes nothing."""
    NONE = "none"
    """Nothing, until a person looked at it."""


class Review(StrEnum):
    """How far a capture was looked at by a person."""

    SOURCE_CLAIM = "source-claim"
    """By nobody; it says what its source says."""
    NEEDED = "needs-review"
    """Admission found something that a person has to see first."""
    HELD = "held"
    """A person holds it back."""
    REVIEWED = "reviewed"
    """A person let it pass."""
    REFUSED = "refused"
    """A person refused it; it is kept and goes nowhere."""


KEPT_BACK: Final = frozenset({Review.NEEDED, Review.HELD, Review.REFUSED})
"""Reviews under which nobody is told of a record before a person looked at it."""


class Flag(StrEnum):
    """What admission noticed about a capture."""

    INSTRUCTION = "instruction"
    PERMISSION_CLAIM = "permission-claim"
    EXFILTRATION = "exfiltration"
    REMOTE_CODE = "remote-code"
    WEAKENING = "weakening"
    BACKDOOR = "backdoor"
    PROMOTION = "promotion"
    HIDDEN = "hidden-characters"
    ENCODED = "encoded-blob"
    EMOTION = "emotion"
    SPECULATION = "speculation"
    FIELD_STRIPPED = "field-stripped"
    """A field that no writer may set was taken off."""
    FIELD_UNKNOWN = "field-unknown"
    """A field that memdesk does not know was taken off."""
    CONFIDENCE_PROPOSED = "confidence-proposed"
    """The writer said *confirmed*; a person may accept that."""
    KIND_ASSUMED = "kind-assumed"
    """No kind was given, or none of the closed set: in doubt it is knowledge."""
    SUBJECT_MISSING = "subject-missing"
    """A state without an honest subject: admitted as knowledge."""
    SOURCE_LOST = "source-lost"
    """Its Source means a place in the archive and names none."""
    ID_TAKEN = "id-taken"
    """The id it was written with is another record's; it is kept as an alias."""
    TARGET_LOST = "target-lost"
    """It names a record that it refutes or continues, and there is none."""
    DATE_AHEAD = "date-ahead"
    """It is dated in the future."""
    PROJECT_CLAIM = "project-claim"
    """Nobody knows whether its writer works for the project that it names."""
    WORDS_WITHDRAWN = "words-withdrawn"
    """It repeats, word for word, something that is withdrawn."""
    TYPE_CLAIM = "type-claim"
    """An agent says that a claim or a procedure holds in general, which is for people to say."""


WAITS: Final = frozenset(Flag) - {
    Flag.FIELD_STRIPPED, Flag.FIELD_UNKNOWN, Flag.CONFIDENCE_PROPOSED, Flag.KIND_ASSUMED, Flag.SUBJECT_MISSING,
    Flag.ID_TAKEN, Flag.TARGET_LOST,
}  # fmt: skip
"""Findings that send a capture to a person before a pass may take it."""


class Door(StrEnum):
    """The door a capture came in by."""

    COMMAND = "command"
    BATCH = "batch"
    FILE = "file"
    DROP = "drop"
    """A file of a drop folder; what was spooled while the store was busy among them."""
    MCP = "mcp"
    DESK = "desk"


class Fault(StrEnum):
    """Why what a writer sent was refused."""

    SCHEMA = "schema"
    SECRET = "secret"
    EMPTY = "empty"
    BINARY = "binary"
    TOO_LONG = "too-long"
    TRANSCRIPT = "transcript"
    UNREADABLE = "unreadable"
    PROJECT = "project"
    TASK = "task"
    WITHDRAWN = "withdrawn"
    """It leans on something that is withdrawn."""
    LANE = "lane"
    """It names a lane that is not there for it, or into which nothing is written."""


class Hold(StrEnum):
    """What became of something in quarantine."""

    KEPT = "kept"
    DISCARDED = "discarded"
    RESUBMITTED = "resubmitted"


class TaskState(StrEnum):
    """Whether a task goes on."""

    OPEN = "open"
    CLOSED = "closed"


class TaskOutcome(StrEnum):
    """How a task ended, as its writer says."""

    DONE = "done"
    FAILED = "failed"
    ABANDONED = "abandoned"
    UNKNOWN = "unknown"
