"""Authority: who may decide what at one position of the log, folded from its own entries.

Only what a good decision put there counts: an entry that grants, enrols or adds a key without one, or
under one that does not hold, changes nothing and is kept as *rejected*. Tables are not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from governance.authority.facts import Grant, Key, Principal, Token
from governance.authority.policy import DEFAULT, Policy, read_policy
from governance.authority.scope import loaded_scope
from store.records.entry import Entry, Payload
from store.records.words import Action, KeyRole, PrincipalKind, Role

ACTIONS = (
    Action.BOOTSTRAP,
    Action.ENROLL,
    Action.RETIRE,
    Action.KEY,
    Action.KEY_REVOKED,
    Action.GRANT,
    Action.REVOKE,
    Action.POLICY,
    Action.TOKEN,
    Action.TOKEN_REVOKED,
    Action.RATIFY,
    Action.SUCCESSION,
)
"""What authority is made of."""


class By(NamedTuple):
    """Whose decision an entry is an effect of."""

    who: str
    keys: tuple[str, ...]
    effects: range
    """The seqs of its effects."""


class Authority:
    """Who may decide what."""

    def __init__(self) -> None:
        self.seq = 0
        """The last entry that was looked at."""
        self.principals: dict[str, Principal] = {}
        self.keys: dict[str, Key] = {}
        self.grants: dict[str, Grant] = {}
        self.tokens: dict[str, Token] = {}
        self.policies: list[tuple[int, Policy, tuple[str, ...]]] = []
        """Every policy with its entry and the keys that signed it, the one in force last."""
        self.ratified: dict[str, tuple[int, tuple[str, ...]]] = {}
        """Plans that were ratified: by which entry, and the keys that signed that."""
        self.successions: list[tuple[int, tuple[str, ...], tuple[tuple[int, str], ...]]] = []
        """Each succession: its entry, the keys that signed it, and the heads (seq, hash) it gave up."""
        self.rejected: list[tuple[int, str]] = []
        """Entries that no good decision stands behind: (seq, sentence)."""
        self.prints: dict[str, str] = {}
        """The keys that genesis names, by id, with their fingerprints."""
        self.judged: dict[str, By | None] = {}
        """Plans with effects of authority: who decided, or None where the decision does not hold."""
        self.nonces: dict[str, str] = {}
        """The nonce of each such plan's text: none counts twice."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Authority) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment] # it changes as the log goes on

    def beginning(self) -> Authority:
        """A copy to go on from; what is in it never changes, only which of it there is."""
        found = Authority()
        for name, value in vars(self).items():
            setattr(found, name, value if isinstance(value, int) else value.copy())
        return found

    @property
    def keyless(self) -> bool:
        """Whether no key was ever adopted: decisions are vouched for by the system user alone."""
        return not self.keys

    @property
    def abandoned(self) -> list[tuple[int, str]]:
        """Heads (seq, hash) that an owner gave up."""
        return [head for _, _, heads in self.successions for head in heads]

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self.policies[-1][1] if self.policies else DEFAULT

    @property
    def owners(self) -> tuple[Principal, ...]:
        """Those who may do anything."""
        return tuple(p for p in self.principals.values() if p.owner)

    def keys_of(self, principal: str, role: KeyRole | None = None) -> tuple[Key, ...]:
        """Somebody's live keys, newest last."""
        return tuple(
            k for k in self.keys.values() if k.principal == principal and k.live and (role is None or k.role is role)
        )

    def key_called(self, line: str) -> Key | None:
        """The live key of this spelling."""
        return next((k for k in self.keys.values() if k.line == line and k.live), None)

    def chain(self, grant: Grant) -> tuple[Grant, ...]:
        """A grant and those it was made from, the nearest first; ends where a parent is missing."""
        found = [grant]
        while (parent := self.grants.get(found[-1].parent or "")) is not None and parent not in found:
            found.append(parent)
        return tuple(found)

    def void(self, grant: Grant, at: int, *, past: bool = False) -> str | None:
        """Why a grant allows nothing at a time, or None; of the past, words that were erased since are no reason."""
        links = self.chain(grant)
        if links[-1].parent is not None:
            return "the grant it was made from is not known"
        for link in links:
            told = link.id if link is grant else f"{link.id}, which it was made from,"
            if link.revoked is not None:
                return f"{told} was revoked"
            if link.scope is None and not past:
                return f"the words of {told} are gone"
            if link.expires is not None and at > link.expires:
                return f"{told} has expired"
            holder = self.principals.get(link.grantee)
            if holder is None or holder.retired is not None:
                return f"{link.grantee} was retired"
        return None

    def ended(self, entry: Entry) -> bool:
        """Whether what an entry gave (a grant, token, key, person or policy) holds no more; False for all else."""
        name = entry.subjects[0]
        match entry.action:
            case Action.GRANT:
                return name in self.grants and self.grants[name].revoked is not None
            case Action.TOKEN:
                return name in self.tokens and self.tokens[name].revoked is not None
            case Action.KEY:
                return name in self.keys and not self.keys[name].live
            case Action.ENROLL:
                return name in self.principals and self.principals[name].retired is not None
            case Action.POLICY:
                return all(seq != entry.seq for seq, _, _ in self.policies)
        return False

    def distrusting(self, name: str, since: int) -> Authority:
        """What would be known if a key were distrusted from an entry on."""
        found = self.beginning()
        if name in found.keys:
            _distrust(found, name, since, self.seq)
        return found

    def apply(self, entry: Entry, payload: Payload | None, by: By) -> None:
        """Let an effect of a good decision change what is known."""
        _APPLY[entry.action](self, entry, payload or {}, by)


