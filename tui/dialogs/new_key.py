"""A key file: made here with a passphrase that is typed twice, or one that is there already."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Input, Static

from governance.errors import Refusal
from tui.dialogs.held import HeldDialog
from tui.dialogs.pick_field import FieldInput
from tui.widgets.choice import Choice
from tui.widgets.secret import SecretField
from tui.widgets.text import StoredText, said, stored
from tui.wording.glyphs import Glyphs

MAKE, TAKE, NONE = "make", "take", "none"


class Chosen(NamedTuple):
    """Which key, and its passphrase, to be wiped by whoever uses it."""

    how: str
    path: Path
    secret: bytearray
    """Empty where none is asked for."""


class KeyDialog(HeldDialog[str]):
    """Asks for a key file and its passphrase, and hands both to `perform` beside the screen; answers what it says."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+s,enter", "on", "go on")]
    DEFAULT_CSS = """
    KeyDialog #about { height: auto; margin-bottom: 1; }
    KeyDialog Horizontal { height: auto; }
    KeyDialog .name { width: 12; color: $dim; }
    KeyDialog SecretField, KeyDialog Choice, KeyDialog FieldInput { width: 1fr; }
    KeyDialog #cancel { margin-top: 1; }
    KeyDialog .-off { display: none; }
    """

    def __init__(
        self,
        act: str,
        about: Content,
        path: str,
        perform: Callable[[Chosen], str],
        signs: Glyphs,
        *,
        label: str,
        public: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__()
        self.act = act
        self.signs = signs
        self.keys_hint = f"enter {label}   tab next field   esc back"
        self._about = about
        self._path = path
        self._perform = perform
        self._label = label
        self._public = public
        """Whether of a key that is there already only the public half is wanted, and so no passphrase."""
        self._optional = optional
        self._busy = False

    def body(self) -> ComposeResult:
        """What it is for, made or taken, where, the passphrase twice."""
        yield StoredText(self._about, id="about")
        ways = [(MAKE, "make a new key"), (TAKE, "take one that is there")]
        if self._optional:
            ways.append((NONE, "none"))
        with Horizontal():
            yield _name("key")
            yield Choice(ways, MAKE, id="how")
        with Horizontal(id="where"):
            yield _name("file")
            yield FieldInput(self._path, placeholder="a path", select_on_focus=False, id="path")
        with Horizontal(id="once"):
            yield _name("passphrase")
            yield SecretField("long enough that nobody guesses it", id="first")
        with Horizontal(id="again"):
            yield _name("once more")
            yield SecretField("the same again", id="second")
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin with the passphrase where the rest is there, else with the file."""
        self._fit()
        (self.query_one("#first") if self._path else self.query_one("#path")).focus()

    @property
    def how(self) -> str:
        """Made, taken or none."""
        return self.query_one("#how", Choice).value

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Other fields."""
        event.stop()
        if self.is_mounted:
            self.complain(None)
            self._fit()

    def _fit(self) -> None:
        how = self.how
        self.query_one("#where").set_class(how == NONE, "-off")
        self.query_one("#once").set_class(how == NONE or (how == TAKE and self._public), "-off")
        self.query_one("#again").set_class(how != MAKE, "-off")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to what is missing, or on."""
        event.stop()
        self.action_on()

    def on_secret_field_submitted(self, event: SecretField.Submitted) -> None:
        """Enter goes to what is missing, or on."""
        event.stop()
        self.action_on()

    def action_on(self) -> None:
        """Check what is typed and go on, once."""
        if self._busy:
            return
        how, path = self.how, self.query_one("#path", FieldInput).value.strip()
        first, second = self.query_one("#first", SecretField), self.query_one("#second", SecretField)
        try:
            place = Path(path).expanduser()
        except RuntimeError:
            self._missing("path", f"{path!r} is no path.", bad=True)
            return
        wants = how == MAKE or (how == TAKE and not self._public)
        if how != NONE and not path:
            self._missing("path", "Name the file.")
            return
        if wants and not first.typed and not (how == TAKE and self._asks(place)):
            self._missing("first", "Type the passphrase.")
            return
        if how == MAKE and not second.typed:
            self._missing("second", "Type the same passphrase once more.")
            return
        secret, again = first.take(), second.take()
        same = how != MAKE or secret == again
        for at in range(len(again)):
            again[at] = 0
        if not same:
            for at in range(len(secret)):
                secret[at] = 0
            self._missing("first", "These were two different passphrases; type it twice again.", bad=True)
            return
        self._busy = True
        self.complain(said(f"one moment{self.signs.more}", "dim"))
        chosen = Chosen(how, place, secret)
        self.run_worker(lambda: self._beside(chosen), thread=True, group="sign")

    def _asks(self, path: Path) -> bool:
        from governance.desk import keycase

        try:
            return keycase.asks(keycase.found(path))
        except Refusal:
            return False

    def _missing(self, name: str, sentence: str, *, bad: bool = False) -> None:
        self.complain(stored(sentence, "bad" if bad else "warn"))
        self.query_one(f"#{name}").focus()

    def _beside(self, chosen: Chosen) -> None:
        try:
            told = self._perform(chosen)
        except Refusal as refusal:
            self.app.call_from_thread(self._refused, refusal)
        else:
            self.app.call_from_thread(self._finished, told)
        finally:
            for at in range(len(chosen.secret)):
                chosen.secret[at] = 0

    def _finished(self, told: str) -> None:
        self._busy = False
        self.dismiss(told)

    def _refused(self, refusal: Refusal) -> None:
        self._busy = False
        hint = f"\n{refusal.hint}" if refusal.hint else ""
        self.complain(stored(refusal.sentence + hint, "bad", lines=True))
        if self.how != NONE:
            self.query_one("#first").focus()

    def on_button_pressed(self) -> None:
        """The only button is Cancel."""
        self.action_cancel()

    def action_cancel(self) -> None:
        """Go back; what was typed is forgotten."""
        if self._busy:
            return
        for field in self.query(SecretField):
            field.wipe()
        self.dismiss(None)


def _name(text: str) -> Static:
    label = Static(said(text), markup=False)
    label.add_class("name")
    return label
