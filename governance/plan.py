"""The plan: decisions are staged, shown, and applied all or nothing; undo is one more plan.

A staged decision keeps the digest of what its author saw. If a target moved since, the decision is
shown with the difference and has to be decided again; it is never applied and never dropped
silently. Applying appends one `decision` entry with the exact text that was decided, then its
effects, in one transaction.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from governance.authority.decision import Decision, decision_text, sealed
from governance.changing import changes_of, minded
from governance.errors import Refusal, RefusalKind
from governance.offers import why_not
from governance.organizing.titles import refuse_same_titles
from governance.review.facts import Facts
from governance.rules.beside import refuse_rewriting, refuse_shutting, refuse_succeeding
from governance.rules.shut import refuse_shut, written
from governance.verb import Decided, Target
from governance.verbs import verb_called
from store.commit import Snapshot
from store.decided import NEW, filled, text_of
from store.log import entry as entry_at
from store.records.controls import SOURCE_NAMED
from store.records.entry import Draft, Entry
from store.records.views import Change
from store.records.words import Action, Assurance, Reason, Relation, Shown, VerbName


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision before it is applied."""

    verb: str
    targets: tuple[str, ...]
    reason: Reason
    shown: Shown
    seen: tuple[str, ...]
    """The digest of each target as its author saw it."""
    moved: tuple[int, ...] = ()
    """The entry that had last moved each target then."""
    args: Mapping[str, str] = field(default_factory=dict)
    note: str | None = None
    staged_at: int = 0

    def to_json(self) -> dict[str, Any]:
        """As it is kept in the staged plan."""
        return {
            "verb": self.verb,
            "targets": list(self.targets),
            "reason": self.reason.value,
            "shown": self.shown.value,
            "seen": list(self.seen),
            "moved": list(self.moved),
            "args": dict(self.args),
            "note": self.note,
            "staged_at": self.staged_at,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Choice:
        """Read back what `to_json` gave."""
        return cls(
            verb=body["verb"],
            targets=tuple(body["targets"]),
            reason=Reason(body["reason"]),
            shown=Shown(body["shown"]),
            seen=tuple(body["seen"]),
            moved=tuple(body["moved"]),
            args=body["args"],
            note=body["note"],
            staged_at=body["staged_at"],
        )


@dataclass(frozen=True, slots=True)
class Compiled:
    """A plan made ready: what it would append, and what a person should see of it."""

    choices: tuple[Choice, ...]
    drafts: tuple[Draft, ...]
    changes: tuple[tuple[Change, ...], ...]
    """For each choice, what it changes."""
    commitments: tuple[tuple[str | None, ...], ...]
    """For each choice, the commitments of its targets' words."""

    def same_as(self, other: Compiled) -> bool:
        """Whether another compilation would append the same; salts are drawn anew each time."""
        return [d._replace(salt=None) for d in self.drafts] == [d._replace(salt=None) for d in other.drafts]


def drafts_of(
    facts: Facts, choice: Choice, new: int, read: list[Target] | None = None
) -> tuple[list[Draft], tuple[Change, ...], list[Target]]:
    """What one decision would append; refused by name where the verb does not fit. `read` targets stand ready."""
    verb = verb_called(choice.verb)
    if not choice.targets and verb.least:
        raise Refusal(RefusalKind.BAD_INPUT, f"{verb.name} needs something to decide about.", "")
    for name in choice.args:
        if name not in verb.fields:
            takes = ", ".join(verb.fields) or "no argument"
            raise Refusal(RefusalKind.BAD_INPUT, f"{verb.name} takes no {name}.", f"It takes {takes}.")
    targets = facts.targets(choice.targets) if read is None else read
    if len({t.id for t in targets}) < len(targets):
        raise Refusal(RefusalKind.BAD_INPUT, "One target is named twice.", "", choice.targets)
    for name in verb.needs:
        if not choice.args.get(name, "").strip():
            raise Refusal(RefusalKind.BAD_INPUT, f"{verb.name} needs {name}.", f"--{name} gives it. {verb.help}")
    if said := why_not(verb, targets, facts):
        hint = f"`memdesk show {targets[0].id}` shows how it stands." if targets else verb.help
        raise Refusal(RefusalKind.RULE, f"{verb.name} is refused. {said}.", hint, choice.targets)
    decided = Decided(choice.reason, choice.shown, choice.note, choice.args)
    drafts = [sourced(facts, draft) for draft in verb.entries(targets, decided, facts, new)]
    named = {target.id for target in targets}
    refuse_shut(drafts, facts.lying(name for name in written(drafts) if name not in named))
    told = changes_of(drafts, {t.id: t for t in targets})
    return drafts, told + minded(targets, verb.cautions(targets, decided, facts)), targets


def sourced(facts: Facts, draft: Draft) -> Draft:
    """The same, linked to the source that it gives an item, where that has an id: whoever withdraws it reaches this."""
    return _linked(draft, facts.source_id(_given(draft)))


def _given(draft: Draft) -> str | None:
    """The source that a draft gives an item, or None."""
    gives = "item" in draft.effect or draft.effect.get("verb") == VerbName.SOURCE
    return ((draft.payload or {}).get("words") or {}).get("source") if gives else None


def _linked(draft: Draft, source: str | None) -> Draft:
    link = [Relation.OF_SOURCE.value, source]
    if source is None or link in (links := list(draft.effect.get("links", ()))):
        return draft
    return draft._replace(effect={**draft.effect, "links": [*links, link]})


def compile_plan(facts: Facts, choices: Sequence[Choice]) -> Compiled:
    """Make a plan ready: every target as its author saw it, no target decided twice."""
    drafts: list[Draft] = []
    changes: list[tuple[Change, ...]] = []
    named: list[Choice] = []
    commitments: list[tuple[str | None, ...]] = []
    taken: dict[str, str] = {}
    of: list[frozenset[str]] = []
    for choice in choices:
        made = _made(drafts)
        found, shown, targets = drafts_of(facts, choice, made + 1)
        refuse_moved(choice, targets)
        for target in targets:
            if target.id in taken:
                raise Refusal(
                    RefusalKind.RULE,
                    f"{target.id} is decided twice in this plan ({taken[target.id]}, {choice.verb}).",
                    "Take one of them back.",
                    (target.id,),
                )
            taken[target.id] = choice.verb
        drafts += found
        of += [frozenset(target.id for target in targets)] * len(found)
        changes.append(shown)
        commitments.append(tuple(t.commitment for t in targets))
        named.append(replace(choice, targets=tuple(t.id for t in targets)))
    refuse_same_titles(drafts)
    refuse_shutting(drafts, of, taken, facts.lying)
    refuse_succeeding(drafts, taken)
    refuse_rewriting(drafts, taken)
    drafts = [sealed(draft) for draft in of_new_sources(drafts)]
    return Compiled(tuple(named), tuple(drafts), tuple(changes), tuple(commitments))


def _made(drafts: Sequence[Draft]) -> int:
    return len({draft.subjects[0] for draft in drafts if draft.subjects[0].startswith(NEW)})


def of_new_sources(drafts: Sequence[Draft]) -> list[Draft]:
    """The same, sources that get their id first; what the plan gives one of them is linked to it."""
    named = {d.payload["name"]: d.subjects[0] for d in drafts if d.action is Action.SOURCE and d.payload}
    ordered = sorted(drafts, key=lambda draft: draft.action is not Action.SOURCE)
    return [_linked(draft, named.get(_given(draft) or "")) for draft in ordered]


def told_targets(choice: Choice, drafts: Sequence[Draft]) -> tuple[str, ...]:
    """The targets of a decision as its text names them: a source without an id as the ``new:n`` that it gets."""
    named = {d.payload["name"]: d.subjects[0] for d in drafts if d.action is Action.SOURCE and d.payload}
    named = {f"{SOURCE_NAMED}{words}": made for words, made in named.items()}
    return tuple(named.get(target, target) for target in choice.targets)


def refuse_moved(choice: Choice, targets: Sequence[Target]) -> None:
    """Refuse a decision whose target is not what its author saw."""
    if len(choice.seen) != len(targets):
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{len(targets)} targets need {len(targets)} digests of what was seen, {len(choice.seen)} were given.",
            "`memdesk show ID --json` gives `seen`; give one --seen for each id, in order.",
        )
    moved = [t.id for t, seen in zip(targets, choice.seen, strict=True) if t.seen != seen]
    if moved:
        raise Refusal(
            RefusalKind.MOVED,
            f"{', '.join(moved)} changed since it was shown; nothing was decided.",
            "Look at what changed (`memdesk show`, or the plan) and decide again.",
            tuple(moved),
        )


