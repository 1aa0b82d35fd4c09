"""A field for one of many: what is typed narrows, the arrows go through what fits, all of which is in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.widgets.columns import cut
from tui.widgets.text import StoredText, said, stored
from tui.wording.glyphs import Glyphs


class FieldInput(Input):
    """One line to type in."""

    DEFAULT_CSS = """
    FieldInput { height: 1; border: none; padding: 0 1; background: $boost; width: 1fr; }
    FieldInput:focus { border: none; background: $primary-muted; }
    """


class FilterField(Vertical):
    """A name, a line to type in, and below it what may be typed, or what is wrong with it."""

    DEFAULT_CSS = """
    FilterField { height: auto; layout: grid; grid-size: 2; grid-columns: 10 1fr; grid-rows: 1; }
    FilterField > .name { color: $dim; }
    FilterField > .below { column-span: 1; height: auto; color: $dim; display: none; }
    FilterField > .gap { display: none; }
    FilterField.-below { grid-rows: 1 auto; }
    FilterField.-below > .below, FilterField.-below > .gap { display: block; }
    """

    def __init__(self, name: str, value: str, hint: str, help: str, *, needed: bool = False) -> None:  # noqa: A002 - what it is
        super().__init__(id=f"field-{name}")
        self.argument, self.needed = name, needed
        self.explain = f"{name}: {help} Enter narrows the log, tab goes on."
        self._begin, self._hint = value, hint
        self._wrong = False

    def compose(self) -> ComposeResult:
        """Name and line, and the line below."""
        label = Static(said(self.argument + ("*" if self.needed else "")), markup=False)
        label.add_class("name")
        yield label
        yield self._input()
        gap = Static("")
        gap.add_class("gap")
        yield gap
        below = StoredText()
        below.add_class("below")
        yield below

    def on_input_changed(self) -> None:
        """It is being mended."""
        self._wrong = False
        self.typed()

    def typed(self) -> None:
        """What stands in the line is another."""
        self.tell(None)

    def _input(self) -> FieldInput:
        return FieldInput(self._begin, placeholder=self._hint, select_on_focus=False)

    @property
    def input(self) -> FieldInput:
        """The line itself."""
        return self.query_one(FieldInput)

    @property
    def words(self) -> str:
        """What stands in the line."""
        return self.input.value.strip()

    @property
    def value(self) -> str:
        """What is given by it."""
        return self.words

    def tell(self, content: Content | None) -> None:
        """Say something below the line, or nothing."""
        self.set_class(content is not None, "-below")
        self.query_one(".below", StoredText).show(content or Content(""))

    def complain(self, sentence: str) -> None:
        """Say what is wrong with it, until it is mended."""
        self._wrong = True
        self.tell(stored(sentence, "bad"))
        self.input.focus()


class PickField(FilterField):
    """One of many, picked by typing a part of it or with the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "step(1)", "next"), ("up", "step(-1)", "before")]

    def __init__(
        self,
        name: str,
        value: str,
        options: Sequence[str],
        help: str,  # noqa: A002 - what it is
        signs: Glyphs,
        *,
        needed: bool = False,
    ) -> None:
        super().__init__(name, value, "any; the arrows go through them", help, needed=needed)
        self._options = options
        self._signs = signs
        self._stepping = False
        self._typed = value
        """What a person typed; the arrows go through the options with these words."""

    def fitting(self) -> list[str]:
        """The options with what was typed, those that begin with it first."""
        typed = self._typed.strip().casefold()
        found = [option for option in self._options if typed in option.casefold()]
        return sorted(found, key=lambda option: not option.casefold().startswith(typed))

    def chosen(self) -> str | None:
        """The option that is meant, an empty string for none; None when what was typed is no option or several."""
        value = self.words.casefold()
        if not value:
            return ""
        exact = [option for option in self._options if option.casefold() == value]
        found = exact or [option for option in self._options if value in option.casefold()]
        return found[0] if len(found) == 1 else None

    def on_descendant_focus(self) -> None:
        """Show what may be typed, once it is known how wide that may be."""
        self.call_after_refresh(self._show)

    def on_descendant_blur(self) -> None:
        """Only the field in hand shows its options."""
        if not self._wrong:
            self.tell(None)

    def typed(self) -> None:
        """Narrow while typing."""
        if not self._stepping:
            self._typed = self.input.value
        self._stepping = False
        self._show()

    def on_resize(self) -> None:
        """Show as many as fit."""
        if self.has_class("-below") and self.input.has_focus:
            self._show()

    def _show(self) -> None:
        if self._wrong or not self.input.has_focus:
            return
        fits, here = self.fitting(), self.words
        if here in fits:  # begin with the chosen one, so that it is always in sight
            at = fits.index(here)
            fits = fits[at:] + fits[:at]
        pieces = [stored(option, "strong" if option == here else "dim") for option in fits]
        shown = Content("  ").join(pieces) if pieces else said("none has these letters", "warn")
        self.tell(cut(shown, max(20, self.size.width - 12), self._signs.more))

    def action_step(self, way: int) -> None:
        """To the option before or after."""
        fits = self.fitting() or list(self._options)
        if not fits:
            return
        here = self.words
        at = (fits.index(here) + way) % len(fits) if here in fits else (0 if way > 0 else -1)
        if fits[at] != self.input.value:
            self._stepping = True
            self.input.value = fits[at]
            self.input.cursor_position = len(fits[at])
