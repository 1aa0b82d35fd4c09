"""From `w` and `i` to a staged withdrawal or reinstatement; of those who may not decide, to a proposal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from governance.errors import Refusal
from store.records.views import BlockView, LogRow, PlanView, RunView, SegmentView, SourceView, TaskView
from store.records.words import ControlAction, Shown
from tui.dialogs.target import Target
from tui.panes.deciding import MANY
from tui.panes.seat import why_reading
from tui.wording.controls import effect_words, kept_count
from tui.wording.sentences import number

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ItemDetail
    from tui.dialogs.influence import Came
    from tui.dialogs.scope import Named
    from tui.panes.desk_screen import DeskScreen

NAMEABLE = ("mem-", "seg-", "run-", "task-", "src-")
"""How the ids begin of what a withdrawal can name."""
SUBJECTS = 200
"""Subjects of an entry that can be picked, and ids of a scope that are shown with their words."""
_WHAT = {"mem-": "this item", "seg-": "its segment", "run-": "its import", "task-": "its task", "src-": "its source"}


def _can_be_named(name: str) -> bool:
    return name.startswith(NAMEABLE)


class Influence:
    """What the screen does about withdrawals."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    @property
    def desk(self) -> Desk:
        """The desk of now."""
        return self.screen.desk

    def begin(self, verb: str) -> None:
        """One of the two verbs on what is selected."""
        if self.desk.at_seq is not None or (told := why_reading(self.desk)):
            told = told if self.desk.at_seq is None else "Nothing can be changed in the past: @ leads back to now."
            self._say(told)
            return
        count = len(self.screen.deciding.chosen)
        if count < MANY:
            self._begin(verb)
            return
        self._say(f"{number(count, 'row')}: one moment", calm=True)
        self.screen.set_timer(0.1, partial(self._begin, verb))

    def _begin(self, verb: str) -> None:
        try:
            if verb == ControlAction.REINSTATE:
                self._reinstate()
            else:
                self._withdraw()
        except Refusal as refusal:
            self.screen.trouble(refusal)

    # what it is about

    def _withdraw(self) -> None:
        target, row = self._selected(), self._log_row()
        if row is not None:
            self._pick(target, self._of_entry(row))
        elif not target.ids:
            self.screen.deciding.no_row()
        elif len(target.ids) > 1 or target.ids[0].startswith("memwd-"):
            self._ask(ControlAction.WITHDRAW, target)
        else:
            self._pick(target, self._around(target.ids[0]))

    def _reinstate(self) -> None:
        target, row = self._selected(), self._log_row()
        if row is not None:
            control = next((one for one in row.subjects if one.startswith("memwd-")), None)
            target = self._of_ids((control,)) if control else Target((), (), Shown.LISTED)
        if not target.ids or not all(one.startswith("memwd-") for one in target.ids):
            self._say("i gives back what is withdrawn: 5 shows it.")
            return
        for scope in self.desk.forgetting.scopes_of(target.ids):
            if not scope.excluded:
                self._say(effect_words(scope))
                return
        self._ask(ControlAction.REINSTATE, target)

    def _selected(self) -> Target:
        """The selection, each id once: several events of one scope stand for the same.

        Of a list to which no other verb applies (segments, imports), the rows themselves.
        """
        target = self.screen.deciding.target()
        if not target.ids:
            names = tuple(map(str, self.screen.deciding.chosen))
            return self._of_ids(names) if names and all(map(_can_be_named, names)) else target
        once = dict(zip(target.ids, target.seen, strict=False))
        return target._replace(ids=tuple(once), seen=tuple(once.values()))

    def _log_row(self) -> LogRow | None:
        pane = self.screen.pane
        row = pane.table.row if pane is not None else None
        return row if isinstance(row, LogRow) else None

    def _of_ids(self, ids: tuple[str, ...], words: tuple[str, ...] = ()) -> Target:
        seen = tuple(self.desk.forgetting.seen(one) for one in ids)
        return Target(ids, seen, Shown.PREVIEWED, words)

    def _around(self, name: str) -> list[Named]:
        """The row itself, and what it came with: its source, segment, import and task."""
        from tui.dialogs.scope import Named

        found = self.desk.show(name)
        words, ids = self._words(name), list[str]()
        if isinstance(found, BlockView):
            segment = name.split("/", maxsplit=1)[0]
            own, ids = Named("this block", name, words), [segment, self._run_of(segment)]
        elif isinstance(found, SegmentView):
            own, ids = Named("this segment", name, words), [found.run or ""]
        elif name.startswith("mem-"):
            return self._around_item(self.desk.item(name))
        else:
            own = Named("this", name, words)
        return [own, *(self._named(one) for one in dict.fromkeys(ids) if one)]

    def _around_item(self, item: ItemDetail) -> list[Named]:
        from tui.dialogs.scope import Named

        own = [Named("this item", item.row.id, item.text)]
        source = item.words.source if item.words else None
        if source:
            own.append(Named("its source", source, source, "source"))
        passages = [one for one in (item.source_passage, item.own_passage) if one is not None]
        ids = [*(one.segment for one in passages), item.row.run or "", item.row.task or ""]
        return [*own, *(self._named(one) for one in dict.fromkeys(ids) if one)]

    def _of_entry(self, row: LogRow) -> list[Named]:
        """What an entry is about, as far as it can be withdrawn and is not yet."""
        subjects = [one for one in row.about if one.startswith(NAMEABLE)][:SUBJECTS]
        out = self.desk.forgetting.excluders(subjects)
        return [self._named(one) for one in subjects if one not in out]

    def _named(self, name: str) -> Named:
        from tui.dialogs.scope import Named

        prefix = next(one for one in NAMEABLE if name.startswith(one))
        return Named(_WHAT[prefix], name, self._words(name))

    def _run_of(self, segment: str) -> str:
        found = self.desk.show(segment)
        return found.run or "" if isinstance(found, SegmentView) else ""

    def _words(self, name: str) -> str:
        """What an id stands for."""
        try:
            found = self.desk.show(name)
        except Refusal:
            return ""
        if isinstance(found, RunView):
            return found.root or ""
        if isinstance(found, TaskView):
            return found.title or ""
        if isinstance(found, SourceView):
            return found.name
        return str(getattr(found, "text", None) or getattr(found, "path", None) or "")

    def _pick(self, target: Target, named: list[Named]) -> None:
        """Ask which of them where there are several."""
        from tui.dialogs.scope import ScopeDialog

        if not named:
            self._say("Nothing that this is about can be withdrawn, or all of it is already.")
        elif len(named) == 1:
            self._picked(target, named[0])
        else:
            hint = "enter shows what follows   esc back"
            dialog = ScopeDialog("Withdraw what", named, hint, self.screen.signs)
            self.screen.app.push_screen(dialog, partial(self._picked, target))

    def _picked(self, target: Target, one: Named | None) -> None:
        if one is None:
            return
        try:
            if (one.id,) == target.ids:
                self._ask(ControlAction.WITHDRAW, target)
                return
            name = self.desk.forgetting.named(sources=[one.id])[0] if one.kind == "source" else one.id
            self._ask(ControlAction.WITHDRAW, self._of_ids((name,), (one.words,)))
        except Refusal as refusal:
            self.screen.trouble(refusal)

    # deciding

    def _ask(self, action: ControlAction, target: Target) -> None:
        """Show what follows; refused at once where the verb does not fit, or it is decided already."""
        from tui.dialogs.influence import InfluenceDialog
        from tui.widgets.reach import reinstating_content, terms_of, withdrawing_content

        if told := self.screen.deciding.decided_already(target.ids):
            self._say(told)
            return
        self.desk.preview(action.value, target.ids)
        terms = terms_of(self.desk, target.ids)
        if action is ControlAction.WITHDRAW:
            words = [self._words(one) if at < SUBJECTS else "" for at, one in enumerate(terms)]
            content = withdrawing_content(self.desk, terms, words, self.screen.signs)
        else:
            content = reinstating_content(self.desk, target.ids, self.screen.signs)
        may = self.desk.forgetting.may_decide(action.value, target.ids)
        dialog = InfluenceDialog(self.desk, action, target, terms, content, may=may)
        self.screen.app.push_screen(dialog, self._came)

    def _came(self, came: Came | None) -> None:
        """It is staged, or proposed."""
        if isinstance(came, PlanView):
            self.screen.deciding.staged(came)
        elif came is not None:
            self._say(f"Proposed as {came}: it waits for an owner. Nothing has changed yet.", calm=True)
            self.screen.alive.count()
            if self.screen.pane is not None:
                self.screen.pane.refresh_rows()

    # looking

    def look(self) -> None:
        """The audit view of what the scope at the cursor keeps out."""
        from tui.dialogs.scope import Named, ScopeDialog
        from tui.panes.behind import audit_view
        from tui.panes.withdrawals import Step

        row = self.screen.pane.table.row if self.screen.pane is not None else None
        if self.desk.at_seq is not None:
            self._say("The audit view is of today: @ leads back to now.")
            return
        if not isinstance(row, Step):
            return
        try:
            found = self.desk.forgetting.kept_out(row.event.id)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        if not found:
            self._say("It keeps nothing out: there is nothing to look behind.")
            return
        named = [Named("item" if one.startswith("mem-") else "block", one, "") for one in found]
        hint = "enter shows its words: the log records that you looked   esc back"
        total = kept_count(row.scope.reach)
        first = f", the first {len(found):,} here" if total > len(found) else ""
        dialog = ScopeDialog(f"Audit view: {number(total, 'row')} kept out{first}", named, hint, self.screen.signs)
        self.screen.app.push_screen(dialog, lambda one: audit_view(self.screen, one.id) if one else None)

    def _say(self, told: str, *, calm: bool = False) -> None:
        severity = "information" if calm else "warning"
        self.screen.app.notify(told, severity=severity, timeout=6, markup=False)  # type: ignore[arg-type]
