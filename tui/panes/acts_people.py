"""Acts about people, agents and services, and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.views import PrincipalView, TokenView
from store.records.words import PrincipalKind, Reason, Role
from tui.dialogs.form import Ask, Values, Wrong
from tui.panes.acts import (
    NOTE,
    WHEN,
    Form,
    Ready,
    act,
    giving,
    moment_ahead,
    name_of,
    noted,
    option,
    path_in,
    people,
    reasons,
    words_in,
)
from tui.widgets.text import said, stored
from tui.wording.authority import token_sentence

if TYPE_CHECKING:
    from governance.desk import Desk

_ROLES = (
    (Role.MAINTAINER.value, "maintainer: what is granted"),
    (Role.AUDITOR.value, "auditor: only reads"),
    (Role.OWNER.value, "owner: everything"),
)
_PROJECTS = "The projects whose records it may see, parted by commas; none: nothing of any project is read with it."


def public_line(text: str, field: str) -> str:
    """A public key: the line itself, or what stands in the file it is in."""
    from governance.desk import keycase

    if text.startswith(("ssh-", "sk-ssh-")):
        return text
    path = path_in(text, field)
    beside = path.parent / f"{path.name}.pub"
    if path.suffix != ".pub" and beside.is_file():
        path = beside
    if not path.is_file():
        raise Wrong(field, f"{text!r} is neither a public key nor the file of one.")
    return keycase.public_at(path).line


def enroll(desk: Desk, row: Any) -> Form:  # noqa: ARG001 - somebody new
    """Make a person known."""

    def ready(values: Values) -> Ready:
        name, role = values["name"], Role(values["role"])
        public = public_line(values["key"], "key") if values["key"] else None
        command = ("principal", "enroll", name, "--role", role.value, *option("key", values["key"]))
        return act(
            lambda: desk.authorize.enroll(name, PrincipalKind.HUMAN, role, public=public, note=noted(values)),
            f"{name} is known now, as {role.value}.",
            *command,
            *option("note", values["note"]),
        )._replace(title=f"Make {name} known")

    about = said("They are known by their system user on this machine. What they decide bears their own key's mark.")
    asks = (
        Ask("name", "Their system user on this machine.", needed=True),
        Ask("role", "What they are here.", Role.MAINTAINER.value, _ROLES),
        Ask("key", "The public key they hand over: its line, or its .pub file."),
        NOTE,
    )
    return Form("Make a person known", about, asks, ready, "enroll")


def connect(desk: Desk, row: Any) -> Form:  # noqa: ARG001 - somebody new
    """Make an agent or service known, with a token."""

    def ready(values: Values) -> Ready:
        name, kind, projects = values["name"], PrincipalKind(values["kind"]), words_in(values, "projects")
        until = moment_ahead(values, desk)
        named = tuple(word for one in projects for word in ("--project", one))
        service = ("--service",) if kind is PrincipalKind.SERVICE else ()
        return giving(
            lambda: desk.authorize.connect(name, kind, projects=projects, expires=until),
            f"{name} is known now, and has a token.",
            "connect", name, *service, *named, *option("expires", values["until"]),
        )._replace(title=f"Connect {name}")  # fmt: skip

    kinds = ((PrincipalKind.AGENT.value, "agent: proposes"), (PrincipalKind.SERVICE.value, "service: runs passes"))
    asks = (
        Ask("name", "What it is called.", needed=True),
        Ask("kind", "What it is; that never changes.", PrincipalKind.AGENT.value, kinds),
        Ask("projects", _PROJECTS),
        Ask("until", f"Until when its token counts: {WHEN}; empty: for good."),
    )
    about = said("It proposes and decides nothing. Its token is shown once, after this.")
    return Form("Connect an agent", about, asks, ready, "connect")


def retire(desk: Desk, row: Any) -> Form:
    """Let somebody decide nothing any more."""

    def ready(values: Values) -> Ready:
        who, reason = values["who"], Reason(values["reason"])
        return act(
            lambda: desk.authorize.retire(who, reason=reason, note=noted(values)),
            f"{name_of(desk, who)} decides nothing here any more.",
            "principal", "retire", who, "--reason", reason.value, *option("note", values["note"]),
        )._replace(title=f"Retire {name_of(desk, who)}")  # fmt: skip

    about = said(
        "They decide nothing any more, their keys sign nothing, their tokens open nothing; what was handed on from a "
        "grant of theirs ends with it. What they decided stays, with their signature."
    )
    begin = row.id if isinstance(row, PrincipalView) else ""
    asks = (
        Ask("who", "Who is to decide nothing any more.", begin, (), people(desk, lambda _: True), needed=True),
        Ask("reason", "Why.", Reason.LEFT.value, reasons(Reason.LEFT, Reason.MISTAKE, Reason.OTHER)),
        NOTE,
    )
    return Form("Retire somebody", about, asks, ready, "retire", grave=True)


def token(desk: Desk, row: Any) -> Form:
    """Give an agent or service a further token."""

    def ready(values: Values) -> Ready:
        who, projects, until = values["who"], words_in(values, "projects"), moment_ahead(values, desk)
        named = tuple(word for one in projects for word in ("--project", one))
        return giving(
            lambda: desk.authorize.issue_token(who, projects=projects, expires=until, note=noted(values)),
            f"{name_of(desk, who)} has a new token; older ones count as before.",
            "token", "new", who, *named, *option("expires", values["until"]), *option("note", values["note"]),
        )  # fmt: skip

    machines = people(desk, lambda one: one.kind is not PrincipalKind.HUMAN)
    begin = row.id if isinstance(row, PrincipalView) and row.kind is not PrincipalKind.HUMAN else ""
    asks = (
        Ask("who", "Which agent or service.", begin, (), machines, needed=True),
        Ask("projects", _PROJECTS),
        Ask("until", f"Until when it counts: {WHEN}; empty: for good."),
        NOTE,
    )
    about = said("The token is shown once, after this, and kept nowhere.")
    return Form("Give a token", about, asks, ready, "give it")


def revoke_token(desk: Desk, row: Any) -> Form:
    """Let a token open nothing any more."""

    def ready(values: Values) -> Ready:
        name, reason = values["token"], Reason(values["reason"])
        return act(
            lambda: desk.authorize.revoke_token(name, reason=reason, note=noted(values)),
            f"{name} opens nothing any more.",
            "token", "revoke", name, *option("note", values["note"]),
        )._replace(title=f"Revoke {name}")  # fmt: skip

    live = tuple((one.id, f"{one.id} of {one.who}") for one in desk.tokens() if one.live)
    begin = row.id if isinstance(row, TokenView) else ""
    asks = (
        Ask("token", "Which token.", begin, (), live, needed=True),
        Ask("reason", "Why.", Reason.LEFT.value, reasons(Reason.LEFT, Reason.KEY_LOST, Reason.MISTAKE, Reason.OTHER)),
        NOTE,
    )
    told = stored(token_sentence(row, desk.zone)) if isinstance(row, TokenView) else said("It opens nothing any more.")
    return Form("Revoke a token", told, asks, ready, "revoke", grave=True)
