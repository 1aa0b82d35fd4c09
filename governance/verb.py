"""What a verb is: who it fits, what it would append, and how that is shown before it happens.

A verb is a small object that its room owns. It judges *targets* (facts read from the store), and
gives *drafts* (entries to append) in which ``new:n`` stands for an id that is minted at commit.
Screens, command line, help and the plan are all fed from the verbs, so a new verb is one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from governance.errors import Refusal, RefusalKind
from store.records.entry import Draft
from store.records.item import ItemRow, ItemWords
from store.records.words import Action, Defer, LaneState, Reason, Shown

if TYPE_CHECKING:
    from governance.authority.policy import Policy
    from store.records.controls import Selectors
    from store.records.views import LaneView, QuarantineView, TopicView
    from store.records.views.controls import ScopeView

FIELDS = (
    "kind", "subject", "topic", "source", "text", "until", "by", "triggers", "date", "project", "type", "evidence",
    "field", "title", "to", "relation", "lane", "purpose", "access", "owner", "missing",
)  # fmt: skip
"""Every argument any verb takes."""
GROUNDS = ("evidence", "owner")
"""Those by which a decision says what it rests on."""


@dataclass(frozen=True, slots=True)
class Target:
    """One thing a verb is used on, with all a verb may judge."""

    id: str
    seen: str
    """The digest of the target as it stands."""
    moved: int
    """The entry that last moved it."""
    commitment: str | None = None
    """What its words were committed to."""
    row: ItemRow | None = None
    words: ItemWords | None = None
    text: str = ""
    sources: tuple[int, ...] = ()
    """The blocks its Source resolves to."""
    rivals: tuple[str, ...] = ()
    """Other live state items of the same subject, oldest first."""
    suggestion: tuple[tuple[str, str], ...] = ()
    """(field, value) pairs that would mend its drift."""
    block: int | None = None
    """For an archived block: the seq that holds its bytes."""
    block_seq: int | None = None
    """For an archived block: its own seq."""
    block_text: str = ""
    """The entry it holds, without heading and bullet."""
    block_span: tuple[int, int] = (0, 0)
    """Where that text stands in the block's bytes."""
    anchor: str | None = None
    """For an archived block: how an item's Source names it."""
    topic: Mapping[str, Any] | None = None
    """For a topic: its payload, with layer and run."""
    skipped: bool = False
    """For an archived block: whether it was judged to hold nothing."""
    deferred: Defer | None = None
    """For a block or a topic: how long it is put off already."""
    near: tuple[tuple[str, str], ...] = ()
    """(relation, other item) that a pass suggested."""
    held: QuarantineView | None = None
    """For something in quarantine: what was sent, and why it was refused."""
    scope: ScopeView | None = None
    """For a control event: its scope, with the whole chain."""
    holds: str | None = None
    """For what holds other things: segment, run, task or source."""
    source: str = ""
    """For a source: its words."""
    unlinked: tuple[str, ...] = ()
    """For a source: the items that name it and are not linked to an id of it yet."""
    folded: tuple[tuple[str, str], ...] = ()
    """(relation, withdrawn item) of what it was merged into, or what a pass made of it."""
    lane: LaneView | None = None
    """A lane itself; of an item, the lane that it lies in."""

    @property
    def what(self) -> str:
        """item, block, topic, lane, quarantine, control, segment, run, task or source."""
        if self.held is not None:
            return "quarantine"
        if self.scope is not None:
            return "control"
        if self.holds is not None:
            return self.holds
        if self.row is not None:
            return "item"
        if self.lane is not None:
            return "lane"
        return "block" if self.block_seq is not None else "topic"


