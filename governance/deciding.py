"""Deciding, for the desk: stage, take back, look at what moved, apply, undo, take in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from governance.authority.people import require
from governance.committing import commit
from governance.errors import Refusal, RefusalKind
from governance.offers import groups, offers
from governance.plan import Choice, compile_plan, drafts_of, refuse_moved
from governance.review.facts import Facts
from governance.settling import refuse_reader
from governance.undo import compile_undo
from governance.verb import Target
from governance.verbs import verb_called
from store import local, log
from store.records.views import Applied, Change, Group, Offer, PlanView, Staged
from store.records.words import Assurance, Reason, Shown
from store.views.reader import Reader
from store.views.versions import version_at, version_now

if TYPE_CHECKING:
    from governance.desk import Desk

_TABLES = {
    "item": "items", "topic": "topics", "quarantine": "quarantine", "block": "blocks", "control": "controls",
    "lane": "lanes",
}  # fmt: skip
"""Where the row of a target stands; what only holds others has none."""
_HIDDEN = frozenset({"deferred_at", "entry_seq", "day", "n", "created", "body"})


def preview(
    reader: Reader, verb: str, ids: Sequence[str], args: dict[str, str], reason: Reason | None
) -> tuple[Change, ...]:
    """What a decision would change."""
    why = reason or verb_called(verb).reasons[0]
    choice = Choice(verb, tuple(ids), why, Shown.PREVIEWED, (), args=args)
    return drafts_of(Facts(reader), choice, 1)[1]


def choice(
    desk: Desk,
    verb: str,
    ids: Sequence[str],
    args: Mapping[str, str] | None,
    reason: Reason,
    note: str | None,
    seen: Sequence[str],
    shown: Shown,
) -> Choice:
    """A decision of the person at the desk, before it is staged or applied; refused where it bears a credential."""
    from governance.rules.controlling import refuse_unsaid
    from governance.rules.secret_refusal import refuse_secrets

    desk.refuse_agent()
    refuse_secrets("The note", note)
    refuse_secrets("What is to be written", *(args or {}).values())
    refuse_unsaid(verb, reason, note)
    return Choice(
        verb=verb,
        targets=tuple(ids),
        reason=reason,
        shown=shown,
        seen=tuple(seen),
        args=dict(args or {}),
        note=note.strip() if note and note.strip() else None,
        staged_at=desk.now(),
    )


def offers_for(reader: Reader, ids: Sequence[str], verbs: Collection[str] | None = None) -> tuple[Offer, ...]:
    """Every verb for these ids, or those of `verbs`; those that fit first."""
    return offers(Facts(reader), ids, verbs)


def drift_groups(reader: Reader) -> tuple[Group, ...]:
    """Drifting items that have the same suggestion."""
    return groups(Facts(reader))


def _refuse_to_stage(desk: Desk) -> None:
    """A plan is a person's: whoever only reads, claims a name or shows a token has none."""
    refuse_reader(desk)
    require(desk.person, Assurance.OS_USER, "change a plan")
    if desk.person.assurance is Assurance.TOKEN:
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"{desk.person.name!r} showed a token: agents propose and people decide.",
            "A service decides one by one, under a constitutional grant (`memdesk decide`).",
        )


def stage(desk: Desk, choice: Choice) -> int:
    """Put a decision into the plan of the person at the desk."""
    _refuse_to_stage(desk)
    with desk.reader() as reader:
        _, _, targets = drafts_of(Facts(reader), choice, 1)
        refuse_moved(choice, targets)
        for n, body in local.staged(reader.conn, desk.person.name):
            both = set(body["targets"]) & {t.id for t in targets}
            if both:
                raise Refusal(
                    RefusalKind.RULE,
                    f"{', '.join(sorted(both))} is decided already in the plan (number {n}, {body['verb']}).",
                    "Take that one back first.",
                    tuple(sorted(both)),
                )
    found = replace(choice, targets=tuple(t.id for t in targets), moved=tuple(t.moved for t in targets))
    return local.stage(desk.store, desk.person.name, found.to_json())


def unstage(desk: Desk, n: int | None) -> None:
    """Take one staged decision back, or the last one."""
    _refuse_to_stage(desk)
    with desk.store.locked() as conn:
        numbers = [number for number, _ in local.staged(conn, desk.person.name)]
        if not numbers:
            raise Refusal(RefusalKind.NOT_FOUND, "The plan is empty.", "")
        wanted = numbers[-1] if n is None else n
        if wanted not in numbers:
            raise _no_such(wanted, numbers)
        local.drop(conn, desk.person.name, [wanted])


