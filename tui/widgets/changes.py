"""What a decision would change, as content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from tui.widgets.text import lines, said
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import MIND, number, together

if TYPE_CHECKING:
    from store.records.views import Change

MOST = 6
"""Changes that are listed unless more are asked for."""


def change_line(sentence: str) -> Content:
    """One change; what is to be minded stands out."""
    return said(sentence, "warn" if sentence.startswith(MIND) else "plain")


def changes_content(changes: Sequence[Change], signs: Glyphs, *, one: bool, most: int = MOST) -> Content:
    """Changes below each other, what is to be minded first; of several rows, those that are the same together."""
    if not changes:
        return said("changes nothing", "dim")
    told = sorted(together(changes, signs), key=lambda one: not one[0].startswith(MIND))
    rows = [change_line(sentence) for sentence, _ in told[:most]]
    if not one:
        rows = [
            said(f"{number(count, 'row'):>10}   ", "dim") + row for (_, count), row in zip(told, rows, strict=False)
        ]
    if len(told) > most:
        rows.append(said(f"{signs.more} {number(len(told) - most, 'more change')}", "dim"))
    return lines(*rows)