class Lookup(Protocol):
    """What a verb may ask beyond its targets."""

    def item(self, name: str) -> Target | None:
        """Another item."""

    def source(self, words: str, near: Target) -> tuple[str, tuple[int, ...]]:
        """What a Source resolves to: the state of the look-up, and the blocks."""

    def of_document(self, block: int) -> bool:
        """Whether a block (the seq that holds its bytes) belongs to a document, not to what was captured."""

    def stands(self, block: int) -> bool:
        """Whether the words of a block (the seq that holds its bytes) are still there to be looked at."""

    def topic(self, name: str) -> str:
        """A topic's id from its id, file name or title; refused where there is none, several, or one that ended."""

    def topics_titled(self, title: str) -> tuple[TopicView, ...]:
        """The topics whose title or page is spelled like this."""

    def lane(self, name: str, project: str | None) -> LaneView | None:
        """A lane by its id, or by its title: that of the project first, else that of no project."""

    def lanes_titled(self, title: str, project: str | None) -> tuple[LaneView, ...]:
        """The lanes of exactly this project (or of none) whose title is spelled like this."""

    def layer(self, topic: str) -> str | None:
        """How near the index keeps a topic."""

    def members(self, topic: str) -> list[Target]:
        """All items that lie under a topic, also those that are withdrawn; of each only its row is told."""

    def links(self, name: str) -> frozenset[tuple[str, str]]:
        """The (relation, other) edges that a record bears."""

    def against(self, target: Target) -> tuple[tuple[str, str], ...]:
        """(how that is known, other item) of what an item disagrees with, settled pairs left out."""

    def missing(self, name: str) -> tuple[str, ...]:
        """What somebody said is missing to settle a conflict of an item."""

    def living(self, subject: str) -> tuple[str, ...]:
        """The live state rows of exactly this subject."""

    def values(self, subject: str) -> tuple[Target, ...]:
        """The same with their words, those that are in doubt among them."""

    def alike(self, subject: str) -> tuple[str, ...]:
        """The live state rows that have this subject in whatever spelling."""

    def owner(self, name: str) -> str | None:
        """The id of an owner of this store, from that or from the name."""

    def scope(self, selectors: Selectors) -> ScopeView | None:
        """What is known of exactly this scope."""

    @property
    def today(self) -> str:
        """The user day, YYYY-MM-DD."""

    @property
    def policy(self) -> Policy:
        """The policy in force."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person chose beside the verb."""

    reason: Reason
    shown: Shown
    note: str | None = None
    args: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb, as data and two functions."""

    name: str
    label: str
    help: str
    on: frozenset[str]
    """item, block, topic, lane, quarantine, control, segment, run, task, source."""
    why_not: Callable[[Target, Lookup], str | None]
    """Why it does not fit this target, in a sentence; None when it fits."""
    entries: Callable[[Sequence[Target], Decided, Lookup, int], list[Draft]]
    """The entries for these targets; the int is the first free number for ``new:n``."""
    reasons: tuple[Reason, ...]
    """Sensible reasons, the most likely first."""
    block_reasons: tuple[Reason, ...] | None = None
    """The same for archived blocks, where they differ."""
    capture_reasons: tuple[Reason, ...] | None = None
    """The same for what came in by a door and is whole, where they differ."""
    fields: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    founded: Callable[[Target, Lookup], bool] = lambda target, look: True
    """Whether it asks for grounds (`evidence`, `owner`) on a target, where it takes any."""
    hint: Callable[[Target], bool] = lambda target: False
    """Whether the evidence speaks for it."""
    together: bool = False
    """Whether it takes several targets as one act (merge, withdraw)."""
    least: int = 1
    """How many targets it takes at least; 0 where it makes something new of nothing, or of what is named."""
    reaches: frozenset[LaneState] = frozenset({LaneState.ACTIVE})
    """How the lane of an item may stand that it is used on; what lies in no lane is reached by all."""
    cautions: Callable[[Sequence[Target], Decided, Lookup], tuple[str, ...]] = lambda targets, decided, look: ()
    """What a person should know before they sign, although it hinders nothing; each a sentence without a full stop."""


def item_change(
    target: Target,
    verb: str,
    decided: Decided,
    changes: Mapping[str, Any],
    *,
    action: Action = Action.REVIEW,
    words: ItemWords | None = None,
    links: Sequence[tuple[str, str | int]] = (),
    unlink: Sequence[tuple[str, str | int]] = (),
) -> Draft:
    """The draft that moves one item."""
    row = target.row
    if row is None:
        raise TypeError(f"{target.id} is no item")
    before = {name: _plain(getattr(row, name)) for name in changes}
    effect: dict[str, Any] = {
        "verb": verb,
        "reason": decided.reason.value,
        "shown": decided.shown.value,
        "before": before,
        "set": {name: _plain(value) for name, value in changes.items()},
    }
    if links:
        effect["links"] = [list(link) for link in links]
    if unlink:
        effect["unlink"] = [list(link) for link in unlink]
    if words is not None:
        effect["words"] = True
    return Draft(action, (target.id,), effect, payload_of(decided.note, words))


def payload_of(note: str | None, words: ItemWords | None) -> dict[str, Any] | None:
    """The payload of a decided effect: a note, words, both or none."""
    payload: dict[str, Any] = {"v": 1}
    if note:
        payload["note"] = note
    if words is not None:
        payload["words"] = words.model_dump(mode="json", exclude_defaults=True, exclude={"v"})
    return payload if len(payload) > 1 else None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(v) for v in value]
    return value if value is None or isinstance(value, bool | int) else str(value)


def refuse(target: Target | str, sentence: str, hint: str = "") -> Refusal:
    """A refusal by rule, naming the target."""
    name = target if isinstance(target, str) else target.id
    return Refusal(RefusalKind.RULE, f"{name}: {sentence}", hint, (name,))
