"""A form: what an act needs to know, one field below the other; what makes no sense is said beside its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from governance.errors import Refusal
from tui.dialogs.dialog import Dialog
from tui.dialogs.pick_field import FieldInput, FilterField, PickField
from tui.widgets.choice import Choice
from tui.widgets.text import StoredText, said, stored
from tui.wording.glyphs import Glyphs

Values = Mapping[str, str]
"""What stands in the fields, by name."""
PERHAPS = "may stay empty"


class Ask(NamedTuple):
    """One field."""

    name: str
    help: str
    """What it is for, and how it is written."""
    value: str = ""
    """What it begins with."""
    choices: Sequence[tuple[str, str]] = ()
    """(value, label): one of a few, all in sight."""
    options: Sequence[tuple[str, str]] = ()
    """(value, shown): one of many, picked by typing a part of it."""
    needed: bool = False


class Wrong(Exception):
    """What stands in a field makes no sense."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence


class FormLine(FilterField):
    """A line to type in, with what it is for below while it has the focus."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.name, ask.value, "" if ask.needed else PERHAPS, ask.help, needed=ask.needed)
        self.explain = f"{ask.name}: {ask.help} Enter goes on, tab to the next field."
        self._help = ask.help

    def on_descendant_focus(self) -> None:
        """Say what it is for."""
        if not self._wrong:
            self.tell(said(self._help, "dim"))

    def on_descendant_blur(self) -> None:
        """Only the field in hand explains itself; what is wrong stays."""
        if not self._wrong:
            self.tell(None)

    def typed(self) -> None:
        """It is being filled in, or mended."""
        self.tell(said(self._help, "dim") if self.input.has_focus else None)


class FormPick(PickField):
    """One of many, shown in words."""

    def __init__(self, ask: Ask, signs: Glyphs) -> None:
        shown = dict(ask.options)
        super().__init__(
            ask.name, shown.get(ask.value, ask.value), list(shown.values()), ask.help, signs, needed=ask.needed
        )
        self.explain = f"{ask.name}: {ask.help} Type a part of it, or use the arrows; Enter goes on."
        self._hint = "type a part of it; the arrows go through them"
        self._shown = {words: value for value, words in shown.items()}

    @property
    def picked(self) -> str | None:
        """The value that is meant; None where what was typed is none or several."""
        words = self.chosen()
        return words if not words else self._shown.get(words, words)


class FormChoice(Horizontal):
    """One of a few."""

    DEFAULT_CSS = """
    FormChoice { height: auto; }
    FormChoice > .name { width: 10; color: $dim; }
    FormChoice > Choice { width: 1fr; }
    """

    def __init__(self, ask: Ask) -> None:
        super().__init__(id=f"field-{ask.name}")
        self.argument = ask.name
        self.explain = f"{ask.name}: {ask.help} Arrows or a figure choose; Enter goes on."
        self._ask = ask

    def compose(self) -> ComposeResult:
        """Name and options."""
        label = Static(said(self.argument + ("*" if self._ask.needed else "")), markup=False)
        label.add_class("name")
        yield label
        yield Choice(self._ask.choices, self._ask.value)

    @property
    def value(self) -> str:
        """The option that is chosen."""
        return self.query_one(Choice).value


class FormDialog(Dialog[dict[str, str]]):
    """Answers what was given, once `check` has nothing against it; nothing has happened then."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+s", "on", "go on"), ("enter", "on", "go on")]
    DEFAULT_CSS = """
    FormDialog #about { height: auto; margin-bottom: 1; }
    FormDialog #line { height: auto; margin-top: 1; }
    FormDialog #cancel { margin-top: 1; }
    """

    def __init__(
        self,
        act: str,
        about: Content,
        asks: Sequence[Ask],
        check: Callable[[Values], object],
        command: Callable[[Values], str],
        signs: Glyphs,
        *,
        grave: bool = False,
    ) -> None:
        super().__init__()
        self.act = act
        self.signs = signs
        self.keys_hint = f"enter look at it{signs.more} (nothing happens yet)   tab next field   esc back"
        self._about = about
        self._asks = asks
        self._check = check
        self._command = command
        self._grave = grave

    def body(self) -> ComposeResult:
        """What it is, the fields, the same on the command line."""
        if self._about.plain:
            yield StoredText(self._about, id="about")
        for ask in self._asks:
            yield self._field(ask)
        yield StoredText(id="line")

    def _field(self, ask: Ask) -> Widget:
        if ask.choices:
            return FormChoice(ask)
        return FormPick(ask, self.signs) if ask.options else FormLine(ask)

    def on_mount(self) -> None:
        """Begin at the first field that has to be given, else at the first."""
        fields = [self.query_one(f"#field-{ask.name}") for ask in self._asks]
        empty = [f for f, ask in zip(fields, self._asks, strict=True) if ask.needed and not ask.value]
        for field in (empty or fields)[:1]:
            field.query_one(Choice if isinstance(field, FormChoice) else FieldInput).focus()
        self._tell()

    @property
    def values(self) -> dict[str, str]:
        """What stands in the fields."""
        found = {}
        for ask in self._asks:
            field = self.query_one(f"#field-{ask.name}")
            if isinstance(field, FormPick):
                found[ask.name] = field.picked or ""
            elif isinstance(field, (FormLine, FormChoice)):
                found[ask.name] = field.value
        return found

    def _tell(self) -> None:
        """The same on the command line, as far as it is known."""
        try:
            line = self._command(self.values)
        except (Wrong, Refusal):
            line = ""
        self.query_one("#line", StoredText).show(stored(line, "dim"))

    def on_input_changed(self, event: Input.Changed) -> None:
        """The command line follows."""
        event.stop()
        self.complain(None)
        self._tell()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """The command line follows."""
        event.stop()
        if self.is_mounted:
            self.complain(None)
            self._tell()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field goes on."""
        event.stop()
        self.action_on()

    def action_on(self) -> None:
        """Answer what was given, unless something is wrong with it."""
        self.complain(None)
        try:
            for ask in self._asks:
                self._refuse(ask)
            self._check(self.values)
        except Wrong as wrong:
            self._blame(wrong)
        except Refusal as refusal:
            hint = f"\n{refusal.hint}" if refusal.hint else ""
            self.complain(stored(refusal.sentence + hint, "bad", lines=True))
        else:
            self.dismiss(self.values)

    def _refuse(self, ask: Ask) -> None:
        field = self.query_one(f"#field-{ask.name}")
        if isinstance(field, FormPick) and field.picked is None:
            several = len(field.fitting()) > 1
            raise Wrong(ask.name, f"{'several have these letters' if several else 'none is called so'}: {field.value}")
        if ask.needed and not self.values[ask.name]:
            raise Wrong(ask.name, "This has to be given.")

    def _blame(self, wrong: Wrong) -> None:
        field = self.query_one(f"#field-{wrong.field}")
        if isinstance(field, FilterField):
            field.complain(wrong.sentence)
        else:
            self.complain(stored(f"{wrong.field}: {wrong.sentence}", "bad"))
