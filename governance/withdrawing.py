"""Withdrawing, for the desk: scopes to look at, what one would reach, and what others may only propose (P§12.2)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING

from governance.authority.judge import covering
from governance.authority.people import NEWCOMER, beyond
from governance.authority.rows import facts_of
from governance.errors import Refusal, RefusalKind
from governance.forgetting.naming import missing, resolved, source_named, source_words
from governance.rules.controlling import control_draft, refuse_unsaid, source_drafts
from governance.rules.secrets import find_secrets
from governance.seat import refuse_reader, refusing
from store import exclusion
from store.commit import Snapshot, write
from store.ids import day_number, read_block_id, read_id
from store.records.controls import SOURCE_NAMED, ControlAction, ControlState, Selectors
from store.records.entry import Draft, Entry
from store.records.words import Assurance, PrincipalKind, Reason
from store.views import controls, reaching
from store.views import sources as named_sources
from store.views.details import resolve
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ControlKey, Reach, Regained, ScopeView


class Withdrawing:
    """What is withdrawn at one desk, and how more of it comes about."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # looking

    def scopes(self, at_seq: int | None = None) -> tuple[str, ...]:
        """What every scope is compared by: those that wait for a person first, then the newest."""
        with self.desk.whole(at_seq) as reader:
            return controls.scope_keys(reader)

    def events(self, at_seq: int | None = None) -> tuple[ControlKey, ...]:
        """Every control event by its ids, scope by scope in the order of `scopes`, the oldest of each first."""
        with self.desk.whole(at_seq) as reader:
            return controls.control_keys(reader)

    def called(self, keys: Iterable[str], at_seq: int | None = None) -> tuple[ScopeView, ...]:
        """The scopes that are compared by these."""
        with self.desk.whole(at_seq) as reader:
            found = [controls.scope_called(reader, key) for key in keys]
        return tuple(scope for scope in found if scope is not None)

    def scope(self, control: str) -> ScopeView:
        """The scope that a control event is about."""
        return self.scopes_of([control], bare=False)[0]

    def scopes_of(self, events: Sequence[str], *, bare: bool = True) -> tuple[ScopeView, ...]:
        """The scopes that these control events are about, each with its chain; `bare` without what they reach."""
        with self.desk.whole() as reader:
            return tuple(_scope(reader, one, bare=bare) for one in events)

    def terms_of(self, control: str) -> tuple[str, ...]:
        """What the scope of a control event is made of, to ask for the other half of it.

        An agent knows the scopes that it asked about, and no other is there for it.
        """
        with self.desk.reader() as reader:
            found = _scope(reader, control, bare=True)
        if self.desk.partial and all(event.actor != self.desk.person.principal for event in found.events):
            raise _none(control)
        return found.terms

    def would_reach(self, terms: Sequence[str]) -> Reach:
        """What a withdrawal of these ids, or of sources by their words, would exclude."""
        with self.desk.whole() as reader:
            named = [source_named(reader, t[len(SOURCE_NAMED) :]) if t.startswith(SOURCE_NAMED) else t for t in terms]
            fresh = [one for one in named if one.startswith(SOURCE_NAMED)]
            known = selectors([one for one in named if one not in fresh], some=not fresh)
            items = {i for one in fresh for i in named_sources.members(reader, one[len(SOURCE_NAMED) :])}
            items |= {i for one in known.terms if one.startswith("src-") for i in named_sources.unlinked(reader, one)}
            return reaching.would_reach(reader, known, items)

    def seen(self, name: str) -> str:
        """The digest of what a decision about this is shown; refused where it is nothing that can be decided about."""
        from governance.review.facts import Facts

        with self.desk.whole() as reader:
            return Facts(reader).targets([name])[0].seen

    def regained(self, *events: str) -> Regained:
        """What giving back the scopes of these control events would make eligible again, and with which standing."""
        with self.desk.whole() as reader:
            return reaching.regained(reader, [_scope(reader, one, bare=True).key for one in events])

    def kept_out(self, control: str, limit: int = 500) -> tuple[str, ...]:
        """The ids of the items and blocks that the scope of a control event excludes, for the audit view."""
        with self.desk.whole() as reader:
            return reaching.excluded_by(reader, _scope(reader, control, bare=True).key, limit)

    def excluders(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each of these that is withdrawn: the events by which."""
        with self.desk.whole() as reader:
            return {name: by for name in names if (by := controls.excluders_of(reader, name))}

    def refuse_unsaid(self, verb: str, reason: Reason, note: str | None) -> None:
        """Refuse the reason `other` without a note, before anybody is asked."""
        refuse_unsaid(verb, reason, note)

    # naming

    def named(
        self,
        items: Sequence[str] = (),
        archive: Sequence[str] = (),
        runs: Sequence[str] = (),
        sources: Sequence[str] = (),
    ) -> tuple[str, ...]:
        """What somebody names in words, as a decision calls it: ids, and sources without one as ``source:`` and words.

        Refused by name where something is not there. A source that no item names may be withdrawn all the same. It
        gets its id with the decision or the proposal: nothing is written here. An agent names what it may read.
        """
        if self.desk.partial:
            terms = (*items, *archive, *runs, *(SOURCE_NAMED + source_words(one) for one in sources))
            return tuple(dict.fromkeys(self._told_of(one) for one in terms))
        with self.desk.reader() as reader:
            found = [*resolved(reader, items, archive, runs), *(source_named(reader, one) for one in sources)]
        return tuple(dict.fromkeys(found))

    def _told_of(self, term: str) -> str:
        """What an agent names, by its id; refused alike whether it may not read that or there is none.

        It may name records that recall tells it or that it sent itself, tasks of its projects, and words as a Source.
        """
        if term.startswith((SOURCE_NAMED, "src-")):
            return term
        read = read_id(term)
        if read is not None and read.prefix == "task" and any(t.id == term for t in self.desk.intake.tasks(every=True)):
            return term
        if read_block_id(term) or (read is not None and read.prefix in ("seg", "run")):
            raise beyond(self.desk.person.name)
        if not self.desk.recalling.knows(term):
            raise missing(term, "item")
        with self.desk.reader() as reader:
            return resolve(reader, term) or term

    # who may

    def may_decide(self, verb: str, ids: Sequence[str]) -> bool:
        """Whether whoever sits here may decide this: an owner, or somebody with a grant that covers it."""
        if self.desk.person.assurance not in (Assurance.OS_USER, Assurance.SIGNED):
            return False
        with self.desk.reader() as reader:
            auth, who = self.desk.authority(reader), self.desk.principal(reader)
            person = auth.principals.get(who)
            if person is None:
                return auth.keyless and who == NEWCOMER
            if person.owner or (auth.keyless and person.kind is PrincipalKind.HUMAN):
                return True
            rows = [facts_of(reader, target) or {} for target in ids]
            return covering(auth, who, verb, rows, reader.now) is not None

    def propose(self, action: ControlAction, terms: Sequence[str], reason: Reason, note: str | None = None) -> str:
        """Ask for a withdrawal, or that one be taken back: it does nothing until somebody with authority decides."""
        refuse_reader(self.desk)
        self.refuse_unsaid(action, reason, note)
        if note and find_secrets(note):
            raise Refusal(RefusalKind.RULE, "The note holds a credential; nothing was kept.", "Leave it out.")
        if self.desk.partial and action is ControlAction.WITHDRAW:
            terms = [self._told_of(one) for one in terms]
        made: list[str] = []
        at = self.desk.now()

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.desk.intake.writer(snapshot, at)
            reader = Reader(snapshot.conn, now=at, day_of=self.desk.day_of)
            named: list[str] = []
            for one in terms:
                name = yield from _source_of(snapshot, reader, one, writer.actor)
                named.append(name)
            wanted = selectors(named)
            found = controls.scope_called(reader, exclusion.scope_key(wanted))
            theirs = (e for e in (found.proposals if found else ()) if (e.actor, e.who) == (writer.actor, writer.by))
            if (same := next((event for event in theirs if event.action is action), None)) is not None:
                made.append(same.id)
                return
            made.append(snapshot.mint("memwd", day_number(self.desk.day_of(at))))
            told = {
                "state": ControlState.PROPOSED.value,
                "reason": reason.value,
                "assurance": writer.assurance.value,
            }
            before = found.control if found else None
            draft = control_draft(made[0], action, wanted, supersedes=before, told=told, note=note)
            payload = {"v": 1, **(draft.payload or {}), "by": writer.by}
            yield draft._replace(payload=payload, actor=writer.actor)

        with refusing():
            write(self.desk.store, build, at=at, actor=NEWCOMER)
        return made[0]


def _scope(reader: Reader, control: str, *, bare: bool) -> ScopeView:
    found = controls.scope_of(reader, control, bare=bare)
    if found is None:
        raise _none(control)
    return found


def _none(control: str) -> Refusal:
    return Refusal(RefusalKind.NOT_FOUND, f"There is no {control}.", "`memdesk list withdrawals` lists them.")


def _source_of(snapshot: Snapshot, reader: Reader, name: str, actor: str) -> Generator[Draft, Entry, str]:
    """The id of what a proposal names: a source gets one with it, and every item that names it is linked."""
    if not name.startswith((SOURCE_NAMED, "src-")):
        return name
    called = source_named(reader, name.removeprefix(SOURCE_NAMED))
    if called.startswith(SOURCE_NAMED):
        words, made = called.removeprefix(SOURCE_NAMED), snapshot.mint("src")
        items: Sequence[str] = named_sources.members(reader, words)
    else:
        words, made = named_sources.called(reader, called), called
        items = named_sources.unlinked(reader, called)
    for draft in source_drafts(made, words, items, {}) if made != called or items else ():
        yield draft._replace(actor=actor)
    return made


def selectors(terms: Sequence[str], *, some: bool = True) -> Selectors:
    """The scope of these ids; refused where one is of no kind that can be withdrawn, or, with `some`, there is none."""
    try:
        found = Selectors.of(terms)
    except ValueError as error:
        sentence = f"{str(error)[:1].upper()}{str(error)[1:]}."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "Ids look like mem-2026-05-11-001.", tuple(terms)) from error
    if some and not found.terms:
        raise Refusal(
            RefusalKind.BAD_INPUT, "A withdrawal names at least one thing.", "Give --item, --run or --source."
        )
    return found