def _enroll(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    role = entry.effect.get("role")
    auth.principals[entry.subjects[0]] = Principal(
        entry.subjects[0], PrincipalKind(entry.effect["kind"]), Role(role) if role else None, entry.seq, keys=by.keys
    )


def _retire(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    name = entry.subjects[0]
    auth.principals[name] = auth.principals[name]._replace(retired=entry.seq)


def _key(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    effect, name = entry.effect, entry.subjects[0]
    replaces = effect.get("replaces")
    if replaces in auth.keys:
        auth.keys[replaces] = auth.keys[replaces]._replace(ended=entry.seq)
    line, role = str(payload.get("public", "")), KeyRole(effect["role"])
    auth.keys[name] = Key(name, effect["principal"], line, role, entry.seq, replaces, keys=by.keys)


def _key_revoked(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    name, since = entry.subjects[0], entry.effect.get("since")
    auth.keys[name] = auth.keys[name]._replace(ended=auth.keys[name].ended or entry.seq)
    if since is not None:
        _distrust(auth, name, since, entry.seq)


def _distrust(auth: Authority, name: str, since: int, now: int) -> None:
    """What a key signed since an entry ends: people, keys, grants, tokens and policies, and what those signed."""
    bad = {name}
    auth.keys[name] = auth.keys[name]._replace(distrusted=since)
    grown = True
    while grown:
        grown = False
        for key in list(auth.keys.values()):
            if key.id not in bad and key.seq >= since and bad & set(key.keys):
                bad.add(key.id)
                auth.keys[key.id] = key._replace(ended=key.ended or now, distrusted=key.seq)
                grown = True
    made = {key: since if key == name else auth.keys[key].seq for key in bad}

    def doubted(seq: int, keys: tuple[str, ...]) -> bool:
        return any(key in made and seq >= made[key] for key in keys)

    for p in [p for p in auth.principals.values() if p.retired is None and doubted(p.seq, p.keys)]:
        auth.principals[p.id] = p._replace(retired=now)
    for g in [g for g in auth.grants.values() if g.revoked is None and doubted(g.seq, g.keys)]:
        auth.grants[g.id] = g._replace(revoked=now)
    for t in [t for t in auth.tokens.values() if t.revoked is None and doubted(t.seq, t.keys)]:
        auth.tokens[t.id] = t._replace(revoked=now)
    auth.policies = [told for told in auth.policies if not doubted(told[0], told[2])]
    auth.ratified = {plan: told for plan, told in auth.ratified.items() if not doubted(*told)}
    auth.successions = [told for told in auth.successions if not doubted(told[0], told[1])]


def _grant(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    effect, name = entry.effect, entry.subjects[0]
    auth.grants[name] = Grant(
        id=name,
        grantee=effect["grantee"],
        by=by.who,
        verbs=frozenset(effect["verbs"]),
        seq=entry.seq,
        parent=effect.get("parent"),
        constitutional=bool(effect.get("constitutional")),
        keys=by.keys,
        **grant_bounds(payload),
    )


def grant_bounds(payload: Payload) -> dict[str, Any]:
    """What a grant's words say; without words it allows nothing."""
    try:
        return {
            "scope": loaded_scope(payload["scope"]),
            "expires": payload["expires"],
            "depth": int(payload["depth"]),
            "rows": payload["count"],
        }
    except (KeyError, TypeError, ValueError):
        return {"scope": None}


def _revoke(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    name = entry.subjects[0]
    auth.grants[name] = auth.grants[name]._replace(revoked=entry.seq)


def _policy(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    auth.policies.append((entry.seq, read_policy(payload), by.keys))


def _token(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    auth.tokens[entry.subjects[0]] = Token(
        id=entry.subjects[0],
        principal=entry.effect["principal"],
        hash=str(payload.get("hash", "")),
        projects=tuple(map(str, payload.get("projects", ()))),
        seq=entry.seq,
        expires=payload.get("expires"),
        keys=by.keys,
    )


def _token_revoked(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    name = entry.subjects[0]
    auth.tokens[name] = auth.tokens[name]._replace(revoked=entry.seq)


def _ratify(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    auth.ratified[entry.subjects[0]] = (entry.seq, by.keys)


def _succession(auth: Authority, entry: Entry, payload: Payload, by: By) -> None:
    heads = tuple((int(seq), str(hashed)) for seq, hashed in payload.get("abandoned", ()))
    auth.successions.append((entry.seq, by.keys, heads))


_APPLY: dict[Action, Callable[[Authority, Entry, Payload, By], None]] = {
    Action.ENROLL: _enroll,
    Action.RETIRE: _retire,
    Action.KEY: _key,
    Action.KEY_REVOKED: _key_revoked,
    Action.GRANT: _grant,
    Action.REVOKE: _revoke,
    Action.POLICY: _policy,
    Action.TOKEN: _token,
    Action.TOKEN_REVOKED: _token_revoked,
    Action.RATIFY: _ratify,
    Action.SUCCESSION: _succession,
}
