"""What faces read: rows, details, plans and counts, already joined with their words.

All texts in here are *stored text*: a face shows them through `tui.safe` only.
"""

from __future__ import annotations

from store.records.facts import Fact
from store.records.item import ItemRow, ItemWords
from store.records.words import (
    Action,
    Assurance,
    Drift,
    Queue,
    Reason,
    Relation,
    SegmentRole,
    Shown,
    Status,
)


class QueueCount(Fact):
    """One line of Home: how much waits and since when (UTC microseconds)."""

    queue: Queue
    count: int
    oldest_at: int | None
    by_age: tuple[int, ...] = ()
    """Counts in five age buckets, oldest first, for the little chart."""


class Overview(Fact):
    """The desk in numbers."""

    store_path: str
    store_id: str
    head: int
    zone: str
    who: str
    principal: str
    assurance: Assurance
    keyless: bool
    queues: tuple[QueueCount, ...]
    items: int
    live_items: int
    segments: int
    staged: int
    open_runs: int
    since_seq: int
    """The head when this person was last here."""
    new_captures: int
    new_entries: int
    verified_seq: int | None
    """How far the last `verify` got without a finding."""
    verified_at: int | None


class Strip(Fact):
    """The calibration strip: everything needed to doubt an item, in one fixed order."""

    kind: str | None
    status: str | None
    source_state: str
    source: str | None
    date: str | None
    age_days: int | None
    confidence: str | None
    subject: str | None
    superseded_by: str | None = None
    cooled: bool = False
    erased_by: str | None = None
    """The id of the erasure that took the words."""
    drift: tuple[str, ...] = ()


class Why(Fact):
    """One reason for a row to be in its queue, in a closed code and the ids it is about."""

    code: str
    ids: tuple[str, ...] = ()
    detail: str | None = None
    """Stored words, where the reason is about words (an unknown status as written)."""


class Row(Fact):
    """One line of a list, in every pane."""

    id: str
    """An item id, `seg-…/n` for an archived block, `top-…` for a topic, `run-…`, `hold-…`."""
    text: str
    """The first words (at most 400 characters)."""
    strip: Strip | None
    why: tuple[Why, ...]
    since: int
    """When it came to stand here (UTC microseconds)."""
    seq: int
    """The entry that last moved it."""
    seen: str
    """The digest that a decision names to say what it saw."""
    group: str | None = None
    """Rows with the same group can be decided together (drift)."""
    deferred_until: str | None = None


class Group(Fact):
    """Drift rows with the same defects and so the same suggestion."""

    key: str
    drift: tuple[Drift, ...]
    count: int
    ids: tuple[str, ...]
    suggestion: tuple[tuple[str, str], ...]
    """(field, suggested value) pairs that hold for each member; per-item values say so."""


class Move(Fact):
    """One entry of an item's history."""

    seq: int
    at: int
    action: Action
    actor: str
    who: str
    """The actor's name, or its id when the name is erased."""
    assurance: Assurance | None
    verb: str | None
    reason: Reason | None
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]
    note: str | None
    shown: Shown | None
    plan: str | None


class Linked(Fact):
    """A neighbour in the link ledger."""

    relation: Relation
    outgoing: bool
    id: str
    text: str | None
    strip: Strip | None


class Passage(Fact):
    """A piece of the archive with its neighbours."""

    segment: str
    ordinal: int
    seq: int
    path: str | None
    line: int | None
    before: str
    text: str
    after: str
    sanitized: bool
    erased_by: str | None


class ItemDetail(Fact):
    """Everything the detail panel shows of an item."""

    row: ItemRow
    words: ItemWords | None
    """None when erased."""
    text: str
    strip: Strip
    why: tuple[Why, ...]
    queues: tuple[Queue, ...]
    topic_title: str | None
    origin: str | None
    """File and line it was read from."""
    aliases: tuple[str, ...]
    source_passage: Passage | None
    own_passage: Passage | None
    linked: tuple[Linked, ...]
    history: tuple[Move, ...]
    suggestion: tuple[tuple[str, str], ...]
    seen: str
    current: bool
    """False for a made-undone item and in a view of the past."""
    deferred_until: str | None = None


class SegmentView(Fact):
    """One archived file or day."""

    id: str
    role: SegmentRole
    path: str | None
    run: str | None
    blocks: int
    entries: int
    undistilled: int
    sanitized: bool
    at: int


