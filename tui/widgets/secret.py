"""A field for a passphrase, of which no whole copy is ever made; pasting would make one, and is refused."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.widgets.text import said
from tui.widgets.typed import MOST, Typed

PASTED = (
    "Nothing was pasted: a pasted passphrase would stay in memory. Type it, or let a program ask for it (SSH_ASKPASS)."
)
FULL = f"A passphrase has at most {MOST:,} bytes."


class SecretField(Widget, can_focus=True):
    """One line that shows a dot for each character; Enter hands over."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "submit", "done"),
        ("backspace,ctrl+h", "back", "take one back"),
        ("ctrl+u", "clear", "clear"),
    ]
    DEFAULT_CSS = """
    SecretField { height: 1; padding: 0 1; background: $boost; }
    SecretField:focus { background: $primary-muted; }
    """
    explain = "The passphrase of the key. Enter goes on, ctrl+u clears; it is never shown, kept or pasted."
    typed: reactive[int] = reactive(0)
    """How many characters are typed."""
    told: reactive[str] = reactive("")
    """Why the last thing was refused; shown while nothing is typed."""

    class Submitted(Message):
        """Enter was pressed; `field.take()` has the bytes."""

        def __init__(self, field: SecretField) -> None:
            super().__init__()
            self.field = field

        @property
        def control(self) -> SecretField:
            """The field."""
            return self.field

    class Refused(Message):
        """Something was not taken."""

        def __init__(self, field: SecretField, sentence: str) -> None:
            super().__init__()
            self.field = field
            self.sentence = sentence
            """Why, in words for a person."""

        @property
        def control(self) -> SecretField:
            """The field."""
            return self.field

    def __init__(self, placeholder: str = "", *, dot: str = "•", id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._secret = Typed()
        self._placeholder = placeholder
        self._dot = dot

    def take(self) -> bytearray:
        """Hand the bytes over, to be wiped by whoever takes them; the field is empty then."""
        taken = self._secret.take()
        self.typed = 0
        return taken

    def wipe(self) -> None:
        """Forget what was typed."""
        self._secret.wipe()
        self.typed = 0

    def render(self) -> Content:
        """Dots, and a bar where the next one goes."""
        bar = Content.styled(" ", "reverse") if self.has_focus else Content("")
        if self.typed:
            return said(self._dot * min(self.typed, max(1, self.size.width - 1))) + bar
        return bar + said(self.told or self._placeholder, "warn" if self.told else "dim")

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002 - Textual's form
        """Whether a key is typed into the field and means nothing else."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Take one character."""
        if not event.is_printable or event.character is None:
            return
        event.stop()
        event.prevent_default()
        if self._secret.add(event.character.encode()):
            self.told = ""
            self.typed = self._secret.characters
        else:
            self._refuse(FULL)

    def on_paste(self, event: events.Paste) -> None:
        """Refuse it in words."""
        event.stop()
        event.prevent_default()
        self._refuse(PASTED)

    def on_unmount(self) -> None:
        """Leave nothing behind."""
        self._secret.wipe()

    def action_back(self) -> None:
        """Take the last character back."""
        self._secret.back()
        self.typed = self._secret.characters

    def action_clear(self) -> None:
        """Begin anew."""
        self.wipe()

    def action_submit(self) -> None:
        """Say that it is all."""
        self.post_message(self.Submitted(self))

    def _refuse(self, sentence: str) -> None:
        self.told = sentence
        self.post_message(self.Refused(self, sentence))
