"""The frame around the panels: header line, alarm line, plan bar, footer."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from tui.widgets.columns import cut
from tui.widgets.text import STYLES, StoredText, parts_content, stored
from tui.wording.glyphs import UNICODE, Glyphs
from tui.wording.sentences import counted
from tui.wording.strip import Part


class HeaderLine(Widget):
    """`memdesk  path   who · keyless   ● live   log 1,284 ✓`."""

    DEFAULT_CSS = "HeaderLine { height: 1; padding: 0 1; background: $panel; }"
    explain = "Which store this is, who you are, whether changes arrive, how long the log is."

    def __init__(self, path: str, *, signs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.signs = signs
        self.path = path
        self.person: Sequence[Part] = ()
        self.state: Sequence[Part] = ()

    def tell(self, person: Sequence[Part], state: Sequence[Part]) -> None:
        """Say who decides and how the store is."""
        self.person, self.state = person, state
        self.refresh()

    def render(self) -> Content:
        """Path, person and state; the path gives way first."""
        width = self.size.width
        right, who = parts_content(self.state), parts_content(self.person)
        left = Content.styled("memdesk", STYLES["strong"]) + Content("  ")
        room = width - left.cell_length - who.cell_length - right.cell_length - 5
        path = stored(self.path)
        if path.cell_length > room:
            tail = self.path[-max(0, room - len(self.signs.more)) :] if room > 8 else ""
            path = stored(self.signs.more + tail if tail else "")
        gap = width - sum(c.cell_length for c in (left, path, who, right))
        near = 3 if gap > 6 else 1
        text = cut(left + path + Content(" " * near) + who, max(0, width - right.cell_length - 1))
        return text + Content(" " * max(1, gap - near)) + right


class AlarmLine(StoredText):
    """Alarms, in words, on a line of their own; not there when there are none."""

    DEFAULT_CSS = """
    AlarmLine { height: auto; max-height: 3; padding: 0 1; display: none; }
    AlarmLine.-loud { display: block; background: $error-muted; color: $text-error; }
    """
    explain = "What is wrong and what to do about it."

    def sound(self, sentences: Sequence[str]) -> None:
        """Show these alarms, or nothing."""
        self.set_class(bool(sentences), "-loud")
        self.show(stored("  ".join(f"! {sentence}" for sentence in sentences)))


class PlanBar(StoredText):
    """How many decisions are staged, and the keys for them."""

    DEFAULT_CSS = "PlanBar { height: 1; padding: 0 1; background: $panel; }"
    explain = "Staged decisions: nothing of them has happened. P shows them, ctrl+s applies them."

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._pieces: Sequence[Content] = ()
        self._more = ""

    def count(self, decisions: int, each: Sequence[str], moved: int, signs: Glyphs, oldest: str) -> None:
        """Say what is staged: how many decisions, and each verb as often as there is something that it is about."""
        self._more = signs.more
        pieces = [Content.styled("Plan  nothing staged", STYLES["dim"])]
        if decisions:
            pieces = [Content.styled(f"Plan  {decisions:,} staged: {counted(each)}", STYLES["accent"])]
            if moved:
                pieces.append(Content.styled(f"{signs.changed} {moved:,} changed since shown", STYLES["warn"]))
            pieces.append(Content.styled("P look  u take back  ^s apply", STYLES["dim"]))
        if oldest:
            pieces.append(Content.styled(f"oldest in queue {oldest}", STYLES["dim"]))
        self._pieces = pieces
        self.on_resize()

    def tell(self, pieces: Sequence[str]) -> None:
        """Say something else where there is no plan."""
        self._pieces = [Content(piece) for piece in pieces]
        self.on_resize()

    def on_resize(self) -> None:
        """Show as many pieces as fit, the weightier first."""
        head, width = Content(""), self.size.width
        for piece in self._pieces:
            longer = head + Content("   ") + piece if head else piece
            if not head or longer.cell_length <= width:
                head = longer
        self.show(cut(head, width, self._more), same_size=True)


class KeyLine(StoredText):
    """The keys that matter here, as many as fit."""

    DEFAULT_CSS = "KeyLine { height: 1; padding: 0 1; background: $panel; color: $dim; }"
    explain = "Keys for the row at the cursor; ? lists all of them."

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._hints: Sequence[tuple[str, str, bool]] = ()
        self._width = 0

    def on_resize(self) -> None:
        """Fit anew."""
        self.offer(self._hints)

    def offer(self, hints: Sequence[tuple[str, str, bool]]) -> None:
        """Show (key, label, spoken for by the evidence) as far as they fit; the last two always."""
        if hints == self._hints and self.size.width == self._width:
            return
        self._hints, self._width = hints, self.size.width
        width = self.size.width
        drawn = [
            Content.assemble((key, STYLES["accent"]), " ", (label, STYLES["strong"] if hinted else ""))
            for key, label, hinted in hints
        ]
        kept, always = drawn[:-2], drawn[-2:]

        def needed() -> int:
            return sum(c.cell_length + 2 for c in (*kept, *always))

        while kept and needed() > width:
            kept.pop()
        self.show(Content("  ").join([*kept, *always]), same_size=True)