def restage(desk: Desk, n: int) -> None:
    """Take what stands now as seen, so that a moved decision can be applied."""
    _refuse_to_stage(desk)
    with desk.reader() as reader:
        staged = dict(local.staged(reader.conn, desk.person.name))
        if n not in staged:
            raise _no_such(n, list(staged))
        choice = Choice.from_json(staged[n])
        _, _, targets = drafts_of(Facts(reader), choice, 1)
    again = replace(
        choice,
        seen=tuple(t.seen for t in targets),
        moved=tuple(t.moved for t in targets),
        shown=Shown.PREVIEWED,
    )
    local.change(desk.store, desk.person.name, n, again.to_json())


def _no_such(n: int, numbers: list[int]) -> Refusal:
    there = ", ".join(map(str, numbers)) or "none"
    return Refusal(RefusalKind.NOT_FOUND, f"The plan has no decision {n}.", f"It has: {there}.")


def plan_view(desk: Desk, reader: Reader) -> PlanView:
    """The staged plan, each decision with what it would change and what moved since."""
    facts = Facts(reader)
    staged = tuple(
        _staged(reader, facts, n, Choice.from_json(body)) for n, body in local.staged(reader.conn, desk.person.name)
    )
    return PlanView(staged=staged, head=log.head(reader.conn)[0])


def _staged(reader: Reader, facts: Facts, n: int, choice: Choice) -> Staged:
    changes: tuple[Change, ...] = ()
    moved: tuple[Change, ...] = ()
    refusal: str | None = None
    try:
        targets = facts.targets(choice.targets)
        moved = _moved(reader, choice, targets)
        changes = drafts_of(facts, choice, 1, targets)[1]
    except Refusal as refused:
        refusal = refused.sentence
    return Staged(
        n=n,
        verb=choice.verb,
        targets=choice.targets,
        args=tuple(choice.args.items()),
        reason=choice.reason,
        note=choice.note,
        seen=choice.seen,
        shown=choice.shown,
        staged_at=choice.staged_at,
        changes=changes,
        moved=moved,
        refusal=refusal,
    )


def _moved(reader: Reader, choice: Choice, targets: Sequence[Target]) -> tuple[Change, ...]:
    """How the targets of a staged decision differ from what its author saw."""
    found: list[Change] = []
    for target, seen, at in zip(targets, choice.seen, choice.moved, strict=True):
        if target.seen == seen:
            continue
        table = _TABLES.get(target.what)
        if table is None:
            found.append(Change(id=target.id, field="beside", before="as shown", after="more was added"))
            continue
        key: str | int = target.id if target.block_seq is None else target.block_seq
        then = version_at(reader, table, key, at) or {}
        now = version_now(reader, table, key) or {}
        changed = [
            Change(id=target.id, field=name, before=_word(then.get(name)), after=_word(now[name]))
            for name in now
            if now[name] != then.get(name) and name not in _HIDDEN
        ]
        if now.get("body") != then.get("body"):
            changed.append(Change(id=target.id, field="words", before="as shown", after="others"))
        if not changed:
            changed.append(Change(id=target.id, field="beside", before="as shown", after="a neighbour moved"))
        found += changed
    return tuple(found)


def _word(value: object) -> str | None:
    return None if value in (None, "") else str(value)


def apply(desk: Desk, only: Sequence[int] | None) -> Applied:
    """Apply the staged plan (or those of its numbers), all or nothing, and empty it."""
    desk.refuse_agent()
    name = desk.person.name
    with desk.reader() as reader:
        staged = local.staged(reader.conn, name)
    if only is not None:
        numbers = {n for n, _ in staged}
        for n in only:
            if n not in numbers:
                raise _no_such(n, sorted(numbers))
        staged = [(n, body) for n, body in staged if n in only]
    if not staged:
        raise Refusal(RefusalKind.NOT_FOUND, "The plan is empty.", "Stage a decision first.")
    choices = [Choice.from_json(body) for _, body in staged]
    return commit(desk, lambda reader: compile_plan(Facts(reader), choices), staged)


def decide(desk: Desk, choice: Choice) -> Applied:
    """Apply one decision as a plan of its own."""
    require(desk.person, Assurance.OS_USER, "decide")
    return commit(desk, lambda reader: compile_plan(Facts(reader), [choice]))


def undo_preview(reader: Reader, plan: str) -> tuple[Change, ...]:
    """What undoing a plan would change."""
    return tuple(c for part in compile_undo(reader, plan, shown=Shown.LISTED).changes for c in part)


def undo(desk: Desk, plan: str) -> Applied:
    """Undo a plan by adding one."""
    require(desk.person, Assurance.OS_USER, "undo")
    return commit(desk, lambda reader: compile_undo(reader, plan, shown=Shown.PREVIEWED), undoes=plan)
