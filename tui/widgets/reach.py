"""What a withdrawal reaches and what it cannot, and what a reinstatement gives back, as content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.controls import SOURCE_NAMED
from store.records.words import ControlAction, InFlight
from tui.safe import cut
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
from tui.wording.sentences import number

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Change, Reach, Staged

NAMED = 8
"""Scopes that are named where several are given back."""
FIRST = 100
"""Characters of what an id stands for that are shown."""


def bullets(told: Iterable[str], signs: Glyphs, style: str = "plain") -> Content:
    """Sentences below each other; ids and paths in them went through `safe` already."""
    return lines(*(stored(f"{signs.bullet} {one}", style) for one in told))


def _headed(title: str, body: Content) -> list[Content]:
    return [said(title, "head"), body]


def reach_content(reach: Reach, in_flight: InFlight, signs: Glyphs) -> Content:
    """What will be excluded, what will not be reached, and the tasks that are open."""
    rows = _headed("Will be excluded", bullets(excluded_lines(reach), signs, "warn"))
    rows += _headed("Will not be reached", bullets(left_lines(reach), signs))
    rows += _headed("Open tasks", bullets(task_lines(reach, in_flight), signs))
    return lines(*rows)


def names_content(terms: Sequence[str], words: Sequence[str]) -> Content:
    """What a scope names, each id with what it stands for."""
    rows = []
    for term, told in zip(terms, words, strict=True):
        row, text = stored(cut(term), "accent"), one_line(told)
        fresh = term.startswith(SOURCE_NAMED)  # it is called by those very words
        rows.append(row + stored(f"  {cut(text, FIRST)}") if text and not fresh else row)
    return lines(*rows)


def withdrawing_content(desk: Desk, terms: Sequence[str], words: Sequence[str], signs: Glyphs) -> Content:
    """All that a person should know before they withdraw: the scope first."""
    rows = [
        *_headed("Scope", names_content(terms, words)),
        reach_content(desk.forgetting.would_reach(terms), desk.policy().in_flight, signs),
    ]
    return lines(*rows, said(STAYS, "accent"))


def reinstating_content(desk: Desk, events: Sequence[str], signs: Glyphs) -> Content:
    """All that a person should know before they give scopes back, together."""
    scopes = desk.forgetting.scopes_of(events[:NAMED])
    rows: list[Content] = [stored(scope_words(scope)) for scope in scopes]
    if len(events) > NAMED:
        rows.append(said(f"and {number(len(events) - NAMED, 'more scope')}", "dim"))
    told = regained_lines(desk.forgetting.regained(*events))
    return lines(
        *_headed("Scope" if len(events) == 1 else f"{len(events):,} scopes", lines(*rows)),
        *_headed("Will be eligible again, with this standing", bullets(told, signs, "good")),
        said(STAYS, "accent"),
    )


def undoing_content(desk: Desk, changes: Sequence[Change], signs: Glyphs) -> Content | None:
    """What undoing a withdrawal gives back, and with which standing; None where it gives nothing back."""
    events = [one.id for one in changes if one.field == "influence" and one.after == "eligible again"]
    return reinstating_content(desk, events, signs) if events else None


def staged_reach(desk: Desk, staged: Staged) -> list[Content]:
    """What a staged withdrawal or reinstatement reaches, in a few lines; none for other verbs."""
    try:
        if staged.verb == ControlAction.WITHDRAW:
            reach = desk.forgetting.would_reach(terms_of(desk, staged.targets))
            told = [stored(f"excludes  {reach_words(reach)}", "warn")]
            told += [said("does not reach  ", "dim") + stored(one) for one in left_lines(reach)]
            tasks = task_lines(reach, desk.policy().in_flight) if reach.tasks else ()
            told += [said("open tasks  ", "dim") + stored(one) for one in tasks]
        elif staged.verb == ControlAction.REINSTATE:
            every = regained_lines(desk.forgetting.regained(*staged.targets))
            told = [said("eligible again  ", "dim") + stored(one, "good") for one in every]
        else:
            return []
    except Refusal as refusal:
        return [stored(refusal.sentence, "bad")]
    return [*told, said(STAYS, "accent")]


def terms_of(desk: Desk, ids: Sequence[str]) -> tuple[str, ...]:
    """The scope that these ids make: a proposal stands for its own."""
    events = [name for name in ids if name.startswith("memwd-")]
    scopes = iter(desk.forgetting.scopes_of(events) if events else ())
    found = (term for name in ids for term in (next(scopes).terms if name.startswith("memwd-") else (name,)))
    return tuple(dict.fromkeys(found))
