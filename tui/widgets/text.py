"""Stored text on the screen: always through `safe`, always as Content, never as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.widgets import Static

from tui.safe import isolate, safe
from tui.wording.strip import Part

STYLES = {
    "plain": "",
    "dim": "$dim",
    "good": "$text-success",
    "warn": "$text-warning",
    "bad": "bold $text-error",
    "accent": "$text-primary",
    "second": "$text-secondary",
    "strong": "bold",
    "match": "reverse",
    "head": "bold $dim",
}
"""What the style names of the wording mean; each also has a glyph or a word."""


_BREAKS = re.compile(r"[ \t]*\n[ \t\n]*")


def stored(text: str, style: str = "plain", *, lines: bool = False) -> Content:
    """Stored text as content: harmless, right-to-left runs fenced off, line breaks only if asked."""
    return Content.styled(isolate(safe(text, lines=lines)), STYLES[style])


def one_line(text: str) -> str:
    """Stored text for a single line: line breaks and the space around them become one space."""
    return _BREAKS.sub(" ", text.strip(" \t\n"))


def said(text: str, style: str = "plain") -> Content:
    """Our own words, or words that went through `safe` already."""
    return Content.styled(text, STYLES[style])


def parts_content(parts: Iterable[Part]) -> Content:
    """Parts of the wording as content; their texts went through `safe` already."""
    return Content.assemble(*((isolate(text), STYLES[style]) for text, style in parts))


def lines(*rows: Content) -> Content:
    """Contents below each other."""
    return Content("\n").join(rows)


def matched(content: Content, needle: str) -> Content:
    """The content with each occurrence of the filter's words standing out."""
    wanted, text = needle.casefold(), content.plain.casefold()
    if not wanted or len(text) != len(content.plain):
        return content
    at = text.find(wanted)
    while at >= 0:
        content = content.stylize(STYLES["match"], at, at + len(wanted))
        at = text.find(wanted, at + len(wanted))
    return content


def strip_of(content: Content, width: int, style: Style) -> Strip:
    """One line of so many cells: nothing is wrapped or selected, which is most of what drawing costs otherwise."""
    strip = Strip(content.render_segments(style), content.cell_length)
    return strip.adjust_cell_length(width, (style + Style(reverse=False)).rich_style)


class StoredText(Static):
    """A Static that takes content only, so nothing in it is ever read as markup."""

    def __init__(self, content: Content | None = None, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        self._shown = Content("") if content is None else content
        super().__init__(self._shown, markup=False, id=id)

    def show(self, content: Content, *, same_size: bool = False) -> None:
        """Show other content; of the same size: nothing else has to be laid out again."""
        if same_size and content.is_same(self._shown):
            return
        self._shown = content
        self.update(content, layout=not same_size)
