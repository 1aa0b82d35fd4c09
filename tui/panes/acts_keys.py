"""Acts about keys that are there already: adding somebody's, revoking one, ratifying, naming one's own file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.views import KeyView, PrincipalView
from store.records.words import KeyRole, PrincipalKind, Reason
from tui.dialogs.form import Ask, Values
from tui.panes.acts import NOTE, Form, Ready, act, name_of, noted, number_in, option, people, reasons
from tui.panes.acts_people import public_line
from tui.safe import safe
from tui.widgets.text import lines, said, stored
from tui.wording.authority import key_sentence
from tui.wording.sentences import counted
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied

MOST = 6
"""Plans that are named; the others are counted."""
ENDS = (
    "It signs no more; that cannot be undone. What it signed before stays, unless you name an entry since when nothing "
    "it signed is trusted: grants, people and keys that it made since then end with it."
)
_ROLES = (
    (KeyRole.SIGNING.value, "signing: signs decisions"),
    (KeyRole.RECOVERY.value, "recovery: lies in a safe place, only changes keys"),
)


def add_key(desk: Desk, row: Any) -> Form:
    """Let a further key sign for somebody."""

    def ready(values: Values) -> Ready:
        who, role, line = values["who"], KeyRole(values["role"]), public_line(values["key"], "key")
        recovery = ("--recovery",) if role is KeyRole.RECOVERY else ()
        return act(
            lambda: desk.authorize.add_key(who, line, role=role, note=noted(values)),
            f"It is a {role} key of {name_of(desk, who)} now.",
            "key", "add", who, values["key"], *recovery, *option("note", values["note"]),
        )  # fmt: skip

    humans = people(desk, lambda one: one.kind is PrincipalKind.HUMAN)
    begin = row.id if isinstance(row, PrincipalView) else ""
    asks = (
        Ask("who", "Whose key it is.", begin, (), humans, needed=True),
        Ask("key", "Its public half: the line, or the .pub file. The private half stays with them.", needed=True),
        Ask("role", "What it is for.", KeyRole.SIGNING.value, _ROLES),
        NOTE,
    )
    about = said("What it signs counts as theirs from now on, beside their other keys.")
    return Form("Add a key", about, asks, ready, "add it")


def revoke_key(desk: Desk, row: Any) -> Form:
    """Let a key sign no more."""

    def ready(values: Values) -> Ready:
        name, since, reason = values["key"], number_in(values, "since"), Reason(values["reason"])
        return act(
            lambda: desk.authorize.revoke_key(name, since=since, reason=reason, note=noted(values)),
            f"{name} signs no more." if since is None else f"{name} signs no more, distrusted from {since:,} on.",
            "key", "revoke", name, *option("distrust-since", since), "--reason", reason.value,
            *option("note", values["note"]),
        )._replace(title=f"Revoke {name}", words=lambda: _falls(desk, name, since))  # fmt: skip

    every = desk.keys()
    live = tuple((one.id, f"{one.id} of {one.who}") for one in every if one.state == "live")
    about = [said(ENDS)]
    if isinstance(row, KeyView):
        about.append(stored(f"{row.id}: {key_sentence(row)}", "dim"))
    begin = row.id if isinstance(row, KeyView) and row.state == "live" else ""
    which = reasons(Reason.KEY_COMPROMISED, Reason.KEY_LOST, Reason.LEFT, Reason.OTHER)
    asks = (
        Ask("key", "Which key.", begin, (), live, needed=True),
        Ask("since", "The number of the entry since when nothing it signed is trusted; empty: all it signed stays."),
        Ask("reason", "Why.", Reason.KEY_COMPROMISED.value, which),
        NOTE,
    )
    return Form("Revoke a key", lines(*about), asks, ready, "revoke", grave=True)


def _falls(desk: Desk, key: str, since: int | None) -> str:
    """Which plans fall into doubt with a key."""
    if since is None:
        return ""
    plans = desk.doubted(key, since)
    if not plans:
        return f"No plan that stands was signed with {key} from entry {since:,} on: none falls into doubt."
    named = ", ".join(plans[:MOST]) + (f" and {len(plans) - MOST:,} more" if len(plans) > MOST else "")
    told = "plan falls into doubt, and is" if len(plans) == 1 else "plans fall into doubt, and are"
    return f"{len(plans):,} {told} to undo or ratify: {named}."


def ratify(desk: Desk, row: Any) -> Form:  # noqa: ARG001 - a plan is no row here
    """Confirm a plan that a distrusted key signed."""

    def ready(values: Values) -> Ready:
        plan = values["plan"]
        return act(
            lambda: desk.authorize.ratify(plan, note=noted(values)),
            f"{plan} counts again.",
            "key", "ratify", plan, *option("note", values["note"]),
        )  # fmt: skip

    applied = {one.plan: one for one in desk.plans()}
    plans = tuple((name, _plan_words(applied.get(name), name, desk.zone)) for name in desk.doubted())
    begin = plans[0][0] if len(plans) == 1 else ""
    asks = (Ask("plan", "Which plan; look at what it did before you confirm it.", begin, (), plans, needed=True), NOTE)
    about = said("It was signed with a key that is distrusted by now. Confirmed by you, what it did stays.")
    return Form("Ratify a plan", about, asks, ready, "ratify")


def _plan_words(one: Applied | None, name: str, zone: str) -> str:
    if one is None:
        return name
    return safe(f"{name} of {one.who}, {clock_time(one.at, zone)}: {counted(one.each)}")