class BlockView(Fact):
    """One block of a segment."""

    id: str
    seq: int
    ordinal: int
    number: int | None
    line: int | None
    text: str
    distilled: bool
    entry: bool
    cited_by: tuple[str, ...]
    sanitized: bool
    erased_by: str | None
    seen: str


class TopicView(Fact):
    """One topic page of the index."""

    id: str
    file: str
    title: str
    layer: str | None
    triggers: tuple[str, ...]
    items: int
    seen: str


class LogRow(Fact):
    """One line of the log pane."""

    seq: int
    at: int
    actor: str
    who: str
    assurance: Assurance | None
    action: Action
    subjects: tuple[str, ...]
    words: str
    """The first words of the payload; empty when it has none."""
    erased_by: str | None


class EntryDetail(Fact):
    """One entry in full."""

    row: LogRow
    header: str
    """The canonical line, as hashed."""
    hash: str
    payload: str | None
    """Pretty-printed JSON, None when the entry has none or it is erased."""
    plan: str | None


class Change(Fact):
    """One thing a decision would change."""

    id: str
    field: str
    before: str | None
    after: str | None


class Staged(Fact):
    """One staged decision of a plan."""

    n: int
    verb: str
    targets: tuple[str, ...]
    args: tuple[tuple[str, str], ...]
    reason: Reason
    note: str | None
    seen: tuple[str, ...]
    shown: Shown
    staged_at: int
    changes: tuple[Change, ...]
    moved: tuple[Change, ...] = ()
    """What changed since it was shown; a staged decision with any must be decided again."""
    refusal: str | None = None
    """Why it could not be applied as it stands, in a sentence."""


class PlanView(Fact):
    """A person's plan: nothing in it has happened yet."""

    staged: tuple[Staged, ...]
    head: int

    @property
    def ready(self) -> bool:
        """Whether it can be applied as it stands."""
        return bool(self.staged) and not any(s.moved or s.refusal for s in self.staged)


class Applied(Fact):
    """A plan that was applied."""

    plan: str
    seq: int
    decisions: int
    entries: int
    ids: tuple[str, ...]
    undone_by: str | None = None
    undoes: str | None = None
    at: int = 0
    who: str = ""
    verbs: tuple[str, ...] = ()


class Offer(Fact):
    """A verb as a face offers it for certain rows."""

    name: str
    label: str
    help: str
    fits: bool
    why_not: str | None
    """Why it does not fit, in a sentence."""
    fields: tuple[str, ...]
    """Arguments it takes: kind, subject, topic, source, text, until, by, triggers."""
    needs: tuple[str, ...]
    """Those of them that must be given."""
    reasons: tuple[Reason, ...]
    """Sensible reasons, the most likely first."""
    hint: bool = False
    """Whether the evidence speaks for it (shown, never pre-selected)."""


class Finding(Fact):
    """One thing a check found."""

    step: str
    seq: int | None
    sentence: str


class Step(Fact):
    """One numbered step of a check."""

    number: int
    name: str
    checked: int
    ok: bool
    note: str = ""


class Verdict(Fact):
    """What `verify` says."""

    ok: bool
    head: int
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    replayed: bool


class FileReport(Fact):
    """What became of one file of an import."""

    path: str
    role: str | None
    read: int
    new: int
    known: int
    drift: int
    refused: int
    blocks: int
    notes: tuple[tuple[int, str], ...] = ()
    """(line, sentence) pairs."""
    failed: str | None = None
    """Why the whole file was refused, in a sentence."""


class ImportReport(Fact):
    """What an import did, or (dry run) would do; read = new + known + drift + refused."""

    run: str | None
    root: str
    dry: bool
    resumed: bool
    files: tuple[FileReport, ...]
    read: int
    new: int
    known: int
    drift: int
    refused: int
    segments: int
    blocks: int
    topics: int
    links: int
    secrets: int
    partial: bool


class ItemFilter(Fact):
    """How a list of items is narrowed."""

    text: str = ""
    status: Status | None = None
    kind: str | None = None
    topic: str | None = None
    live: bool = False


class LogFilter(Fact):
    """How the log is narrowed; empty means everything."""

    action: Action | None = None
    actor: str | None = None
    subject: str | None = None
    since: int | None = None
    until: int | None = None
    text: str = ""
