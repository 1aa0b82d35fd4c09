"""Withdrawing, for the desk: scopes to look at, what one would reach, and what others may only propose (P§12.2)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING

from governance.authority.judge import covering
from governance.authority.people import NEWCOMER
from governance.authority.rows import facts_of
from governance.errors import Refusal, RefusalKind
from governance.forgetting.naming import resolved
from governance.rules.controlling import control_draft
from governance.rules.secrets import find_secrets
from governance.seat import refuse_reader, refusing
from store import exclusion
from store.commit import Snapshot, write
from store.ids import day_number, read_id
from store.records.controls import ControlAction, ControlState, Selectors
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance, PrincipalKind, Reason
from store.views import controls, reaching
from store.views import sources as named_sources
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ControlKey, Reach, Regained, ScopeView

MEMBERS = 2_000
"""How many items one entry links to a source."""


class Withdrawing:
    """What is withdrawn at one desk, and how more of it comes about."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # looking

    def scopes(self, at_seq: int | None = None) -> tuple[str, ...]:
        """What every scope is compared by: those that wait for a person first, then the newest."""
        with self.desk.reader(at_seq) as reader:
            return controls.scope_keys(reader)

    def events(self, at_seq: int | None = None) -> tuple[ControlKey, ...]:
        """Every control event by its ids, scope by scope in the order of `scopes`, the oldest of each first."""
        with self.desk.reader(at_seq) as reader:
            return controls.control_keys(reader)

    def called(self, keys: Iterable[str], at_seq: int | None = None) -> tuple[ScopeView, ...]:
        """The scopes that are compared by these."""
        with self.desk.reader(at_seq) as reader:
            found = [controls.scope_called(reader, key) for key in keys]
        return tuple(scope for scope in found if scope is not None)

    def scope(self, control: str) -> ScopeView:
        """The scope that a control event is about."""
        with self.desk.reader() as reader:
            found = controls.scope_of(reader, control)
        if found is None:
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no {control}.", "`memdesk list withdrawals` lists them.")
        return found

    def would_reach(self, terms: Sequence[str]) -> Reach:
        """What a withdrawal of these ids would exclude."""
        with self.desk.reader() as reader:
            return reaching.would_reach(reader, selectors(terms))

    def seen(self, name: str) -> str:
        """The digest of what a decision about this is shown; refused where it is nothing that can be decided about."""
        from governance.review.facts import Facts

        with self.desk.reader() as reader:
            return Facts(reader).targets([name])[0].seen

    def regained(self, control: str) -> Regained:
        """What giving back the scope of a control event would make eligible again, and with which standing."""
        found = self.scope(control)
        with self.desk.reader() as reader:
            return reaching.regained(reader, found.key)

    def kept_out(self, control: str, limit: int = 500) -> tuple[str, ...]:
        """The ids of the items and blocks that the scope of a control event excludes, for the audit view."""
        found = self.scope(control)
        with self.desk.reader() as reader:
            return reaching.excluded_by(reader, found.key, limit)

    def excluders(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each of these that is withdrawn: the events by which."""
        with self.desk.reader() as reader:
            return {name: by for name in names if (by := controls.excluders_of(reader, name))}

    # naming

    def named(
        self,
        items: Sequence[str] = (),
        archive: Sequence[str] = (),
        runs: Sequence[str] = (),
        sources: Sequence[str] = (),
    ) -> tuple[str, ...]:
        """The ids of what somebody names in words: aliases, archive references, and sources, which get an id here.

        Refused by name where something is not there. A source that no item names may be withdrawn all the same.
        """
        with self.desk.reader() as reader:
            found = [*resolved(reader, items, archive, runs)]
        return (*found, *(self.name_source(source) for source in sources))

    def name_source(self, name: str) -> str:
        """The id of a source string; one that has none gets it, with every item that names it."""
        said = name.strip()
        if (read := read_id(said)) and read.prefix == "src":
            with self.desk.reader() as reader:
                if named_sources.source(reader, said) is not None:
                    return said
        if not said or find_secrets(said):
            raise Refusal(RefusalKind.BAD_INPUT, "A source is named by the words that items give as their Source.", "")
        with self.desk.reader() as reader:
            known = named_sources.source_called(reader, said)
            if known is not None and not _unlinked(reader, said, known):
                return known
        refuse_reader(self.desk)
        made: list[str] = []
        at = self.desk.now()

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.desk.intake.writer(snapshot, at)
            reader = Reader(snapshot.conn, now=at, day_of=self.desk.day_of, behind=True)
            there = named_sources.source_called(reader, said)
            made.append(there or snapshot.mint("src"))
            items = named_sources.members(reader, said) if there is None else _unlinked(reader, said, there)
            for start in range(0, len(items) if there else max(1, len(items)), MEMBERS):
                part = items[start : start + MEMBERS]
                yield Draft(Action.SOURCE, (made[0], *part), {}, {"v": 1, "name": said}, actor=writer.actor)

        with refusing():
            write(self.desk.store, build, at=at, actor=NEWCOMER)
        return made[0]

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
        wanted = selectors(terms)
        if note and find_secrets(note):
            raise Refusal(RefusalKind.RULE, "The note holds a credential; nothing was kept.", "Leave it out.")
        made: list[str] = []
        at = self.desk.now()

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.desk.intake.writer(snapshot, at)
            reader = Reader(snapshot.conn, now=at, day_of=self.desk.day_of)
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


def _unlinked(reader: Reader, name: str, source: str) -> list[str]:
    """The items that name a source and are not linked to it yet."""
    linked = named_sources.linked_to(reader, source)
    return [item for item in named_sources.members(reader, name) if item not in linked]


def selectors(terms: Sequence[str]) -> Selectors:
    """The scope of these ids; refused where one is of no kind that can be withdrawn."""
    try:
        found = Selectors.of(terms)
    except ValueError as error:
        sentence = f"{str(error)[:1].upper()}{str(error)[1:]}."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "Ids look like mem-2026-05-11-001.", tuple(terms)) from error
    if not found.terms:
        raise Refusal(
            RefusalKind.BAD_INPUT, "A withdrawal names at least one thing.", "Give --item, --run or --source."
        )
    return found
