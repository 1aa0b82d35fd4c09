"""The sign dialog: what will happen, whose key vouches for it, and the passphrase, which is asked for once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from governance.errors import Refusal
from tui.dialogs.held import HeldDialog
from tui.widgets.choice import Choice
from tui.widgets.secret import SecretField
from tui.widgets.text import StoredText, lines, said, stored
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from store.records.views import SigningView

IN_AGENT = (
    "This key is in your ssh-agent, too: any process of yours, an agent as well, can sign with it there"
    " without asking you. `ssh-add -d` takes it out."
)
BELOW = 17
"""Lines that all but the body may take."""
LEAST = 3
"""Lines of the body that are always in sight."""


class Signature(NamedTuple):
    """Whose signature a dialog asks for, and over what."""

    who: str
    """Name and role."""
    key: SigningView
    head: int
    """The last entry that its author saw."""
    decisions: str
    """How many, in words."""
    remember: bool
    """Whether the key may stay open for some minutes afterwards."""


class Deed(NamedTuple):
    """What happens once the passphrase is there; each may refuse."""

    label: str
    """The verb of the last key: `apply`."""
    unlock: Callable[[bytearray | None, bool], None]
    """Take the key into the hand, remembered or for this once."""
    perform: Callable[[], str]
    """Do it, and say what came of it."""
    lock: Callable[[], None]
    """Put the key away where nothing came of it."""


class SignDialog(HeldDialog[str]):
    """Answers what came of it, or None when all was left as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "sign", "sign"),
        ("enter", "enter", "sign"),
        ("pagedown", "look(1)", "further down"),
        ("pageup", "look(-1)", "further up"),
    ]
    DEFAULT_CSS = """
    SignDialog #told { height: auto; }
    SignDialog #facts { height: auto; margin-top: 1; }
    SignDialog Horizontal { height: auto; }
    SignDialog .name { width: 12; color: $dim; }
    SignDialog SecretField, SignDialog Choice { width: 1fr; }
    SignDialog.-grave > Vertical { border: round $error; }
    """

    def __init__(
        self, act: str, body: Content, signature: Signature, deed: Deed, signs: Glyphs, *, grave: bool
    ) -> None:
        super().__init__(classes="-grave" if grave else "")
        self.act = act
        self.signs = signs
        self.grave = grave
        self._told = body
        self._signature = signature
        self._deed = deed
        self._busy = False
        self._in_agent = False
        self._yes = "Y" if grave else "y"
        """What confirms where no passphrase is typed: another key than the one that opened this."""
        asks, label = signature.key.asks, deed.label
        if asks:
            self.keys_hint = f"{self._yes} {label}: the terminal asks for the key   enter or esc cancels"
        elif grave:
            self.keys_hint = f"tab to the passphrase   ^s sign and {label}   enter on Cancel or esc cancels"
        else:
            self.keys_hint = f"enter sign and {label}   tab next field   esc cancels"

    def body(self) -> ComposeResult:
        """What will happen, who vouches for it, the passphrase, how long the key stays open, Cancel."""
        key = self._signature.key
        with VerticalScroll(id="told", can_focus=False):
            yield StoredText(self._told)
        yield StoredText(self._facts(), id="facts")
        if not key.asks:
            with Horizontal():
                yield _name("passphrase")
                yield SecretField("of this key; it is never shown nor kept")
            if self._signature.remember:
                with Horizontal():
                    yield _name("remember")
                    yield Choice([("", "no"), ("yes", "the key for 5 min")], id="remember")
        yield Button("Cancel", id="cancel", compact=True)

    def _facts(self) -> Content:
        one, signs = self._signature, self.signs
        key = one.key
        what = f"{key.key}{f' {signs.dot} in hardware' if key.hardware else ''}"
        rows = [
            _fact("who signs", stored(one.who, "strong")),
            _fact("key", said(f"{signs.signed} ", "accent") + stored(what)),
            _fact("", stored(key.fingerprint)),
            _fact("file", stored(key.file, "dim")),
            _fact("signs", said(one.decisions) + said(f", having seen the log up to entry {one.head:,}", "dim")),
        ]
        if key.in_agent or self._in_agent:
            rows.append(said(f"{signs.pending} {IN_AGENT}", "warn"))
        return lines(*rows)

    def warn(self) -> None:
        """Say that an ssh-agent holds the key."""
        self._in_agent = True
        for facts in self.query("#facts").results(StoredText):
            facts.show(self._facts())

    def on_mount(self) -> None:
        """Begin in the passphrase; on Cancel where something is ended for good."""
        fields = self.query(SecretField)
        if fields and not self.grave:
            fields.first().focus()
        else:
            self.query_one("#cancel", Button).focus()
        if self._in_agent:
            self.warn()
        self.on_resize()

    def on_resize(self) -> None:
        """The body gives way, and a key shows the rest of it; who signs and the passphrase stay in sight."""
        self.query_one("#told").styles.max_height = max(LEAST, self.app.size.height - BELOW)
        self.call_after_refresh(self._tell_more)

    def _tell_more(self) -> None:
        told = self.query("#told")
        if told and told.first(VerticalScroll).max_scroll_y > 0:
            self.query_one("#hint", StoredText).show(said(f"pgdn more   {self.keys_hint}"))

    # signing

    def on_secret_field_submitted(self, event: SecretField.Submitted) -> None:
        """Enter after the passphrase."""
        event.stop()
        self.action_enter()

    def action_enter(self) -> None:
        """Enter anywhere but on Cancel signs; it never confirms what ends something for good."""
        if self.grave and not self._signature.key.asks:
            self.complain(said("Enter does nothing here: ^s signs.", "warn"))
        else:
            self.action_sign()

    def on_key(self, event: events.Key) -> None:
        """Yes, where the key asks for itself."""
        if self._signature.key.asks and event.character == self._yes:
            event.stop()
            self._sign()

    def action_sign(self) -> None:
        """Sign, once the passphrase is typed."""
        if self._signature.key.asks:
            self.complain(said(f"{self._yes} signs; the terminal asks for the key then.", "warn"))
        else:
            self._sign()

    def _sign(self) -> None:
        """Sign and do it, once, beside the screen, which lives on."""
        if self._busy:
            return
        secret: bytearray | None = None
        if not self._signature.key.asks:
            field = self.query_one(SecretField)
            if not field.typed:
                self.complain(said("Type the passphrase of the key; nothing was signed.", "warn"))
                field.focus()
                return
            secret = field.take()
        choice = self.query(Choice)
        remember = bool(choice and choice.first().value)
        self._busy = True
        self.complain(said(f"signing{self.signs.more}", "dim"))
        if self._signature.key.asks:
            self.call_after_refresh(self._aside)
        else:
            self.run_worker(lambda: self._beside(secret, remember), thread=True, group="sign")

    def _beside(self, secret: bytearray | None, remember: bool) -> None:
        told, refusal, opened = self._go(secret, remember)
        self.app.call_from_thread(self._ended, told, refusal, opened)

    def _aside(self) -> None:
        """The desk steps aside while the key asks for itself at the terminal."""
        try:
            with self.app.suspend():
                ended = self._go(None, False)
        except SuspendNotSupported:
            ended = self._go(None, False)
        self._ended(*ended)

    def _go(self, secret: bytearray | None, remember: bool) -> tuple[str | None, Refusal | None, bool]:
        """What came of it, why it was refused, and whether the key opened."""
        try:
            self._deed.unlock(secret, remember)
        except Refusal as refusal:
            return None, refusal, False
        try:
            return self._deed.perform(), None, True
        except Refusal as refusal:
            if not remember:
                self._deed.lock()
            return None, refusal, True

    def _ended(self, told: str | None, refusal: Refusal | None, opened: bool) -> None:
        self._busy = False
        if refusal is None:
            self.dismiss(told)
            return
        hint = f"\n{refusal.hint}" if refusal.hint else ""
        self.complain(stored(refusal.sentence + hint, "bad", lines=True))
        fields = self.query(SecretField)
        if fields and not opened:
            fields.first().focus()

    # the rest

    def action_look(self, way: int) -> None:
        """Look further down or up in what will happen."""
        told, inside = self.query_one("#told", VerticalScroll), self.query_one("#inside", VerticalScroll)
        more = told.scroll_offset.y < told.max_scroll_y if way > 0 else told.scroll_offset.y > 0
        one = told if more else inside
        one.scroll_relative(y=way * max(1, one.size.height - 1), animate=False)

    def on_button_pressed(self) -> None:
        """The only button is Cancel."""
        self.action_cancel()

    def action_cancel(self) -> None:
        """Leave everything as it is; what is being signed cannot be called back."""
        if self._busy:
            self.complain(said(f"signing{self.signs.more} one moment", "dim"))
            return
        for field in self.query(SecretField):
            field.wipe()
        self.dismiss(None)


def _name(text: str) -> Static:
    label = Static(said(text), markup=False)
    label.add_class("name")
    return label


def _fact(name: str, value: Content) -> Content:
    return said(f"{name:<12}", "dim") + value
