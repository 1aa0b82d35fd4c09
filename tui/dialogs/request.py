"""A plan that waits for a second signature: exactly what it would change, for whoever is to sign it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button

from governance.errors import Refusal
from store.records.views import Change, CoSign
from tui.dialogs.dialog import Dialog
from tui.dialogs.pick import PickDialog
from tui.dialogs.reader import ReaderDialog
from tui.widgets.changes import change_line, changes_content
from tui.widgets.columns import Column, Line
from tui.widgets.first_words import Words, change_lines
from tui.widgets.text import StoredText, lines, said, stored
from tui.wording.authority import act_words, listed
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import change_sentence, number, reason_label
from tui.wording.times import ago_at, clock_time

Pieces = Sequence[tuple[str, str]]
"""Texts with the names of their styles."""
MOST = 200
"""Changes that are listed where the words of the rows are not at hand."""
FEW = 12
"""Changes that are listed one by one there, each with its row."""


def request_content(one: CoSign, zone: str, signs: Glyphs, words: Words | None = None) -> Content:
    """Who asks for what, why, and what would change; with `words`, each row with what it says."""
    asked = "you asked for it" if one.mine else f"asked by {one.who} ({one.by})"
    rows = [
        stored(
            f"{listed([act_words(verb) for verb in one.verbs])} {signs.dot} {number(len(one.ids), 'row')}", "strong"
        ),
        stored(f"{asked}, {clock_time(one.at, zone)}; it waits until {clock_time(one.until, zone)}", "dim"),
    ]
    if words is not None:
        return lines(*rows, *_why(one), Content(""), *_items(one, words, signs))
    rows += [Content(""), said("What would change", "head")]
    if len(one.changes) <= FEW:
        rows += [stored(f"{c.id}  ", "accent") + change_line(change_sentence(c, signs)) for c in one.changes]
    else:
        rows.append(changes_content(one.changes, signs, one=False, most=MOST))
    if not one.changes:
        rows.append(said("nothing", "dim"))
    rows += [Content(""), *_why(one)]
    if one.ids:
        rows.append(said("about    ", "dim") + stored(", ".join(one.ids)))
    return lines(*rows)


def _why(one: CoSign) -> list[Content]:
    rows = [said("because  ", "dim") + said(reason_label(reason)) for reason in one.reasons]
    return rows + [said("note     ", "dim") + stored(note) for note in one.notes]


def _items(one: CoSign, words: Words, signs: Glyphs) -> list[Content]:
    """Each row: number, id, what it says, what is needed to doubt it, what would change of it."""
    rows: list[Content] = []
    by_id: dict[str, list[Change]] = {name: [] for name in one.ids}
    for change in one.changes:
        by_id.setdefault(change.id, []).append(change)
    for n, (name, changes) in enumerate(by_id.items(), 1):
        rows.append(said(f"{n}  ", "strong") + stored(name, "accent"))
        told = [told for told in (words.of(name, signs), words.strip(name, signs)) if told is not None]
        rows += [said("   ") + row for row in (*told, *change_lines(changes, words, signs))]
    return rows or [said("nothing would change", "dim")]


class RequestDialog(Dialog[str]):
    """Answers `sign`, `decline` or nothing; Enter is Cancel."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("pagedown,j,down", "look(1)", "further down"),
        ("pageup,k,up", "look(-1)", "further up"),
        ("v", "item", "an item in full"),
    ]
    DEFAULT_CSS = """
    RequestDialog #told { height: auto; max-height: 60vh; }
    RequestDialog Button { margin-top: 1; }
    RequestDialog #hint { color: $text-warning; }
    """

    def __init__(
        self, request: CoSign, zone: str, signs: Glyphs, hurdle: str, words: Words, full: Callable[[str], Pieces]
    ) -> None:
        super().__init__()
        self.signs = signs
        self._words = words
        self._full = full
        self.act = f"Request {request.n}: your plan waits for a second signature" if request.mine else (
            f"Request {request.n}: a plan waits for your signature")  # fmt: skip
        self._request = request
        self._body = request_content(request, zone, signs, words)
        self._hurdle = hurdle
        self._why = hurdle or (f"Not yours to sign: {request.why_not}." if request.why_not else "")
        gone = "d take it back" if request.mine else "d decline"
        if words:
            gone = f"v in full   {gone}"
        if hurdle:
            self.keys_hint = "v in full   esc back" if words else "esc back"
        else:
            self.keys_hint = (
                f"{gone}   enter or esc cancels" if self._why else f"y sign   {gone}   enter or esc cancels"
            )

    def body(self) -> ComposeResult:
        """What it is, why it is not yours, Cancel."""
        with VerticalScroll(id="told", can_focus=False):
            yield StoredText(self._body)
        if self._why:
            yield StoredText(stored(self._why, "warn"))
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Begin on Cancel."""
        self.query_one("#cancel", Button).focus()

    def on_button_pressed(self) -> None:
        """The only button is Cancel."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Sign or decline."""
        if event.character == "y" and self._why:
            self.complain(stored(self._why, "warn"))
        elif event.character == "d" and self._hurdle:
            self.complain(stored(self._hurdle, "warn"))
        elif event.character in ("y", "d"):
            event.stop()
            self.dismiss("sign" if event.character == "y" else "decline")

    def action_item(self) -> None:
        """The item in full; of several, the one that is picked."""
        found = [name for name in self._request.ids if name in self._words]
        if len(found) == 1:
            self._open(found[0])
        elif found:
            self.app.push_screen(RowsDialog(found, self._words, self.signs), self._open)

    def _open(self, name: str | None) -> None:
        if name is None:
            return
        try:
            pieces = self._full(name)
        except Refusal as refusal:
            self.complain(stored(refusal.sentence, "warn"))
            return
        self.app.push_screen(ReaderDialog(name, pieces, "\n".join(text for text, _ in pieces)))

    def action_look(self, way: int) -> None:
        """Look further down or up."""
        told = self.query_one("#told", VerticalScroll)
        told.scroll_relative(y=way * max(1, told.size.height - 1), animate=False)


