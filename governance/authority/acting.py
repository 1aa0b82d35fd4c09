"""Who may change who may decide: enrolling, keys, grants, tokens, the policy.

An owner may all of it, with a signing key (a keyless store has none to ask for). A person may add, rotate
and revoke keys of their own, hand on a grant that may be handed on, and give up or take back what they
were given or gave. A recovery key is only replaced or revoked with a recovery key, so that whoever gets
hold of a signing key cannot shut the owner out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from governance.authority.facts import Grant, Principal
from governance.authority.scope import within
from governance.authority.state import Authority, By, grant_bounds
from store.records.entry import Entry
from store.records.words import Action, KeyRole, PrincipalKind, Role, VerbName

if TYPE_CHECKING:
    from governance.authority.judge import Act, Signed

_VERBS = {
    Action.ENROLL: VerbName.ENROLL,
    Action.RETIRE: VerbName.RETIRE,
    Action.KEY_REVOKED: VerbName.REVOKE_KEY,
    Action.GRANT: VerbName.GRANT,
    Action.REVOKE: VerbName.REVOKE,
    Action.POLICY: VerbName.POLICY,
    Action.TOKEN: VerbName.TOKEN,
    Action.TOKEN_REVOKED: VerbName.REVOKE_TOKEN,
    Action.RATIFY: VerbName.RATIFY,
    Action.SUCCESSION: VerbName.SUCCESSION,
}


def authority_fault(
    auth: Authority, who: Principal, acts: Sequence[Act], signed: Sequence[Signed], *, at: int, past: bool = False
) -> str | None:
    """Why these acts are not for `who` to decide, or None."""
    if not acts:
        return "it decides nothing"
    by_key = any(s.principal == who.id and s.role is KeyRole.SIGNING and not s.fresh for s in signed)
    owner = who.owner and (auth.keyless or by_key)
    for act in acts:
        if fault := _fault(auth, who, act, signed, owner=owner, at=at, past=past):
            return fault
    return _nobody_left(auth, acts)


def _nobody_left(auth: Authority, acts: Sequence[Act]) -> str | None:
    """Why nobody could decide anything after these acts, or None."""
    if not {act.action for act in acts} & {Action.RETIRE, Action.KEY_REVOKED}:
        return None
    after = auth.beginning()
    for act in acts:
        if act.action in _VERBS or act.action is Action.KEY:
            entry = Entry(auth.seq + 1, 0, "", act.action, act.subjects, (), act.effect, None, "", "")
            after.apply(entry, act.payload, By("", (), range(0)))
    if not after.owners:
        return "without an owner nobody could decide"
    if not after.keyless and not any(after.keys_of(owner.id) for owner in after.owners):
        return "without a key of an owner nobody could decide"
    return None


def _fault(
    auth: Authority, who: Principal, act: Act, signed: Sequence[Signed], *, owner: bool, at: int, past: bool
) -> str | None:
    match act.action:
        case Action.KEY:
            return _key_fault(auth, who, act, signed, owner=owner)
        case Action.KEY_REVOKED:
            return _revoked_fault(auth, who, act, signed, owner=owner)
        case Action.GRANT:
            return _grant_fault(auth, who, act, owner=owner, at=at, past=past)
        case Action.REVOKE:
            grant = auth.grants.get(act.subjects[0])
            if grant is None:
                return f"there is no {act.subjects[0]}"
            return None if owner or who.id in (grant.by, grant.grantee) else f"{grant.id} is not theirs to revoke"
        case Action.TOKEN_REVOKED:
            if act.subjects[0] not in auth.tokens:
                return f"there is no {act.subjects[0]}"
        case Action.RETIRE:
            if act.subjects[0] not in auth.principals:
                return f"there is no {act.subjects[0]}"
        case action if action not in _VERBS:
            return f"{action} is no act about who may decide"
    return None if owner else f"{_VERBS[act.action]} is for an owner, with a signing key"


def _key_fault(auth: Authority, who: Principal, act: Act, signed: Sequence[Signed], *, owner: bool) -> str | None:
    principal, role = str(act.effect.get("principal")), KeyRole(act.effect["role"])
    line = str((act.payload or {}).get("public"))
    if fault := known_key_fault(auth, line):
        return fault
    if act.effect.get("verb") == VerbName.ADOPT:
        if not auth.keyless:
            return "the store has keys already"
        if principal != who.id or not who.owner:
            return "only the owner adopts the first key"
        if all(s.role is not KeyRole.SIGNING or s.principal != who.id for s in signed):
            return "the key that is adopted did not sign it"
        return None
    replaces = act.effect.get("replaces")
    if replaces is not None:
        return _rotation_fault(auth, act, signed, str(replaces), line)
    if not (owner or principal == who.id):
        return f"adding a key to {principal} is for them or for an owner"
    if auth.policy.two and principal != who.id and principal in auth.principals:
        return f"where two people must sign, only {principal} adds a key of theirs"
    if role is KeyRole.RECOVERY and auth.keys_of(principal, role) and not _recovered(signed, principal):
        return "there is a recovery key already, and only it makes another"
    return None


def known_key_fault(auth: Authority, line: str) -> str | None:
    """Why a public key cannot become anybody's, or None: it is somebody's, or was and signs no more."""
    if auth.key_called(line) is not None:
        return "the key is somebody's already"
    gone = next((key for key in auth.keys.values() if key.line == line), None)
    if gone is None:
        return None
    return f"the key was {gone.id}, which {'is distrusted' if gone.distrusted is not None else 'signs no more'}"


def _rotation_fault(auth: Authority, act: Act, signed: Sequence[Signed], old: str, line: str) -> str | None:
    """The old key and the new one both sign; a recovery key stands for a signing key that was lost."""
    key = auth.keys.get(old)
    if key is None or not key.live:
        return f"{old} is no live key"
    if key.principal != act.effect.get("principal") or key.role.value != act.effect["role"]:
        return f"the new key is not what {old} was"
    if all(s.key != line for s in signed):
        return "the new key did not sign it"
    if any(s.key == old for s in signed) or _recovered(signed, key.principal):
        return None
    return f"neither {old} nor a recovery key signed it"


def _revoked_fault(auth: Authority, who: Principal, act: Act, signed: Sequence[Signed], *, owner: bool) -> str | None:
    key = auth.keys.get(act.subjects[0])
    if key is None:
        return f"there is no {act.subjects[0]}"
    if not (owner or key.principal == who.id):
        return f"{key.id} is not theirs to revoke"
    if key.role is KeyRole.RECOVERY and not _recovered(signed, key.principal):
        return f"{key.id} is a recovery key, and only it revokes itself"
    return None


def _recovered(signed: Sequence[Signed], principal: str) -> bool:
    return any(s.role is KeyRole.RECOVERY and s.principal == principal and not s.fresh for s in signed)


def _grant_fault(auth: Authority, who: Principal, act: Act, *, owner: bool, at: int, past: bool) -> str | None:
    parent = act.effect.get("parent")
    if act.effect.get("constitutional"):
        return None if owner else "a constitutional grant is for an owner"
    if parent is None:
        return None if owner else "a grant out of nothing is for an owner"
    above = auth.grants.get(parent)
    if above is None or (above.grantee != who.id and not owner):
        return f"{parent} is not theirs to hand on"
    if fault := auth.void(above, at, past=past):
        return fault
    if past and (act.payload is None or above.scope is None):
        return None  # how far it reached is not known any more, and it allows nothing now
    return narrowing_fault(above, act)


def narrowing_fault(above: Grant, act: Act) -> str | None:
    """How a grant reaches further than the one it is made from, or None."""
    below = grant_bounds(act.payload or {})
    scope, expires, depth = below.get("scope"), below.get("expires"), below.get("depth", 0)
    if above.depth < 1:
        return f"{above.id} may not be handed on"
    if above.rows is not None:
        return f"{above.id} is bounded by a count of rows, which cannot be divided"
    if depth >= above.depth:
        return f"it may be handed on as often as {above.id}"
    if not set(act.effect["verbs"]) <= above.verbs:
        return f"it covers verbs that {above.id} does not"
    if scope is None or above.scope is None or not within(scope, above.scope):
        return f"its scope does not lie within that of {above.id}"
    if above.expires is not None and (expires is None or expires > above.expires):
        return f"it lasts longer than {above.id}"
    return None


def kind_and_role_fault(kind: PrincipalKind, role: Role | None) -> str | None:
    """Why a principal of this kind cannot have this role, or None."""
    if (kind is PrincipalKind.HUMAN) == (role is Role.AGENT):
        one = f"an {kind}" if kind is PrincipalKind.AGENT else f"a {kind}"
        return f"{one} cannot be {role}" if role else f"{one} has the role agent"
    return None
