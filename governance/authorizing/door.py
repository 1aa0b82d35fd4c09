"""The acts about authority as the desk offers them, under one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import PublicKey
from governance.authority.scope import Scope, read_scope
from governance.authorizing import grants, keys, people
from governance.seat import refusing
from store.records.views import Applied
from store.records.words import KeyRole, PrincipalKind, Reason, Role

if TYPE_CHECKING:
    from governance.desk import Desk


class Authorize:
    """What the person at a desk does about who may decide; each act is one signed plan."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def enroll(
        self, name: str, kind: PrincipalKind, role: Role | None, *, public: str | None = None, note: str | None = None
    ) -> Applied:
        """Make somebody known, perhaps with the public key they hand over."""
        with refusing():
            return people.enroll(self._desk, name, kind, role, public=public, note=note)

    def retire(self, who: str, *, reason: Reason = Reason.LEFT, note: str | None = None) -> Applied:
        """Let somebody decide nothing any more."""
        with refusing():
            return people.retire(self._desk, who, reason=reason, note=note)

    def connect(
        self, name: str, kind: PrincipalKind, *, projects: Sequence[str] = (), expires: int | None = None
    ) -> tuple[Applied, str]:
        """Make an agent or service known; answers its token, once."""
        with refusing():
            return people.connect(self._desk, name, kind, projects=projects, expires=expires)

    def issue_token(
        self, who: str, *, projects: Sequence[str] = (), expires: int | None = None, note: str | None = None
    ) -> tuple[Applied, str]:
        """Give an agent or service a further token; answers it once."""
        with refusing():
            return people.issue_token(self._desk, who, projects=projects, expires=expires, note=note)

    def revoke_token(self, name: str, *, reason: Reason = Reason.NEEDED, note: str | None = None) -> Applied:
        """Let a token open nothing any more."""
        with refusing():
            return people.revoke_token(self._desk, name, reason=reason, note=note)

    def adopt(self, file: KeyFile, *, recovery: PublicKey | None = None) -> Applied:
        """Give a keyless store its first key, which must be in the hand."""
        with refusing():
            return keys.adopt(self._desk, file, recovery=recovery)

    def add_key(self, who: str, public: str, *, role: KeyRole = KeyRole.SIGNING, note: str | None = None) -> Applied:
        """Let a further key sign for somebody."""
        with refusing():
            return keys.add_key(self._desk, who, public, role=role, note=note)

    def rotate_key(self, old: str, new: Signer, *, reason: Reason = Reason.NEEDED, note: str | None = None) -> Applied:
        """Put a new key in the place of an old one; both sign."""
        with refusing():
            return keys.rotate_key(self._desk, old, new, reason=reason, note=note)

    def revoke_key(
        self,
        name: str,
        *,
        since: int | None = None,
        reason: Reason = Reason.KEY_COMPROMISED,
        note: str | None = None,
    ) -> Applied:
        """Let a key sign no more; with `since`, distrust all it signed from that entry on."""
        with refusing():
            return keys.revoke_key(self._desk, name, since=since, reason=reason, note=note)

    def ratify(self, plan: str, *, note: str | None = None) -> Applied:
        """Confirm a plan that was signed with a key which is distrusted by now."""
        with refusing():
            return keys.ratify(self._desk, plan, note=note)

    def scope(self, terms: Sequence[str]) -> Scope:
        """A scope as it is typed: ``FIELD=VALUE``, or ``FIELD=PREFIX*``."""
        return read_scope(terms)

    def grant(
        self,
        who: str,
        verbs: Sequence[str],
        *,
        scope: Scope = (),
        expires: int | None = None,
        depth: int = 0,
        parent: str | None = None,
        constitutional: bool = False,
        count: int | None = None,
        note: str | None = None,
    ) -> Applied:
        """Let somebody use verbs within a scope; `expires` in UTC microseconds."""
        with refusing():
            return grants.grant(
                self._desk,
                who,
                verbs,
                scope=scope,
                expires=expires,
                depth=depth,
                parent=parent,
                constitutional=constitutional,
                count=count,
                note=note,
            )

    def revoke(self, name: str, *, reason: Reason = Reason.NEEDED, note: str | None = None) -> Applied:
        """End a grant, and with it every grant made from it."""
        with refusing():
            return grants.revoke(self._desk, name, reason=reason, note=note)

    def set_policy(self, changes: Mapping[str, str], *, note: str | None = None) -> Applied:
        """Change the policy (``needs.VERB``, ``two.VERB``, bounds and budgets by name)."""
        with refusing():
            return grants.set_policy(self._desk, changes, note=note)