@dataclass(frozen=True, slots=True)
class Vouched:
    """A plan as its author vouched for it: the text is final before the lock is taken."""

    compiled: Compiled
    text: str
    who: str
    assurance: Assurance
    head: tuple[int, str]
    """The last entry its author saw."""
    undoes: str | None
    signatures: tuple[str, ...] = ()
    """Armored, over the text."""


def vouch(
    compiled: Compiled,
    who: str,
    assurance: Assurance,
    *,
    store: str,
    head: tuple[int, str],
    undoes: str | None,
    grants: Sequence[str | None] = (),
    expires: int | None = None,
) -> Vouched:
    """Write the text of a plan; `grants` are what each decision rests on, `expires` is in UTC microseconds."""
    text = decision_text(
        store=store,
        head=head,
        who=who,
        assurance=assurance,
        decisions=[
            Decision(c.verb, told_targets(c, compiled.drafts), c.seen, committed, c.reason, c.shown, grant)
            for c, committed, grant in zip(
                compiled.choices, compiled.commitments, grants or [None] * len(compiled.choices), strict=True
            )
        ],
        effects=compiled.drafts,
        undoes=undoes,
        expires=expires,
    )
    return Vouched(compiled, text, who, assurance, head, undoes)


_MINTED = {
    Action.ENROLL: "p", Action.KEY: "key", Action.GRANT: "grant", Action.TOKEN: "tok", Action.LANE: "lane",
    Action.TOPIC: "top", Action.SOURCE: "src",
}  # fmt: skip
"""What an effect makes, where it makes no item."""
_DATED = {Action.RUN_OPENED: "run", Action.WITHDRAW: "memwd", Action.REINSTATE: "memwd"}


