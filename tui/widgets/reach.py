"""What a withdrawal reaches and what it cannot, and what a reinstatement gives back, as content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.words import ControlAction
from tui.widgets.text import lines, one_line, said, stored
from tui.wording.controls import (
    STAYS,
    excluded_lines,
    left_lines,
    reach_words,
    regained_lines,
    scope_words,
    task_lines,
)
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Reach, Staged

FIRST = 100
"""Characters of what an id stands for that are shown."""


def bullets(told: Iterable[str], signs: Glyphs, style: str = "plain") -> Content:
    """Sentences below each other; ids and paths in them went through `safe` already."""
    return lines(*(stored(f"{signs.bullet} {one}", style) for one in told))


def _headed(title: str, body: Content) -> list[Content]:
    return [said(title, "head"), body]


def reach_content(reach: Reach, signs: Glyphs) -> Content:
    """What will be excluded, what will not be reached, and the tasks that are open."""
    rows = _headed("Will be excluded", bullets(excluded_lines(reach), signs, "warn"))
    rows += _headed("Will not be reached", bullets(left_lines(reach), signs))
    rows += _headed("Open tasks", bullets(task_lines(reach), signs))
    return lines(*rows)


def names_content(terms: Sequence[str], words: Sequence[str], signs: Glyphs) -> Content:
    """What a scope names, each id with what it stands for."""
    rows = []
    for term, told in zip(terms, words, strict=True):
        row, text = stored(term, "accent"), one_line(told)
        rows.append(row + stored(f"  {text[:FIRST]}{signs.more if len(text) > FIRST else ''}") if text else row)
    return lines(*rows)


def withdrawing_content(desk: Desk, terms: Sequence[str], words: Sequence[str], signs: Glyphs) -> Content:
    """All that a person should know before they withdraw: the scope first."""
    rows = [
        *_headed("Scope", names_content(terms, words, signs)),
        reach_content(desk.forgetting.would_reach(terms), signs),
    ]
    return lines(*rows, said(STAYS, "accent"))


def reinstating_content(desk: Desk, controls: Sequence[str], signs: Glyphs) -> Content:
    """All that a person should know before they give scopes back."""
    rows: list[Content] = []
    for control in controls:
        scope = desk.forgetting.scope(control)
        rows += _headed("Scope", stored(scope_words(scope)))
        told = regained_lines(desk.forgetting.regained(control))
        rows += _headed("Will be eligible again, with this standing", bullets(told, signs, "good"))
    return lines(*rows, said(STAYS, "accent"))


def staged_reach(desk: Desk, staged: Staged) -> list[Content]:
    """What a staged withdrawal or reinstatement reaches, in a few lines; none for other verbs."""
    try:
        if staged.verb == ControlAction.WITHDRAW:
            reach = desk.forgetting.would_reach(terms_of(desk, staged.targets))
            told = [stored(f"excludes  {reach_words(reach)}", "warn")]
            told += [said("does not reach  ", "dim") + stored(one) for one in left_lines(reach)]
            told += [said("open tasks  ", "dim") + stored(one) for one in task_lines(reach)] if reach.tasks else []
        elif staged.verb == ControlAction.REINSTATE:
            every = [one for name in staged.targets for one in regained_lines(desk.forgetting.regained(name))]
            told = [said("eligible again  ", "dim") + stored(one, "good") for one in every]
        else:
            return []
    except Refusal as refusal:
        return [stored(refusal.sentence, "bad")]
    return [*told, said(STAYS, "accent")]


def terms_of(desk: Desk, ids: Sequence[str]) -> tuple[str, ...]:
    """The scope that these ids make: a proposal stands for its own."""
    found: list[str] = []
    for name in ids:
        found += desk.forgetting.scope(name).terms if name.startswith("memwd-") else (name,)
    return tuple(dict.fromkeys(found))
