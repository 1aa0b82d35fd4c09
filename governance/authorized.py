"""Authorized: who sits at the desk, what they may, the key in their hand, and the acts about authority."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from governance.authority.hand import Hand
from governance.authority.people import Person, only_reads, undecided
from governance.errors import Refusal, RefusalKind
from governance.looking import Looking
from governance.seat import Clock, Homes, homes_here, in_multiplexer, refusing
from store.database import Store
from store.records.words import KeyRole
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.views import Shown
    from governance.committing import Asked
    from governance.desk import Desk
    from store.records.views import (
        Applied,
        CoSign,
        DecisionView,
        GrantView,
        KeyView,
        PolicyView,
        PrincipalView,
        SigningView,
        TokenView,
    )

REMEMBER_MINUTES = 5
"""How long a key stays unlocked where that was asked for."""


class Authorized(Looking):
    """One person at one store, with a key."""

    def __init__(self, store: Store, clock: Clock, person: Person, *, homes: Homes | None = None) -> None:
        super().__init__(store, clock, person)
        self.homes = homes or homes_here()
        self.hand = Hand(self.homes.config, self.store_id)
        self.ask: Callable[[Asked], None] | None = None
        """Called before a plan is vouched for: a face shows it, takes the key into the hand, or refuses."""
        with self.reader() as reader:
            auth = self.authority(reader)
            self.auditor = only_reads(auth, self.principal(reader))
        self.read_only = store.read_only or self.auditor

    def close(self) -> None:
        """Put the key away and let go of the file."""
        self.hand.lock()
        super().close()

    def refuse_agent(self) -> None:
        """Refuse an agent that would decide, before anything that it names is looked up."""
        if self.partial:
            raise undecided(self.person.name)

    # the key

    def signing(self, role: KeyRole | None = None, *, agent: bool = True) -> SigningView | None:
        """The key that would sign for this person; None where none of theirs is named on this machine.

        `agent` False asks no running ssh-agent about it, which may take a moment.
        """
        from governance.authority.keys.keyfile import asks_itself, in_agent

        with self.reader() as reader:
            found = self.hand.file_for(self.authority(reader), self.principal(reader), role)
        if found is None:
            return None
        from store.records.views import SigningView

        key, file = found
        return SigningView(
            key=key.id,
            fingerprint=file.public.fingerprint,
            file=str(file.path),
            role=key.role,
            hardware=file.hardware,
            asks=asks_itself(file),
            in_agent=agent and in_agent(file.public),
            unlocked=self.hand.unlocked,
        )

    def no_key(self) -> Refusal:
        """Why no key of this person can sign here: its file is gone, it signs no more, or none was ever named."""
        from governance.authority.keys.keyring import ANOTHER, GONE, named
        from governance.authority.keys.sshsig import read_public

        with self.reader() as reader:
            auth, me = self.authority(reader), self.principal(reader)
        mine = {read_public(key.line).fingerprint: key for key in auth.keys.values() if key.principal == me}
        own = [(mine[one.fingerprint], one) for one in reversed(named(self.homes.config, self.store_id))
               if one.fingerprint in mine]  # fmt: skip
        told = "No key of yours is named on this machine"
        hint = "`memdesk key use PATH` names it; an owner adds a new one with `memdesk key add`."
        ids: tuple[str, ...] = ()
        if ended := [key for key, _ in own if not key.live]:
            ids, old = (ended[0].id,), ended[0]
            after = next((key.id for key in auth.keys.values() if key.replaces == old.id), None)
            told = f"Your {old.id} was {f'replaced by {after}' if after else 'revoked'} at entry {old.ended:,}"
        if lost := [(key, one) for key, one in own if key.live and one.state in (GONE, ANOTHER)]:
            key, one = lost[0]
            ids = (key.id,)
            told = f"The file of your {key.id} {'is gone' if one.state == GONE else 'holds another key now'}"
            hint = f"It was {one.path}: put it back, or {hint}"
        return Refusal(RefusalKind.LOCKED, f"{told}, and this needs your signature.", hint, ids)

    def own_key(self) -> str | None:
        """The id of the key that would sign for this person; cheap enough for a shell prompt."""
        with self.reader() as reader:
            found = self.hand.file_for(self.authority(reader), self.principal(reader))
        return found[0].id if found else None

    def unlock(self, secret: bytearray | None, *, remember: bool = False, role: KeyRole | None = None) -> None:
        """Take this person's key into the hand for one plan, or (asked for) for some minutes; the secret is wiped."""
        from governance.authority.keys.signer import wipe

        try:
            with self.reader() as reader:
                found = self.hand.file_for(self.authority(reader), self.principal(reader), role)
            if found is None:
                raise self.no_key()
            if remember and in_multiplexer():
                raise Refusal(
                    RefusalKind.NOT_ALLOWED,
                    "In a terminal multiplexer no key stays unlocked: others can type there.",
                    "Unlock it for each plan, or leave the multiplexer.",
                )
            until = self.now() + REMEMBER_MINUTES * 60_000_000 if remember else None
            self.hand.unlock(found[1], secret, until=until)
        finally:
            if secret is not None:
                wipe(secret)

    def lock(self) -> None:
        """Put the key away."""
        self.hand.lock()

    def use_key(self, path: Path) -> KeyFile:
        """From now on sign at this store with the key of this file; refused where it cannot be trusted."""
        from governance.authority.keys.keyfile import look_at, usable
        from governance.authority.keys.keyring import use

        file = look_at(path)
        usable(file)
        use(self.homes.config, self.store_id, file)
        return file

    # who may

    def _shown(self, reader: Reader) -> Shown:
        from governance.authority.keys.keyring import in_use
        from governance.authority.views import Shown

        files = {}
        with suppress(Refusal):  # a file that others can read is refused when it is to sign, not when it is listed
            files = {file.public.line: file.path for file in in_use(self.homes.config, self.store_id)}
        return Shown(reader, self.authority(reader), files)

    def principals(self, at_seq: int | None = None) -> tuple[PrincipalView, ...]:
        """Everybody with keys, grants and tokens, in the order they came."""
        from governance.authority.views import principal_views

        with self.whole(at_seq) as reader:
            return principal_views(self._shown(reader), self.principal(reader))

    def keys(self, at_seq: int | None = None) -> tuple[KeyView, ...]:
        """Every key, in the order they came."""
        return tuple(key for one in self.principals(at_seq) for key in one.keys)

    def grants(self, at_seq: int | None = None) -> tuple[GrantView, ...]:
        """Every grant, in the order they were given."""
        return tuple(sorted((g for one in self.principals(at_seq) for g in one.grants), key=lambda g: g.seq))

    def tokens(self, at_seq: int | None = None) -> tuple[TokenView, ...]:
        """Every token, in the order they were given."""
        return tuple(sorted((t for one in self.principals(at_seq) for t in one.tokens), key=lambda t: t.seq))

    def policy(self, at_seq: int | None = None) -> PolicyView:
        """The policy in force."""
        from governance.authority.views import policy_view

        with self.whole(at_seq) as reader:
            return policy_view(reader, self.authority(reader))

    def decision(self, name: str | int) -> DecisionView:
        """The decision of a plan (or at a seq), as an auditor reads it."""
        from governance.audit.decisions import decision_view

        with self.whole() as reader:
            return decision_view(self._shown(reader), name)

    def requests(self) -> tuple[CoSign, ...]:
        """Plans that wait for a second signature."""
        from governance import requesting

        with self.whole() as reader:
            return requesting.views(self._desk, reader)

    def cosign(self, n: int, *, seen: str | None = None) -> Applied:
        """Sign a request as the second person, and apply it; refused where it is not the one that was `seen`."""
        from governance import requesting

        with refusing():
            return requesting.cosign(self._desk, n, seen)

    def decline(self, n: int) -> None:
        """Let a request go."""
        from governance import requesting

        with refusing():
            requesting.decline(self._desk, n)

    @property
    def _desk(self) -> Desk:
        """Itself: every desk of this kind is a whole one."""
        return cast("Desk", self)
