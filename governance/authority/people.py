"""The people at the desk: system users a store has met, and agents or services that showed a token."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass

from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from store.commit import Snapshot
from store.log import entry as entry_at
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance, PrincipalKind, Role
from store.views.reader import Reader

NEWCOMER = "p-0000"
"""Stands for a person who is enrolled with their first decision."""
_ORDER = tuple(Assurance)
TOKEN_MARK = "mdt_"  # noqa: S105 - how every token begins, so that a leaked one is recognised
_TOKEN_TAG = b"memdesk/token/1\x00"


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at the desk."""

    name: str
    """The system user's name, the name that was claimed, or that of the principal whose token was shown."""
    assurance: Assurance
    principal: str | None = None
    """The principal whose token was shown."""
    projects: tuple[str, ...] = ()
    """The projects that the token binds to."""
    token: str | None = None
    """The id of the token that was shown."""


def principal_of(reader: Reader, name: str, auth: Authority | None = None) -> str | None:
    """The id of the person of this name, or None before the first decision; agents and services have no seat."""
    for seq in reader.known("principal", name):
        found = entry_at(reader.conn, seq)
        if found is None or not _is_person(found):
            continue
        known = auth.principals.get(found.subjects[_WHERE[found.action]]) if auth is not None else None
        if auth is None or (known is not None and known.retired is None):
            return found.subjects[_WHERE[found.action]]
    return None


_WHERE = {Action.BOOTSTRAP: 1, Action.ENROLL: 0}
"""Which subject of an entry is the principal."""


def _is_person(entry: Entry) -> bool:
    return entry.action in _WHERE and entry.effect.get("kind") == PrincipalKind.HUMAN


def ensure_enrolled(snapshot: Snapshot, person: Person) -> Generator[Draft, Entry, str]:
    """Enroll a person who was never here; returns their id."""
    for seq in snapshot.find("principal", person.name):
        if (found := entry_at(snapshot.conn, seq)) and _is_person(found):
            return found.subjects[_WHERE[found.action]]
    name = snapshot.mint("p")
    words = {"v": 1, "name": person.name}
    yield Draft(Action.ENROLL, (name,), {"kind": "human"}, words, actor=name)
    return name


def token_hash(token: str) -> str:
    """What is kept of a token, hex."""
    return hashlib.sha256(_TOKEN_TAG + token.encode("utf-8", "surrogateescape")).hexdigest()


def by_token(reader: Reader, auth: Authority, token: str) -> Person:
    """Whoever shows this token; a token that opens nothing is refused, never ignored."""
    wanted = token_hash(token)
    found = next((t for t in auth.tokens.values() if t.hash == wanted), None)
    holder = auth.principals.get(found.principal) if found else None
    if found is None or holder is None:
        raise _no_token(
            "is not one of this store",
            "`memdesk token new NAME` gives an agent that is known a token, `memdesk connect NAME` makes one known",
        )
    name = reader.names.get(holder.id, holder.id)
    another = f"`memdesk token new {name}` gives a new one"
    if holder.retired is not None:
        raise _no_token(
            f"({found.id}) was revoked", f"{name} was retired: `memdesk connect {name}` makes it known again"
        )
    if found.revoked is not None:
        raise _no_token(f"({found.id}) was revoked", another)
    if found.expires is not None and reader.now > found.expires:
        raise _no_token(f"({found.id}) has expired", another)
    return Person(name, Assurance.TOKEN, holder.id, found.projects, found.id)


def _no_token(what: str, next_: str) -> Refusal:
    return Refusal(
        RefusalKind.NOT_ALLOWED,
        f"The token in MEMDESK_TOKEN {what}.",
        f"{next_}; unset MEMDESK_TOKEN to sit down as the system user.",
    )


def refuse_revoked(person: Person, auth: Authority, at: int) -> None:
    """Refuse a token that was good when the process began and is no more."""
    if person.principal is None:
        return
    holder, shown = auth.principals.get(person.principal), auth.tokens.get(person.token or "")
    gone = holder is None or holder.retired is not None
    if gone or (
        shown is not None and (shown.revoked is not None or (shown.expires is not None and at > shown.expires))
    ):
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            "The token was revoked, or has expired, since this process began.",
            "`memdesk token new NAME` gives a known agent a further one, `memdesk connect NAME` makes one known.",
        )


def beyond(name: str) -> Refusal:
    """What an agent asks for that recall would not tell it."""
    return Refusal(
        RefusalKind.NOT_ALLOWED,
        f"{name} showed an agent's token, which reads what recall may tell it; this is for people.",
        "Use `memdesk recall`, `search`, `show mem-…` or `top-…`, `list index`, `items`, `topics` or `quarantine`,"
        " `task`, or the tools of `memdesk mcp`; a person reads the rest, without MEMDESK_TOKEN.",
    )


def undecided(name: str) -> Refusal:
    """What an agent would decide: it proposes, whatever it names and whether that is there or not."""
    return Refusal(
        RefusalKind.NOT_ALLOWED,
        f"{name} showed an agent's token: agents propose and people decide; nothing was decided.",
        "`memdesk capture` proposes a record, `withdraw` a withdrawal; a person decides, without MEMDESK_TOKEN.",
    )


def only_reads(auth: Authority, principal: str | None) -> bool:
    """Whether somebody is an auditor: everything can be read, nothing changed."""
    known = auth.principals.get(principal or "")
    return known is not None and known.role is Role.AUDITOR


def require(person: Person, needed: Assurance, act: str) -> None:
    """Refuse an act for which it is not sure enough who asks for it."""
    if _ORDER.index(person.assurance) < _ORDER.index(needed):
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"{person.name!r} is only a name that was given; to {act} the desk must know who you are"
            f" (at least {needed}).",
            "Leave --as away to decide as the system user you are.",
        )
