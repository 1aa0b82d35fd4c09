"""Acts about grants and the policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.views import GrantView, PrincipalView
from store.records.words import Assurance, PrincipalKind, Reason, Role
from tui.dialogs.form import Ask, Values, Wrong
from tui.panes.acts import (
    NOTE,
    WHEN,
    Form,
    Ready,
    act,
    moment_ahead,
    name_of,
    noted,
    number_in,
    option,
    people,
    reasons,
    words_in,
)
from tui.widgets.text import lines, said, stored
from tui.wording.authority import act_words, grant_sentence
from tui.wording.controls import IN_FLIGHT
from tui.wording.moments import written_moment

if TYPE_CHECKING:
    from governance.desk import Desk

_SCOPE = (
    "Terms that all have to hold: kind=state subject=host:* (project, lane, kind, subject, item); empty: every row."
)


WHY = (Reason.LEFT, Reason.KEY_COMPROMISED, Reason.MISTAKE, Reason.OTHER)
"""Why a grant ends, the most likely first."""


def _able(one: PrincipalView) -> bool:
    """Whether a grant means anything for somebody: people without all rights, and services."""
    if one.kind is PrincipalKind.HUMAN:
        return one.role not in (Role.OWNER, Role.AUDITOR)
    return one.kind is PrincipalKind.SERVICE


def _given(desk: Desk, values: Values, parent: str | None) -> Ready:
    """A grant with what was typed."""
    who, verbs, scope = values["who"], words_in(values, "verbs"), words_in(values, "scope")
    until, depth, rows = moment_ahead(values, desk), number_in(values, "depth") or 0, number_in(values, "rows")
    service = any(one.id == who and one.kind is PrincipalKind.SERVICE for one in desk.principals())
    if service and until is None:
        raise Wrong("until", "What a service may do by itself has an end.")
    if service and rows is None:
        raise Wrong("rows", "What a service may do by itself has a count of rows.")
    command: tuple[str, ...] = ("grant", "add", who) if parent is None else ("grant", "hand-on", parent, who)
    command += (*verbs, *(word for term in scope for word in ("--scope", term)))
    command += (*option("expires", values["until"]), *option("depth", depth or None))
    command += (*(("--constitutional",) if service else ()), *option("count", values["rows"]))

    def words() -> str:
        """The sentence that the card of the grant will show."""
        shown = GrantView(
            id="",
            grantee=who,
            who=name_of(desk, who),
            by="",
            by_who=desk.person.name,
            verbs=tuple(verbs),
            scope=tuple(term.spelled for term in desk.authorize.scope(scope)),
            expires=until,
            depth=depth,
            parent=parent,
            constitutional=service,
            count=rows,
            used=0,
            void=None,
            seq=0,
            at=desk.now(),
        )
        return f"{grant_sentence(shown, desk.zone)}.{'' if until else ' It has no end.'}"

    return act(
        lambda: desk.authorize.grant(
            who,
            verbs,
            scope=desk.authorize.scope(scope),
            expires=until,
            depth=depth,
            parent=parent,
            constitutional=service,
            count=rows,
            note=noted(values),
        ),
        f"{name_of(desk, who)} may {', '.join(verbs)}.",
        *command,
        *option("note", values["note"]),
    )._replace(
        title=f"Grant {name_of(desk, who)} {', '.join(verbs)}",
        words=words,
    )


def _asks(desk: Desk, who: str, verbs: str, scope: str, until: str, depth: str) -> tuple[Ask, ...]:
    return (
        Ask("who", "Who may; owners may everything, agents only propose.", who, (), people(desk, _able), needed=True),
        Ask("verbs", "Verbs as they are typed, parted by blanks: keep stale cool.", verbs, needed=True),
        Ask("scope", _SCOPE, scope),
        Ask("until", f"Until when: {WHEN}; empty: for good.", until),
        Ask("depth", "How often it may be handed on, each time only narrower; empty: not at all.", depth),
        Ask("rows", "The most rows in all; only a service needs it."),
        NOTE,
    )  # fmt: skip


def grant(desk: Desk, row: Any) -> Form:
    """Let somebody use verbs."""
    who = row.id if isinstance(row, PrincipalView) and _able(row) else ""
    about = lines(
        said("They may use these verbs on these rows, each time with their own signature. Nothing else changes."),
        said("For a service it is constitutional: it acts by itself, within the end and the count given here.", "dim"),
    )
    return Form("Grant", about, _asks(desk, who, "", "", "", ""), lambda values: _given(desk, values, None), "grant")


def hand_on(desk: Desk, row: Any) -> Form:
    """Let somebody else use what one was granted, or less."""
    if not isinstance(row, GrantView):
        raise Wrong("", "Put the cursor on the grant that is to be handed on.")
    about = lines(
        said("It only narrows the grant it is made from, and ends with it:"),
        stored(grant_sentence(row, desk.zone), "dim"),
    )
    until = written_moment(row.expires, desk.zone) if row.expires is not None else ""
    asks = _asks(desk, "", " ".join(row.verbs), " ".join(row.scope), until, str(row.depth - 1) if row.depth > 1 else "")
    return Form(f"Hand {row.id} on", about, asks, lambda values: _given(desk, values, row.id), "hand on")


def revoke(desk: Desk, row: Any) -> Form:
    """End a grant."""

    def ready(values: Values) -> Ready:
        name, reason = values["grant"], Reason(values["reason"])
        return act(
            lambda: desk.authorize.revoke(name, reason=reason, note=noted(values)),
            f"{name} allows nothing any more.",
            "revoke", name, *option("note", values["note"]),
        )._replace(title=f"Revoke {name}")  # fmt: skip

    live = tuple((one.id, f"{one.id} of {one.who}") for one in desk.grants() if one.void is None)
    begin = row.id if isinstance(row, GrantView) and row.void is None else ""
    about = [said("It ends now, and with it every grant that was made from it. What was decided under it stays.")]
    if isinstance(row, GrantView):
        about.append(stored(grant_sentence(row, desk.zone), "dim"))
    asks = (
        Ask("grant", "Which grant ends.", begin, (), live, needed=True),
        Ask("reason", "Why.", Reason.LEFT.value, reasons(*WHY)),
        NOTE,
    )
    return Form("Revoke a grant", lines(*about), asks, ready, "revoke", grave=True)


def policy(desk: Desk, row: Any) -> Form:
    """Change one setting of the policy, or several as they are typed."""
    name = row.name if row is not None and hasattr(row, "setting") else ""
    if not name:
        return _typed(desk)
    if row.setting == "bound":
        return _bound(desk, name, row.value)
    needs = [(level.value, words) for level, words in
             ((Assurance.SIGNED, "their signature"), (Assurance.OS_USER, "the system user is enough"))]  # fmt: skip
    two = [("no", "one person decides"), ("yes", "two people sign")]

    def ready(values: Values) -> Ready:
        changes = {}
        if row.weakest and values["needs"] != row.needs:
            changes[f"needs.{name}"] = values["needs"]
        if values["two"] != row.two:
            changes[f"two.{name}"] = values["two"]
        return _set(desk, changes, values)

    asks = [Ask("two", "How many have to sign it.", row.two, two), NOTE]
    if row.weakest:
        asks.insert(0, Ask("needs", "What it needs of whoever decides.", row.needs, needs))
    about = said(f"{act_words(name)}: from now on it needs what you choose here. What was decided stays as it is.")
    return Form(f"The policy for {name}", about, tuple(asks), ready, "change the policy")


def _set(desk: Desk, changes: dict[str, str], values: Values) -> Ready:
    told = tuple(f"{key}={value}" for key, value in changes.items())
    return act(
        lambda: desk.authorize.set_policy(changes, note=noted(values)),
        f"The policy says now: {', '.join(told)}.",
        "policy", "set", *told, *option("note", values["note"]),
    )  # fmt: skip


def _bound(desk: Desk, name: str, value: str) -> Form:
    what, ways = f"{name.replace('_', ' ')}, as a number.", tuple[tuple[str, str], ...]()
    if name == "in_flight":
        what, ways = "What is told to open tasks.", tuple((one.value, words) for one, words in IN_FLIGHT.items())
    asks = (Ask("value", what, value, ways, needed=not ways), NOTE)
    return Form(
        f"The policy: {name.replace('_', ' ')}",
        said("It holds from now on; what was decided stays as it is."),
        asks,
        lambda values: _set(desk, {name: values["value"]}, values),
        "change the policy",
    )


def _typed(desk: Desk) -> Form:
    def ready(values: Values) -> Ready:
        changes = {}
        for word in values["settings"].split():
            name, is_there, value = word.partition("=")
            if not is_there:
                raise Wrong("settings", f"{word!r} is no setting: needs.keep=os-user two.stale=yes grant_days=30")
            changes[name] = value
        return _set(desk, changes, values)

    asks = (
        Ask("settings", "needs.VERB=os-user|signed, two.VERB=yes|no, grant_days=N and the like.", needed=True),
        NOTE,
    )
    return Form("Change the policy", said("The tab Policy shows each setting."), asks, ready, "change the policy")
