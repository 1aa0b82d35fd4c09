"""Enrolling and retiring principals, and the tokens of agents and services."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from governance.authority.acting import kind_and_role_fault
from governance.authority.people import TOKEN_MARK, token_hash
from governance.authority.state import Authority
from governance.authorizing.acting import known, perform, refuse, refuse_known_key
from governance.errors import Refusal, RefusalKind
from governance.rules.secret_refusal import refuse_secrets
from store.decided import NEW
from store.ids import is_minted, read_block_id
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import Action, KeyRole, PrincipalKind, Reason, Role, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk


def enroll(
    desk: Desk, name: str, kind: PrincipalKind, role: Role | None, *, public: str | None = None, note: str | None = None
) -> Applied:
    """Make somebody known, perhaps with the public key they hand over."""
    line = _line(public)

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        _refuse_name(reader, auth, name, kind, role)
        effect = {"kind": kind.value, "role": role.value if role else None}
        drafts = [Draft(Action.ENROLL, (f"{NEW}1",), effect, {"v": 1, "name": name})]
        if line is not None:
            refuse_known_key(auth, line)
            belongs = {"principal": f"{NEW}1", "role": KeyRole.SIGNING.value, "replaces": None}
            drafts.append(Draft(Action.KEY, (f"{NEW}2", f"{NEW}1"), belongs, {"v": 1, "public": line}))
        return drafts

    return perform(desk, VerbName.ENROLL, (), make, note=note)


def _line(public: str | None) -> str | None:
    from governance.authority.keys.sshsig import read_public

    return None if public is None else read_public(public).line


_OURS = re.compile(r"(p|key|grant|tok)-\d+|new:.*", re.ASCII)
"""What reads as an id of who may decide, whether or not it was given out."""


def _reads_as_an_id(name: str) -> bool:
    return is_minted(name) or read_block_id(name) is not None or _OURS.fullmatch(name) is not None


def _refuse_name(reader: Reader, auth: Authority, name: str, kind: PrincipalKind, role: Role | None) -> None:
    if not name.strip() or name != name.strip() or "\n" in name:
        hint = "Give a name, such as mia, or that of an agent: claude-code, codex, gemini."
        raise Refusal(RefusalKind.BAD_INPUT, "A name is one line without blanks around it.", hint)
    refuse_secrets("The name", name)
    if _reads_as_an_id(name):
        raise Refusal(RefusalKind.BAD_INPUT, f"{name!r} reads as an id that memdesk gives out.", "Choose another name.")
    if fault := kind_and_role_fault(kind, role):
        raise Refusal(
            RefusalKind.BAD_INPUT, f"This cannot be: {fault}.", "Roles of people: owner, maintainer, auditor."
        )
    taken = [p.id for p in auth.principals.values() if p.retired is None and reader.names.get(p.id) == name]
    if taken:
        person = PrincipalKind.HUMAN in (kind, auth.principals[taken[0]].kind)
        first = "Choose another name" if person else f"`memdesk token new {name}` gives it a further token"
        last = "retire that one first" if person else "another name makes another agent known"
        raise refuse(f"{name!r} is {taken[0]} already.", f"{first}, or {last}.", taken[0])


def retire(desk: Desk, who: str, *, reason: Reason = Reason.LEFT, note: str | None = None) -> Applied:
    """Let somebody decide nothing any more; what they decided stays."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        person = auth.principals[known(auth, who)]
        if person.retired is not None:
            raise refuse(f"{who} was retired already.", "", who)
        if person.owner and len(auth.owners) == 1:
            raise refuse(
                f"{who} is the only owner; without one nobody could decide.", "Enroll another owner first.", who
            )
        return [Draft(Action.RETIRE, (who,), {}, None)]

    return perform(desk, VerbName.RETIRE, (who,), make, reason=reason, note=note)


def issue_token(
    desk: Desk, who: str, *, projects: Sequence[str] = (), expires: int | None = None, note: str | None = None
) -> tuple[Applied, str]:
    """Give an agent or service a token; answers it once, and only its hash is kept. `expires` in UTC microseconds."""
    token = TOKEN_MARK + secrets.token_urlsafe(32)

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        holder = auth.principals[known(auth, who)]
        if holder.kind is PrincipalKind.HUMAN:
            raise refuse(f"{who} is a person; people sign with a key.", "Tokens are for agents and services.", who)
        if holder.retired is not None:
            raise refuse(f"{who} was retired.", "", who)
        return [token_draft(who, token, projects, expires)]

    return perform(desk, VerbName.TOKEN, (who,), make, note=note), token


def connect(
    desk: Desk, name: str, kind: PrincipalKind, *, projects: Sequence[str] = (), expires: int | None = None
) -> tuple[Applied, str]:
    """Make an agent or service known and give it a token, in one plan."""
    token = TOKEN_MARK + secrets.token_urlsafe(32)

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        if kind is PrincipalKind.HUMAN:
            raise refuse("People sit down at the desk; only agents and services are connected.")
        _refuse_name(reader, auth, name, kind, Role.AGENT)
        effect = {"kind": kind.value, "role": Role.AGENT.value}
        drafts = [Draft(Action.ENROLL, (f"{NEW}1",), effect, {"v": 1, "name": name})]
        drafts.append(token_draft(f"{NEW}1", token, projects, expires)._replace(subjects=(f"{NEW}2", f"{NEW}1")))
        return drafts

    return perform(desk, VerbName.TOKEN, (), make), token


def token_draft(who: str, token: str, projects: Sequence[str], expires: int | None) -> Draft:
    """The entry of a token."""
    refuse_secrets("The name of a project", *projects)
    words = {"v": 1, "hash": token_hash(token), "projects": list(projects), "expires": expires}
    return Draft(Action.TOKEN, (f"{NEW}1", who), {"principal": who, "bounded": expires is not None}, words)


def revoke_token(desk: Desk, name: str, *, reason: Reason = Reason.NEEDED, note: str | None = None) -> Applied:
    """Let a token open nothing any more."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        token = auth.tokens.get(name)
        if token is None:
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no token {name}.", "`memdesk token list` shows them.")
        if token.revoked is not None:
            raise refuse(f"{name} was revoked already.", "", name)
        return [Draft(Action.TOKEN_REVOKED, (name, token.principal), {}, None)]

    return perform(desk, VerbName.REVOKE_TOKEN, (name,), make, reason=reason, note=note)