def append_plan(plan: Vouched, snapshot: Snapshot, *, day: int) -> Generator[Draft, Entry, str]:
    """Append a plan under the lock: the decision with its exact text, then its effects; minting is all that is left."""
    seen = entry_at(snapshot.conn, plan.head[0])
    if seen is None or seen.hash != plan.head[1]:
        raise Refusal(RefusalKind.MOVED, "This plan was decided on another log; nothing was decided.", "Look again.")
    if snapshot.find("nonce", text_of({"text": plan.text})["nonce"]):
        raise Refusal(RefusalKind.MOVED, "This very plan was applied already; nothing was decided.", "Look at the log.")
    name = snapshot.mint("plan", day)
    effect = {"assurance": plan.assurance.value, "undoes": plan.undoes}
    subjects = (name,) if plan.undoes is None else (name, plan.undoes)
    words = {"v": 1, "text": plan.text, "signatures": list(plan.signatures)}
    yield Draft(Action.DECISION, subjects, effect, words, actor=plan.who)
    drafts = plan.compiled.drafts
    minted: dict[str, str] = {}
    for draft in drafts:
        if draft.subjects and (made := draft.subjects[0]).startswith(NEW) and made not in minted:
            minted[made] = _mint(snapshot, draft, day)
    for draft in drafts:
        yield draft._replace(
            subjects=tuple(minted.get(one, one) for one in draft.subjects),
            effect=filled(draft.effect, minted),
            refs=(name, *draft.refs),
            actor=plan.who,
        )
    return name


def _mint(snapshot: Snapshot, draft: Draft, day: int) -> str:
    prefix = _MINTED.get(draft.action)
    return snapshot.mint(_DATED.get(draft.action, "mem"), day) if prefix is None else snapshot.mint(prefix)
