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
from store.records.controls import SOURCE_NAMED
from store.records.entry import Draft
from store.records.item import ItemRow, ItemWords
from store.records.views import Change
from store.records.words import Action, Defer, Reason, Shown

if TYPE_CHECKING:
    from governance.authority.policy import Policy
    from store.records.controls import Selectors
    from store.records.views import QuarantineView
    from store.records.views.controls import ScopeView

FIELDS = ("kind", "subject", "topic", "source", "text", "until", "by", "triggers", "date", "project")
"""Every argument any verb takes."""


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

    @property
    def what(self) -> str:
        """item, block, topic, quarantine, control, segment, run, task or source."""
        if self.held is not None:
            return "quarantine"
        if self.scope is not None:
            return "control"
        if self.holds is not None:
            return self.holds
        if self.row is not None:
            return "item"
        return "block" if self.block_seq is not None else "topic"


class Lookup(Protocol):
    """What a verb may ask beyond its targets."""

    def item(self, name: str) -> Target | None:
        """Another item."""

    def source(self, words: str, near: Target) -> tuple[str, tuple[int, ...]]:
        """What a Source resolves to: the state of the look-up, and the blocks."""

    def of_document(self, block: int) -> bool:
        """Whether a block (the seq that holds its bytes) belongs to a document, not to what was captured."""

    def topic(self, name: str) -> str | None:
        """A topic's id from its id, file name or title."""

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
    """item, block, topic, quarantine, control, segment, run, task, source."""
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
    hint: Callable[[Target], bool] = lambda target: False
    """Whether the evidence speaks for it."""
    together: bool = False
    """Whether it takes several targets as one act (merge, withdraw)."""
    least: int = 1
    """How many targets it takes at least."""


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


def changes_of(drafts: Sequence[Draft], targets: Mapping[str, Target]) -> tuple[Change, ...]:
    """What these drafts would change, for a person to see before it happens."""
    found: list[Change] = []
    blocks = {t.block_seq: t.id for t in targets.values()}
    sources = {d.subjects[0]: f"{SOURCE_NAMED}{d.payload['name']}" for d in drafts if _names_source(d) and d.payload}
    for draft in drafts:
        effect = draft.effect
        name = blocks[effect["block_seq"]] if "block_seq" in effect else draft.subjects[0]
        if "item" in effect:
            words = (draft.payload or {}).get("words", {})
            found.append(Change(id=name, field="new item", before=None, after=_text(words, targets)))
            told = {c: effect["item"].get(c) for c in ("kind", "status", "confidence")}
            told |= {c: words.get(c) for c in ("subject", "source", "date")}
            found += [_change(name, c, None, value) for c, value in told.items() if value]
        for column, after in effect.get("set", {}).items():
            before = effect.get("before", {}).get(column)
            if before != after:
                found.append(_change(name, column, before, after))
        if "control" in effect:
            found += _control_changed(effect["control"], sources)
        elif not effect.get("set") and "item" not in effect:
            found += links_changed(name, effect)
        if effect.get("words"):
            found += _words_changed(name, targets.get(name), (draft.payload or {}).get("words", {}))
        if draft.action is Action.TOPIC:
            triggers = (draft.payload or {}).get("triggers", [])
            old = (targets[name].topic or {}).get("triggers", []) if name in targets else []
            found.append(_change(name, "triggers", "; ".join(old) or None, "; ".join(triggers)))
    return tuple(found)


def _names_source(draft: Draft) -> bool:
    """Whether a draft gives a source its id."""
    return draft.action is Action.SOURCE and draft.subjects[0].startswith("new:")


def _control_changed(control: Mapping[str, Any], sources: Mapping[str, str]) -> list[Change]:
    """What a control event changes: of every id that it names, whether it may influence anything."""
    withdraws = control["action"] == "withdraw"
    before, after = ("eligible", "withdrawn") if withdraws else ("withdrawn", "eligible again")
    before = "withdrawn, its chain broken" if control.get("settles") else before
    terms = [term for part in control["scope"].values() for term in part]
    return [_change(sources.get(term, term), "influence", before, after) for term in terms]


def links_changed(name: str, effect: Mapping[str, Any]) -> list[Change]:
    """What an effect changes that touches nothing but links."""
    gone = [_change(name, relation, other, None) for relation, other in effect.get("unlink", ())]
    return gone + [_change(name, relation, None, other) for relation, other in effect.get("links", ())]


def _change(name: str, column: str, before: Any, after: Any) -> Change:
    return Change(id=name, field=column, before=_word(before), after=_word(after))


def _word(value: Any) -> str | None:
    if value is None or value == []:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _text(words: Mapping[str, Any], targets: Mapping[str, Target]) -> str:
    fact = words.get("fact")
    if isinstance(fact, str):
        return fact
    near = next((t for t in targets.values() if fact and t.block == fact["block"]), None)
    return near.block_text if near else ""


def _words_changed(name: str, target: Target | None, words: Mapping[str, Any]) -> list[Change]:
    old = target.words.model_dump(mode="json", exclude_defaults=True) if target and target.words else {}
    return [
        _change(name, column, old.get(column), words.get(column))
        for column in ("subject", "source", "date", "scope")
        if old.get(column) != words.get(column)
    ]
