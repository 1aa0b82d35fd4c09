"""Committing a plan: who may, what it rests on, the signature, and the judge once more under the lock.

The text is final before the lock is taken. Under the lock the plan is compiled again if the log moved,
and the judge that `verify` asks later says whether this decision is one its author could make.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from governance import requesting
from governance.authority.acting import authority_fault
from governance.authority.judge import KEY_VERBS, Act, Signed, covering
from governance.authority.keys.signer import Signer
from governance.authority.people import NEWCOMER, ensure_enrolled, principal_of, require
from governance.authority.rows import facts_of
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from governance.plan import Compiled, Vouched, vouch
from governance.settling import Compile, Numbered, refuse_reader, settle
from store import local, log
from store.commit import Snapshot, write
from store.records.entry import Draft, Entry
from store.records.views import Applied, Change
from store.records.words import AUTHORITY_VERBS, Assurance, KeyRole, PrincipalKind, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk

_ORDER = tuple(Assurance)
MINUTE = 60_000_000


class Asked(NamedTuple):
    """A plan that is about to be vouched for, as the person at the desk is asked about it."""

    verbs: tuple[str, ...]
    ids: tuple[str, ...]
    changes: tuple[Change, ...]
    head: int
    """The last entry its author saw."""
    locked: bool
    """Whether it needs a signature, and no key is in the hand."""


def commit(
    desk: Desk,
    compile_: Compile,
    staged: Numbered = (),
    *,
    undoes: str | None = None,
    also: Sequence[Signer] = (),
) -> Applied:
    """Make a plan ready, have it signed, and append it if nothing it rests on moved meanwhile.

    `also` are further keys that sign it (a rotation is signed by the old key and the new one). Where the
    policy asks for two people, the plan is kept as a request and `waiting` bears its number.
    """
    vouched, at, two = vouched_for(desk, compile_, undoes=undoes, also=also)
    if two:
        return requesting.ask(desk, vouched, staged, at=at)
    return settle(
        desk,
        vouched,
        compile_,
        at=at,
        first=lambda snapshot: _refuse_changed(local.staged(snapshot.conn, desk.person.name), staged),
        last=lambda snapshot: local.drop(snapshot.conn, desk.person.name, [n for n, _ in staged]),
    )


def vouched_for(
    desk: Desk, compile_: Compile, *, undoes: str | None = None, also: Sequence[Signer] = ()
) -> tuple[Vouched, int, bool]:
    """A plan with its final text and signatures, when that was, and whether a second person has to sign it."""
    refuse_reader(desk)
    desk.refuse_agent()
    require(desk.person, Assurance.OS_USER, "decide")
    at = desk.now()
    with desk.reader() as reader:
        compiled = compile_(reader)
        head = log.head(reader.conn)
    if any(choice.verb != VerbName.SUCCESSION for choice in compiled.choices):
        desk.refuse_rewritten()
    who = decider(desk, at)
    with desk.reader() as reader:
        auth = desk.authority(reader)
        _refuse_not_theirs(auth, who, compiled, at)
        grants = _grants(auth, reader, who, compiled, at)
    assurance = _assurance(desk, auth, compiled)
    if desk.ask is not None:
        desk.ask(_asked(compiled, head[0], locked=assurance is Assurance.SIGNED and not desk.hand.unlocked))
        at = desk.now()
    policy = auth.policy
    two = _needs_two(auth, compiled)
    lasts = policy.request_days * 24 * 60 if two else policy.signature_minutes
    vouched = vouch(
        compiled,
        who,
        assurance,
        store=desk.store_id,
        head=head,
        undoes=undoes,
        grants=grants,
        expires=None if auth.keyless and assurance is not Assurance.SIGNED else at + lasts * MINUTE,
    )
    if assurance is Assurance.SIGNED:
        own = desk.hand.sign(vouched.text, now=at)
        vouched = replace(vouched, signatures=(own, *(k.sign(vouched.text.encode("ascii")) for k in also)))
    return vouched, at, two


def _asked(compiled: Compiled, head: int, *, locked: bool) -> Asked:
    return Asked(
        verbs=tuple(dict.fromkeys(choice.verb for choice in compiled.choices)),
        ids=tuple(target for choice in compiled.choices for target in choice.targets),
        changes=tuple(change for part in compiled.changes for change in part),
        head=head,
        locked=locked,
    )


def decider(desk: Desk, at: int) -> str:
    """The principal at the desk; in a keyless store a system user who is new here is enrolled."""
    if desk.person.principal is not None:
        return desk.person.principal
    with desk.reader() as reader:
        auth, name = desk.authority(reader), desk.person.name
        known = principal_of(reader, name, auth) or (principal_of(reader, name) if auth.keyless else None)
    if known:
        return known
    if not auth.keyless:
        raise stranger(desk)
    found: list[str] = []

    def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
        found.append((yield from ensure_enrolled(snapshot, desk.person)))

    write(desk.store, build, at=at, actor=NEWCOMER)
    return found[0]


def stranger(desk: Desk) -> Refusal:
    """Nobody here knows this person."""
    return Refusal(
        RefusalKind.NOT_ALLOWED,
        f"{desk.person.name!r} is nobody this store knows, so nothing can be decided.",
        "An owner enrolls people: `memdesk principal enroll NAME`.",
    )


def _refuse_not_theirs(auth: Authority, who: str, compiled: Compiled, at: int) -> None:
    """Refuse an act that no signature of theirs could make good, before they sign; the judge has the last word."""
    person, verbs = auth.principals.get(who), {choice.verb for choice in compiled.choices}
    if person is None or not verbs <= AUTHORITY_VERBS - KEY_VERBS - {VerbName.ADOPT}:
        return
    acts = [Act(draft.action, draft.subjects, draft.effect, draft.payload) for draft in compiled.drafts]
    if fault := authority_fault(auth, person, acts, [Signed(who, who, KeyRole.SIGNING)], at=at):
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"This is not yours to decide: {fault}; nothing was decided.",
            "`memdesk principal list` shows who may what.",
        )


def _grants(auth: Authority, reader: Reader, who: str, compiled: Compiled, at: int) -> list[str | None]:
    """What each decision rests on: nothing for an owner, else a grant of theirs that covers it."""
    person = auth.principals.get(who)
    free = person is not None and (person.owner or (auth.keyless and person.kind is PrincipalKind.HUMAN))
    found: list[str | None] = []
    for choice in compiled.choices:
        if free or choice.verb in AUTHORITY_VERBS:
            found.append(None)
            continue
        rows = [facts_of(reader, target) or {} for target in choice.targets]
        rows = rows or [{"project": choice.args.get("project")}]  # it makes something out of nothing
        grant = covering(auth, who, choice.verb, rows, at)
        if grant is None:
            on = f" on {', '.join(choice.targets[:3])}" if choice.targets else ""
            raise Refusal(
                RefusalKind.NOT_ALLOWED,
                f"No grant of yours covers {choice.verb}{on}; nothing was decided.",
                "An owner grants it: `memdesk grant add WHO VERB…`; `memdesk principal list` shows who may what.",
                choice.targets,
            )
        found.append(grant.id)
    return found


def _assurance(desk: Desk, auth: Authority, compiled: Compiled) -> Assurance:
    """How it is vouched for: a signature wherever the policy asks for one, or a key is in the hand anyway."""
    told = desk.person.assurance
    if told is Assurance.TOKEN:
        return told
    verbs = [choice.verb for choice in compiled.choices]
    if auth.keyless and VerbName.ADOPT not in verbs:
        return told
    weak = all(_ORDER.index(auth.policy.needed(verb)) <= _ORDER.index(told) for verb in verbs)
    two = _needs_two(auth, compiled)
    return Assurance.SIGNED if desk.hand.unlocked or two or not weak else told


def _needs_two(auth: Authority, compiled: Compiled) -> bool:
    return not auth.keyless and any(choice.verb in auth.policy.two for choice in compiled.choices)


def _refuse_changed(now: Numbered, then: Numbered) -> None:
    """Refuse to apply staged decisions that were taken back or changed in the last moment."""
    there = dict(now)
    for n, body in then:
        if there.get(n) != body:
            raise Refusal(
                RefusalKind.MOVED,
                f"Decision {n} of the plan was changed meanwhile; nothing was decided.",
                "Look at the plan and apply it again.",
            )
