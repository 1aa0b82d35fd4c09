"""From the table of actions to Textual's bindings."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from tui.actions import ACTIONS


def bindings(owner: str, only: frozenset[str] | None = None) -> list[BindingType]:
    """The bindings of the actions that `owner` (screen, table, app) carries out."""
    prefix = owner + "."
    return [
        Binding(
            action.binding_key,
            action.run.removeprefix(prefix),
            action.label,
            show=False,
            id=action.id,
        )
        for action in ACTIONS
        if action.keys
        and action.run.startswith(prefix)
        and (only is None or action.run.removeprefix(prefix).partition("(")[0] in only)
    ]
