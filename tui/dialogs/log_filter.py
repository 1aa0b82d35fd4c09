"""The filter of the log: what was done, by whom, about what, when, with which words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from store.records.views import LogFilter
from store.records.words import Action
from tui.dialogs.dialog import Dialog
from tui.dialogs.pick_field import FilterField, PickField
from tui.safe import safe
from tui.wording.glyphs import Glyphs
from tui.wording.moments import NoMoment, read_moment, written_moment

MOMENT = "2026-06-01, 2026-06-01T09:30, 3d, 2h, 30min"


class LogFilterDialog(Dialog[LogFilter]):
    """Answers a filter; it stands at the bottom, so that the log stays in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+s", "narrow", "narrow"), ("ctrl+r", "empty", "empty all")]
    act = "Narrow the log"
    keys_hint = "enter narrow   tab next field   ^r empty all   esc back"

    def __init__(self, where: LogFilter, actors: Sequence[tuple[str, str]], now: int, zone: str, signs: Glyphs) -> None:
        super().__init__(classes="-low")
        self.signs = signs
        self._where = where
        self._now, self._zone = now, zone
        names = [name for _, name in actors]
        self._actors = [name if names.count(name) == 1 else one for one, name in actors]
        """Names; where two are called the same, their ids."""

    def body(self) -> ComposeResult:
        """Six fields."""
        where, signs = self._where, self.signs
        moments = [written_moment(at, self._zone) if at is not None else "" for at in (where.since, where.until)]
        actions = [action.value for action in Action]
        yield PickField("action", where.action or "", actions, "what was done.", signs)
        yield PickField("actor", safe(where.actor or ""), [safe(a) for a in self._actors], "who did it.", signs)
        yield FilterField("subject", safe(where.subject or ""), "any id: mem-2026-06-01-003", "what it is about.")
        yield FilterField("since", moments[0], f"the beginning; {MOMENT}", f"from when on: {MOMENT}.")
        yield FilterField("until", moments[1], f"now; {MOMENT}", f"before when: {MOMENT}.")
        yield FilterField("text", safe(where.text), "any words", "these very words stand in the entry.")

    def on_mount(self) -> None:
        """Begin at the top."""
        self._field("action").input.focus()

    def _field(self, name: str) -> FilterField:
        return self.query_one(f"#field-{name}", FilterField)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in any field narrows."""
        event.stop()
        self.action_narrow()

    def action_empty(self) -> None:
        """Empty every field."""
        for field in self.query(FilterField):
            field.input.value = ""

    def action_narrow(self) -> None:
        """Answer the filter; what makes no sense is said beside its field, and all that was typed stays."""
        picked = {}
        for name in ("action", "actor"):
            field = self.query_one(f"#field-{name}", PickField)
            if (one := field.chosen()) is None:
                several = len(field.fitting()) > 1
                field.complain(f"{'several have these letters' if several else 'none is called so'}: {field.value}")
                return
            picked[name] = one
        moments = {}
        for name in ("since", "until"):
            try:
                moments[name] = self._moment(name)
            except NoMoment as error:
                self._field(name).complain(str(error))
                return
        if moments["since"] is not None and moments["until"] is not None and moments["since"] >= moments["until"]:
            self._field("until").complain("That is not after the moment since when.")
            return
        self.dismiss(
            LogFilter(
                action=Action(picked["action"]) if picked["action"] else None,
                actor=self._actor(picked["actor"]),
                subject=self._field("subject").value or None,
                since=moments["since"],
                until=moments["until"],
                text=self._field("text").value,
            )
        )

    def _actor(self, shown: str) -> str | None:
        return next((name for name in self._actors if safe(name) == shown), shown or None)

    def _moment(self, name: str) -> int | None:
        typed = self._field(name).value
        return read_moment(typed, now=self._now, zone=self._zone) if typed else None
