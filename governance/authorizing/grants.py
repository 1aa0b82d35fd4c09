"""Grants and the policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from governance.authority.acting import narrowing_fault
from governance.authority.judge import CONSTITUTIONAL, Act
from governance.authority.policy import OPEN, changed
from governance.authority.scope import Scope, kept_scope
from governance.authority.state import Authority
from governance.authorizing.acting import known, perform, refuse
from governance.errors import Refusal, RefusalKind
from store.decided import NEW
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import READING, Action, KeyRole, PrincipalKind, Reason, Role, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk

DAY = 86_400_000_000
"""A day in microseconds."""


def grant(
    desk: Desk,
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
    """Let somebody use verbs within a scope; out of a `parent` grant, only narrower. `expires` in UTC microseconds."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        _refuse_grant(auth, who, verbs, depth, expires, constitutional, count, reader.now)
        effect = {
            "grantee": who,
            "verbs": sorted(set(verbs)),
            "parent": parent,
            "constitutional": constitutional,
            "scoped": bool(scope),
            "bounded": expires is not None,
        }
        words = {"v": 1, "scope": kept_scope(scope), "expires": expires, "depth": depth, "count": count}
        subjects = (f"{NEW}1", who) if parent is None else (f"{NEW}1", who, parent)
        draft = Draft(Action.GRANT, subjects, effect, words)
        if parent is not None:
            above = auth.grants.get(parent)
            if above is None:
                raise Refusal(RefusalKind.NOT_FOUND, f"There is no grant {parent}.", "`memdesk grant list` shows them.")
            if fault := narrowing_fault(above, Act(draft.action, draft.subjects, draft.effect, draft.payload)):
                raise refuse(f"A grant only narrows the one it is made from: {fault}.", "", parent)
        return [draft]

    return perform(desk, VerbName.GRANT, (who,), make, note=note)


def _refuse_grant(
    auth: Authority,
    who: str,
    verbs: Sequence[str],
    depth: int,
    expires: int | None,
    constitutional: bool,
    count: int | None,
    now: int,
) -> None:
    if auth.keyless:
        raise refuse(
            "A keyless store has no grants: whoever sits down may decide.", "`memdesk key adopt` changes that."
        )
    holder, policy = auth.principals[known(auth, who)], auth.policy
    if holder.retired is not None:
        raise refuse(f"{who} was retired.", "", who)
    if holder.role in (Role.OWNER, Role.AUDITOR):
        what = "may do everything anyway" if holder.role is Role.OWNER else "is an auditor, who only reads"
        raise refuse(f"{who} {what}.", "", who)
    allowed = OPEN | READING if not constitutional else CONSTITUTIONAL
    strange = sorted(set(verbs) - {verb.value for verb in allowed})
    if strange or not verbs:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{', '.join(strange) or 'Nothing'} cannot be granted{' to a service' if constitutional else ''}.",
            f"Verbs: {', '.join(sorted(allowed))}.",
        )
    if constitutional and (holder.kind is not PrincipalKind.SERVICE or expires is None or count is None):
        raise refuse("A constitutional grant is for a service, and has an end and a count of rows.", "", who)
    if not constitutional and holder.kind is not PrincipalKind.HUMAN and not set(verbs) <= READING:
        raise refuse(
            f"{who} is no person: agents propose and decide nothing.", "Law: agents propose, people decide.", who
        )
    if depth > policy.grant_depth:
        raise refuse(f"The policy lets a grant be handed on {policy.grant_depth} times at most.", "", who)
    if policy.grant_days and (expires is None or expires > now + policy.grant_days * DAY):
        raise refuse(f"The policy lets a grant last {policy.grant_days} days at most.", "Give it an end.", who)
    if expires is not None and expires <= now:
        raise Refusal(RefusalKind.BAD_INPUT, "The grant would have ended already.", "", (who,))


def revoke(desk: Desk, name: str, *, reason: Reason = Reason.NEEDED, note: str | None = None) -> Applied:
    """End a grant, and with it every grant made from it."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        found = auth.grants.get(name)
        if found is None:
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no grant {name}.", "`memdesk grant list` shows them.")
        if found.revoked is not None:
            raise refuse(f"{name} was revoked already.", "", name)
        return [Draft(Action.REVOKE, (name, found.grantee), {}, None)]

    return perform(desk, VerbName.REVOKE, (name,), make, reason=reason, note=note)


def set_policy(desk: Desk, changes: Mapping[str, str], *, note: str | None = None) -> Applied:
    """Change the policy; settings as `governance.authority.policy.changed` takes them."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        if auth.keyless:
            raise refuse("A keyless store has no policy to change.", "`memdesk key adopt` gives it its first key.")
        old, new = auth.policy, changed(auth.policy, dict(changes))
        if new == old:
            raise Refusal(RefusalKind.RULE, "The policy says so already.", "")
        able = [o for o in auth.owners if auth.keys_of(o.id, KeyRole.SIGNING)]
        if set(new.two) - set(OPEN) and len(able) < 2:
            raise refuse(
                "Two owners with a key must be there before both have to sign.", "Enroll a second owner first."
            )
        words = {"v": 1, "policy": new.model_dump(mode="json")}
        return [Draft(Action.POLICY, (desk.store_id,), {}, words)]

    return perform(desk, VerbName.POLICY, (), make, note=note)
