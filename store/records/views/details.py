"""One thing in full: an item, a passage, a segment, a topic."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.item import ItemRow, ItemWords
from store.records.views.organizing import LaneView
from store.records.views.rows import Nearness, Strip, Why
from store.records.words import (
    Action,
    Assurance,
    Door,
    Origin,
    PermittedUse,
    Queue,
    Reason,
    Relation,
    SegmentRole,
    Shown,
)


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
    proposed: bool = False
    """Whether it only asks for what its action says."""


class Came(Fact):
    """How a record came in by a door: who wrote it, how sure that is, what it may be used for."""

    at: int
    by: str
    """The writer's name; empty where it was erased."""
    assurance: Assurance | None
    door: Door
    origin: Origin | None
    permitted_use: PermittedUse | None
    client_ref: str | None = None
    dated: bool = False
    """Whether its writer gave the date."""
    offset: str | None = None
    """The moment as its writer gave it, with its offset."""
    stripped: tuple[tuple[str, str], ...] = ()
    """(field, value) that no writer may set and that count for nothing."""
    mended_from: str | None = None
    """What was in quarantine, where a person sent it again."""


class Linked(Fact):
    """A neighbour in the link ledger."""

    relation: Relation
    outgoing: bool
    id: str
    text: str | None
    strip: Strip | None
    word: str = ""
    """What the item is to this one, in the words of the ledger (M)."""


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


class Leaning(Fact):
    """A record that leans on another one."""

    id: str
    relation: Relation
    at: int
    """When it came to lean on it (UTC microseconds)."""
    text: str
    who: str | None = None
    """Who captured it; None for what came in by no door."""
    task: str | None = None
    """The task that it is working memory of."""
    plan: str | None = None
    """The decision by which it leans on it."""


class Relied(Fact):
    """Who took a record up, as far as the log knows: a recall by itself writes nothing."""

    leaning: tuple[Leaning, ...] = ()
    looks: int = 0
    """Recorded looks at it: recalls and shows of an audit."""
    looked: int | None = None
    """When it was last looked at so (UTC microseconds)."""

    @property
    def tasks(self) -> tuple[tuple[str, int, int], ...]:
        """(task, how many records, when last) of the tasks whose working memory leans on it."""
        found: dict[str, list[int]] = {}
        for one in self.leaning:
            if one.task is not None:
                found.setdefault(one.task, []).append(one.at)
        return tuple((task, len(times), max(times)) for task, times in found.items())


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
    came: Came | None = None
    """How it came in by a door; none for what was imported, or made by people."""
    lane: LaneView | None = None
    """The lane that it lies in."""
    near: Nearness | None = None
    """How near it is kept, and why."""
    relied: Relied = Relied()
    """Who took it up."""


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
    """As its page says."""
    triggers: tuple[str, ...]
    items: int
    seen: str
    near: Nearness | None = None
    """How near it is kept, and why."""


class RunView(Fact):
    """One import."""

    id: str
    root: str | None
    state: str
    outcome: str | None
    files: int
    segments: tuple[str, ...]
    items: int
    """Items of it that can be seen."""
    withdrawn: int
    """Items of it that are withdrawn, and so in no list."""
    at: int
    withdrawn_by: tuple[str, ...]


class HolderView(Fact):
    """One place that holds content: a file that was read."""

    id: str
    path: str | None
    role: str
    segments: tuple[str, ...]
    at: int
