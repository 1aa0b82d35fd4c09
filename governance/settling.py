"""Settling: a plan that is vouched for is judged once more under the lock, and appended or refused."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from governance.authority.decision import told_effects
from governance.authority.judge import Act, Case, judge
from governance.authority.reading import authority_at
from governance.authority.rows import facts_of, tallies
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from governance.plan import Compiled, Vouched, append_plan, told_targets
from governance.seat import refuse_reader as refuse_reader  # noqa: PLC0414 - whoever settles asks it first
from store import seal
from store.commit import Snapshot, write
from store.decided import text_of
from store.records.entry import Draft, Entry
from store.records.views import Applied
from store.views import logs
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk

Compile = Callable[[Reader], Compiled]
Numbered = Sequence[tuple[int, dict[str, Any]]]
"""Staged decisions, each with its number."""


def settle(
    desk: Desk,
    vouched: Vouched,
    compile_: Compile,
    *,
    at: int,
    first: Callable[[Snapshot], None],
    last: Callable[[Snapshot], None],
) -> Applied:
    """Append a plan that is vouched for, all or nothing; `first` may refuse under the lock, `last` tidies there."""
    refuse_edited(vouched)
    day = int(desk.day_of(at).replace("-", ""))
    applied: list[str] = []

    def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
        first(snapshot)
        reader = Reader(snapshot.conn, now=at, day_of=desk.day_of)
        if snapshot.head != vouched.head:
            _refuse_other(vouched.compiled, compile_(reader))
        refuse_undecidable(authority_at(snapshot.conn, None, desk.known), reader, vouched, at)
        applied.append((yield from append_plan(vouched, snapshot, day=day)))
        last(snapshot)

    entries = write(desk.store, build, at=at, actor=vouched.who)
    desk.witnessed(entries, vouched)
    with desk.reader() as reader:
        found = logs.plan(reader, applied[0])
    if found is None:
        raise Refusal(RefusalKind.BROKEN, f"{applied[0]} was applied and is not there.", "")
    return found


def case_of(reader: Reader, vouched: Vouched, at: int, *, until: int) -> Case:
    """A plan that is about to be appended behind `until`, as the judge is asked about it."""
    used, spent = tallies(reader, vouched.who, until, at, reader.day_of)
    return Case(
        text=text_of({"text": vouched.text}),
        raw=vouched.text,
        signatures=vouched.signatures,
        at=at,
        acts=tuple(Act(d.action, d.subjects, d.effect, d.payload) for d in vouched.compiled.drafts),
        facts=lambda target: facts_of(reader, target),
        used=used,
        spent=spent,
    )


def refuse_edited(vouched: Vouched) -> None:
    """Refuse to append anything else than what the text lists: a plan that waited lay where others can write."""
    text, choices, drafts = text_of({"text": vouched.text}), vouched.compiled.choices, vouched.compiled.drafts
    kept = [
        vouched.who,
        vouched.undoes,
        list(vouched.head),
        [[c.verb, told_targets(c, drafts), c.seen, c.reason.value, c.shown.value] for c in choices],
        told_effects(drafts),
    ]
    decided = [[d["verb"], d["targets"], d["seen"], d["reason"], d["shown"]] for d in text.get("decisions", ())]
    said = [text.get("who"), text.get("undoes"), text.get("head"), decided, text.get("effects")]
    if seal.canonical(kept) != seal.canonical(said):
        raise Refusal(
            RefusalKind.BROKEN,
            "What is kept of this plan is not what was signed; nothing was decided.",
            "Decline it, find out who wrote to the store, and ask again.",
        )


def refuse_undecidable(auth: Authority, reader: Reader, vouched: Vouched, at: int) -> None:
    """Refuse, under the lock, what its author may not decide so."""
    found = judge(auth, case_of(reader, vouched, at, until=auth.seq))
    if found.fault:
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"This may not be decided so: {found.fault}; nothing was decided.",
            "`memdesk principal list` shows who may what, `memdesk policy` what each verb needs.",
        )


def _refuse_other(vouched: Compiled, now: Compiled) -> None:
    """Refuse a plan that would do something else by now than what its author saw."""
    if not vouched.same_as(now):
        raise Refusal(
            RefusalKind.MOVED,
            "What this plan would change is not what it was a moment ago; nothing was decided.",
            "Look at the plan and apply it again.",
            tuple(target for choice in vouched.choices for target in choice.targets),
        )
