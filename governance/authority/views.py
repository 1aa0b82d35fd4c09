"""Authority as faces show it: principals with their keys, grants and tokens, and the policy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from governance.authority.cards import CARDS
from governance.authority.facts import Grant, Key, Principal, Token
from governance.authority.keys.sshsig import read_public
from governance.authority.policy import NUMBERS
from governance.authority.rows import rows_by_grant
from governance.authority.state import Authority
from store import log
from store.decided import decisions_naming, text_of
from store.records.views import GrantView, KeyView, PolicyView, PrincipalView, TokenView
from store.records.words import Assurance, VerbName
from store.views.reader import Reader


class Shown:
    """What every view of authority needs, read once."""

    def __init__(self, reader: Reader, auth: Authority, files: Mapping[str, Path] | None = None) -> None:
        self.reader = reader
        self.auth = auth
        self.files = files or {}
        """Private key files of this machine, by public key."""
        seqs = {one.seq for one in auth.principals.values()} | {one.seq for one in auth.keys.values()}
        seqs |= {one.seq for one in auth.grants.values()} | {one.seq for one in auth.tokens.values()}
        self.times = reader.times(seqs)
        self.used = self._used() if auth.grants else {}

    def _used(self) -> dict[str, int]:
        """How many rows were decided about under each grant."""
        found: dict[str, int] = {}
        for entry in decisions_naming(self.reader.conn, "grant-", self.auth.seq):
            for grant, rows in rows_by_grant(text_of(log.payload(self.reader.conn, entry.seq))).items():
                found[grant] = found.get(grant, 0) + rows
        return found

    def name(self, principal: str) -> str:
        """A principal's name, or its id where that was erased."""
        return self.reader.names.get(principal, principal)

    def at(self, seq: int) -> int:
        """When an entry was appended."""
        return self.times.get(seq, 0)


def principal_views(shown: Shown, me: str) -> tuple[PrincipalView, ...]:
    """Everybody, in the order they came."""
    return tuple(_principal(shown, one, me) for one in shown.auth.principals.values())


def _principal(shown: Shown, one: Principal, me: str) -> PrincipalView:
    auth = shown.auth
    return PrincipalView(
        id=one.id,
        name=shown.name(one.id),
        kind=one.kind,
        role=one.role,
        retired=one.retired is not None,
        me=one.id == me,
        keys=tuple(key_view(shown, key) for key in auth.keys.values() if key.principal == one.id),
        grants=tuple(grant_view(shown, grant) for grant in auth.grants.values() if grant.grantee == one.id),
        tokens=tuple(token_view(shown, token) for token in auth.tokens.values() if token.principal == one.id),
        seq=one.seq,
        at=shown.at(one.seq),
    )


def key_view(shown: Shown, key: Key) -> KeyView:
    """One key."""
    public = read_public(key.line)
    replaced = any(other.replaces == key.id for other in shown.auth.keys.values())
    file = shown.files.get(key.line)
    return KeyView(
        id=key.id,
        principal=key.principal,
        who=shown.name(key.principal),
        fingerprint=public.fingerprint,
        line=key.line,
        role=key.role,
        state="live" if key.live else ("replaced" if replaced else "revoked"),
        distrusted=key.distrusted,
        hardware=public.hardware,
        seq=key.seq,
        at=shown.at(key.seq),
        file=str(file) if file else None,
    )


def grant_view(shown: Shown, grant: Grant) -> GrantView:
    """One grant."""
    return GrantView(
        id=grant.id,
        grantee=grant.grantee,
        who=shown.name(grant.grantee),
        by=grant.by,
        by_who=shown.name(grant.by),
        verbs=tuple(sorted(grant.verbs)),
        scope=tuple(term.spelled for term in grant.scope or ()),
        expires=grant.expires,
        depth=grant.depth,
        parent=grant.parent,
        constitutional=grant.constitutional,
        count=grant.rows,
        used=shown.used.get(grant.id, 0),
        void=shown.auth.void(grant, shown.reader.now),
        seq=grant.seq,
        at=shown.at(grant.seq),
    )


def token_view(shown: Shown, token: Token) -> TokenView:
    """One token."""
    late = token.expires is not None and shown.reader.now > token.expires
    return TokenView(
        id=token.id,
        principal=token.principal,
        who=shown.name(token.principal),
        projects=token.projects,
        expires=token.expires,
        live=token.revoked is None and not late,
        seq=token.seq,
        at=shown.at(token.seq),
    )


def policy_view(reader: Reader, auth: Authority) -> PolicyView:
    """The policy in force."""
    policy, keyless = auth.policy, auth.keyless
    seq = auth.policies[-1][0] if auth.policies else None
    return PolicyView(
        keyless=keyless,
        needs=tuple((verb.value, Assurance.OS_USER if keyless else policy.needed(verb)) for verb in VerbName),
        two=tuple(verb.value for verb in policy.two),
        numbers=tuple((name, getattr(policy, name)) for name in NUMBERS),
        in_flight=policy.in_flight,
        cards=tuple((kind.value, card.question, policy.required(kind), card.ends) for kind, card in CARDS.items()),
        seq=seq,
        at=reader.times([seq]).get(seq) if seq is not None else None,
    )
