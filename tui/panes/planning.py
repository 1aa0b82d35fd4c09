"""From the plan to the log: looking once more, applying, taking back, undoing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from tui.panes.seat import who_sentence, why_reading
from tui.widgets.frame import PlanBar
from tui.widgets.text import lines, said, stored
from tui.wording.sentences import counted, number, result_sentence, staged_sentence

if TYPE_CHECKING:
    from store.records.views import Applied, PlanView, Staged
    from tui.panes.desk_screen import DeskScreen

AT_ONCE = "All of it happens, or nothing; U undoes it by adding."
RESTORES = "Nothing is erased: the log gets entries that restore what was."


class Planning:
    """What the screen does about the plan."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self.staged: tuple[Staged, ...] = ()
        """What is staged, as last asked."""
        self._view: PlanView | None = None
        self._pulse: tuple[int, int] | None = None

    def view(self) -> PlanView:
        """The plan; worked out once for each state of the store, for a decision may be about thousands of rows."""
        pulse = self.screen.desk.pulse()
        if self._view is None or pulse != self._pulse:
            self._view, self._pulse = self.screen.desk.plan(), pulse
        return self._view

    def take(self, view: PlanView | None = None) -> None:
        """The plan became this one; without one, work it out when it is asked for."""
        self._view, self._pulse = view, self.screen.desk.pulse()

    def show_plan(self, oldest: str) -> None:
        """The plan bar."""
        view = self.view()
        self.staged = view.staged
        moved = sum(bool(staged.moved or staged.refusal) for staged in self.staged)
        self.screen.query_one(PlanBar).count(len(view.staged), view.each, moved, self.screen.signs, oldest)
        self.screen.deciding.mark_staged()

    def take_back(self) -> None:
        """The decision at the cursor of the plan, else the last one."""
        pane = self.screen.pane
        number = pane.table.key if pane is not None and self.screen.place == "plan" else None
        if self._reads_only():
            return
        if not self.staged:
            self.screen.app.notify("Nothing is staged.", markup=False)
            return
        taken = next((s for s in self.staged if s.n == number), self.staged[-1])
        try:
            self.screen.desk.unstage(number)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        self.screen.app.notify(f"Taken back: {staged_sentence(taken)}", markup=False)
        self._changed()

    def look_again(self) -> bool:
        """Enter on a staged decision that moved, in sight of what moved: that counts as seen now."""
        pane = self.screen.pane
        if self.screen.place != "plan" or pane is None or pane.table.row is None:
            return False
        row = pane.table.row
        if not row.moved or not self.screen.detail_seen or self._reads_only():
            return False
        try:
            self.screen.desk.restage(row.n)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return True
        self.screen.app.notify(f"Decided again: {staged_sentence(row)}", markup=False)
        self._changed()
        return True

    def _changed(self) -> None:
        self.take()
        self.screen.alive.count()
        if self.screen.place == "plan" and self.screen.pane is not None:
            self.screen.pane.refresh_rows()

    def apply(self) -> None:
        """Show who decides what, and apply it when confirmed."""
        plan = self.view()
        self.staged = plan.staged
        if self._reads_only():
            return
        if not plan.staged:
            self.screen.app.notify("Nothing is staged: a verb key stages a decision.", markup=False)
            return
        good = [s.n for s in plan.staged if not s.moved and not s.refusal]
        if not good:
            self.screen.call_next(self.screen.action_go, "plan", 0)
            self.screen.app.notify("Every decision has to be looked at again.", severity="warning", markup=False)
            return
        partly = len(good) < len(plan.staged)

        def perform() -> str:
            done = self.screen.desk.apply(only=good if partly else None)
            if done.waiting is not None:
                from tui.wording.authority import waiting_sentence

                return waiting_sentence(done.waiting)
            return result_sentence(done.each, done.entries, done.seq + done.entries - 1)

        count = number(len(good), "decision")
        title = f"Apply {count}" + (f" of {len(plan.staged):,}" if partly else "")
        from tui.panes.signing import Act

        act = Act(title, self._confirmation(plan, good), "apply", perform, len(good), end=AT_ONCE)
        self.screen.signing.ask(act, self.applied)

    def _confirmation(self, plan: PlanView, good: Sequence[int]) -> Content:
        from tui.widgets.first_words import staged_lines, staged_words
        from tui.widgets.reach import staged_reach

        signs, rows = self.screen.signs, list[Content]()
        those = [staged for staged in plan.staged if staged.n in good]
        words = staged_words(self.screen.desk, those)
        for n, staged in enumerate(those, 1):
            rows += staged_lines(n, staged, words, signs)
            rows += [said("   ") + told for told in staged_reach(self.screen.desk, staged)]
        left = len(plan.staged) - len(good)
        if left:
            stay = "1 stays in the plan: what it is" if left == 1 else f"{left:,} stay in the plan: what they are"
            rows.append(said(f"{stay} about changed since shown.", "warn"))
        o = self.screen.overview
        if o is not None and o.keyless:
            rows.append(said("You decide as ", "dim") + said(who_sentence(o)))
        return lines(*rows)

    def _reads_only(self) -> bool:
        """Say why nothing can be decided here, where that is so."""
        hurdle = why_reading(self.screen.desk)
        if hurdle:
            self.screen.app.notify(hurdle, severity="warning", markup=False)
        return bool(hurdle)

    def applied(self, told: str | None) -> None:
        """Something was applied: say what came of it, and show what is there now."""
        if told is None:
            return
        self.take()
        self.screen.app.notify(told, markup=False)
        self.screen.alive.count()
        if self.screen.pane is not None:
            self.screen.pane.refresh_rows()

    def undo(self) -> None:
        """Pick an applied plan, look at what undoing changes, confirm."""
        from tui.dialogs.undo import UndoDialog

        if self._reads_only():
            return
        plans = self.screen.desk.plans()
        if not plans:
            self.screen.app.notify("No plan was applied yet.", markup=False)
            return
        self.screen.app.push_screen(UndoDialog(plans, self.screen.desk.zone, self.screen.signs), self._undo)

    def _undo(self, plan: Applied | None) -> None:
        from tui.widgets.first_words import named_in, rows_content, words_of
        from tui.widgets.reach import undoing_content
        from tui.wording.undone import undone_sentence

        if plan is None:
            return
        try:
            changes = self.screen.desk.undo_preview(plan.plan)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return

        def perform() -> str:
            done = self.screen.desk.undo(plan.plan)
            if done.waiting is not None:
                from tui.wording.authority import waiting_sentence

                return waiting_sentence(done.waiting)
            return undone_sentence(plan, done)

        back = undoing_content(self.screen.desk, changes, self.screen.signs)
        body = lines(
            stored(f"{plan.plan}: {counted(plan.each)}", "strong"),
            *([back] if back is not None else ()),
            rows_content(changes, words_of(self.screen.desk, named_in(changes)), self.screen.signs),
        )
        from tui.panes.signing import Act

        act = Act(f"Undo {plan.plan}", body, "undo", perform, end=RESTORES)
        self.screen.signing.ask(act, self.applied)