class RowsDialog(PickDialog[str]):
    """Answers the row of a request that is to be read in full."""

    columns = (Column("", 4, 9, right=True), Column("id", 22, 8), Column("what it says", 0))
    prompt = "an id, a word"
    act = "Rows of this request"
    keys_hint = "enter read it in full   esc back"

    def __init__(self, ids: Sequence[str], words: Words, signs: Glyphs) -> None:
        super().__init__(signs)
        self._ids = tuple(enumerate(ids, 1))
        self._words = words

    def matching(self, text: str) -> Sequence[tuple[int, str]]:
        """Rows by id or first words."""
        wanted = text.casefold().split()
        return [(n, name) for n, name in self._ids if all(w in self._told(name).casefold() for w in wanted)]

    def _told(self, name: str) -> str:
        told = self._words.of(name, self.signs)
        return f"{name} {told.plain if told else ''}"

    def line(self, row: tuple[int, str]) -> Line:
        """Number, id, first words."""
        n, name = row
        return Line((said(str(n), "dim"), stored(name, "accent"), self._words.of(name, self.signs) or said("")))

    def take(self, row: tuple[int, str]) -> None:
        """Take it."""
        self.dismiss(row[1])


class RequestsDialog(PickDialog[CoSign]):
    """Answers the request that was picked."""

    columns = (
        Column("", 4, 9, right=True),
        Column("asked by", 14, 7),
        Column("ago", 7, 6, right=True),
        Column("what", 0),
    )
    prompt = "a verb, a name, an id"
    act = "Plans that wait for a second signature"
    keys_hint = "enter look at it   esc back"

    def __init__(self, requests: Sequence[CoSign], now: int, zone: str, signs: Glyphs) -> None:
        super().__init__(signs)
        self._requests = requests
        self._now, self._zone = now, zone

    def matching(self, text: str) -> Sequence[CoSign]:
        """Requests by verb, person or id."""
        words = text.lower().split()
        return [r for r in self._requests if all(w in f"{r.who} {r.verbs} {r.ids}".lower() for w in words)]

    def line(self, row: CoSign) -> Line:
        """Number, who, when, what."""
        what = stored(f"{listed([act_words(verb) for verb in row.verbs])} {number(len(row.ids), 'row')}")
        who = said("you", "dim") if row.mine else stored(row.who, "accent")
        return Line((said(str(row.n), "dim"), who, said(ago_at(self._now, row.at, self._zone), "dim"), what))

    def take(self, row: CoSign) -> None:
        """Take it."""
        self.dismiss(row)
