"""Withdrawing in tests, as a person who just looked at what they withdraw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.desk import Desk
from governance.review.facts import Facts
from store.records.views import Applied
from store.records.words import ControlAction, Reason, Shown

WHY = Reason.FAILED_EXPLORATION


def shown_of(desk: Desk, name: str) -> str:
    """What a face says was seen of something, also of what holds other things."""
    with desk.reader() as reader:
        return Facts(reader).targets([name])[0].seen


def withdraw(desk: Desk, *names: str, reason: Reason = WHY, note: str | None = None) -> str:
    """Withdraw these as one scope; the control event."""
    applied = act(desk, "withdraw", *names, reason=reason, note=note)
    return next(name for name in applied.ids if name.startswith("memwd-"))


def reinstate(desk: Desk, control: str) -> str:
    """Take a withdrawal back; the control event."""
    applied = act(desk, "reinstate", control, reason=Reason.USABLE_AGAIN)
    return next(name for name in applied.ids if name.startswith("memwd-") and name != control)


def act(
    desk: Desk, verb: str, *names: str, reason: Reason = Reason.OTHER, note: str | None = None, **args: Any
) -> Applied:
    """Decide as a person who just looked."""
    told = [shown_of(desk, name) for name in names]
    if reason is Reason.OTHER and verb in set(ControlAction) and note is None:
        note = "It was tried."
    return desk.decide(verb, names, args, reason=reason, note=note, seen=told, shown=Shown.OPENED)


def excluded(desk: Desk) -> set[str]:
    """Every name that a scope reaches now."""
    with desk.store.reading() as conn:
        return {row[0] for row in conn.execute("SELECT name FROM excluded WHERE to_seq IS NULL")}


def hidden(desk: Desk, names: Sequence[str]) -> set[str]:
    """Those of these items that no list shows."""
    return set(names) - set(desk.item_keys())
