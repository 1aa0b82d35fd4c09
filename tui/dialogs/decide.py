"""The decide dialog: a reason, the fields of the verb, what will change; Enter stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, TextArea

from governance.errors import Refusal, RefusalKind
from store.records.views import Offer, PlanView
from store.records.words import Reason
from tui.dialogs.dialog import Dialog
from tui.dialogs.editor import edit
from tui.dialogs.fields import Field, blamed_fields
from tui.dialogs.picked import Options, PickedField
from tui.dialogs.target import Target
from tui.widgets.changes import changes_content
from tui.widgets.choice import Choice
from tui.widgets.columns import cut
from tui.widgets.text import StoredText, lines, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.organizing import NO_GRANT
from tui.wording.sentences import reason_label

if TYPE_CHECKING:
    from governance.desk import Desk

WARNINGS = {
    "current": "The first row named is current; {others} way to it, and {stay} as history.",
    "discard": "Discarded, nobody sees it any more. Its bytes leave the store only by an erasure.",
    "reconcile": "Your event settles all of this scope that came before; the chain begins anew with it.",
    "trigger": "These words stand for those that lead to it now: keep the ones that are to stay.",
    "refuse": "Refused, it is kept and goes nowhere: no pass takes it and no agent reads it.",
}
"""What a verb ends, said before it is staged."""
SENT = {"source": "where it comes from: a file, a page, who said it, archive/2026-06-01#3"}
"""What fields are for where something that was sent is mended, as far as it is something else."""
MAKES = frozenset({"new-lane", "new-topic", "split-topic"})
"""Verbs that make something new: what is left empty there is not kept from anything."""
APART = {"by": "the id of the one row it is told apart from (empty: the others marked, or all it disagrees with)"}
"""The same where rows are told apart."""
MANY = 1_000
"""Rows from which staging takes a moment."""
HINT = "enter stages (nothing happens yet)   tab next field   ^e $EDITOR   esc back"


class DecideDialog(Dialog[PlanView]):
    """Stages one decision; it stands at the bottom so that the evidence stays in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "stage", "stage"),
        ("enter", "stage", "stage"),
        ("ctrl+e", "editor", "$EDITOR"),
    ]

    def __init__(
        self,
        desk: Desk,
        offer: Offer,
        target: Target,
        values: Mapping[str, str],
        signs: Glyphs,
        options: Options | None = None,
    ) -> None:
        super().__init__(classes="-low")
        self._options = options or {}
        self.desk = desk
        self.offer = offer
        self.target = target
        self.signs = signs
        self._values = values
        self._preview: Timer | None = None
        self.act = f"{offer.label.lower()} {target.name}".rstrip()
        self.keys_hint = HINT
        self._staging = False
        self._warned = False

    def body(self) -> ComposeResult:
        """What it is about, the fields, the reason, the note, what will change."""
        named = zip(self.target.ids, self.target.words, strict=False)
        about = [one_line(text) or name for name, text in named] or [", ".join(self.target.ids[:4])]
        rows = [cut(stored(text, "dim"), 240 if len(about) == 1 else 100, self.signs.more) for text in about]
        left = len(self.target.ids) - len(rows) if self.target.words else 0
        if left:
            rows.append(said(f"{self.signs.more} {left:,} more", "dim"))
        yield StoredText(lines(*rows))
        if self.offer.name in WARNINGS:
            others = len(self.target.ids) - 1
            told = {"others": "the other one gives", "stay": "stays"}
            if others > 1:
                told = {"others": f"the {others:,} others give", "stay": "stay"}
            yield StoredText(said(WARNINGS[self.offer.name].format(**told), "warn"))
        if "access" in self.offer.fields and self.desk.keyless:
            yield StoredText(said(f"{NO_GRANT[0].upper()}{NO_GRANT[1:]}.", "warn"))
        for name in self.offer.fields:
            yield self._made(name)
            yield WrongLine(name)
        yield ReasonField(self.offer.reasons)
        yield Field("note", "", needed=False)
        yield StoredText(id="preview")

    def _made(self, name: str) -> Field | PickedField:
        """The field of an argument: one of what there is is picked, anything else is typed."""
        value, needed = self._values.get(name, ""), name in self.offer.needs
        fresh = self.offer.name in MAKES or not self.target.ids
        if options := self._options.get(name):
            return PickedField(name, value, options, self.signs, needed=needed, fresh=fresh)
        field = ByField if self.offer.name == "reconcile" else Field
        own = APART if self.offer.name == "apart" else SENT if self.target.sent else {}
        return field(name, value, needed=needed, hint=own.get(name, ""), fresh=fresh)

    @property
    def fields(self) -> list[Field | PickedField]:
        """The fields of the verb, in their order."""
        found = (self.query_one(f"#field-{name}") for name in self.offer.fields)
        return [field for field in found if isinstance(field, (Field, PickedField))]

    def on_mount(self) -> None:
        """Begin where something has to be given, else on the reason."""
        fields = self.fields
        empty = [field for field in fields if field.needed and not field.value]
        texts = [field for field in fields if field.argument == "text" and field.needed]
        ready = self.look()
        blamed = {line.argument for line in self.query(WrongLine) if line.has_class("-loud")}
        wrong = [field for field in fields if field.argument in blamed]
        (texts or empty or wrong or ([] if ready else fields) or [self.query_one(ReasonField)])[0].input.focus()

    # what is given

    @property
    def arguments(self) -> dict[str, str]:
        """The arguments that are given."""
        return {field.argument: field.value for field in self.fields if field.value.strip()}

    @property
    def reason(self) -> Reason:
        """The reason that is chosen."""
        return Reason(self.query_one(ReasonField).value)

    @property
    def note(self) -> str | None:
        """The note, or nothing."""
        return self.query_one("#field-note", Field).value.strip() or None

    # what will change

    def look(self) -> bool:
        """Show what will change, or why it cannot (and then answer False)."""
        preview = self.query_one("#preview", StoredText)
        missing = [n for n in self.offer.needs if n not in self.arguments]
        if missing:
            preview.show(said(f"still to give: {', '.join(missing)}", "dim"))
            return False
        try:
            changes = self.desk.preview(self.offer.name, self.target.ids, self.arguments, reason=self.reason)
        except Refusal as refusal:
            preview.show(stored(self._blame(refusal.sentence), "warn"))
            return False
        self._blame("")
        preview.show(changes_content(changes, self.signs, one=len(self.target.ids) < 2))
        return True

    def _blame(self, sentence: str) -> str:
        """Say beside each field what is wrong with it; answers what is about none of them."""
        blamed = dict(blamed_fields(sentence, self.offer.fields))
        for line in self.query(WrongLine):
            line.tell(blamed.get(line.argument, ""))
        return "" if blamed else sentence

    def _later(self) -> None:
        self._warned = False
        self.complain(None)
        if self._preview is not None:
            self._preview.stop()
        self._preview = self.set_timer(0.15, self.look)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look again a little behind the keys."""
        event.stop()
        self._later()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Look again a little behind the keys."""
        event.stop()
        self._later()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Look again."""
        event.stop()
        if self.is_mounted:
            self._later()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field stages too."""
        event.stop()
        self.action_stage()

    def action_stage(self) -> None:
        """Stage it, once; say so first where that takes a while."""
        if len(self.target.ids) < MANY:
            self._stage()
        elif not self._staging:
            self._staging = True
            self.complain(said("one moment", "dim"))
            self.set_timer(0.1, self._stage)

    def _stage(self) -> None:
        """Stage it; refused: say why here, and keep what was typed."""
        self._staging = False
        try:
            plan = self.desk.stage(
                self.offer.name,
                self.target.ids,
                self.arguments,
                reason=self.reason,
                note=self.note,
                seen=self.target.seen,
                shown=self.target.shown,
            )
        except Refusal as refusal:
            told = self._blame(refusal.sentence)
            self.query_one("#preview", StoredText).show(Content(""))
            hint = "esc, then r: shows it as it is now." if refusal.kind is RefusalKind.MOVED else refusal.hint
            self.complain(stored(f"{told}\n{hint}".strip(), "bad", lines=True))
            return
        self.dismiss(plan)

    def action_cancel(self) -> None:
        """Go back; words that were typed are not thrown away by the first key."""
        if not self._warned and any(field.touched for field in (*self.fields, *self.query(Field))):
            self._warned = True
            self.complain(said("esc again throws away what you typed", "warn"))
            return
        self.dismiss(None)

    def on_descendant_focus(self) -> None:
        """Enter means a new line where words are written."""
        written = isinstance(self.focused, TextArea)
        self.query_one("#hint", StoredText).show(said(HINT.replace("enter", "^s", 1) if written else HINT))

    def action_editor(self) -> None:
        """Write the words (or the note) in one's own editor."""
        texts = [f for f in self.query(Field) if f.argument == "text"]
        field = (texts or [self.query_one("#field-note", Field)])[0]
        words, trouble = edit(self.app, field.value)
        if trouble:
            self.complain(stored(trouble, "bad"))
        elif words is not None:
            field.value = words if texts else " ".join(words.split())


class WrongLine(StoredText):
    """What is wrong with the field above, while something is."""

    DEFAULT_CSS = """
    WrongLine { height: auto; padding-left: 11; color: $text-error; display: none; }
    WrongLine.-loud { display: block; }
    """

    def __init__(self, argument: str) -> None:
        super().__init__()
        self.argument = argument

    def tell(self, sentence: str) -> None:
        """Say it, or nothing."""
        self.set_class(bool(sentence), "-loud")
        self.show(stored(sentence, "bad"))


class ByField(Field):
    """Which event holds from now on: the one that keeps it out stands first."""

    def _input(self) -> Choice:
        return Choice([("withdraw", "withdraw: it stays out"), ("reinstate", "reinstate: it comes back")])


class ReasonField(Field):
    """The reasons that make sense, the most likely first and chosen."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__("reason", "", needed=False)
        self.explain = "Why you decide so; the log keeps it. Arrows or a figure choose, Enter stages."
        self._reasons = reasons or tuple(Reason)

    def _input(self) -> Choice:
        return Choice([(reason.value, reason_label(reason)) for reason in self._reasons])
