"""One line of a list, the strip on it, and the numbers of Home."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.views.organizing import LaneWait
from store.records.words import Assurance, Door, Drift, Flag, LaneState, Layer, MemoryType, Queue, Review, Role, Status


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
    role: Role | None = None
    """What the person at the desk is here."""
    requests: int = 0
    """Plans that wait for a second signature."""
    left: tuple[LaneWait, ...] = ()
    """What waits in lanes that are frozen or cleared, and so in no queue."""
    failed: str | None = None
    """What the last `verify` that found something found first, until one finds nothing."""
    failed_seq: int | None = None
    failed_at: int | None = None


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
    type: MemoryType | None = None
    review: Review | None = None
    released: bool = False
    withdrawn: bool = False
    """Whether it is withdrawn; beside the status, never instead of it."""
    lane: str | None = None
    lane_state: LaneState | None = None
    """How the lane stands in which it lies: recall uses nothing of one that is frozen or cleared."""


class Nearness(Fact):
    """How near something is kept (P§6), and why."""

    layer: Layer
    why: str
    """A clause: `it was cooled: kept, away from the hot path`."""


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
    who: str | None = None
    """The writer, as named, of what came in by a door."""
    assurance: Assurance | None = None
    """How sure it is who wrote it."""
    door: Door | None = None
    findings: tuple[Flag, ...] = ()
    """What admission noticed."""


class Group(Fact):
    """Drift rows with the same defects and so the same suggestion."""

    key: str
    drift: tuple[Drift, ...]
    count: int
    ids: tuple[str, ...]
    suggestion: tuple[tuple[str, str], ...]
    """(field, suggested value) pairs that hold for each member; per-item values say so."""


class ItemFilter(Fact):
    """How a list of items is narrowed."""

    text: str = ""
    status: Status | None = None
    kind: str | None = None
    topic: str | None = None
    lane: str | None = None
    live: bool = False
