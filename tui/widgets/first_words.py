"""The first words of what decisions are about: what a person has to see before they sign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import (
    BlockView,
    QuarantineView,
    Row,
    RunView,
    ScopeView,
    SegmentView,
    SourceView,
    TaskView,
    TopicView,
)
from tui.safe import cut
from tui.widgets.changes import change_line
from tui.widgets.text import lines, one_line, parts_content, said, stored
from tui.wording.controls import scope_words
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import change_sentence, reason_label, staged_sentence
from tui.wording.strip import strip_parts

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Change, Staged

FIRST = 160
"""Characters of a row that are shown where it is decided about."""


_WORDED = ("seg-", "top-", "quar-", "run-", "task-", "src-", "memwd-", "source:")
"""How the ids begin of what is no item and has words of its own."""


class Words(dict[str, Row | str]):
    """By id: the row of an item, or the words of whatever else bears the id."""

    def of(self, name: str, signs: Glyphs) -> Content | None:
        """The first words; None where nothing is known of the id."""
        found = self.get(name)
        if found is None:
            return None
        text = one_line(found.text if isinstance(found, Row) else found)
        if not text:
            gone = isinstance(found, Row) and found.strip is not None and found.strip.erased_by
            return said("its words were erased" if gone else "no words", "bad")
        return stored(text[:FIRST] + (signs.more if len(text) > FIRST else ""))

    def strip(self, name: str, signs: Glyphs) -> Content | None:
        """Kind, status, source, date and the rest that is needed to doubt an item; None of anything else."""
        found = self.get(name)
        if not isinstance(found, Row) or found.strip is None:
            return None
        return parts_content(strip_parts(found.strip, signs))


def words_of(desk: Desk, ids: Iterable[str]) -> Words:
    """The first words of these ids, read together; ids that bear no words are left out."""
    wanted = list(dict.fromkeys(one for one in ids if one and not one.startswith("new:")))
    found = Words({row.id: row for row in desk.item_rows(wanted)})
    for one in wanted:
        if one in found or not one.startswith(_WORDED):
            continue
        try:
            shown = desk.show(one)
        except Refusal:
            continue
        if isinstance(shown, BlockView):
            found[one] = shown.text
        elif isinstance(shown, TopicView):
            found[one] = shown.title
        elif isinstance(shown, SegmentView):
            found[one] = shown.path or ""
        elif isinstance(shown, RunView):
            found[one] = shown.root or ""
        elif isinstance(shown, TaskView):
            found[one] = shown.title or ""
        elif isinstance(shown, SourceView):
            found[one] = shown.name
        elif isinstance(shown, ScopeView):
            found[one] = scope_words(shown)
        elif isinstance(shown, QuarantineView):
            found[one] = shown.raw or "; ".join(sentence for _, sentence in shown.faults)
    return found


def named_in(changes: Iterable[Change]) -> list[str]:
    """The ids that changes are about, and those that they name as the newer row."""
    found: list[str] = []
    for change in changes:
        found.append(change.id)
        if change.field == "superseded_by" and change.after:
            found.append(change.after)
    return found


def change_lines(changes: Sequence[Change], words: Words, signs: Glyphs) -> list[Content]:
    """Each change in a line; a newer row with its words, too."""
    rows: list[Content] = []
    for change in changes:
        rows.append(change_line(change_sentence(change, signs)))
        if change.field == "superseded_by" and change.after:
            told = words.of(change.after, signs)
            if told is not None:
                rows.append(said("newer row  ", "dim") + told)
    return rows


def staged_lines(n: int, staged: Staged, words: Words, signs: Glyphs) -> list[Content]:
    """One decision in full: its number, each row with its first words and what changes, why."""
    rows = [said(f"{n}  {staged_sentence(staged)}", "strong")]
    one = len(staged.targets) == 1
    by_id: dict[str, list[Change]] = {}
    for change in staged.changes:
        by_id.setdefault(change.id, []).append(change)
    for target in staged.targets:
        if not one:
            rows.append(said("   ") + stored(cut(target), "accent"))
        told = words.of(target, signs)
        if told is not None:
            rows.append(said("   ") + told)
        rows += [said("   ") + row for row in change_lines(by_id.pop(target, []), words, signs)]
    for name, changes in by_id.items():
        rows.append(said("   ") + stored(cut(name), "accent"))
        rows += [said("   ") + row for row in change_lines(changes, words, signs)]
    if not staged.changes:
        rows.append(said("   changes nothing", "dim"))
    rows.append(said("   because  ", "dim") + said(reason_label(staged.reason)))
    if staged.note:
        rows.append(said("   note     ", "dim") + stored(staged.note))
    return rows


def staged_words(desk: Desk, staged: Iterable[Staged]) -> Words:
    """The words of everything that staged decisions are about or name."""
    found: list[str] = []
    for one in staged:
        found += [*one.targets, *named_in(one.changes)]
    return words_of(desk, found)


def rows_content(changes: Sequence[Change], words: Words, signs: Glyphs) -> Content:
    """Changes row by row, each row with its first words."""
    by_id: dict[str, list[Change]] = {}
    for change in changes:
        by_id.setdefault(change.id, []).append(change)
    rows: list[Content] = []
    for name, own in by_id.items():
        rows.append(stored(cut(name), "accent"))
        told = words.of(name, signs)
        if told is not None:
            rows.append(said("   ") + told)
        rows += [said("   ") + row for row in change_lines(own, words, signs)]
    return lines(*rows) if rows else said("changes nothing", "dim")
