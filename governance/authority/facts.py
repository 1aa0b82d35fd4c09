"""What is known of who may decide at one position of the log: principals, keys, grants, tokens."""

from __future__ import annotations

from typing import NamedTuple

from governance.authority.scope import Scope
from store.records.words import KeyRole, PrincipalKind, Role


class Principal(NamedTuple):
    """A person, agent or service."""

    id: str
    kind: PrincipalKind
    role: Role | None
    seq: int
    """The entry that enrolled it."""
    retired: int | None = None
    """The entry since which it may do nothing."""
    keys: tuple[str, ...] = ()
    """The keys that signed its enrolment."""

    @property
    def owner(self) -> bool:
        """Whether it may do anything without a grant."""
        return self.role is Role.OWNER and self.retired is None


class Key(NamedTuple):
    """A public key that is, or was, somebody's."""

    id: str
    principal: str
    line: str
    """The public key as OpenSSH spells it."""
    role: KeyRole
    seq: int
    replaces: str | None = None
    ended: int | None = None
    """The entry since which it signs no more."""
    distrusted: int | None = None
    """The entry since which nothing that it signed is trusted."""
    keys: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Whether it signs."""
        return self.ended is None


class Grant(NamedTuple):
    """Verbs that a principal may use within a scope."""

    id: str
    grantee: str
    by: str
    """Who gave it."""
    verbs: frozenset[str]
    scope: Scope | None
    """None where its words were erased or cannot be read: such a grant allows nothing."""
    seq: int
    expires: int | None = None
    """UTC microseconds; None is for good."""
    depth: int = 0
    """How often it may be handed on."""
    parent: str | None = None
    constitutional: bool = False
    """Whether a service may use it without a signature of its own (P§17)."""
    rows: int | None = None
    """The most rows that may be decided about under it."""
    revoked: int | None = None
    keys: tuple[str, ...] = ()


class Token(NamedTuple):
    """What an agent or service shows to be known."""

    id: str
    principal: str
    hash: str
    projects: tuple[str, ...]
    seq: int
    expires: int | None = None
    revoked: int | None = None
    keys: tuple[str, ...] = ()
