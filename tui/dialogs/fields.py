"""The fields of a decision: one label and one input for each argument a verb takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from store.records.words import Defer, Kind
from tui.widgets.choice import Choice
from tui.widgets.text import said

HELP = {
    "kind": "state or knowledge",
    "subject": "what it is the current value of, e.g. host:public-ip",
    "topic": "the topic page, by id or file",
    "source": "place in the archive, e.g. archive/2026-06-01#3",
    "text": "the words of the item",
    "project": "the project it belongs to",
    "date": "the day it holds for, e.g. 2026-08-28",
    "scope": "how far it holds",
    "confidence": "observed-once, inferred or unknown",
    "type": "working, episodic, semantic or procedural; each asks for fields of its own",
    "until": "for how long",
    "by": "the id of the newer row",
    "triggers": "words that lead to it, parted by semicolons",
    "evidence": "a place in the archive that bears it, e.g. archive/2026-06-01#3",
    "owner": "or whose value or policy it is: an owner of this store, by name",
    "missing": "what is missing to settle it",
    "title": "what it is called",
    "to": "the id of the other one: the record it is linked to, or the topic that stays",
    "lane": "the lane it goes into, by id or title; none takes it out",
    "purpose": "what it is for",
    "access": "who reads it",
    "relation": "what it is to the other record",
    "note": "in your own words (may stay empty)",
}
"""What each field is for; shown while it is empty."""
_LENGTHS = {Defer.DAY: "a day", Defer.WEEK: "a week", Defer.MONTH: "30 days", Defer.QUARTER: "90 days"}


_CHOICES: dict[str, Sequence[tuple[str, str]]] = {
    "relation": [
        ("continues", "continues: it goes on where that ends"),
        ("references", "references that one"),
        ("solves", "solves: that is the error, this what helped"),
    ],
    "access": [("open", "open"), ("closed", "closed: only those whom a grant lets")],
}
"""Fields of which one of a few is chosen."""


def blamed_fields(sentence: str, fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(field, what is wrong with it) for each field that a refusal names: `source: It has none; date: …`."""
    names = "|".join(map(re.escape, fields))
    if not names:
        return
    for found in re.finditer(rf"(?:^|[;:] )({names}): (.*?)(?=; (?:{names}): |$)", sentence, re.DOTALL):
        yield found[1], found[2]


class WordsArea(TextArea):
    """Several lines of words; tab leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+e", "screen.editor", "$EDITOR")]
    explain = "The words of the item. ctrl+s stages, ctrl+e opens your editor, tab goes on."


class Field(Horizontal):
    """One argument: its name and what is typed for it."""

    DEFAULT_CSS = """
    Field { height: auto; }
    Field > .name { width: 10; color: $dim; }
    Field > Input { height: 1; border: none; padding: 0 1; background: $boost; width: 1fr; }
    Field > Input:focus { border: none; background: $primary-muted; }
    Field > TextArea { height: 6; border: none; background: $boost; width: 1fr; }
    Field > TextArea:focus { border: none; }
    Field > Choice { width: 1fr; }
    """

    def __init__(self, name: str, value: str, *, needed: bool, hint: str = "", fresh: bool = False) -> None:
        super().__init__(id=f"field-{name}")
        self._fresh = fresh
        self._hint = hint or HELP.get(name, "")
        self.argument = name
        self.needed = needed
        self._begin = value
        self.explain = f"{name}: {self._hint}. Enter stages, tab goes on."

    def compose(self) -> ComposeResult:
        """The name, and an input that fits the argument."""
        label = Static(said(self.argument + ("*" if self.needed else "")), markup=False)
        label.add_class("name")
        yield label
        yield self._input()

    def _input(self) -> Widget:
        if self.argument == "kind":
            options = [(kind.value, kind.value) for kind in Kind]
            if not self.needed:
                options.insert(0, ("", "as it is"))
            return Choice(options, self._begin)
        if self.argument in _CHOICES:
            return Choice(_CHOICES[self.argument], self._begin)
        if self.argument == "until":
            return Choice([(d.value, _LENGTHS[d]) for d in Defer], self._begin or Defer.WEEK)
        if self.argument == "text":
            hint = "" if self._begin else "left empty: the words of the newest"
            area = WordsArea(self._begin, soft_wrap=True, tab_behavior="focus", placeholder=hint)
            area.cursor_blink = False
            area.move_cursor(area.document.end)
            return area
        kept = " (may stay empty)" if self._fresh else " (empty: as it is)"
        told = self.argument in ("note", "evidence", "owner") or "empty: " in self._hint
        kept = "" if self.needed or told else kept
        line = Input(self._begin, placeholder=self._hint + kept, select_on_focus=False)
        line.cursor_blink = False
        return line

    @property
    def touched(self) -> bool:
        """Whether words were typed into it that did not stand there before."""
        return not isinstance(self.input, Choice) and self.value.strip() not in ("", self._begin.strip())

    @property
    def input(self) -> Widget:
        """The input itself."""
        return self.children[1]

    @property
    def value(self) -> str:
        """What stands in it now."""
        field = self.input
        if isinstance(field, TextArea):
            return field.text
        if isinstance(field, (Input, Choice)):
            return field.value
        return ""

    @value.setter
    def value(self, text: str) -> None:
        field = self.input
        if isinstance(field, TextArea):
            field.text = text
        elif isinstance(field, Input):
            field.value = text
