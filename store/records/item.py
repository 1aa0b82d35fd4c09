"""An item as it is kept: its words (payload) and the row that says where it stands (P§9)."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.words import (
    Confidence,
    Defer,
    Drift,
    Flag,
    Kind,
    MemoryType,
    Place,
    Review,
    SourceState,
    Status,
)


class Span(Fact):
    """Bytes of an archived block that are cited instead of copied."""

    block: int
    """The seq of the block's entry."""
    start: int
    """First byte inside the block."""
    end: int
    """One past the last byte."""
    exact: bool = False
    """Whether its line ends are the writer's own, kept (each continued line is indented by two)."""


class Routing(Fact):
    """When a record should come up, and when not (M); what its writer says."""

    retrieval_terms: tuple[str, ...] = ()
    domain_tags: tuple[str, ...] = ()
    applies_when: str | None = None
    does_not_apply_when: str | None = None
    category: str | None = None
    content_language: str | None = None
    open_loops: tuple[str, ...] = ()


class ItemWords(Fact):
    """The payload of an item, version 1: everything about it that is words or foreign strings."""

    v: int = 1
    fact: Span | str
    """The fact itself, cited from a block or (where a person wrote it) as text."""
    date: str | None = None
    """The item's own date as YYYY-MM-DD; none when nobody gave one."""
    source: str | None = None
    """Where the fact came from, as written."""
    subject: str | None = None
    """What a state item is the current value of; compared as a string."""
    scope: str | None = None
    inspired_by: str | None = None
    corroborating: tuple[str, ...] = ()
    written_id: str | None = None
    """The id the record bore where it was read; an alias when it is not its id here."""
    extra: tuple[tuple[str, str], ...] = ()
    """Fields memdesk does not know, kept in order."""
    as_written: tuple[tuple[str, str], ...] = ()
    """The words that became closed tokens (kind, status, confidence …), as they were written."""
    headings: tuple[str, ...] = ()
    date_hint: str | None = None
    """A date that stood near (heading, file name); a suggestion, never the date."""
    file: str | None = None
    line: int | None = None
    """Where it was read: path inside the import root, and line."""
    project: str | None = None
    topic: str | None = None
    """The topic its writer thinks it belongs to."""
    typed: tuple[tuple[str, str], ...] = ()
    """The fields that its type asks for (T), each as text, in the order of its contract card."""
    routing: Routing | None = None
    proposed_confidence: str | None = None
    """What its writer would have it believed as, for a person to accept."""


class ItemRow(Fact):
    """An item's standing at one point of the log; made of headers alone."""

    id: str
    from_seq: int
    to_seq: int | None
    entry_seq: int
    place: Place
    kind: Kind | None
    status: Status | None
    confidence: Confidence | None
    source_state: SourceState
    superseded_by: str | None
    cooled: bool
    topic: str | None
    run: str | None
    body: int
    """The seq of the entry whose payload holds the item's words."""
    block: int | None
    """The seq of the block the words are cited from."""
    drift: tuple[Drift, ...]
    deferred: Defer | None
    deferred_at: int | None
    created: int
    """The seq that made the item."""
    type: MemoryType | None = None
    task: str | None = None
    """The task whose working record it is."""
    released: bool = False
    """Whether its task ended, so that it is history and of no use any more."""
    review: Review | None = None
    """How far a person looked at it; none for what was imported."""
    findings: tuple[Flag, ...] = ()
    """What admission noticed."""
    lane: str | None = None
    """The lane that owns it; none is the global one."""
    withdrawn: bool = False
    """Whether a withdrawal reaches it today; only the audit view shows such a row."""

    @property
    def live(self) -> bool:
        """Whether the row is current: active, whole, in the store or inbox."""
        return self.status is Status.ACTIVE and not self.drift
