"""The plan: what is staged, what it would change, what moved since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from store.records.views import PlanView, Staged
from tui.panes.listing import Listing, has
from tui.safe import cut
from tui.widgets.card import Card, Section
from tui.widgets.changes import changes_content
from tui.widgets.columns import Column, Line
from tui.widgets.first_words import Words, staged_words
from tui.widgets.reach import staged_reach
from tui.widgets.text import lines, said, stored
from tui.wording.commands import decide_command
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import change_sentence, number, reason_label, together, verb_words

if TYPE_CHECKING:
    from governance.desk import Desk


class PlanList(Listing):
    """Staged decisions in their order."""

    title = "Plan"
    command = ("plan",)
    decidable = False
    marked = False
    empty = (
        "Nothing is staged.\n\nA verb key in 2 Pending, 3 Conflicts or 9 Drift stages a decision; ^s applies the plan; "
        "U undoes one."
    )
    columns = (
        Column("", 3, 9, right=True),
        Column("verb", 9, 8),
        Column("what", 22, 7),
        Column("reason", 22, 3),
        Column("what it changes", 0),
    )
    tall_columns = (
        Column("", 2, 9, right=True),
        Column("verb", 9, 8),
        Column("what", 20, 7),
        Column("reason", 22, 3),
    )

    def __init__(self, desk: Desk, signs: Glyphs, plan: Callable[[], PlanView]) -> None:
        super().__init__(desk, signs)
        self._plan = plan
        self._staged: dict[int, Staged] = {}

    def keys(self, text: str) -> Sequence[int]:
        """The numbers of the decisions."""
        self._staged = {s.n: s for s in self._plan().staged}
        return tuple(n for n, s in self._staged.items() if has(text, s.verb, s.note, *s.targets, s.reason))

    def rows(self, keys: Sequence[int]) -> Sequence[Staged | None]:
        """The decisions themselves."""
        return [self._staged.get(key) for key in keys]

    def line(self, row: Staged, tall: bool) -> Line:
        """Number, verb, targets, reason, what it changes."""
        what = cut(row.targets[0]) if len(row.targets) == 1 else number(len(row.targets), "row")
        what = what if row.targets else dict(row.args).get("title", "")
        if row.moved:
            change = said(f"{self.signs.changed} {len(row.moved)} changed since shown: Enter", "warn")
        elif row.refusal:
            change = stored(row.refusal, "bad")
        else:
            told = [sentence for sentence, _ in together(row.changes, self.signs)[:3]]
            change = said(f" {self.signs.dot} ".join(told))
        reason = said(reason_label(row.reason), "dim")
        cells = (said(str(row.n), "dim"), said(verb_words(row.verb), "accent"), stored(what), reason)
        return Line(cells, change) if tall else Line((*cells, change))

    def card(self, key: int, row: Staged | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The decision in full, with the command that does the same."""
        if row is None:
            return None
        reach = staged_reach(self.desk, row)
        return staged_card(row, staged_words(self.desk, (row,)), self.signs, reach)


def staged_card(row: Staged, words: Words, signs: Glyphs, reach: Sequence[Content] = ()) -> Card:
    """One staged decision in full; `reach` is what a withdrawal excludes and what it does not."""
    sections = []
    if row.moved:
        told = [said(change_sentence(c, signs), "warn") for c in row.moved]
        told.append(said("Enter takes what is there now as seen; u takes the decision back.", "accent"))
        sections.append(Section("changed since it was shown", lines(*told)))
    if row.refusal:
        sections.append(Section("cannot be applied as it stands", stored(row.refusal, "bad")))
    if told := _told(row, words, signs):
        sections.append(Section("what it says", lines(*told), cut=False))
    sections.append(
        Section("what will change", changes_content(row.changes, signs, one=len(row.targets) == 1, most=40))
    )
    if reach:
        sections.append(Section("what it reaches", lines(*reach), cut=False))
    facts = [
        said("reason  ", "dim") + said(reason_label(row.reason)),
        said("shown   ", "dim") + said(row.shown.value),
    ]
    if row.note:
        facts.append(said("note    ", "dim") + stored(row.note))
    facts += [said(f"{name:<8}", "dim") + stored(value, lines=True) for name, value in row.args]
    sections.append(Section("how it was decided", lines(*facts)))
    sections.append(Section("what it is about", lines(*(stored(cut(t)) for t in row.targets))))
    command = decide_command(row.verb, row.targets, dict(row.args), row.reason, row.note)
    sections.append(Section("the same on the command line", said(command, "dim"), aside=True))
    top = said(f"{row.n}  {verb_words(row.verb)}", "strong")
    return Card(f"decision {row.n}", top, tuple(sections), "", command)


def _told(row: Staged, words: Words, signs: Glyphs) -> list[Content]:
    """The first words of each row, and of the newer one that a row gives way to."""
    one = len(row.targets) == 1
    newer = dict.fromkeys(c.after for c in row.changes if c.field == "superseded_by" and c.after)
    named = [(said("") if one else stored(f"{cut(name)}  ", "accent"), name) for name in row.targets]
    named += [(said("newer row  ", "dim") + stored(f"{name}  ", "accent"), name) for name in newer]
    return [before + told for before, name in named if (told := words.of(name, signs)) is not None]
