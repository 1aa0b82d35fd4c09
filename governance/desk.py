"""Desk: store, clock and person in one hand; the only door for every face, with no rule of its own.

What decides is loaded when it is first asked for, so that a status line does not pay for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from governance.authority.people import by_token
from governance.errors import Refusal, RefusalKind
from governance.seat import Clock, Progress, bring_up_to_date, now_us, person_here, refusing, token_here, zone_here
from governance.watched import Watched
from store import local, log
from store.database import Store, inspect

if TYPE_CHECKING:
    from governance.authority.keys.sshsig import PublicKey
    from governance.authorizing import keycase
    from governance.authorizing.door import Authorize
    from governance.passing import Passing
    from governance.recalling import Recalling
    from governance.withdrawing import Withdrawing
    from store.records.facts import Fact
    from store.records.views import (
        Applied,
        Change,
        ImportReport,
        Offer,
        PlanView,
        Verdict,
    )
    from store.records.words import Reason, Shown


def open_desk(
    path: Path,
    *,
    clock: Clock = now_us,
    claimed: str | None = None,
    read_only: bool = False,
    told: Callable[[str], None] | None = None,
) -> Desk:
    """Sit down at the store at `path`; refused, untouched, when it is not ours or is newer.

    Tables of an older memdesk are made anew from the log first; `told` hears of it, since it may take a while.
    """
    token = token_here()
    if token is not None and claimed is not None:
        sentence = "MEMDESK_TOKEN says who you are, and --as cannot say otherwise."
        raise Refusal(RefusalKind.NOT_ALLOWED, sentence, "Leave one of them away.")
    with refusing():
        inspect(path)
        store = Store(path, read_only=read_only)
        bring_up_to_date(store, told)
        desk = Desk(store, clock, person_here(claimed))
        if token is None:
            return desk
        with desk.reader() as reader:
            person = by_token(reader, desk.authority(reader), token)
        return Desk(store, clock, person)


def create_store(
    path: Path,
    *,
    clock: Clock = now_us,
    zone: str | None = None,
    key: PublicKey | None = None,
    recovery: PublicKey | None = None,
    witnessed: bool = True,
) -> Desk:
    """Make a store and sit down at it; the zone of its user day never changes.

    Without a key it is keyless. `witnessed` False asks for no witness: for a copy to try things on.
    """
    from store.migrate import OwnerKey, create

    def owned(public: PublicKey | None) -> OwnerKey | None:
        return None if public is None else OwnerKey(public.line, public.fingerprint)

    with refusing():
        person = person_here(None)
        store = create(
            path,
            at=clock(),
            zone=zone_here(zone),
            name=person.name,
            key=owned(key),
            recovery=owned(recovery),
            witnessed=witnessed,
        )
        desk = Desk(store, clock, person)
    desk.pin()
    return desk


class Desk(Watched):
    """One person at one store, looking and deciding."""

    @cached_property
    def authorize(self) -> Authorize:
        """The acts about who may decide, loaded when one is first asked for."""
        from governance.authorizing.door import Authorize

        return Authorize(self)

    @cached_property
    def intake(self) -> Passing:
        """The doors that agents write by, and the passes; loaded when first asked for."""
        from governance.passing import Passing

        return Passing(self)

    @cached_property
    def forgetting(self) -> Withdrawing:
        """What is withdrawn, and proposals of those who may not decide; loaded when first asked for."""
        from governance.withdrawing import Withdrawing

        return Withdrawing(self)

    @cached_property
    def recalling(self) -> Recalling:
        """What agents may use, and on what terms; loaded when first asked for."""
        from governance.recalling import Recalling

        return Recalling(self)

    def offers(self, ids: Sequence[str], verbs: Collection[str] | None = None) -> tuple[Offer, ...]:
        """Every verb for these ids, or those of `verbs`; those that fit first."""
        from governance import deciding

        with self.whole() as reader:
            return deciding.offers_for(reader, ids, verbs)

    def preview(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason | None = None,
    ) -> tuple[Change, ...]:
        """What a decision would change; refused where the verb does not fit."""
        from governance import deciding

        with self.whole() as reader:
            return deciding.preview(reader, verb, ids, args or {}, reason)

    def stage(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason,
        note: str | None = None,
        seen: Sequence[str],
        shown: Shown,
    ) -> PlanView:
        """Put a decision into this person's plan; nothing happens yet."""
        from governance import deciding

        self.refuse_partial()
        choice = deciding.choice(self, verb, ids, args, reason, note, seen, shown)
        with refusing():
            deciding.stage(self, choice)
        return self.plan()

    def unstage(self, n: int | None = None) -> PlanView:
        """Take a staged decision back (None: the last one)."""
        from governance import deciding

        self.refuse_partial()
        with refusing():
            deciding.unstage(self, n)
        return self.plan()

    def restage(self, n: int) -> PlanView:
        """Decide a staged decision again: what stands now counts as seen."""
        from governance import deciding

        self.refuse_partial()
        with refusing():
            deciding.restage(self, n)
        return self.plan()

    def plan(self) -> PlanView:
        """This person's staged plan."""
        from governance import deciding

        with self.whole() as reader:
            return deciding.plan_view(self, reader)

    def apply(self, *, only: Sequence[int] | None = None) -> Applied:
        """Apply the staged plan, all or nothing."""
        from governance import deciding

        with refusing():
            return deciding.apply(self, only)

    def decide(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason,
        note: str | None = None,
        seen: Sequence[str],
        shown: Shown,
    ) -> Applied:
        """Apply one decision as a plan of its own, beside what is staged."""
        from governance import deciding

        choice = deciding.choice(self, verb, ids, args, reason, note, seen, shown)
        with refusing():
            return deciding.decide(self, choice)

    def undo_preview(self, plan: str) -> tuple[Change, ...]:
        """What undoing a plan would change."""
        from governance import deciding

        with self.whole() as reader:
            return deciding.undo_preview(reader, plan)

    def undo(self, plan: str) -> Applied:
        """Undo an applied plan by adding one."""
        from governance import deciding

        with refusing():
            return deciding.undo(self, plan)

    # taking in, checking

    def import_memory(self, root: Path, *, dry_run: bool = False, progress: Progress | None = None) -> ImportReport:
        """Take in a memory folder or file."""
        from governance.importing import take_in

        with refusing():
            return take_in(self, root, dry_run=dry_run, progress=progress)

    def verify(
        self,
        *,
        replay: bool = False,
        since: int = 0,
        resume: bool = False,
        progress: Progress | None = None,
        begun: Callable[[str], None] | None = None,
    ) -> Verdict:
        """Check the store, whole or what stands behind `since`; how far it verified is remembered beside the log.

        `resume` goes on where a check was interrupted. A part moves the mark only if all before it is verified.
        """
        from governance.checking import verify

        self.refuse_partial()
        return verify(self, replay=replay, since=since, resume=resume, progress=progress, begun=begun)

    def look_behind(self, name: str) -> tuple[Fact, int | None]:
        """The audit view of an id, also where it is held back; and the entry that records it (None: read-only)."""
        from governance.looking_behind import look_behind

        return look_behind(self, name)

    def rebuild(self) -> int:
        """Replay the log into fresh tables and swap them in; returns the head."""
        from governance.settling import refuse_reader
        from store.migrate import rebuild

        refuse_reader(self)
        with refusing():
            return rebuild(self.store)

    def mark_seen(self) -> None:
        """Remember where the log stands, for *since you were last here*."""
        if self.read_only:
            return
        with refusing():
            with self.store.reading() as conn:
                head = log.head(conn)[0]
            local.mark_seen(self.store, self.person.name, head, self.now())


__all__ = ["Clock", "Desk", "Progress", "create_store", "keycase", "now_us", "open_desk"]


def __getattr__(name: str) -> object:
    """Key files, as faces handle them, are loaded when they are first asked for."""
    if name == "keycase":
        from governance.authorizing import keycase

        return keycase
    raise AttributeError(name)
