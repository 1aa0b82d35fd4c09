"""What the doors and the passes answer: receipts of captures, what is in quarantine, tasks, reports of passes."""

from __future__ import annotations

from typing import Literal

from store.records.facts import Fact
from store.records.views.organizing import LaneWait
from store.records.words import Assurance, Door, Fault, Flag, Hold, Review, TaskOutcome, TaskState

Came = Literal["captured", "known", "refused", "spooled"]


class CaptureReceipt(Fact):
    """What became of one thing that a writer sent."""

    came: Came
    id: str | None = None
    """The item; the entry in quarantine where it was refused; none where it was spooled."""
    findings: tuple[Flag, ...] = ()
    review: Review | None = None
    """needs-review where a person looks at it before a pass may take it."""
    fault: Fault | None = None
    faults: tuple[tuple[str, str], ...] = ()
    """(field, what is wrong with it) for each field that failed."""
    sentence: str = ""
    hint: str = ""
    status: str | None = None
    """How the record stands now, where it was known already."""
    stripped: tuple[str, ...] = ()
    """The names of the fields that were taken off since no writer may set them."""
    unknown: tuple[str, ...] = ()
    """The names of the fields that were taken off since they are not known."""


class QuarantineView(Fact):
    """Something that was refused, and why; never a credential."""

    id: str
    fault: Fault
    hold: Hold
    door: Door
    assurance: Assurance
    by: str
    at: int
    faults: tuple[tuple[str, str], ...] = ()
    raw: str | None = None
    """What was sent, as text; none where it held a credential or was erased."""
    project: str | None = None
    file: str | None = None
    line: int | None = None
    rule: str | None = None
    """The rule that recognised a credential."""
    place: str | None = None
    """Where the credential stood: field and line."""
    seen: str = ""
    moved: int = 0
    """The entry that last moved it."""
    became: str | None = None
    """The capture that it was sent again as."""


class TaskView(Fact):
    """A task and its working records."""

    id: str
    state: TaskState
    outcome: TaskOutcome | None = None
    title: str | None = None
    project: str | None = None
    by: str = ""
    opened: int = 0
    working: tuple[str, ...] = ()
    """Its working records."""


class Superseded(Fact):
    """One state value that gave way to another (P§14.2)."""

    subject: str
    id: str
    date: str | None
    value: str
    successor: str
    successor_date: str | None
    successor_value: str


class Suggested(Fact):
    """A likeness or a contradiction that a pass noticed; nothing was changed."""

    id: str
    other: str
    relation: str
    score: int | None
    """Per mille; None where a distiller proposed the pair."""


class RefusedOp(Fact):
    """An operation of an external distiller that was refused."""

    number: int
    operation: str
    sentence: str


class PassReport(Fact):
    """What one pass did."""

    action: str
    """archive, archive-skip, autodream or autodream-skip."""
    run: str | None = None
    segments: tuple[str, ...] = ()
    archived: int = 0
    added: tuple[str, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    pending: tuple[str, ...] = ()
    """Items that were marked as needing a person."""
    resolved: tuple[str, ...] = ()
    """Pending state items whose successor became known."""
    suggested: tuple[Suggested, ...] = ()
    cooled: tuple[str, ...] = ()
    waiting: int = 0
    """Captures left out because a person has to look at them first."""
    left: tuple[LaneWait, ...] = ()
    """Captures left where they are, since their lane is frozen or cleared."""
    index_lines: int = 0
    refused: tuple[RefusedOp, ...] = ()
    distilled: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(new item, the captures it was made of) for what an external distiller folded together."""
    notes: tuple[str, ...] = ()
    cancelled: bool = False
    files: tuple[tuple[str, str], ...] = ()
    """(watched file, what became of it) after archiving."""


class WatchView(Fact):
    """A file or folder that is watched."""

    path: str
    kind: Literal["file", "folder"]
    taken: int = 0
    refused: int = 0
    last_at: int | None = None
    trouble: str | None = None


class ScanPlace(Fact):
    """What one reading of a watched place came to."""

    path: str
    kind: Literal["file", "folder", "spool", "old"]
    """spool is our own drop folder; old is what a file held before it was rewritten blank."""
    captured: int = 0
    known: int = 0
    """Taken before, in other words or by another door."""
    refused: int = 0
    waiting: int = 0
    """What may still be being written."""
    sentences: tuple[str, ...] = ()


class ScanReport(Fact):
    """What one reading of everything that is watched came to."""

    places: tuple[ScanPlace, ...] = ()
    captured: int = 0
    known: int = 0
    refused: int = 0
    waiting: int = 0
